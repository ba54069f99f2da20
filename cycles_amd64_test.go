//go:build gc && !purego

package koggestone

import (
	"slices"
	"testing"
	"time"

	"github.com/koggestone/koggestone/internal/machine"
	"github.com/koggestone/koggestone/internal/simd"
)

// BenchmarkCycles reports cycles a position, to set beside the simulated ones of make
// mca. The clock of the core is measured right before each kernel, by a chain of
// dependent multiplications, which take three cycles each on CPUs with AVX2. What is
// reported are medians of many rounds, so that a machine that others use, too, gives
// steady figures.
func BenchmarkCycles(b *testing.B) {
	if simd.Active() != simd.AVX512 {
		b.Skip("the table holds both assembly paths, and this CPU runs", simd.Active())
	}
	const n, rounds = 1024, 301
	positions := games(b)
	column := func(f func(p *gamePosition) uint64) []uint64 {
		s := make([]uint64, n)
		for i := range s {
			s[i] = f(&positions[i%len(positions)])
		}
		return s
	}
	diagonal := column(func(p *gamePosition) uint64 { return p.bishops | p.queens })
	orthogonal := column(func(p *gamePosition) uint64 { return p.rooks | p.queens })
	empty := column(func(p *gamePosition) uint64 { return p.empty })
	dst := make([]uint64, n)
	d, o, e, x := &diagonal[0], &orthogonal[0], &empty[0], &dst[0]
	var rays [8][]uint64
	var multi [8][4][]uint64
	for i := range rays {
		rays[i] = make([]uint64, n)
		for g := range multi[i] {
			multi[i][g] = make([]uint64, n)
		}
	}
	gens := [4][]uint64{diagonal, orthogonal, empty, column(func(p *gamePosition) uint64 { return p.queens })}
	var ranks [100]uint64
	var eight [8]uint64
	var table [8][4]uint64
	var sum uint64
	each := func(f func(i int)) func() {
		return func() {
			for i := range n {
				f(i)
			}
		}
	}
	for _, k := range []struct {
		name string
		run  func()
	}{
		{"sliderAttacksGeneric", each(func(i int) { sum ^= sliderAttacksGeneric(diagonal[i], orthogonal[i], empty[i]) })},
		{"sliderAttacksAVX2", each(func(i int) { sum ^= sliderAttacksAVX2(diagonal[i], orthogonal[i], empty[i]) })},
		{"sliderAttacksAVX512", each(func(i int) { sum ^= sliderAttacksAVX512(diagonal[i], orthogonal[i], empty[i]) })},
		{"rayAttacksGeneric", each(func(i int) { rayAttacksGeneric(&eight, diagonal[i], empty[i]) })},
		{"rayAttacksAVX2", each(func(i int) { rayAttacksAVX2(&eight, diagonal[i], empty[i]) })},
		{"rayAttacksAVX512", each(func(i int) { rayAttacksAVX512(&eight, diagonal[i], empty[i]) })},
		{"multiAttacksGeneric", each(func(i int) {
			multiAttacksGeneric(&table, &[4]uint64{gens[0][i], gens[1][i], gens[2][i], gens[3][i]}, empty[i])
		})},
		{"multiAttacksAVX2", each(func(i int) {
			multiAttacksAVX2(&table, &[4]uint64{gens[0][i], gens[1][i], gens[2][i], gens[3][i]}, empty[i])
		})},
		{"multiAttacksAVX512", each(func(i int) {
			multiAttacksAVX512(&table, &[4]uint64{gens[0][i], gens[1][i], gens[2][i], gens[3][i]}, empty[i])
		})},
		{"sliderAttacksBatchAVX2", func() { sliderAttacksBatchAVX2(x, d, o, e, n) }},
		{"sliderAttacksBatchAVX512", func() { sliderAttacksBatchAVX512(x, d, o, e, n) }},
		{"sliderAttacksBlocksAVX2", func() { sliderAttacksBlocksAVX2(x, d, o, e, n, &ranks) }},
		{"sliderAttacksBlocksAVX512", func() { sliderAttacksBlocksAVX512(x, d, o, e, n) }},
		{"rookAttacksBlocksAVX2", func() { rookAttacksBlocksAVX2(x, o, e, n, &ranks) }},
		{"rookAttacksBlocksAVX512", func() { rookAttacksBlocksAVX512(x, o, e, n) }},
		{"bishopAttacksBlocksAVX2", func() { bishopAttacksBlocksAVX2(x, d, e, n, &ranks) }},
		{"bishopAttacksBlocksAVX512", func() { bishopAttacksBlocksAVX512(x, d, e, n) }},
		{"queenAttacksBlocksAVX2", func() { queenAttacksBlocksAVX2(x, d, e, n, &ranks) }},
		{"queenAttacksBlocksAVX512", func() { queenAttacksBlocksAVX512(x, d, e, n) }},
		{"attacksLeftBatchAVX2", func() { attacksLeftBatchAVX2(x, d, e, n, 9, directions[NorthEast].wrap) }},
		{"attacksBatchAVX512", func() { attacksBatchAVX512(x, d, e, n, 9, directions[NorthEast].wrap) }},
		{"eastAttacksBatchAVX2", func() { eastAttacksBatchAVX2(x, d, e, n) }},
		{"eastAttacksBatchAVX512", func() { eastAttacksBatchAVX512(x, d, e, n) }},
		{"rayAttacksBatchAVX2", func() { rayAttacksBatchAVX2(&rays, d, e, 0, n) }},
		{"rayAttacksBatchAVX512", func() { rayAttacksBatchAVX512(&rays, d, e, 0, n) }},
		{"multiAttacksBatchAVX2", func() {
			for lo := 0; lo < n; lo += multiChunk {
				multiAttacksBatchAVX2(&multi, &gens, e, lo, multiChunk)
			}
		}},
		{"multiAttacksBatchAVX512", func() {
			for lo := 0; lo < n; lo += multiChunk {
				multiAttacksBatchAVX512(&multi, &gens, e, lo, multiChunk)
			}
		}},
	} {
		b.Run("kernel="+k.name, func(b *testing.B) {
			for b.Loop() {
				cycles := make([]float64, rounds)
				for i := range cycles {
					hertz := machine.Hertz()
					const turns = 4
					start := time.Now()
					for range turns {
						k.run()
					}
					cycles[i] = time.Since(start).Seconds() * hertz / (turns * n)
				}
				slices.Sort(cycles)
				b.ReportMetric(cycles[rounds/2], "cycles/position")
				b.ReportMetric(0, "ns/op")
			}
		})
	}
	if sum == 1 {
		b.Log(sum)
	}
}
