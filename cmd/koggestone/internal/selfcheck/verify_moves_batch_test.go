package selfcheck

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/koggestone/koggestone/internal/simd"
)

// A fault in any of the functions that are checked on games is found, with its position.
func TestGameTileFindsFaults(t *testing.T) {
	defer simd.Force(simd.Generic)()
	var g gameTile
	g.prepare(rand.New(rand.NewPCG(1, 2)), newRandomGames(), 40)
	if d := g.check(simd.Generic, true, map[string]int64{}); d != nil {
		t.Fatal(d.Summary, d.Detail)
	}
	for k := range g.functions {
		f := &g.functions[k]
		right := f.unpack
		f.unpack = func(w work) {
			if right != nil {
				right(w)
			}
			w.out.words[w.hi-1]++
		}
		d := g.check(simd.Generic, true, map[string]int64{})
		if d == nil || !strings.HasPrefix(d.Summary, f.String()+" on path generic, position 39 of 40: ") || !strings.Contains(d.Detail, "/") {
			t.Errorf("%v: difference %+v", f, d)
		}
		f.unpack = right
	}
}
