package pairs

import (
	"encoding/binary"
	"fmt"
	"slices"
	"unsafe"

	"github.com/koggestone/koggestone/internal/layout"
)

// Accumulate adds rows of a network's weights to src, subtracts others, and writes the sums to dst. It
// updates an accumulator after a move: src is the accumulator before the move, and dst the accumulator
// after it. added and removed contain the row numbers, which are the features that the move adds and
// removes, in any order. A number can occur several times, and in both lists. Sums wrap around, as in
// the engines that train such networks.
//
//	pairs.Accumulate(child, parent, weights, f.Added(quad.White), f.Removed(quad.White))
//	pairs.Accumulate(accumulator, biases, weights, list.Active(quad.White), nil) // from the start
//
// A row has len(dst) weights, which must be a multiple of 32 and at most 16384. Row f is
// weights[f*len(dst):(f+1)*len(dst)], because most network files keep all weights in one array.
// Weights of type int8 are sign-extended, as in Stockfish's threat inputs.
//
// dst may be src, but must not overlap other arguments. Accumulate panics before it writes anything
// if a length is wrong, if slices overlap, or if a row is not in weights.
func Accumulate[W int8 | int16](dst, src []int16, weights []W, added, removed []uint32) {
	width := len(dst)
	if width%32 != 0 || width > maxWidth || len(src) != width ||
		unsafe.SliceData(dst) != unsafe.SliceData(src) && overlap(dst, src) || overlap(dst, weights) {
		badAccumulate(dst, src, weights)
	}
	if width == 0 {
		return
	}
	var sum layout.RowSum // set field by field, because Go would copy a composite literal
	sum.Dst, sum.Src = unsafe.SliceData(dst), unsafe.SliceData(src)
	sum.Weights, sum.Size, sum.Width = unsafe.Pointer(unsafe.SliceData(weights)), len(weights), width
	sum.Added, sum.Adds = unsafe.SliceData(added), len(added)
	sum.Removed, sum.Removes = unsafe.SliceData(removed), len(removed)
	if max(len(added), len(removed)) > maxRows {
		accumulateMany(&sum, unsafe.Sizeof(W(0)) == 1)
	} else if !accumulateRows(&sum, unsafe.Sizeof(W(0)) == 1) {
		badRow(&sum)
	}
}

// A kernel adds a limited number of rows in one call, because assembly cannot be preempted.
const (
	maxWidth = 1 << 14
	maxRows  = 128
)

// accumulateRows returns false if a row is outside the weights. bytes says whether the weights have type int8.
func accumulateRows(s *layout.RowSum, bytes bool) bool {
	if bytes {
		return accumulateInt8(s)
	}
	return accumulate(s)
}

// accumulateMany is like accumulateRows, for many rows.
func accumulateMany(s *layout.RowSum, bytes bool) {
	if !inside(s) {
		badRow(s)
	}
	added, removed := lists(s)
	part := *s // storing through s would move Accumulate's arguments to the heap
	for len(added)+len(removed) > 0 {
		part.Added, part.Adds = unsafe.SliceData(added), min(maxRows, len(added))
		part.Removed, part.Removes = unsafe.SliceData(removed), min(maxRows, len(removed))
		accumulateRows(&part, bytes)
		added, removed, part.Src = added[part.Adds:], removed[part.Removes:], part.Dst
	}
}

func lists(s *layout.RowSum) (added, removed []uint32) {
	return unsafe.Slice(s.Added, s.Adds), unsafe.Slice(s.Removed, s.Removes)
}

// inside reports whether all rows are inside the weights.
func inside(s *layout.RowSum) bool {
	rows := uint64(s.Size / s.Width)
	added, removed := lists(s)
	for _, f := range added {
		if uint64(f) >= rows {
			return false
		}
	}
	for _, f := range removed {
		if uint64(f) >= rows {
			return false
		}
	}
	return true
}

// overlap reports whether two slices share memory.
func overlap[A, B int8 | int16](a []A, b []B) bool {
	x, y := uintptr(unsafe.Pointer(unsafe.SliceData(a))), uintptr(unsafe.Pointer(unsafe.SliceData(b)))
	return x < y+uintptr(len(b))*unsafe.Sizeof(B(0)) && y < x+uintptr(len(a))*unsafe.Sizeof(A(0))
}

// badAccumulate panics with the first argument that is wrong.
//
//go:noinline
func badAccumulate[W int8 | int16](dst, src []int16, weights []W) {
	what := "src overlaps dst, and is not dst itself"
	switch {
	case len(dst)%32 != 0 || len(dst) > maxWidth:
		what = fmt.Sprintf("len(dst): expected a multiple of 32, at most %d, found %d", maxWidth, len(dst))
	case len(src) != len(dst):
		what = fmt.Sprintf("expected len(src) = len(dst) = %d, found %d", len(dst), len(src))
	case overlap(dst, weights):
		what = "weights overlaps dst"
	}
	panic("pairs: Accumulate: " + what)
}

