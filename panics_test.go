package koggestone

import (
	"fmt"
	"testing"

	"github.com/koggestone/koggestone/internal/pathtest"
	"github.com/koggestone/koggestone/internal/simd"
)

// panicOf returns the value that f panics with, or nil.
func panicOf(f func()) (message any) {
	defer func() { message = recover() }()
	f()
	return nil
}

// wantPanic fails the test unless f panics with want, or does not panic if want is empty.
func wantPanic(t *testing.T, what, want string, f func()) {
	t.Helper()
	var wanted any
	if want != "" {
		wanted = want
	}
	if got := panicOf(f); got != wanted {
		t.Errorf("%s: panic %v, want %v", what, got, wanted)
	}
}

// sliceName returns what slice k is called, outputs first.
func (b *batch) sliceName(k int) string {
	if k < b.dsts() {
		return b.dstName(k)
	}
	return b.inputs()[k-b.dsts()]
}

// call1 calls the batch with the outputs and inputs in one list.
func (b *batch) call1(all [][]uint64) { b.call(all[:b.dsts()], all[b.dsts():]) }

// refuse checks that the batch panics with want before it writes to arena, which contains all
// slices.
func (b *batch) refuse(t *testing.T, what, want string, arena []uint64, all [][]uint64) {
	t.Helper()
	for i := range arena {
		arena[i] = canary(0, i)
	}
	wantPanic(t, b.name+": "+what, want, func() { b.call1(all) })
	for i, word := range arena {
		if word != canary(0, i) {
			t.Errorf("%s: %s: wrote before it panicked", b.name, what)
			return
		}
	}
}

// apart returns the slices of a call, n words each, in arena with gaps between them.
func (b *batch) apart(arena []uint64, n int) [][]uint64 {
	all := make([][]uint64, b.dsts()+len(b.inputs()))
	for k := range all {
		all[k] = arena[k*(n+2) : k*(n+2)+n : k*(n+2)+n+2]
	}
	return all
}

// TestLengths makes each slice of a call in turn a word shorter or longer than
// the others.
func TestLengths(t *testing.T) {
	pathtest.Each(t, func(t *testing.T, _ simd.Path) {
		for i := range batches {
			b := &batches[i]
			arena := make([]uint64, 37*16)
			for k := range b.apart(arena, 4) {
				for _, n := range []int{0, 3, 5} {
					all := b.apart(arena, 4)
					all[k] = all[k][:n]
					// The length of the first output is the expected one.
					odd, got, want := k, n, 4
					if k == 0 {
						odd, got, want = 1, 4, n
					}
					message := fmt.Sprintf("koggestone: %s: expected len(%s) = len(dst) = %d, found %d",
						b.function(), b.sliceName(odd), want, got)
					b.refuse(t, fmt.Sprintf("%s of %d words", b.sliceName(k), n), message, arena, all)
				}
			}
		}
	})
}

// TestOverlap lets two slices of a call share words, in every way and for every
// pair that must be apart.
func TestOverlap(t *testing.T) {
	const n = 8
	pathtest.Each(t, func(t *testing.T, _ simd.Path) {
		for i := range batches {
			b := &batches[i]
			arena := make([]uint64, 38*(n+2)+2*n)
			shared := arena[len(arena)-2*n:]
			slices := b.dsts() + len(b.inputs())
			for k := range b.dsts() {
				for j := k + 1; j < slices; j++ {
					for shift := -n; shift <= n; shift++ {
						// Output k is in the middle, slice j some words away.
						all := b.apart(arena, n)
						lo := max(0, -shift)
						all[k] = shared[lo:][:n]
						if end := lo + shift + n; end > len(shared) {
							continue
						}
						all[j] = shared[lo+shift:][:n]
						what := fmt.Sprintf("%s %d words after %s", b.sliceName(j), shift, b.sliceName(k))
						want := b.overlapMessage(k, j, shift, n)
						if want == "" {
							wantPanic(t, b.name+": "+what, "", func() { b.call1(all) })
						} else {
							b.refuse(t, what, want, arena, all)
						}
					}
				}
			}
		}
	})
}

// overlapMessage returns the panic for slice j that begins shift words after
// output k, "" where that is allowed.
func (b *batch) overlapMessage(k, j, shift, n int) string {
	prefix := "koggestone: " + b.function() + ": "
	switch {
	case shift == n || shift == -n:
		return "" // side by side
	case b.dsts() == 1 && shift == 0:
		return "" // in place
	case b.dsts() == 1:
		return prefix + b.sliceName(j) + " overlaps dst, and is not dst itself"
	case j < b.dsts() && shift < 0:
		// The panic names the output at the higher address first.
		j, k = k, j
	}
	return prefix + b.sliceName(j) + " overlaps " + b.sliceName(k)
}

// TestEmptyBatch calls every batch with no positions, nil or not.
func TestEmptyBatch(t *testing.T) {
	pathtest.Each(t, func(t *testing.T, _ simd.Path) {
		for i := range batches {
			b := &batches[i]
			all := make([][]uint64, b.dsts()+len(b.inputs()))
			wantPanic(t, b.name+" of nil", "", func() { b.call1(all) })
			same := make([]uint64, 8)
			for k := range all {
				all[k] = same[k%8 : k%8]
			}
			wantPanic(t, b.name+" of empty slices of one array", "", func() { b.call1(all) })
		}
	})
}

// TestBadDirection calls every function with a direction argument with values that are not
// directions.
func TestBadDirection(t *testing.T) {
	one := []uint64{1}
	for _, d := range []Direction{8, 9, 255} {
		want := fmt.Sprintf("koggestone: expected one of the eight directions, found Direction(%d)", uint8(d))
		for name, call := range map[string]func(){
			"Diagonal":      func() { d.Diagonal() },
			"Opposite":      func() { d.Opposite() },
			"Shift":         func() { d.Shift() },
			"Step":          func() { Step(1, d) },
			"Fill":          func() { Fill(1, d) },
			"Occluded":      func() { Occluded(1, 1, d) },
			"Attacks":       func() { Attacks(1, 1, d) },
			"AttacksBatch":  func() { AttacksBatch(one, []uint64{2}, []uint64{3}, d) },
			"OccludedBatch": func() { OccludedBatch(one, []uint64{2}, []uint64{3}, d) },
			"empty batch":   func() { AttacksBatch(nil, nil, nil, d) },
		} {
			wantPanic(t, fmt.Sprintf("%s, direction %d", name, uint8(d)), want, call)
		}
		if one[0] != 1 {
			t.Fatalf("direction %d: a batch wrote before it panicked", uint8(d))
		}
	}
}
