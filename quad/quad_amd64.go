//go:build gc && !purego

package quad

import (
	"unsafe"

	"github.com/koggestone/koggestone/internal/layout"
	"github.com/koggestone/koggestone/internal/simd"
)

func threats(t *Threats, b *Board, us Color) {
	switch dst := t.sets(); simd.Active() {
	case simd.AVX512:
		threatsAVX512(dst, b.planes(), uint64(us))
	case simd.AVX2:
		threatsAVX2(dst, b.planes(), uint64(us))
	default:
		threatsGeneric(t, b, us)
	}
}

func legality(l *Legality, b *Board, us Color) {
	switch dst := l.sets(); simd.Active() {
	case simd.AVX512:
		legalityAVX512(dst, b.planes(), uint64(us))
	case simd.AVX2:
		legalityAVX2(dst, b.planes(), uint64(us))
	default:
		legalityGeneric(l, b, us)
	}
}

func byKind(a *ByKind, b *Board, us Color) {
	switch dst := a.sets(); simd.Active() {
	case simd.AVX512:
		byKindAVX512(dst, b.planes(), uint64(us))
	case simd.AVX2:
		byKindAVX2(dst, b.planes(), uint64(us))
	default:
		byKindGeneric(a, b, us)
	}
}

func bothThreats(t *BothThreats, b *Board) {
	switch dst := t.sets(); simd.Active() {
	case simd.AVX512:
		bothThreatsAVX512(dst, b.planes())
	case simd.AVX2:
		bothThreatsAVX2(dst, b.planes())
	default:
		bothThreatsGeneric(t, b)
	}
}

func vision(dst *[8][4]uint64, b *Board) {
	switch simd.Active() {
	case simd.AVX512:
		visionAVX512(dst, b.planes())
	case simd.AVX2:
		visionAVX2(dst, b.planes())
	default:
		visionGeneric(dst, b)
	}
}

// Batches. On AVX2 the last one to three boards are left to the generic twins.
// Nothing is read or written past the slices.

//go:noinline
func visionChunk(dst *[8][4][]uint64, planes *[4][]uint64, lo, hi int) {
	switch simd.Active() {
	case simd.AVX512:
		visionBatchAVX512(dst, planes, lo, hi-lo)
	case simd.AVX2:
		n := (hi - lo) &^ 3
		visionBatchAVX2(dst, planes, lo, n)
		visionBatchGeneric(dst, planes, lo+n, hi)
	default:
		visionBatchGeneric(dst, planes, lo, hi)
	}
}

//go:noinline
func threatsChunk(dst *[threatSets][]uint64, planes *[4][]uint64, us []Color, lo, hi int) {
	var room layout.ThreatsRoom
	first := (*uint8)(unsafe.SliceData(us))
	switch simd.Active() {
	case simd.AVX512:
		threatsBatchAVX512(dst, planes, first, lo, hi-lo, &room)
	case simd.AVX2:
		n := (hi - lo) &^ 3
		threatsBatchAVX2(dst, planes, first, lo, n, &room)
		threatsBatchGeneric(dst, planes, us, lo+n, hi)
	default:
		threatsBatchGeneric(dst, planes, us, lo, hi)
	}
}

//go:noinline
func slidersChunk(diagonal, orthogonal, empty []uint64, planes *[4][]uint64, c Color, lo, hi int) {
	switch simd.Active() {
	case simd.AVX512:
		slidersBatchAVX512(&diagonal[0], &orthogonal[0], &empty[0], planes, c.mask(), lo, hi-lo)
	case simd.AVX2:
		n := (hi - lo) &^ 3
		slidersBatchAVX2(&diagonal[0], &orthogonal[0], &empty[0], planes, c.mask(), lo, n)
		slidersBatchGeneric(diagonal[n:], orthogonal[n:], empty[n:], planes, c, lo+n, hi)
	default:
		slidersBatchGeneric(diagonal, orthogonal, empty, planes, c, lo, hi)
	}
}

//go:noinline
func leapsChunk(dst []uint64, planes *[4][]uint64, c Color, lo, hi int) {
	switch simd.Active() {
	case simd.AVX512:
		leapsBatchAVX512(&dst[0], planes, c.mask(), lo, hi-lo)
	case simd.AVX2:
		n := (hi - lo) &^ 3
		leapsBatchAVX2(&dst[0], planes, c.mask(), lo, n)
		leapsBatchGeneric(dst[n:], planes, c, lo+n, hi)
	default:
		leapsBatchGeneric(dst, planes, c, lo, hi)
	}
}