// badRow panics with the highest row number.
//
//go:noinline
func badRow(s *layout.RowSum) {
	added, removed := lists(s)
	panic(fmt.Sprintf("pairs: Accumulate: expected rows below %d, of width %d in %d weights, found %d", s.Size/s.Width, s.Width, s.Size, slices.Max(slices.Concat(added, removed))))
}

// accumulateGeneric adds rows as words of four weights. To subtract a row it adds the row to the
// complement, because a-b = ^(^a+b).
//
//asm:dispatch s=(*uint64)(unsafe.Pointer(s))
func accumulateGeneric(s *layout.RowSum) bool {
	if !inside(s) {
		return false
	}
	added, removed := lists(s)
	row := 2 * uintptr(s.Width)
	for at := uintptr(0); at < row; at += 32 {
		weights := unsafe.Add(s.Weights, at)
		a, b, c, d := native((*[32]byte)(unsafe.Add(unsafe.Pointer(s.Src), at)))
		a, b, c, d = addRows(^a, ^b, ^c, ^d, weights, row, removed)
		a, b, c, d = addRows(^a, ^b, ^c, ^d, weights, row, added)
		dst := (*[32]byte)(unsafe.Add(unsafe.Pointer(s.Dst), at))
		for i, x := range [...]uint64{a, b, c, d} {
			binary.NativeEndian.PutUint64(dst[8*i:], x)
		}
	}
	return true
}

func native(x *[32]byte) (a, b, c, d uint64) {
	return binary.NativeEndian.Uint64(x[:]), binary.NativeEndian.Uint64(x[8:]), binary.NativeEndian.Uint64(x[16:]), binary.NativeEndian.Uint64(x[24:])
}

// addRows adds four words of each row in list to a, b, c and d. Adding four weights as one word lets carries
// run from each weight into the next. So it also adds the even weights alone, and the difference between the
// two sums gives the odd weights. There are at most 128 rows, so no sum of even weights reaches its neighbour.
func addRows(a, b, c, d uint64, weights unsafe.Pointer, row uintptr, list []uint32) (_, _, _, _ uint64) {
	const even = 0x0000ffff0000ffff
	evenA, evenB, evenC, evenD := a&even, b&even, c&even, d&even
	for _, f := range list {
		x, y, z, w := native((*[32]byte)(unsafe.Add(weights, uintptr(f)*row)))
		a, b, c, d = a+x, b+y, c+z, d+w
		evenA, evenB, evenC, evenD = evenA+x&even, evenB+y&even, evenC+z&even, evenD+w&even
	}
	return evenA&even | (a-evenA)&^even, evenB&even | (b-evenB)&^even, evenC&even | (c-evenC)&^even, evenD&even | (d-evenD)&^even
}

// accumulateInt8Generic adds even and odd bytes in separate words. It adds 128 to each weight to make all
// weights positive.
//
//asm:dispatch s=(*uint64)(unsafe.Pointer(s))
func accumulateInt8Generic(s *layout.RowSum) bool {
	if !inside(s) {
		return false
	}
	added, removed := lists(s)
	dst, src := unsafe.Slice(s.Dst, s.Width), unsafe.Slice(s.Src, s.Width)
	positive := int16(128 * (s.Adds - s.Removes))
	for at := 0; at < len(dst); at += 32 {
		weights := unsafe.Add(s.Weights, at)
		plus, minus := sumBytes(weights, uintptr(s.Width), added), sumBytes(weights, uintptr(s.Width), removed)
		to, from := (*[32]int16)(dst[at:]), (*[32]int16)(src[at:])
		for i := range plus {
			p, m := plus[i], minus[i]
			for k := 8*(i/2) + i%2; k < 8*(i/2)+8; k += 2 {
				to[k] = from[k] + int16(p) - int16(m) - positive
				p, m = p>>16, m>>16
			}
		}
	}
	return true
}

// sumBytes adds 32 bytes of each row in list, plus 128 each. Each word of bytes becomes two words of sums, for the even and
// the odd bytes.
func sumBytes(weights unsafe.Pointer, row uintptr, list []uint32) [8]uint64 {
	const even, positive = 0x00ff00ff00ff00ff, 0x8080808080808080
	var evenA, oddA, evenB, oddB, evenC, oddC, evenD, oddD uint64
	for _, f := range list {
		x := (*[32]byte)(unsafe.Add(weights, uintptr(f)*row))
		a, b := binary.LittleEndian.Uint64(x[:])^positive, binary.LittleEndian.Uint64(x[8:])^positive
		c, d := binary.LittleEndian.Uint64(x[16:])^positive, binary.LittleEndian.Uint64(x[24:])^positive
		evenA, evenB, evenC, evenD = evenA+a&even, evenB+b&even, evenC+c&even, evenD+d&even
		oddA, oddB, oddC, oddD = oddA+a>>8&even, oddB+b>>8&even, oddC+c>>8&even, oddD+d>>8&even
	}
	return [...]uint64{evenA, oddA, evenB, oddB, evenC, oddC, evenD, oddD}
}
