//go:build gc && !purego

package koggestone

import "github.com/koggestone/koggestone/internal/simd"

// The switch is written out because a table of kernels would need function pointers,
// through which arguments escape.
//
//go:noinline
func attacksChunk(dst, sliders, empty []uint64, d Direction) {
	n := len(dst)
	t := &directions[d]
	switch simd.Active() {
	case simd.AVX512:
		switch d {
		case East:
			eastAttacksBatchAVX512(&dst[0], &sliders[0], &empty[0], n)
		case West:
			westAttacksBatchAVX512(&dst[0], &sliders[0], &empty[0], n)
		case South:
			southAttacksBatchAVX512(&dst[0], &sliders[0], &empty[0], n)
		case North:
			northAttacksBatchAVX512(&dst[0], &sliders[0], &empty[0], n)
		default:
			attacksBatchAVX512(&dst[0], &sliders[0], &empty[0], n, uint64(t.shift), t.wrap)
		}
	case simd.AVX2:
		m := n &^ 3
		switch {
		case m == 0:
		case d == East:
			eastAttacksBatchAVX2(&dst[0], &sliders[0], &empty[0], m)
		case t.shift > 0:
			attacksLeftBatchAVX2(&dst[0], &sliders[0], &empty[0], m, uint64(t.shift), t.wrap)
		default:
			attacksRightBatchAVX2(&dst[0], &sliders[0], &empty[0], m, uint64(-t.shift), t.wrap)
		}
		attacksBatchGeneric(dst[m:], sliders[m:], empty[m:], d)
	default:
		attacksBatchGeneric(dst, sliders, empty, d)
	}
}

// The switch is written out, because a table of directions would need function pointers,
// through which arguments escape.
//
//go:noinline
func occludedChunk(dst, gen, pro []uint64, d Direction) {
	n := len(dst)
	t := &directions[d]
	switch simd.Active() {
	case simd.AVX512:
		switch d {
		case East:
			eastOccludedBatchAVX512(&dst[0], &gen[0], &pro[0], n)
		case West:
			westOccludedBatchAVX512(&dst[0], &gen[0], &pro[0], n)
		case South:
			southOccludedBatchAVX512(&dst[0], &gen[0], &pro[0], n)
		case North:
			northOccludedBatchAVX512(&dst[0], &gen[0], &pro[0], n)
		default:
			occludedBatchAVX512(&dst[0], &gen[0], &pro[0], n, uint64(t.shift), t.wrap)
		}
	case simd.AVX2:
		m := n &^ 3
		switch {
		case m == 0:
		case d == East:
			eastOccludedBatchAVX2(&dst[0], &gen[0], &pro[0], m)
		case t.shift > 0:
			occludedLeftBatchAVX2(&dst[0], &gen[0], &pro[0], m, uint64(t.shift), t.wrap)
		default:
			occludedRightBatchAVX2(&dst[0], &gen[0], &pro[0], m, uint64(-t.shift), t.wrap)
		}
		occludedBatchGeneric(dst[m:], gen[m:], pro[m:], d)
	default:
		occludedBatchGeneric(dst, gen, pro, d)
	}
}
