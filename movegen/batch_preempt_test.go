package movegen

import (
	"slices"
	"sync/atomic"
	"testing"
	"unsafe"

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

// Others get to run while the moves of many positions are selected.
func TestSelectMoveBatchPreemption(t *testing.T) {
	var b Batch
	games := positions(t, corpus.Games())
	for len(games) > 0 && b.Len() < 1<<21 { // longer than the 10 ms that the scheduler gives a goroutine
		for _, p := range games {
			b.Append(p)
		}
	}
	dst, k := make([]uint32, b.Len()/2), make([]uint16, b.Len())
	moves := unsafe.Slice((*Move)(unsafe.Pointer(&dst[0])), 2*len(dst)) // two moves a word, which is read at once
	pathtest.Preemption(t, func(attempt int) pathtest.LongBatch {
		n := 1 << (15 + min(attempt, 6))
		clear(dst[:n/2])
		isSet := func(i int) func() bool {
			return func() bool { return atomic.LoadUint32(&dst[i]) != 0 }
		}
		return pathtest.LongBatch{Run: func() { SelectMoveBatch(moves[:n], b.Slice(0, n), k[:n]) }, Began: isSet(0), Ended: isSet(n/2 - 1)}
	})
}
