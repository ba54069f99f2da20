package selfcheck

import (
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"github.com/koggestone/koggestone/internal/simd"
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/perft"
)

// The first difference is found, for any number of workers.
func TestVerifyMovesFindsFaults(t *testing.T) {
	rare := errors.New("rare")
	find := func(workers int) *Difference {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(workers))
		v := newMoveVerifier(5)
		v.compare = func(p movegen.Position) error {
			if p.Board.EnPassant() != 0 && p.Board.CastlingRooks() != 0 {
				return rare
			}
			return nil
		}
		return v.Verify(math.MaxInt, func(int) {})
	}
	one, four := find(1), find(4)
	if one == nil || four == nil || one.Summary != rare.Error() || !reflect.DeepEqual(one, four) {
		t.Errorf("one worker %+v, four %+v", one, four)
	}
}

// All starts of Chess960 are legal positions, and all are met.
func TestChess960Starts(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	v := randomGames{movegen.Start()}
	seen := map[string]bool{}
	draws := 60_000
	if testing.Short() {
		draws = 1000
	}
	for range draws {
		p := v.start(r)
		seen[p.FEN()[:8]] = true
		if n, err := perft.Count(t.Context(), p, 1, perft.Options{}); err != nil || n.Nodes.Lo < 18 {
			t.Fatalf("%s: %v, %v", p.FEN(), n, err)
		}
	}
	if len(seen) != 960 && !testing.Short() {
		t.Errorf("%d first ranks, want 960", len(seen))
	}
}

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
