package quad

import (
	"slices"
	"strconv"
	"unsafe"
)

//go:noinline
func badLen(function, name string, got, want int) {
	panic("quad: " + function + ": len(" + name + ") = " + strconv.Itoa(got) +
		", length of the batch = " + strconv.Itoa(want))
}

//go:noinline
func badOverlap(function, name, other string) {
	panic("quad: " + function + ": " + name + " overlaps " + other)
}

// A span is where a slice lies, with the index that names it in a message.
type span struct {
	start uintptr
	index int
}

// checkApart panics unless every slice of dst has the length of b and is apart
// from the others and from the planes of b. name returns the name of dst[i].
func checkApart(function string, dst [][]uint64, b *Batch, name func(i int) string) {
	n := b.Len()
	var room [32]span
	spans := room[:0]
	for i, s := range dst {
		if len(s) != n {
			badLen(function, name(i), len(s), n)
		}
		spans = append(spans, span{uintptr(unsafe.Pointer(unsafe.SliceData(s))), i})
	}
	slices.SortFunc(spans, func(x, y span) int {
		if x.start < y.start {
			return -1
		}
		return 1
	})
	size := 8 * uintptr(n)
	for i := 1; i < len(spans); i++ {
		if n > 0 && spans[i].start < spans[i-1].start+size {
			badOverlap(function, name(spans[i].index), name(spans[i-1].index))
		}
	}
	for p, plane := range b.planes {
		start := uintptr(unsafe.Pointer(unsafe.SliceData(plane)))
		for _, s := range spans {
			if s.start < start+size && start < s.start+size {
				badOverlap(function, name(s.index), "plane "+strconv.Itoa(p)+" of the batch")
			}
		}
	}
}
