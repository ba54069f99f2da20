package movegen

import (
	"slices"
	"strconv"
	"unsafe"

	"github.com/koggestone/koggestone/internal/layout"
	"github.com/koggestone/koggestone/internal/simd"
	"github.com/koggestone/koggestone/quad"
)

// A Batch holds any number of boards and the sides to move, as a structure of arrays. You
// can mix positions with White and Black to move. It only has clocks and keys if
// [NewBatch] made it with them. The zero Batch is empty and ready to append to. Several
// goroutines can read a Batch at once, but not while one writes it. They can write disjoint
// slices of it at once, for example by PlayBatch(part, part, moves): see [Batch.Slice].
type Batch struct {
	planes [4][]uint64
	sides  []uint8 // 0 for white to move, 1 for black

	data   BatchData
	clocks []Clocks // empty without WithClocks
	keys   []uint64 // empty without WithKeys

	room playRoom
}

// BatchData selects what a [Batch] stores for each position in addition to its board and
// side to move.
type BatchData uint8

const (
	WithClocks BatchData = 1 << iota // the clocks of each position: [Batch.Clocks]
	WithKeys                         // the key of each position: [Batch.Keys]
)

// Clocks are the two clocks of a [Position].
type Clocks struct{ HalfMoves, FullMoves uint16 }

// NewBatch returns an empty batch that also keeps the given data. Append, PlayBatch,
// PlayListsBatch and AppendChildrenBatch keep the data up to date in the batch that they write
// to. If the batch that they read has no clocks, they use the clocks that [Batch.At] returns;
// if it has no keys, they compute them by [Position.Key], which takes longer.
//
//	b := movegen.NewBatch(movegen.WithClocks | movegen.WithKeys)
func NewBatch(data BatchData) *Batch { return &Batch{data: data} }

// Len returns the number of positions.
func (b *Batch) Len() int { return len(b.sides) }

// Clocks returns the clocks of all positions, or nil if b was made without them. They
// share memory with b.
func (b *Batch) Clocks() []Clocks { return slices.Clip(b.clocks) }

// Keys returns the [Position.Key] of all positions, or nil if b was made without keys. They
// share memory with b.
func (b *Batch) Keys() []uint64 { return slices.Clip(b.keys) }

// Grow makes room for n more positions, so that Append does not allocate for them.
func (b *Batch) Grow(n int) { b.resize(b.Len(), 0, n) }

// Append adds p at the end. It allocates only if b has no room.
func (b *Batch) Append(p Position) {
	board, side := p.Board, p.Side
	b.planes[quad.PlaneG0] = append(b.planes[quad.PlaneG0], board.G0)
	b.planes[quad.PlaneG1] = append(b.planes[quad.PlaneG1], board.G1)
	b.planes[quad.PlaneG2] = append(b.planes[quad.PlaneG2], board.G2)
	b.planes[quad.PlaneGB] = append(b.planes[quad.PlaneGB], board.GB)
	b.sides = append(b.sides, uint8(side&1))
	if b.data != 0 {
		b.appendData(&p)
	}
}

func (b *Batch) appendData(p *Position) {
	if b.data&WithClocks != 0 {
		b.clocks = append(b.clocks, Clocks{p.HalfMoves, p.FullMoves})
	}
	if b.data&WithKeys != 0 {
		b.keys = append(b.keys, keyOf(&p.Board, p.Side&1))
	}
}

// Set sets position i to p. It panics if i is out of range.
func (b *Batch) Set(i int, p Position) {
	b.planes[quad.PlaneG0][i], b.planes[quad.PlaneG1][i] = p.Board.G0, p.Board.G1
	b.planes[quad.PlaneG2][i], b.planes[quad.PlaneGB][i] = p.Board.G2, p.Board.GB
	b.sides[i] = uint8(p.Side & 1)
	if b.data&WithClocks != 0 {
		b.clocks[i] = Clocks{p.HalfMoves, p.FullMoves}
	}
	if b.data&WithKeys != 0 {
		b.keys[i] = keyOf(&p.Board, p.Side&1)
	}
}

// AppendFEN parses a FEN and appends the position. If [ParseFEN] returns an error,
// AppendFEN returns it too and leaves b unchanged. For a FEN in a byte slice, use
// [Position.UnmarshalText] and Append.
func (b *Batch) AppendFEN(fen string) error {
	p, err := ParseFEN(fen)
	if err != nil {
		return err
	}
	b.Append(p)
	return nil
}

