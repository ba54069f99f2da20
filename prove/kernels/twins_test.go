package kernels

import (
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/koggestone/koggestone/prove/aig"
	"github.com/koggestone/koggestone/prove/cec"
	"github.com/koggestone/koggestone/prove/twins"
)

// Each function is compared with a wrong definition, which differs in one bit of one result. The
// prover must refute it.
func TestTwinsDiffer(t *testing.T) {
	checker, err := cec.New()
	if err != nil {
		t.Skip(err)
	}
	defer checker.Close()
	p, err := twins.Load("../..", TwinPackages...)
	if err != nil {
		t.Fatal(err)
	}
	for i, twin := range Twins() {
		want := twin.want
		twin.want = func(g *aig.Graph, in []aig.Bits) []aig.Bits {
			out := want(g, in)
			// It differs only if the first set has h8 and no square of rank 1.
			wrong := g.AndNot(in[0][63], g.Any(in[0][:8]))
			out[i%len(out)] = append(aig.Bits{g.Xor(out[i%len(out)][0], wrong)}, out[i%len(out)][1:]...)
			return out
		}
		var d *cec.Difference
		if _, err := twin.Prove(p, checker); !errors.As(err, &d) {
			t.Errorf("%s: %v, expected a difference", &twin, err)
		}
	}
}

// Sums that do not fit, or that differ in a factor, are refuted.
func TestSumsDiffer(t *testing.T) {
	checker, err := cec.New()
	if err != nil {
		t.Skip(err)
	}
	defer checker.Close()
	for _, test := range []struct {
		name   string
		bits   int
		factor int
		pairs  bool
		ok     bool
	}{
		{"as it is", 8, 1, false, true},
		{"another factor", 8, 2, false, false},
		{"too large", 4, 1, false, false},
		{"pairs that exclude each other", 4, 1, true, true},
	} {
		c := &Case{G: aig.New(), checker: checker}
		g := c.G
		free := g.Vars(16)
		set := free
		var pairs [][2]aig.Lit
		if test.pairs {
			set = aig.Bits{}
			for i := 0; i < 16; i += 2 {
				set = append(set, g.And(free[i], free[i+1]), g.AndNot(free[i], free[i+1]))
				pairs = append(pairs, [2]aig.Lit{set[i], set[i+1]})
			}
		}
		want := map[aig.Lit]int{}
		for _, l := range set {
			want[l] = test.factor
		}
		claims, err := c.matchSums(g.Popcount(set, test.bits), want, pairs, func(r *rand.Rand) func(v aig.Lit) uint64 {
			return func(aig.Lit) uint64 { return r.Uint64() }
		})
		if err == nil {
			err = c.Prove(claims...)
		}
		if (err == nil) != test.ok {
			t.Errorf("%s: %v", test.name, err)
		}
	}
}
