package formats

import (
	"bytes"
	"encoding/binary"
	"io"
	"math/bits"

	"github.com/koggestone/koggestone/movegen"
)

// IsViriExtension reports whether there is a viriformat extension at this offset in buf, not a
// game.
func IsViriExtension(buf []byte, at int) bool {
	return at+8 <= len(buf) && binary.LittleEndian.Uint64(buf[at:]) == 0
}

// GameEnd returns the end of the game or extension that starts at an offset, or -1 if buf
// does not contain the end.
func GameEnd(buf []byte, at int) int {
	if at+BoardSize > len(buf) {
		if at+16 > len(buf) || binary.LittleEndian.Uint64(buf[at:]) != 0 {
			return -1
		}
	}
	if binary.LittleEndian.Uint64(buf[at:]) == 0 { // an extension: its number, its length, itself, four zeros
		if end := at + 16 + int(binary.LittleEndian.Uint16(buf[at+10:])); end <= len(buf) {
			return end
		}
		return -1
	}
	at += BoardSize
	for ; at+8 <= len(buf); at += 8 {
		two := binary.LittleEndian.Uint64(buf[at:])
		if uint32(two) == 0 {
			return at + 4
		}
		if two>>32 == 0 {
			return at + 8
		}
	}
	if at+4 <= len(buf) && binary.LittleEndian.Uint32(buf[at:]) == 0 {
		return at + 4
	}
	return -1
}

// UnpackMove converts a viriformat move to a move in p. The move need not be legal.
func UnpackMove(p *movegen.Position, packed uint16) movegen.Move {
	from, to := int(packed&63), int(packed>>6&63)
	m := movegen.Move(packed & 0xfff)
	switch packed >> 14 {
	case 1:
		return m | 2<<12 // en passant
	case 2:
		return m | 3<<12 // castling
	case 3:
		return m | movegen.Move(8+Promotions[packed>>12&3])<<12
	}
	if (to-from == 16 || from-to == 16) && p.Board.Pawns()>>from&1 != 0 {
		m |= 1 << 12 // a double push
	}
	return m
}

// Nothing in viriformat marks where a game starts. Therefore a byte range starts and ends at the
// first valid board, at or after its offset, that is followed by legal moves. This only depends
// on the offset, so that each byte belongs to exactly one range.

const (
	// SyncWindow is how many bytes are searched at once.
	SyncWindow = 1 << 20
	// SyncMoves consecutive legal moves identify a game. At the end of the file fewer are
	// enough, and a game without moves counts as one move.
	SyncMoves = 4
	// SyncLength is how many bytes SyncMoves moves take at most, which is when each is in a game
	// of its own.
	SyncLength = SyncMoves * (BoardSize + 8)
	// EndZeros zero bytes end each game.
	EndZeros = 4
)

// NextGame returns the first start of a game at or after an offset, or size if there is none.
func NextGame(f io.ReaderAt, from, size int64) (int64, error) {
	if from < EndZeros {
		return 0, nil
	}
	// Windows do not depend on the offset, and each place is checked in exactly one window.
	// Otherwise searches from two offsets could disagree about where the next game is.
	const step = SyncWindow - SyncLength
	buf := make([]byte, min(SyncWindow, size))
	for base := (from - EndZeros) / step * step; base < size; base += step {
		n, err := f.ReadAt(buf, base)
		if err != nil && err != io.EOF {
			return 0, err
		}
		toEnd := base+int64(n) >= size
		places := min(n, step+EndZeros-1)
		if toEnd {
			places = n
		}
		for at := int(max(from-EndZeros-base, 0)); at+EndZeros < n; at++ {
			k := bytes.Index(buf[at:places], make([]byte, EndZeros))
			if k < 0 {
				break
			}
			if at += k; IsGame(buf[at+EndZeros:n], toEnd) {
				return base + int64(at) + EndZeros, nil
			}
		}
		if toEnd {
			break
		}
	}
	return size, nil
}

// IsGame reports whether text begins with a game: a valid position and [SyncMoves] legal moves, in
// this game and the next ones. toEnd says whether the file ends after text; then fewer moves are
// enough.
func IsGame(text []byte, toEnd bool) bool {
	var node movegen.Node
	moves := 0
	if len(text) < BoardSize || bits.OnesCount64(binary.LittleEndian.Uint64(text)) < 2 {
		return false
	}
	for at := 0; at < len(text); {
		if at > 0 && at+16 <= len(text) && binary.LittleEndian.Uint64(text[at:]) == 0 { // an extension
			if at = GameEnd(text, at); at < 0 {
				return false
			}
			continue
		}
		if at+BoardSize+4 > len(text) {
			return false
		}
		p, _, _, err := UnpackMarlin(text[at:])
		if err != nil || p.Validate() != nil {
			return false
		}
		start := at + BoardSize
		for at = start; ; at += 4 {
			if at+4 > len(text) {
				return false
			}
			if binary.LittleEndian.Uint32(text[at:]) == 0 {
				if at == start {
					moves++
				}
				at += 4
				break
			}
			move := UnpackMove(&p, binary.LittleEndian.Uint16(text[at:]))
			node.Set(&p)
			if !node.IsLegal(move) {
				return false
			}
			p.PlayInto(&p, move)
			if moves++; moves == SyncMoves {
				return true
			}
		}
		if moves == SyncMoves {
			return true
		}
	}
	return toEnd
}
