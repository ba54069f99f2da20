package machine

import (
	"fmt"
	"slices"
	"strings"

	"github.com/koggestone/koggestone/prove/aig"
)

// A Sym is an unknown number from 0 to max, or the address of a region.
type Sym struct {
	name   string
	id     int
	max    int64
	region *Region

	rounds *Region // if not nil, the address of this region plus the symbol is rest modulo max+1
	rest   int64

	bits aig.Bits // the number as bits, if they are known
}

// A Num is a number or an address: a constant plus multiples of symbols. Kernels may compute
// addresses, counts and loop bounds only from such numbers, and arithmetic with them never wraps.
type Num struct {
	c     int64
	terms []term // by id, no factor is 0
}

const unlimited = 1<<63 - 1

type term struct {
	sym    *Sym
	factor int64
}

// Int returns the number c.
func Int(c int64) Num { return Num{c: c} }

// Times returns factor·s.
func (s *Sym) Times(factor int64) Num { return Num{terms: []term{{s, factor}}} }

// Const returns the value of x and whether it is a constant.
func (x Num) Const() (int64, bool) { return x.c, len(x.terms) == 0 }

// inRange returns x, and panics if x could wrap: symbols are below 2^48, as is everything that fits in memory.
func (x Num) inRange() Num {
	wraps := len(x.terms) > 0 && x.c != min(max(x.c, -1<<50), 1<<50)
	for _, t := range x.terms {
		most := int64(1 << 12)
		if t.sym.region == nil && t.sym.max < 1<<12 {
			most = 1 << 40
		}
		wraps = wraps || t.factor != min(max(t.factor, -most), most)
	}
	if wraps {
		panic(failure(fmt.Sprintf("%v may wrap", x)))
	}
	return x
}

// Add returns x + y.
func (x Num) Add(y Num) Num {
	if len(y.terms) == 0 {
		return Num{x.c + y.c, x.terms}.inRange()
	}
	r := Num{c: x.c + y.c}
	a, b := x.terms, y.terms
	for len(a) > 0 || len(b) > 0 {
		switch {
		case len(b) == 0 || len(a) > 0 && a[0].sym.id < b[0].sym.id:
			r.terms, a = append(r.terms, a[0]), a[1:]
		case len(a) == 0 || b[0].sym.id < a[0].sym.id:
			r.terms, b = append(r.terms, b[0]), b[1:]
		default:
			if f := a[0].factor + b[0].factor; f != 0 {
				r.terms = append(r.terms, term{a[0].sym, f})
			}
			a, b = a[1:], b[1:]
		}
	}
	return r.inRange()
}

// Mul returns k·x.
func (x Num) Mul(k int64) Num {
	if k == 0 {
		return Num{}
	}
	r := Num{c: x.c * k}
	for _, t := range x.terms {
		r.terms = append(r.terms, term{t.sym, t.factor * k})
	}
	return r.inRange()
}

// Sub returns x - y.
func (x Num) Sub(y Num) Num { return x.Add(y.Mul(-1)) }

// Plus returns x + c.
func (x Num) Plus(c int64) Num { return Num{x.c + c, x.terms}.inRange() }

// Div returns x / k, where k must divide x.
func (x Num) Div(k int64) Num {
	r := Num{c: x.c / k}
	for _, t := range x.terms {
		r.terms = append(r.terms, term{t.sym, t.factor / k})
	}
	if !r.Mul(k).Equal(x) {
		panic(failure(fmt.Sprintf("%v is not a multiple of %d", x, k)))
	}
	return r
}

// Floor returns x / k rounded down: what k does not divide must be from 0 to k-1.
func (x Num) Floor(k int64) Num {
	rest := Num{c: x.c % k}
	for _, t := range x.terms {
		if t.factor%k != 0 {
			rest.terms = append(rest.terms, t)
		}
	}
	if s := rest.span(); s[0]+rest.c < 0 || s[1]+rest.c >= k {
		rest = Num{}
	}
	return x.Sub(rest).Div(k)
}

