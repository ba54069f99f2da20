package formats

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"

	"github.com/koggestone/koggestone/internal/squares"
	"github.com/koggestone/koggestone/quad"
)

// A Stockfish .binpack (Tomasz Sobczyk, 2020) consists of chunks. Each chunk begins with BINP and
// its length, and contains chains. A chain consists of a first position in 32 bytes, the number of
// moves that follow, and these moves with their scores as bits.

const (
	// HeaderSize is the length of a chunk's header in bytes.
	HeaderSize = 8
	// LongestChunk is the largest chunk that is accepted. Most chunks have about 1 MiB.
	LongestChunk = 100 << 20
	// stemSize is how many bytes a first position takes, including the number of moves after it.
	stemSize = 34
)

// ChunkSize returns how many bytes follow a chunk's header. Errors contain the header's offset.
func ChunkSize(header []byte, at int64) (int64, error) {
	size := int64(binary.LittleEndian.Uint32(header[4:]))
	switch {
	case string(header[:4]) != "BINP":
		return 0, fmt.Errorf("byte %d: expected BINP, found %q: the input does not have this format", at, header[:4])
	case size > LongestChunk:
		return 0, fmt.Errorf("byte %d: expected a chunk of at most %d bytes, found %d", at, LongestChunk, size)
	}
	return size, nil
}

// A Fault is the reason why a chunk cannot be read to its end.
type Fault uint8

// The faults of chunks. None means that the chunk has no fault.
const (
	None Fault = iota
	BadBoard
	BadResult
	BadMove
	BadStart
	BadEnd
	BadTail
)

// Faults contains an error for each Fault.
var Faults = [...]error{
	BadBoard:  errors.New("expected a board of at most 32 pieces"),
	BadResult: errors.New("expected a result of -1, 0 or 1"),
	BadMove:   errors.New("expected a legal move"),
	BadStart:  errors.New("expected a legal position to play moves from"),
	BadEnd:    errors.New("expected the moves to end in the chunk, found more of them"),
	BadTail:   errors.New("expected the chunk to end, found less than a position"),
}

// String returns the fault in a few words.
func (f Fault) String() string {
	return [...]string{"none", "a bad board", "a bad result", "an illegal move", "a bad first position", "moves without an end", "bytes at the end"}[f]
}

// stemPieces maps the codes in a first position to pieces. Code 12 is a pawn of either side
// that has just moved two squares. Code 15 is a black king, and also says that Black is to
// move.
var stemPieces = [16]quad.Piece{
	quad.WhitePawn, quad.BlackPawn, quad.WhiteKnight, quad.BlackKnight, quad.WhiteBishop, quad.BlackBishop,
	quad.WhiteRook, quad.BlackRook, quad.WhiteQueen, quad.BlackQueen, quad.WhiteKing, quad.BlackKing,
	quad.BlackPawn, quad.WhiteCastlingRook, quad.BlackCastlingRook, quad.BlackKing,
}

// unpackStem sets row to the first position of a chain.
func (row *Row) unpackStem(data []byte) Fault {
	*row = Row{}
	occupied := binary.BigEndian.Uint64(data)
	if bits.OnesCount64(occupied) > 32 {
		return BadBoard
	}
	p := &row.Position
	var g0, g1, g2, gb, target uint64
	codes, next := binary.LittleEndian.Uint64(data[8:]), binary.LittleEndian.Uint64(data[16:])
	for i := 0; occupied != 0; i++ {
		if i == 16 {
			codes = next
		}
		square := occupied & -occupied
		code := codes & 15
		piece := uint64(stemPieces[code])
		switch code {
		case 12: // a pawn in front of the target
			target = square << 8
			if square&squares.Rank4 != 0 {
				piece, target = uint64(quad.WhitePawn), square>>8
			}
		case 15:
			p.Side = quad.Black
		}
		g0 |= square & -(piece & 1)
		g1 |= square & -(piece >> 1 & 1)
		g2 |= square & -(piece >> 2 & 1)
		gb |= square & -(piece >> 3)
		occupied ^= square
		codes >>= 4
	}
	p.Board = quad.Board{G0: g0, G1: g1, G2: g2, GB: gb}
	if target != 0 && p.Board.EnPassantCapturers(target) != 0 {
		p.Board.GB |= target
	}
	packed := binary.BigEndian.Uint16(data[24:])
	row.Move = stockfishMove(int(packed>>8&63), int(packed>>2&63), moveType(packed>>14), int(packed&3))
	row.markDoublePush()
	row.Score = unzigzag(binary.BigEndian.Uint16(data[26:]))
	packed = binary.BigEndian.Uint16(data[28:])
	row.Ply, row.Result = packed&0x3fff, int8(unzigzag(packed>>14))
	p.HalfMoves, p.FullMoves = binary.BigEndian.Uint16(data[30:]), row.Ply/2+1
	if row.Result < -1 || row.Result > 1 {
		return BadResult
	}
	return None
}

// unzigzag decodes a number that stores the sign in its lowest bit.
func unzigzag(v uint16) int16 { return int16(v>>1) ^ -int16(v&1) }
