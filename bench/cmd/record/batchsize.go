package main

import (
	"fmt"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/bench/rivals"
	"github.com/koggestone/koggestone/internal/simd"
)

// windowSize is the least number of positions of a run, in calls of one batch each. Their
// four words each fit in the first cache.
const windowSize = 1024

// batchSizeBenchmarks times the attacks of batches of 1, 2, 4, ... positions, and for
// powers of 4 also a loop over magic lookups. Each position reads and writes 32 bytes.
func batchSizeBenchmarks(in *inputs, quick bool) (all []*benchmark) {
	largest := 1 << 22
	if quick {
		largest = 1 << 16
	}
	var magic rivals.Rival
	for _, r := range rivals.All() {
		if r.Name == rivals.FancyMagic {
			magic = r
		}
	}
	whole := in.gameBoards(largest)
	for size := 1; size <= largest; size *= 2 {
		b := whole.first(max(size, windowSize))
		name := fmt.Sprintf("BatchSize/size=%d/by=", size)
		add := func(by string, path simd.Path, call func(lo, hi int)) {
			all = append(all, unionBenchmark(name+by, path, b, func() {
				for lo := 0; lo < b.n; lo += size {
					call(lo, lo+size)
				}
			}))
		}
		for _, path := range simd.Paths() {
			add(path.String(), path, func(lo, hi int) {
				koggestone.SliderAttacksBatch(b.dst[lo:hi], b.diagonal[lo:hi], b.orthogonal[lo:hi], b.empty[lo:hi])
			})
		}
		if isPowerOf4(size) {
			add(magic.Name, best(), func(lo, hi int) {
				magic.Unions(b.dst[lo:hi], b.diagonal[lo:hi], b.orthogonal[lo:hi], b.occupied[lo:hi])
			})
		}
	}
	return all
}

// isPowerOf4 reports whether n, a power of 2, is a power of 4.
func isPowerOf4(n int) bool { return n&0x5555555555555555 != 0 }

// first returns the first n boards of b, sharing its memory.
func (b *boards) first(n int) *boards {
	return &boards{n: n,
		diagonal: b.diagonal[:n], orthogonal: b.orthogonal[:n], occupied: b.occupied[:n], empty: b.empty[:n],
		dst:      b.dst[:n],
		expected: func() []uint64 { return b.expected()[:n] },
	}
}
