// Package slicecheck checks the slices that batch functions receive: all must have the same
// length, and no output may overlap another slice, except that a single output may be an
// input. If a check fails, it panics before anything is written. Messages begin with the
// function's full name, such as "koggestone: RookAttacksBatch".
package slicecheck

import (
	"strconv"
	"unsafe"
)

// In panics unless in has the length of dst, and either is dst or does not overlap it. The
// message refers to in by name.
func In(function, name string, in, dst []uint64) {
	if len(in) != len(dst) {
		badLen(function, name, len(in), len(dst))
	}
	if a, b := start(in), start(dst); a != b && overlap(a, b, len(dst)) {
		badOverlap(function, name, "dst, and is not dst itself")
	}
}

// A Span is the address and the length of a slice, with an index that identifies it in
// messages.
type Span struct {
	start uintptr
	len   int
	index int
}

// Of returns the span that s occupies, with an index.
func Of(s []uint64, index int) Span { return Span{start(s), len(s), index} }

// Apart panics if spans differ in length, or if a span in dst overlaps another span or an
// input. It sorts dst by address, which takes linear time if dst is already sorted.
func Apart(function string, dst, in []Span, dstName, inName func(int) string) {
	n := dst[0].len
	for _, s := range dst {
		if s.len != n {
			badLen(function, dstName(s.index), s.len, n)
		}
	}
	for _, s := range in {
		if s.len != n {
			badLen(function, inName(s.index), s.len, n)
		}
	}
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

// start returns where s starts, even if it is empty.
func start(s []uint64) uintptr { return uintptr(unsafe.Pointer(unsafe.SliceData(s))) }

// overlap reports whether n words at a and n words at b overlap.
func overlap(a, b uintptr, n int) bool {
	return a < b+8*uintptr(n) && b < a+8*uintptr(n)
}

//go:noinline
func badLen(function, name string, found, expected int) {
	panic(function + ": expected len(" + name + ") = len(dst) = " + strconv.Itoa(expected) + ", found " + strconv.Itoa(found))
}

//go:noinline
func badOverlap(function, name, other string) {
	panic(function + ": " + name + " overlaps " + other)
}
