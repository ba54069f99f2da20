package records

import (
	"bytes"
	"encoding/binary"
	"io"
	"math/bits"
	"os"

	"github.com/koggestone/koggestone/movegen"
)

// Nothing marks the start of a game of viriformat. So a range starts and ends at the first
// valid board, at or after its offset, that legal moves follow. The result depends on the
// offset alone, so each byte belongs to exactly one range.

const (
	syncWindow = 1 << 20 // bytes that are searched at once
	syncMoves  = 4       // consecutive legal moves, or games without moves, that identify a game; fewer at the end of the file
	// syncLength is the most bytes that syncMoves moves take, also in short games.
	syncLength = syncMoves * (boardSize + 8)
	endZeros   = 4 // bytes before a game, at the end of the one before
)

// gameRange returns the range of the games that start in a range of in.
func (viriFormat) gameRange(in *Input, r Range) (Range, error) {
	f, err := os.Open(in.path)
	if err != nil {
		return r, reason(err)
	}
	defer f.Close()
	if r.Start, err = nextGame(f, r.Start, in.Size); err == nil {
		r.End, err = nextGame(f, r.End, in.Size)
	}
	return r, err
}

// nextGame returns the first start of a game at or after an offset, or size if there is none.
func nextGame(f io.ReaderAt, from, size int64) (int64, error) {
	if from < endZeros {
		return 0, nil
	}
	// The windows do not depend on the offset, and each place is checked in one of them. So the
	// result does not depend on the start offset.
	const step = syncWindow - syncLength
	buf := make([]byte, min(syncWindow, size))
	for base := (from - endZeros) / step * step; base < size; base += step {
		n, err := f.ReadAt(buf, base)
		if err != nil && err != io.EOF {
			return 0, err
		}
		toEnd := base+int64(n) >= size
		places := min(n, step+endZeros-1)
		if toEnd {
			places = n
		}
		for at := int(max(from-endZeros-base, 0)); at+endZeros < n; at++ {
			k := bytes.Index(buf[at:places], make([]byte, endZeros))
			if k < 0 {
				break
			}
			if at += k; isGame(buf[at+endZeros:n], toEnd) {
				return base + int64(at) + endZeros, nil
			}
		}
		if toEnd {
			break
		}
	}
	return size, nil
}

// isGame reports whether text begins with a game: a position and syncMoves legal moves, in this
// game and the next ones, or fewer if the file ends. A game without moves counts as one move.
func isGame(text []byte, toEnd bool) bool {
	var node movegen.Node
	moves := 0
	if len(text) < boardSize || bits.OnesCount64(binary.LittleEndian.Uint64(text)) < 2 {
		return false
	}
	for at := 0; at < len(text); {
		if at > 0 && at+16 <= len(text) && binary.LittleEndian.Uint64(text[at:]) == 0 { // an extension
			if at = (viriFormat{}).gameEnd(text, at); at < 0 {
				return false
			}
			continue
		}
		if at+boardSize+4 > len(text) {
			return false
		}
		p, err := unpackMarlin(text[at:])
		if err != nil || p.Validate() != nil {
			return false
		}
		start := at + boardSize
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
			move := unpackMove(&p, binary.LittleEndian.Uint16(text[at:]))
			node.Set(&p)
			if !node.IsLegal(move) {
				return false
			}
			p.PlayInto(&p, move)
			if moves++; moves == syncMoves {
				return true
			}
		}
		if moves == syncMoves {
			return true
		}
	}
	return toEnd
}
