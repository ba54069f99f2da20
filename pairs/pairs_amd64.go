//go:build gc && !purego

package pairs

import (
	"unsafe"

	"github.com/koggestone/koggestone/internal/simd"
	"github.com/koggestone/koggestone/quad"
)

func deltas(d *Deltas, r *Rules, before *[64]uint8, change Update) {
	switch simd.Active() {
	case simd.AVX512:
		deltasAVX512((*uint64)(unsafe.Pointer(d)), (*uint64)(unsafe.Pointer(&r.kernel)), before, uint64(change))
	case simd.AVX2:
		if !deltasAVX2((*uint64)(unsafe.Pointer(d)), (*uint64)(unsafe.Pointer(&r.kernel)), before, uint64(change)) {
			deltasGeneric(d, r, before, change)
		}
	default:
		deltasGeneric(d, r, before, change)
	}
}

func refresh(l *List, r *Rules, board *[64]uint8) {
	switch simd.Active() {
	case simd.AVX512:
		refreshAVX512((*uint64)(unsafe.Pointer(l)), (*uint64)(unsafe.Pointer(&r.kernel)), board)
	case simd.AVX2:
		refreshAVX2((*uint64)(unsafe.Pointer(l)), (*uint64)(unsafe.Pointer(&r.kernel)), board)
	default:
		refreshGeneric(l, r, board)
	}
}

func refreshBoard(l *List, r *Rules, b quad.Board) {
	switch simd.Active() {
	case simd.AVX512:
		planes := b.Planes()
		refreshBoardAVX512((*uint64)(unsafe.Pointer(l)), (*uint64)(unsafe.Pointer(&r.kernel)), &planes)
	default:
		var mailbox [64]uint8
		r.Mailbox(&mailbox, b)
		refresh(l, r, &mailbox)
	}
}

func numberDeltas(dst *FeatureDeltas, f *Features, d *Deltas, white, black int) {
	if simd.Active() == simd.Generic {
		numberDeltasGeneric(dst, f, d, white, black)
		return
	}
	to, rows := f.turned(white, black)
	numberDeltasAVX2((*uint64)(unsafe.Pointer(dst)), &f.tables.First[0], &to[0], &rows[0], (*uint64)(unsafe.Pointer(d)))
}

func numberList(dst *FeatureList, f *Features, l *List, white, black int) {
	if simd.Active() == simd.Generic {
		numberListGeneric(dst, f, l, white, black)
		return
	}
	to, rows := f.turned(white, black)
	numberListAVX2((*uint64)(unsafe.Pointer(dst)), &f.tables.First[0], &to[0], &rows[0], (*uint64)(unsafe.Pointer(l)))
}
