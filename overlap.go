package koggestone

import (
	"strconv"
	"unsafe"
)

// The contract of every batch: all slices of a call have one length, and no
// output overlaps another slice, but that a single output may be exactly one of
// the inputs. It is checked before anything is written.

// checkLen panics unless len(s) is n, the length of dst.
func checkLen(function, name string, s []uint64, n int) {
	if len(s) != n {
		badLen(function, name, len(s), n)
	}
}

//go:noinline
func badLen(function, name string, got, want int) {
	panic("koggestone: " + function + ": len(" + name + ") = " + strconv.Itoa(got) +
		", len(dst) = " + strconv.Itoa(want))
}

// checkIn panics unless in has the length of dst and is dst or apart from it.
func checkIn(function, name string, in, dst []uint64) {
	checkLen(function, name, in, len(dst))
	if in2, dst2 := start(in), start(dst); in2 != dst2 && overlap(in2, dst2, len(dst)) {
		badOverlap(function, name, "dst, and is not dst itself")
	}
}

//go:noinline
func badOverlap(function, name, other string) {
	panic("koggestone: " + function + ": " + name + " overlaps " + other)
}

// start returns the address of the first element, or of where it would be.
func start(s []uint64) uintptr { return uintptr(unsafe.Pointer(unsafe.SliceData(s))) }

// overlap reports whether n words at a and n words at b share one.
func overlap(a, b uintptr, n int) bool {
	return a < b+8*uintptr(n) && b < a+8*uintptr(n)
}

// A span is a slice of the common length by its address, with the indices that
// name it in a message.
type span struct {
	start uintptr
	index int
}

// checkApart panics unless the spans of dst, n words each, are disjoint from one
// another and from the inputs. It sorts dst, which in practice comes sorted.
func checkApart(function string, dst []span, in []span, n int, dstName, inName func(int) string) {
	for i := 1; i < len(dst); i++ {
		for j := i; j > 0 && dst[j].start < dst[j-1].start; j-- {
			dst[j], dst[j-1] = dst[j-1], dst[j]
		}
	}
	for i := 1; i < len(dst); i++ {
		if overlap(dst[i-1].start, dst[i].start, n) {
			badOverlap(function, dstName(dst[i].index), dstName(dst[i-1].index))
		}
	}
	for _, s := range in {
		for _, d := range dst {
			if overlap(s.start, d.start, n) {
				badOverlap(function, inName(s.index), dstName(d.index))
			}
		}
	}
}
