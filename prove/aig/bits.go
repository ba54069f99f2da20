package aig

// Bits is a word, lowest bit first. Functions return new words and never change their operands.
type Bits []Lit

// Const returns the n lowest bits of v; bits above 63 are 0.
func Const(v uint64, n int) Bits {
	b := make(Bits, n)
	for i := range min(n, 64) {
		b[i] = Lit(v >> i & 1)
	}
	return b
}

// Const returns the lowest 64 bits of b and whether all its bits are constants.
func (b Bits) Const() (v uint64, ok bool) {
	for i, l := range b {
		if !l.IsConst() {
			return 0, false
		}
		if i < 64 {
			v |= uint64(l) << i
		}
	}
	return v, true
}

// Extend returns b with n bits: zeros are added at the top, or high bits are cut off.
func (b Bits) Extend(n int) Bits {
	c := make(Bits, n)
	copy(c, b)
	return c
}

// SignExtend returns b with n bits by repeating its highest bit.
func (b Bits) SignExtend(n int) Bits {
	c := b.Extend(n)
	for i := len(b); i < n; i++ {
		c[i] = b[len(b)-1]
	}
	return c
}

// Not returns ^b.
func (b Bits) Not() Bits {
	c := make(Bits, len(b))
	for i := range b {
		c[i] = b[i].Not()
	}
	return c
}

// Shl returns b << k in the same width; a negative k shifts right.
func (b Bits) Shl(k int) Bits {
	c := make(Bits, len(b))
	for i := range c {
		if j := i - k; j >= 0 && j < len(b) {
			c[i] = b[j]
		}
	}
	return c
}

// Rol returns b rotated left by k.
func (b Bits) Rol(k int) Bits {
	c := make(Bits, len(b))
	for i := range c {
		c[((i+k)%len(b)+len(b))%len(b)] = b[i]
	}
	return c
}

// Zip returns f(a[i], b[i]) for every i.
func Zip(a, b Bits, f func(a, b Lit) Lit) Bits {
	if len(a) != len(b) {
		panic("words of different widths")
	}
	c := make(Bits, len(a))
	for i := range a {
		c[i] = f(a[i], b[i])
	}
	return c
}

// Ands returns the intersection of words.
func (g *Graph) Ands(a Bits, more ...Bits) Bits {
	for _, b := range more {
		a = Zip(a, b, g.And)
	}
	return a
}

// Ors returns the union of words.
func (g *Graph) Ors(a Bits, more ...Bits) Bits {
	for _, b := range more {
		a = Zip(a, b, g.Or)
	}
	return a
}

// AndNots returns a &^ b.
func (g *Graph) AndNots(a, b Bits) Bits { return Zip(a, b, g.AndNot) }

// Xors returns a ^ b.
func (g *Graph) Xors(a, b Bits) Bits { return Zip(a, b, g.Xor) }

// Muxes returns a if s is true, and b otherwise.
func (g *Graph) Muxes(s Lit, a, b Bits) Bits {
	return Zip(a, b, func(x, y Lit) Lit { return g.Mux(s, x, y) })
}

// Gate returns b if s is true, and 0 otherwise.
func (g *Graph) Gate(s Lit, b Bits) Bits { return g.Muxes(s, b, make(Bits, len(b))) }

// Any reports whether any bit is set.
func (g *Graph) Any(b Bits) Lit {
	r := False
	for _, l := range b {
		r = g.Or(r, l)
	}
	return r
}

// All reports whether all bits are set.
func (g *Graph) All(b Bits) Lit { return g.Any(b.Not()).Not() }

// Equal reports whether a == b.
func (g *Graph) Equal(a, b Bits) Lit { return g.Any(g.Xors(a, b)).Not() }

// AddCarry returns a + b + carry and the carry out.
func (g *Graph) AddCarry(a, b Bits, carry Lit) (sum Bits, out Lit) {
	sum = make(Bits, len(a))
	for i := range a {
		x := g.Xor(a[i], b[i])
		sum[i] = g.Xor(x, carry)
		carry = g.Or(g.And(a[i], b[i]), g.And(x, carry))
	}
	return sum, carry
}

// Add returns a + b in the width of a.
func (g *Graph) Add(a, b Bits) Bits {
	if s, ok := g.addSums(a, b); ok {
		return s
	}
	s, _ := g.AddCarry(a, b, False)
	return s
}

// Sub returns a - b in the width of a.
func (g *Graph) Sub(a, b Bits) Bits { s, _ := g.AddCarry(a, b.Not(), True); return s }

// Mul returns a * b in the width of a.
func (g *Graph) Mul(a, b Bits) Bits {
	if _, ok := a.Const(); ok {
		a, b = b, a
	}
	sum := make(Bits, len(a))
	for i, l := range b {
		if l != False {
			sum = g.Add(sum, g.Gate(l, a.Shl(i)))
		}
	}
	return sum
}

// Less reports whether a < b, as unsigned numbers.
func (g *Graph) Less(a, b Bits) Lit { _, c := g.AddCarry(a, b.Not(), True); return c.Not() }

// TrailingZeros returns how many zeros are below the lowest bit of b that is set.
func (g *Graph) TrailingZeros(b Bits) Bits {
	n := Const(uint64(len(b)), len(b))
	for i := len(b) - 1; i >= 0; i-- {
		n = g.Muxes(b[i], Const(uint64(i), len(b)), n)
	}
	return n
}

// Select returns table[index], where table has 2^len(index) words of the same width.
func (g *Graph) Select(table []Bits, index Bits) Bits {
	if len(index) == 0 {
		return table[0]
	}
	h, top := len(table)/2, len(index)-1
	switch index[top] {
	case False:
		return g.Select(table[:h], index[:top])
	case True:
		return g.Select(table[h:], index[:top])
	}
	return g.Muxes(index[top], g.Select(table[h:], index[:top]), g.Select(table[:h], index[:top]))
}

// Table returns the function of the index bits that truth lists: its value for index i is bit i
// of truth.
func (g *Graph) Table(truth uint64, index ...Lit) Lit {
	if len(index) == 0 {
		return Lit(truth & 1)
	}
	top := len(index) - 1
	half := 1 << top
	low := g.Table(truth, index[:top]...)
	if truth>>half&(1<<half-1) == truth&(1<<half-1) {
		return low
	}
	return g.Mux(index[top], g.Table(truth>>half, index[:top]...), low)
}
