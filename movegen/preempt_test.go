package movegen

import (
	"slices"
	"sync/atomic"
	"testing"

	"github.com/koggestone/koggestone/internal/corpus"
	"github.com/koggestone/koggestone/internal/pathtest"
)

// Others get to run while two plies below many positions are counted.
func TestCountTwoPlyBatchPreemption(t *testing.T) {
	var b Batch
	games := positions(t, corpus.Games())
	for len(games) > 0 && b.Len() < 1<<18 {
		for _, p := range games {
			b.Append(p)
		}
	}
	dst := make([]uint32, b.Len())
	const unset = 1<<32 - 1
	pathtest.Preemption(t, func(attempt int) pathtest.LongBatch {
		n := 1 << (14 + min(attempt, 4))
		dst := dst[:n]
		copy(dst, slices.Repeat([]uint32{unset}, n))
		isSet := func(i int) func() bool {
			return func() bool { return atomic.LoadUint32(&dst[i]) != unset }
		}
		return pathtest.LongBatch{Run: func() { CountTwoPlyBatch(dst, b.Slice(0, n)) }, Began: isSet(0), Ended: isSet(n - 1)}
	})
}