// Least returns the value of x if all symbols are 0.
func (x Num) Least() int64 { return x.c }

// Modulo returns x modulo k, which must divide the factors of all symbols.
func (x Num) Modulo(k int64) int64 { return x.c % k }

// and returns x & mask if mask has only low bits, or clears only low bits, and the
// symbols do not change these bits.
func (x Num) and(mask int64) (Num, bool) {
	low := mask
	if mask < 0 {
		low = ^mask
	}
	if low&(low+1) != 0 {
		return x, false
	}
	align := Num{}
	for _, t := range x.terms {
		if t.factor&low != 0 {
			return x, false
		}
		align.terms = append(align.terms, t)
	}
	if mask < 0 {
		align.c = x.c & mask
		return align, true
	}
	return Int(x.c & mask), true
}

// Values describes the values of x for all values of at most one symbol.
func (x Num) Values() string {
	if len(x.terms) == 0 {
		return fmt.Sprint(x.c)
	}
	s := "any"
	if f := x.terms[0].factor; f != 1 {
		s = fmt.Sprintf("any multiple of %d", f)
	}
	if x.c != 0 {
		s += fmt.Sprintf(" from %d", x.c)
	}
	return s
}

// Equal reports whether x and y are equal for all values of the symbols.
func (x Num) Equal(y Num) bool { return x.c == y.c && slices.Equal(x.terms, y.terms) }

// atLeast reports whether x >= c for all values of the symbols. It can return false even if
// that is true.
func (x Num) atLeast(c int64) bool {
	for _, t := range x.terms {
		if t.sym.region != nil || t.factor < 0 && t.sym.max == unlimited {
			return false
		}
		if t.factor < 0 {
			x.c += t.factor * t.sym.max
		}
	}
	return x.c >= c
}

// A fact is a number that is at least 0.
type fact struct{ num Num }

// atLeast reports whether x >= c, as far as up to two facts show it.
func (m *Machine) atLeast(x Num, c int64) bool { return m.shown(x, c, 2) }

func (m *Machine) shown(x Num, c int64, facts int) bool {
	if x.atLeast(c) || facts == 0 {
		return x.atLeast(c)
	}
	for _, f := range m.s.facts {
		for _, t := range x.terms {
			for _, u := range f.num.terms {
				if t.sym == u.sym && t.factor/u.factor > 0 && t.factor%u.factor == 0 && m.shown(x.Sub(f.num.Mul(t.factor/u.factor)), c, facts-1) {
					return true
				}
			}
		}
	}
	return false
}

// subst returns x with s replaced by y.
func (x Num) subst(s *Sym, y Num) Num {
	for i, t := range x.terms {
		if t.sym == s {
			rest := Num{x.c, slices.Delete(slices.Clone(x.terms), i, i+1)}
			return rest.Add(y.Mul(t.factor))
		}
	}
	return x
}

// split returns the region and the offset of the address x. ok is false if x is not an
// address.
func (x Num) split() (r *Region, offset Num, ok bool) {
	offset = x
	for _, t := range x.terms {
		if t.sym.region != nil {
			if r != nil || t.factor != 1 {
				return nil, x, false
			}
			r = t.sym.region
			offset = offset.Sub(t.sym.Times(1))
		}
	}
	return r, offset, r != nil
}

// symbols names the part of x that is not constant.
func (x Num) symbols() string {
	var b strings.Builder
	for _, t := range x.terms {
		fmt.Fprintf(&b, "%d%s ", t.factor, t.sym.name)
	}
	return b.String()
}

func (x Num) String() string {
	var b strings.Builder
	for _, t := range x.terms {
		fmt.Fprintf(&b, "%d·%s + ", t.factor, t.sym.name)
	}
	fmt.Fprintf(&b, "%d", x.c)
	return b.String()
}
