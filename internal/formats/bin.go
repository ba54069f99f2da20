package formats

import (
	"encoding/binary"
	"fmt"
	"math/bits"

	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/quad"
)

// BinSize is the length of a .bin record in bytes.
const BinSize = 40

// UnpackBin decodes a record of Stockfish's .bin: a position in 256 bits, score, move, ply,
// result and a byte of padding. It leaves out impossible castling rights and en-passant targets,
// and reports whether there were any. nnue-pytorch's sources describe the format (nodchip, 2018,
// and others).
func (row *Row) UnpackBin(data []byte) (badRight, badTarget bool, err error) {
	if badRight, badTarget, err = unpackSfen(&row.Position, (*[32]byte)(data)); err != nil {
		return
	}
	packed := binary.LittleEndian.Uint16(data[34:])
	kind := [4]moveType{normalMove, promotionMove, enPassantMove, castlingMove}[packed>>14]
	row.Move = stockfishMove(int(packed>>6&63), int(packed&63), kind, int(packed>>12&3))
	row.markDoublePush()
	row.Score, row.Ply, row.Result = int16(binary.LittleEndian.Uint16(data[32:])), binary.LittleEndian.Uint16(data[36:]), int8(data[38])
	if row.Result < -1 || row.Result > 1 {
		err = fmt.Errorf("result: expected -1, 0 or 1, found %d", row.Result)
	}
	return
}

// A bitReader reads bits, starting with the lowest bit of each byte. At the end it returns zeros.
type bitReader struct {
	words [6]uint64 // the last two are zeros
	at    int
}

// next returns the next 64 bits, with the first bit lowest.
func (r *bitReader) next() uint64 {
	k := min(r.at/64, len(r.words)-2)
	return r.words[k]>>(r.at%64) | r.words[k+1]<<(63-r.at%64)<<1
}

func (r *bitReader) read(n int) int {
	v := r.next() & (1<<n - 1)
	r.at += n
	return int(v)
}

// unpackSfen decodes a position in 256 bits: the side to move, the squares of the white and the
// black king, the other squares from a8 to h1 in a prefix code, four castling rights, the
// en-passant target and the clocks.
func unpackSfen(p *movegen.Position, data *[32]byte) (badRight, badTarget bool, err error) {
	*p = movegen.Position{}
	var r bitReader
	for k := range 4 {
		r.words[k] = binary.LittleEndian.Uint64(data[8*k:])
	}
	p.Side = quad.Color(r.read(1))
	var kings [2]int // counted from a8
	for side := range quad.Black + 1 {
		king := r.read(6)
		kings[side] = king ^ 56
		if p.Board.Occupied()>>king&1 != 0 {
			return false, false, fmt.Errorf("kings: expected two squares, found %s twice", quad.SquareName(king))
		}
		p.Board.Set(king, quad.MakePiece(side, quad.King))
	}
	kinds := [...]quad.Kind{quad.Pawn, quad.Knight, quad.Bishop, quad.Rook}
	low, high := min(kings[0], kings[1]), max(kings[0], kings[1])
	for n := 0; ; n++ { // squares in order from a8, except for the two kings
		empty := min(bits.TrailingZeros64(r.next()), 62-n)
		r.at += empty
		if n += empty; n == 62 {
			break
		}
		i := n
		if i >= low {
			i++
		}
		if i >= high {
			i++
		}
		code := r.read(5) >> 1 // kind, queen, colour
		kind := quad.Queen
		if code&4 == 0 {
			kind = kinds[code&3]
		} else if code&3 != 0 {
			return false, false, fmt.Errorf("%s: expected a piece of code 1, 3, 5, 7 or 9, found %d", quad.SquareName(i^56), 9+2*(code&3))
		}
		p.Board.Set(i^56, quad.MakePiece(quad.Color(code>>3), kind))
	}
	if n := bits.OnesCount64(p.Board.Occupied()); n > 32 {
		return false, false, fmt.Errorf("expected at most 32 pieces, found %d", n)
	}
	for _, letter := range []byte("KQkq") {
		if r.read(1) == 0 {
			continue
		}
		rook := RightOf(&p.Board, letter)
		p.Board.G2 &^= rook
		badRight = badRight || rook == 0
	}
	if r.read(1) != 0 {
		badTarget = PlaceTarget(p, r.read(6))
	}
	half := r.read(6)
	p.FullMoves = uint16(r.read(16))
	p.HalfMoves = uint16(half | r.read(1)<<6)
	if r.at > 256 {
		return false, false, fmt.Errorf("expected a position of at most 256 bits, found %d", r.at)
	}
	return badRight, badTarget, nil
}