// At returns position i. Without [WithClocks] its clocks are 0 half-moves and move 1, as at
// the start of a game. It panics if i is out of range.
func (b *Batch) At(i int) Position {
	c := b.clocksAt(i)
	return Position{Board: b.board(i), Side: quad.Color(b.sides[i]), HalfMoves: c.HalfMoves, FullMoves: c.FullMoves}
}

func (b *Batch) clocksAt(i int) Clocks {
	if b.data&WithClocks == 0 {
		return Clocks{FullMoves: 1}
	}
	return b.clocks[i]
}

func (b *Batch) keyAt(i int) uint64 {
	if b.data&WithKeys == 0 {
		board := b.board(i)
		return keyOf(&board, quad.Color(b.sides[i]))
	}
	return b.keys[i]
}

// Side returns who is to move in position i. It panics if i is out of range.
func (b *Batch) Side(i int) quad.Color { return quad.Color(b.sides[i]) }

// Sides returns the sides to move. They share memory with b and must not be changed.
func (b *Batch) Sides() []quad.Color {
	return unsafe.Slice((*quad.Color)(unsafe.SliceData(b.sides)), b.Len())
}

func (b *Batch) board(i int) quad.Board {
	return boardAt(&b.planes, i)
}

func boardAt(planes *[4][]uint64, i int) quad.Board {
	return quad.Board{G0: planes[quad.PlaneG0][i], G1: planes[quad.PlaneG1][i], G2: planes[quad.PlaneG2][i], GB: planes[quad.PlaneGB][i]}
}

// Boards returns the boards as a batch that shares memory with b. Appending to it does not
// change b.
func (b *Batch) Boards() *quad.Batch { return quad.BatchOfPlanes(b.planes).Slice(0, b.Len()) }

// Planes returns the planes of the boards: see [quad.Batch.Planes]. They share memory with
// b and must not be changed.
func (b *Batch) Planes() (planes [4][]uint64) {
	for p, plane := range b.planes {
		planes[p] = slices.Clip(plane[:b.Len()])
	}
	return planes
}

// Slice returns positions low to high-1 as a batch that shares memory with b. Appending to
// it does not change b. It panics if low or high is out of range.
func (b *Batch) Slice(low, high int) *Batch {
	s := new(Batch) // inlined: on the caller's stack
	s.slice(b, low, high)
	return s
}

// slice sets s to positions low to high-1 of b.
func (s *Batch) slice(b *Batch, low, high int) {
	s.sides, s.data = slices.Clip(b.sides)[low:high:high], b.data
	for p, plane := range b.planes {
		s.planes[p] = slices.Clip(plane)[low:high:high]
	}
	s.clocks, s.keys = nil, nil
	if b.data&WithClocks != 0 {
		s.clocks = slices.Clip(b.clocks)[low:high:high]
	}
	if b.data&WithKeys != 0 {
		s.keys = slices.Clip(b.keys)[low:high:high]
	}
}

// Reset empties b, but keeps its memory for reuse.
func (b *Batch) Reset() {
	for p := range b.planes {
		b.planes[p] = b.planes[p][:0]
	}
	b.sides, b.clocks, b.keys = b.sides[:0], b.clocks[:0], b.keys[:0]
}

//go:noinline
func badLen(function, name string, found, expected int) {
	panic("movegen: " + function + ": expected len(" + name + ") = " + strconv.Itoa(expected) +
		", the length of the batch, found " + strconv.Itoa(found))
}

// pointers returns the addresses of the planes and the side to move for position i.
func (b *Batch) pointers(i int) (planes [4]*uint64, black *uint8) {
	for p := range planes {
		planes[p] = &b.planes[p][i]
	}
	return planes, &b.sides[i]
}

// blockLen returns how many boards a block on the active path has.
func blockLen() int {
	switch simd.Active() {
	case simd.AVX512:
		return layout.BlockAVX512
	case simd.AVX2:
		return layout.BlockAVX2
	}
	return layout.BlockNEON
}

// A boardBlock is memory for the boards of a block.
type boardBlock struct {
	planes [4][layout.BlockAVX512]uint64
	black  [layout.BlockAVX512]uint8
}

// take returns the addresses of n positions starting at lo for a kernel that processes a whole
// block. If n is less than a block, it copies the positions to w, so that the kernel does not
// read past the end of the batch.
func (w *boardBlock) take(b *Batch, lo, n, block int) (planes [4]*uint64, black *uint8) {
	if n == block {
		return b.pointers(lo)
	}
	for p := range planes {
		copy(w.planes[p][:n], b.planes[p][lo:])
		planes[p] = &w.planes[p][0]
	}
	copy(w.black[:n], b.sides[lo:])
	return planes, &w.black[0]
}
