package selfcheck

import (
	"fmt"
	"strings"
	"testing"

	"github.com/koggestone/koggestone/internal/simd"
)

// The comparison of paths before timing finds a fault.
func TestTimerChecks(t *testing.T) {
	if len(simd.Paths()) == 1 {
		t.Skip("one path only: nothing to compare")
	}
	v := faulty(t, "RookAttacksBatch", func(w work) {
		if simd.Active() != simd.Generic {
			w.out.words[w.hi-1] ^= 1
		}
	})
	err := NewTimer(v.functions, simd.Paths()).Check()
	if err == nil || !strings.Contains(err.Error(), "RookAttacksBatch on path "+simd.Paths()[1].String()+", position 4095, word 0") {
		t.Errorf("error %v", err)
	}
}

// A Timer rejects wrong results of asserted functions.
func TestTimerAsserts(t *testing.T) {
	for _, f := range append(movegenFunctions(), moveFunctions()...) {
		if !f.asserted {
			continue
		}
		right := f.unpack
		f.unpack = func(w work) {
			if right != nil {
				right(w)
			}
			w.out.words[w.hi-1]++
		}
		timer := NewTimer([]Function{f}, simd.Paths()[:1])
		err := timer.Check()
		last := fmt.Sprintf("%v on path generic, position %d, word 0: ", &f, timer.Rows[0].work.hi-1)
		if err == nil || !strings.Contains(err.Error(), last) || !strings.Contains(err.Error(), ", expected 0x") {
			t.Errorf("%v: error %v", &f, err)
		}
	}
	trees := Trees(simd.Paths()[:1])
	trees[3].Nodes++
	if err := MeasureTrees(trees[3:]); err == nil ||
		err.Error() != "difference: perft.Count batch on path generic, kiwipete, depth 4: 4085603 nodes, expected 4085604" {
		t.Errorf("error %v", err)
	}
}
