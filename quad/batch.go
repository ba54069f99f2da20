package quad

import (
	"slices"
	"strconv"
)

// A Batch holds any number of boards as a structure of arrays: each plane is a slice, so that a
// vector register can load one plane of several boards. The zero Batch is empty and ready to
// use. Like a slice, several goroutines can read it at once, but not while one writes it.
type Batch struct{ planes [4][]uint64 }

// NewBatch returns a batch of n empty boards.
func NewBatch(n int) *Batch {
	b := new(Batch)
	for p := range b.planes {
		b.planes[p] = make([]uint64, n)
	}
	return b
}

// BatchOfPlanes returns the batch with the given slices as planes, without a copy: board i
// is planes[p][i] for p = PlaneG0, PlaneG1, PlaneG2, PlaneGB. It panics unless the slices have the same length.
func BatchOfPlanes(planes [4][]uint64) *Batch {
	for p, s := range planes {
		if len(s) != len(planes[PlaneG0]) {
			badLen("BatchOfPlanes", "planes["+strconv.Itoa(p)+"]", len(s), len(planes[PlaneG0]))
		}
	}
	return &Batch{planes}
}

// Len returns the number of boards.
func (b *Batch) Len() int { return len(b.planes[PlaneG0]) }

// Append adds boards at the end. It allocates only if the batch has no room.
func (b *Batch) Append(boards ...Board) {
	for i := range boards {
		for p, plane := range boards[i].planes() {
			b.planes[p] = append(b.planes[p], plane)
		}
	}
}

// AppendBatch copies other's boards to the end of b. other may be b.
func (b *Batch) AppendBatch(other *Batch) {
	for p := range b.planes {
		b.planes[p] = append(b.planes[p], other.planes[p]...)
	}
}

// At returns board i. It panics if i is out of range.
func (b *Batch) At(i int) Board {
	return Board{b.planes[PlaneG0][i], b.planes[PlaneG1][i], b.planes[PlaneG2][i], b.planes[PlaneGB][i]}
}

// Set sets board i to board. It panics if i is out of range.
func (b *Batch) Set(i int, board Board) {
	b.planes[PlaneG0][i], b.planes[PlaneG1][i], b.planes[PlaneG2][i], b.planes[PlaneGB][i] = board.G0, board.G1, board.G2, board.GB
}

// Slice returns boards low to high-1 as a batch that shares memory with b. Appending to it
// does not change b. It panics if low or high is out of range.
func (b *Batch) Slice(low, high int) *Batch {
	s := new(Batch)
	for p := range s.planes {
		s.planes[p] = slices.Clip(b.planes[p])[low:high:high]
	}
	return s
}

// Reset removes all boards and keeps the memory for reuse.
func (b *Batch) Reset() {
	for p := range b.planes {
		b.planes[p] = b.planes[p][:0]
	}
}

// Planes returns the planes themselves, not copies: board i is element i in each.
func (b *Batch) Planes() [4][]uint64 { return b.planes }

// AppendTo appends all boards of b to dst and returns the extended slice.
func (b *Batch) AppendTo(dst []Board) []Board {
	for i := range b.Len() {
		dst = append(dst, b.At(i))
	}
	return dst
}
