package movegen

import (
	"slices"
	"strconv"

	"github.com/koggestone/koggestone/quad"
)

// A Batch holds any number of boards with their sides to move, mixed freely, as a
// structure of arrays. It does not keep the clocks. The zero Batch is empty and
// ready to append to. Like a slice, it may be read by several goroutines at once,
// not written.
type Batch struct {
	planes [4][]uint64
	sides  []uint8 // 0 for white to move, 1 for black
}

// Len returns the number of positions.
func (b *Batch) Len() int { return len(b.sides) }

// Append adds p at the end. It allocates only where there is no room.
func (b *Batch) Append(p Position) {
	board, side := p.Board, p.Side
	b.planes[quad.G0] = append(b.planes[quad.G0], board.G0)
	b.planes[quad.G1] = append(b.planes[quad.G1], board.G1)
	b.planes[quad.G2] = append(b.planes[quad.G2], board.G2)
	b.planes[quad.GB] = append(b.planes[quad.GB], board.GB)
	b.sides = append(b.sides, uint8(side&1))
}

// AppendFEN adds the position of a FEN at the end, or returns the error of
// [ParseFEN] and leaves b as it was. From bytes, [Position.UnmarshalText] reads a
// FEN in place.
func (b *Batch) AppendFEN(fen string) error {
	p, err := ParseFEN(fen)
	if err != nil {
		return err
	}
	b.Append(p)
	return nil
}

// At returns position i, with the clocks of a game's start. It panics if i is out
// of range.
func (b *Batch) At(i int) Position {
	return Position{Board: b.board(i), Side: quad.Color(b.sides[i]), FullMoves: 1}
}

// Side returns the side to move of position i. It panics if i is out of range.
func (b *Batch) Side(i int) quad.Color { return quad.Color(b.sides[i]) }

func (b *Batch) board(i int) quad.Board {
	return boardAt(&b.planes, i)
}

// boardAt returns board i of planes.
func boardAt(planes *[4][]uint64, i int) quad.Board {
	return quad.Board{G0: planes[quad.G0][i], G1: planes[quad.G1][i], G2: planes[quad.G2][i], GB: planes[quad.GB][i]}
}

// Boards returns the boards as a batch that shares its memory with b. Appending to
// it writes no position of b.
func (b *Batch) Boards() *quad.Batch { return quad.BatchOfPlanes(b.planes).Slice(0, b.Len()) }

// Slice returns positions low to high-1 as a batch that shares its memory with b.
// Appending to it writes no position of b. It panics if they are out of range.
func (b *Batch) Slice(low, high int) *Batch {
	s := new(Batch) // inlined: on the caller's stack
	s.slice(b, low, high)
	return s
}

// slice sets s to positions low to high-1 of b.
func (s *Batch) slice(b *Batch, low, high int) {
	s.sides = slices.Clip(b.sides)[low:high:high]
	for p, plane := range b.planes {
		s.planes[p] = slices.Clip(plane)[low:high:high]
	}
}

// Reset empties b and keeps its memory.
func (b *Batch) Reset() {
	for p := range b.planes {
		b.planes[p] = b.planes[p][:0]
	}
	b.sides = b.sides[:0]
}

// countChunk is how many positions go through assembly at a time, some 30
// microseconds of work; see the root package.
const countChunk = 4096

// CountLegalBatch sets dst[i] to the number of legal moves of position i of b: to
// b.At(i).CountLegal() for every valid position.
//
// It takes any boards, without a king or with many, and counts the sets of
// [LegalTargets] on every path. No board has more than 65535 moves in them: at most
// 196 of sliders along diagonals and 224 along ranks and files, 168 of knights, 64
// of kings, 2 + 64 castlings, 228 of pawns and 64 en passant.
//
// dst must have the length of the batch; otherwise it panics before anything is
// written. It allocates nothing.
func CountLegalBatch(dst []uint16, b *Batch) {
	n := b.Len()
	if len(dst) != n {
		badLen("CountLegalBatch", "dst", len(dst), n)
	}
	for lo := 0; lo < n; lo += countChunk {
		hi := min(n, lo+countChunk)
		countLegalChunk(dst[lo:hi], &b.planes, b.sides, lo)
	}
}

//go:noinline
func badLen(function, name string, got, want int) {
	panic("movegen: " + function + ": len(" + name + ") = " + strconv.Itoa(got) +
		", length of the batch = " + strconv.Itoa(want))
}

// countLegalGeneric sets dst[i] to the number of moves of board from+i.
func countLegalGeneric(dst []uint16, planes *[4][]uint64, sides []uint8, from int) {
	for i := range dst {
		b := quad.Board{G0: planes[0][from+i], G1: planes[1][from+i], G2: planes[2][from+i], GB: planes[3][from+i]}
		dst[i] = uint16(countAny(&b, quad.Color(sides[from+i])))
	}
}

// countAny returns the number of moves of any board. With one king on each side and
// no en-passant target countLegal counts what the set-wise definition does, on
// nonsense too, in a fifth of its time.
func countAny(b *quad.Board, side quad.Color) int {
	kings := b.Kings()
	white := kings &^ b.GB
	black := kings & b.GB
	if white&(white-1) == 0 && black&(black-1) == 0 && white != 0 && black != 0 && b.GB&^b.Occupied() == 0 {
		return countLegal(b, side)
	}
	return setwiseCount(b, side) + rareCount(b, side)
}
