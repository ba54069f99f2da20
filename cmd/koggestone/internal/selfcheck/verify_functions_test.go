package selfcheck

import (
	"go/format"
	"reflect"
	"strings"
	"testing"

	"github.com/koggestone/koggestone/quad"
)

// faulty returns a verifier with one function made wrong.
func faulty(t *testing.T, name string, fault func(w work)) *functionVerifier {
	t.Helper()
	v := newFunctionVerifier(1)
	v.paths = v.paths[:1]
	for k := range v.functions {
		if f := &v.functions[k]; f.String() == name {
			right := f.run
			f.run = func(w work) {
				right(w)
				fault(w)
			}
			return v
		}
	}
	t.Fatalf("no function %s", name)
	return nil
}

// Every kind of function with a fault in it is found out, and shown.
func TestVerifyFindsFaults(t *testing.T) {
	// rare boards show the fault of a function of one position.
	rare := func(w work, i int) bool { return w.in.gens[0][i]&w.in.gens[2][i] != 0 && w.in.empty[i]&1 != 0 }
	for _, c := range []struct {
		name  string
		fault func(w work)
	}{
		{"RookAttacks", func(w work) {
			for i := w.lo; i < w.hi; i++ {
				if rare(w, i) {
					w.out.words[i] ^= 1 << 20
				}
			}
		}},
		{"RayAttacks", func(w work) {
			for i := w.lo; i < w.hi; i++ {
				if rare(w, i) {
					w.out.rays[i][5] ^= 1 << 63
				}
			}
		}},
		{"MultiOccluded", func(w work) {
			for i := w.lo; i < w.hi; i++ {
				if rare(w, i) {
					w.out.multi[i][7][3] ^= 1
				}
			}
		}},
		{"8 named Fill", func(w work) {
			for i := w.lo; i < w.hi; i++ {
				if rare(w, i) {
					w.out.rays[i][2] ^= 2
				}
			}
		}},
		{"PawnAttacks South", func(w work) {
			for i := w.lo; i < w.hi; i++ {
				w.out.words[i] ^= 1 << 33
			}
		}},
		{"RayTable", func(w work) {
			for i := w.lo; i < w.hi; i++ {
				w.out.rays[i][0] ^= w.in.gens[2][i] & 1
			}
		}},
		// A tail of one vector and seven that forgets its last element.
		{"SliderAttacksBatch", func(w work) {
			if (w.hi-w.lo)%8 == 7 {
				w.out.words[w.hi-1] = 0
			}
		}},
		// Wrong in place only.
		{"OccludedBatch West", func(w work) {
			if w.alias == onSecond && w.hi > w.lo {
				w.out.words[w.lo] ^= 1 << 9
			}
		}},
		// Wrong in calls longer than a chunk only.
		{"MultiAttacksBatch", func(w work) {
			if w.hi-w.lo > 4096 {
				w.out.multiColumns[3][2][w.hi-1] ^= 4
			}
		}},
		// Writes past the end, or before the beginning.
		{"RayAttacksBatch", func(w work) { w.out.rayColumns[6][w.hi] = 0 }},
		// One set of one side to move.
		{"quad.Threats", func(w work) {
			for i := w.lo; i < w.hi; i++ {
				if w.in.us[i] == 1 {
					w.out.threats[i].Pinners &^= 1
				}
			}
		}},
		{"quad.Legality", func(w work) { w.out.legalities[w.lo].Danger ^= 1 << 17 }},
		{"quad.AttacksByKind", func(w work) { w.out.byKinds[w.lo].ByKing ^= 1 << 40 }},
		{"quad.BothThreats", func(w work) { w.out.bothThreats[w.lo][quad.Black].AttackedTwice ^= 1 << 9 }},
		{"quad.Vision", func(w work) {
			for i := w.lo; i < w.hi; i++ {
				if w.in.boards[i].G2&3 == 3 {
					w.out.visions[i].Rays[4].GB ^= 1 << 40
				}
			}
		}},
		{"pairs.RefreshBoard", func(w work) { w.out.pairs[w.lo].board[63] ^= 1 << 3 }},
		{"pairs.Deltas", func(w work) { w.out.pairs[w.lo].delta[1][7] ^= 1 << 3 }},
		{"quad.VisionBatch", func(w work) { w.out.multiColumns[7][3][w.hi+1] = 0 }},
		{"quad.ThreatsBatch", func(w work) {
			if (w.hi-w.lo)%8 == 5 {
				w.out.threatColumns.RookChecks[w.hi-1] ^= 1 << 63
			}
		}},
		{"quad.AttacksBatch black", func(w work) {
			if w.hi-w.lo > 1024 {
				w.out.words[w.lo+1024] ^= 2
			}
		}},
		{"prefix.ByteSubBatch", func(w work) {
			if w.alias == onSecond && w.hi > w.lo {
				w.out.words[w.hi-1] ^= 1 << 9
			}
		}},
		{"prefix.ParityUpBatch", func(w work) { w.out.words[w.hi] = 0 }},
		{"AttacksBatch East", func(w work) { w.out.words[w.hi+7] = 0 }},
		{"QueenAttacksBatch", func(w work) {
			if w.lo > 0 {
				w.out.words[w.lo-1] = 0
			}
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if testing.Short() && !strings.HasPrefix(c.name, "R") && c.name != "quad.Threats" {
				t.Skip("slow under emulation")
			}
			found := faulty(t, c.name, c.fault).Verify(100_000, func(int) {})
			if found == nil {
				t.Fatal("not found")
			}
			if !strings.HasPrefix(found.Summary, c.name+" on path generic") {
				t.Errorf("found %q", found.Summary)
			}
			if found.Got == found.Want && found.Wrong {
				t.Errorf("got = want = %#x", found.Got)
			}
			test := found.Test
			if formatted, err := format.Source([]byte(test)); err != nil {
				t.Errorf("%v in\n%s", err, test)
			} else if string(formatted) != test {
				t.Errorf("the test is not formatted:\n%s", test)
			}
		})
	}
}

// The first difference does not depend on the number of workers.
func TestVerifyIsDeterministic(t *testing.T) {
	if testing.Short() {
		t.Skip("slow under emulation")
	}
	fault := func(w work) {
		for i := w.lo; i < w.hi; i++ {
			if w.in.gens[1][i]%1021 == 17 {
				w.out.words[i] ^= 1
			}
		}
	}
	a := faulty(t, "BishopAttacks", fault).Verify(50_000, func(int) {})
	b := faulty(t, "BishopAttacks", fault).Verify(500_000, func(int) {})
	if a == nil || b == nil || !reflect.DeepEqual(a, b) {
		t.Errorf("two runs differ: %+v, %+v", a, b)
	}
}
