package kernels

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"

	"github.com/koggestone/koggestone/prove/aig"
	"github.com/koggestone/koggestone/prove/cec"
)

// A sample returns the values of the variables for 64 random inputs.
type sample func(r *rand.Rand) func(v aig.Lit) uint64

// matchSums returns claims that together prove that a word is a sum of bits. The caller proves
// that at most one term in each exclusive pair is 1. matchSums finds the claims by simulating the
// terms with random inputs.
func (c *Case) matchSums(word aig.Bits, want map[aig.Lit]int, exclusive [][2]aig.Lit, sample sample) (claims []cec.Claim, err error) {
	got, ok := c.G.SumOf(word)
	if !ok {
		return nil, fmt.Errorf("a result is not a sum of bits")
	}
	factors := c.splitCarries(got.Terms)
	for l, f := range want {
		factors[l] -= f
	}
	for _, fit := range got.Fits {
		for l := range fit.Terms {
			factors[l] += 0
		}
	}
	// All positions get their claims in the same order, so that one proof serves all.
	lits := aig.Bits(slices.Sorted(maps.Keys(factors)))
	class := map[aig.Lit]int{}
	first := []aig.Lit{aig.False} // by class
	sums := []int{0}
	for i, k := range c.classes(lits, sample) {
		l := lits[i]
		if class[l] = k; k == len(first) {
			first, sums = append(first, l), append(sums, 0)
		} else if l != first[k] {
			claims = append(claims, claim("equal terms", aig.Bits{l}, aig.Bits{first[k]}))
		}
		sums[k] += factors[l]
	}
	for _, sum := range sums[1:] {
		if sum != 0 {
			return nil, fmt.Errorf("a term has a factor that is too large by %d", sum)
		}
	}
	for _, fit := range got.Fits {
		left := make([]int, len(sums)) // factors that no pair has used yet
		for l, f := range fit.Terms {
			left[class[l]] += f
		}
		left[0] = 0 // terms that are always 0
		most := 0
		for _, f := range left {
			most += f
		}
		for _, pair := range exclusive {
			a, b := class[pair[0]], class[pair[1]]
			less := min(left[a], left[b])
			left[a], left[b], most = left[a]-less, left[b]-less, most-less
		}
		if most >= fit.Limit {
			return nil, fmt.Errorf("a sum may be %d, expected less than %d", most, fit.Limit)
		}
	}
	return claims, nil
}

// classes returns the class of each literal. Literals with equal values for random inputs are in
// one class, and literals in class 0 are always 0. Equal circuits have equal classes.
func (c *Case) classes(lits aig.Bits, sample sample) (class []int) {
	cone := c.G.Cone(lits)
	key := cone.Key()
	if k, ok := c.sampled[key]; ok {
		return k
	}
	const rounds = 2048
	values := make([][rounds]uint64, len(lits))
	random := rand.New(rand.NewPCG(1, 2))
	for round := range rounds {
		for i, v := range cone.Eval(sample(random)) {
			values[i][round] = v
		}
	}
	classOf := map[[rounds]uint64]int{{}: 0}
	for _, v := range values {
		k, ok := classOf[v]
		if !ok {
			k = len(classOf)
			classOf[v] = k
		}
		class = append(class, k)
	}
	if c.sampled == nil {
		c.sampled = map[[32]byte][]int{}
	}
	c.sampled[key] = class
	return class
}

// splitCarries replaces the carries of carry-save adders. If s = x ^ y ^ z, and c is the carry
// of x, y and z, then x + y + z = s + 2c, so 2c becomes x + y + z - s.
func (c *Case) splitCarries(sum map[aig.Lit]int) map[aig.Lit]int {
	g, left := c.G, map[aig.Lit]int{}
	var split func(l aig.Lit, factor int)
	split = func(l aig.Lit, factor int) {
		if x, y, z, ok := carry(g, l); ok && factor%2 == 0 {
			left[g.Xor(g.Xor(x, y), z)] -= factor / 2
			for _, in := range []aig.Lit{x, y, z} {
				split(in, factor/2)
			}
			return
		}
		left[l] += factor
	}
	for _, l := range slices.Sorted(maps.Keys(sum)) {
		split(l, sum[l])
	}
	delete(left, aig.False)
	return left
}

// carry returns x, y and z if l is x & y | (x ^ y) & z. If l is x & y and the graph contains x
// ^ y, then z is False.
func carry(g *aig.Graph, l aig.Lit) (x, y, z aig.Lit, ok bool) {
	and := func(l aig.Lit) (a, b aig.Lit, ok bool) {
		a, b, ok = g.Inputs(l)
		return a, b, ok && l&1 == 0
	}
	if x, y, ok := and(l); ok {
		n := g.Len()
		g.Xor(x, y)
		return x, y, aig.False, g.Len() == n
	}
	p, q, ok := and(l.Not())
	if !ok {
		return
	}
	for _, s := range [2][2]aig.Lit{{p.Not(), q.Not()}, {q.Not(), p.Not()}} {
		x, y, ok1 := and(s[0])
		a, b, ok2 := and(s[1])
		if !ok1 || !ok2 {
			continue
		}
		switch xor := g.Xor(x, y); xor {
		case a:
			return x, y, b, true
		case b:
			return x, y, a, true
		}
	}
	return 0, 0, 0, false
}
