package aig

import (
	"iter"
	"math/bits"
)

// A Sum writes a number as a sum of bits.
//
// Adders of many bits are hard to compare as circuits, so a graph remembers which words are sums.
// The bits of such a word are new variables. If something depends on them in another way than by
// addition, it therefore differs from every definition.
type Sum struct {
	Terms map[Lit]int // the factor of each literal
	// Fits lists sums that fit in their words only because some of their terms are always 0.
	Fits []Fit
}

// A Fit is a sum that must be below a limit.
type Fit struct {
	Terms map[Lit]int
	Limit int
}

func (s *Sum) add(t Sum, factor int) {
	for l, f := range t.Terms {
		s.Terms[l] += f * factor
	}
	s.Fits = append(s.Fits, t.Fits...)
}

// Popcount returns the number of set bits in b, as a word of n bits.
func (g *Graph) Popcount(b Bits, n int) Bits {
	if g.Adders {
		sum := make(Bits, n)
		for _, l := range b {
			sum = g.Add(sum, Bits{l}.Extend(n))
		}
		return sum
	}
	s := Sum{Terms: map[Lit]int{}}
	for _, l := range b {
		if l != False {
			s.Terms[l]++
		}
	}
	return g.word(s, n)
}

// word returns a word of n bits for a sum, with as many variables as the sum needs.
func (g *Graph) word(s Sum, n int) Bits {
	most := 0
	for _, f := range s.Terms {
		most += f
	}
	size := bits.Len(uint(most))
	if size > n {
		size = n
		s.Fits = append(s.Fits, Fit{s.Terms, 1 << n})
	}
	if size == 0 {
		return make(Bits, n)
	}
	v := g.Vars(size)
	g.sums[v[0]] = sumWord{s, v}
	return v.Extend(n)
}

type sumWord struct {
	sum  Sum
	word Bits
}

// Sums returns all words that are sums.
func (g *Graph) Sums() iter.Seq2[Sum, Bits] {
	return func(yield func(s Sum, word Bits) bool) {
		for _, w := range g.sums {
			if !yield(w.sum, w.word) {
				return
			}
		}
	}
}

// SumOf returns the sum behind a word, and whether the word is a sum or 0. The word may have been
// extended or shifted to the left.
func (g *Graph) SumOf(b Bits) (Sum, bool) {
	sum := Sum{Terms: map[Lit]int{}}
	k := 0
	for k < len(b) && b[k] == False {
		k++
	}
	if k == len(b) {
		return sum, true
	}
	s, ok := g.sums[b[k]]
	if !ok || k+len(s.word) > len(b) {
		return Sum{}, false
	}
	for i, l := range b[k:] {
		if i < len(s.word) && l != s.word[i] || i >= len(s.word) && l != False {
			return Sum{}, false
		}
	}
	sum.add(s.sum, 1<<k)
	return sum, true
}

// addSums returns a + b if both are sums and at least one is not 0.
func (g *Graph) addSums(a, b Bits) (Bits, bool) {
	s, ok := g.SumOf(a)
	t, ok2 := g.SumOf(b)
	switch {
	case !ok || !ok2 || len(s.Terms)+len(t.Terms) == 0:
		return nil, false
	case len(t.Terms) == 0:
		return a, true
	case len(s.Terms) == 0:
		return b.Extend(len(a)), true
	}
	s.add(t, 1)
	return g.word(s, len(a)), true
}
