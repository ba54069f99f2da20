package machine

import (
	"math/bits"

	"github.com/koggestone/koggestone/prove/aig"
	"github.com/koggestone/koggestone/prove/goasm"
)

// These instructions shift, move or choose by numbers that depend on the input, or compare and add with limits.

// shiftBy shifts by a number: f shifts by a constant. If the number is too large, the result is 0, except for
// rotations, which are modulo the size.
func (m *Machine) shiftBy(b, k aig.Bits, rotate bool, f func(b aig.Bits, k int) aig.Bits) aig.Bits {
	for i, l := range k {
		switch {
		case 1<<min(i, 10) < len(b):
			b = m.G.Muxes(l, f(b, 1<<i), b)
		case !rotate:
			b = m.G.Gate(l.Not(), b)
		}
	}
	return b
}

// compress returns the elements that a mask selects, and then zeros.
func (m *Machine) compress(elements []aig.Bits, mask aig.Bits) []aig.Bits {
	out := make([]aig.Bits, len(elements))
	for i := range out {
		out[i] = make(aig.Bits, len(elements[i]))
	}
	for i := len(elements) - 1; i >= 0; i-- {
		for j := len(elements) - 1; j >= 0; j-- {
			next := elements[i]
			if j > 0 {
				next = out[j-1]
			}
			out[j] = m.G.Muxes(mask[i], next, out[j])
		}
	}
	return out
}

// compressed is VPCOMPRESS with zeroing and with a register as its result.
func compressed(lane int) func(*inst) {
	return func(x *inst) {
		if x.mask < 0 || !x.zero || x.dst().Kind == goasm.Mem {
			x.fail("a compression of this form")
		}
		var parts []aig.Bits
		for s := x.bits(x.args[0], x.n); len(s) > 0; s = s[lane:] {
			parts = append(parts, s[:lane])
		}
		var v aig.Bits
		for _, p := range x.compress(parts, x.s.k[x.mask]) {
			v = append(v, p...)
		}
		x.put(x.dst(), v)
	}
}

// limited adds or subtracts, and returns the nearest number that fits.
func limited(lane int, sub, signed bool) func(*inst) {
	return binary(lane, func(x *inst, a, b aig.Bits) aig.Bits {
		g, wide := x.G, lane+2
		extend := aig.Bits.Extend
		low, high := make(aig.Bits, lane), make(aig.Bits, lane).Not()
		if signed {
			extend, low[lane-1], high[lane-1] = aig.Bits.SignExtend, aig.True, aig.False
		}
		sum, _ := g.AddCarry(extend(a, wide), extend(b, wide), aig.False)
		if sub {
			sum = g.Sub(extend(a, wide), extend(b, wide))
		}
		return x.clamp(sum, low, high, signed)
	})
}

// clamp returns a signed number as len(low) bits, or the limit that it exceeds.
func (m *Machine) clamp(v, low, high aig.Bits, signed bool) aig.Bits {
	g, n := m.G, len(low)
	negative := v[len(v)-1]
	fits := g.Any(v[n:]).Not()
	if signed {
		fits = g.Or(g.Any(v[n-1:]).Not(), g.All(v[n-1:]))
	}
	return g.Muxes(fits, v[:n], g.Muxes(negative, low, high))
}

// pack joins two sources with elements of half the size, in each 128 bits, with a limit.
func pack(lane int, signed bool) func(*inst) {
	return func(x *inst) {
		a, b, h := x.src(1, x.n, 2*lane), x.src(0, x.n, 2*lane), lane
		low, high := make(aig.Bits, h), make(aig.Bits, h).Not()
		if signed {
			low[h-1], high[h-1] = aig.True, aig.False
		}
		var v aig.Bits
		for at := 0; at < x.n; at += 128 {
			for _, s := range []aig.Bits{a[at : at+128], b[at : at+128]} {
				for ; len(s) > 0; s = s[2*h:] {
					v = append(v, x.clamp(s[:2*h], low, high, signed)...)
				}
			}
		}
		x.result(lane, v)
	}
}

// greater compares signed numbers.
func greater(x *inst, a, b aig.Bits) aig.Lit {
	n := len(a) + 1
	return x.G.Sub(b.SignExtend(n), a.SignExtend(n))[n-1]
}

// gather reads words at addresses with a vector register as index, and clears its mask.
func gather(x *inst) {
	mask, from, dst := x.mask, x.args[len(x.args)-2], x.dst()
	index := x.s.vec[goasm.Vector(from.Index)]
	all := aig.True
	if mask >= 0 {
		all = x.G.All(x.s.k[mask][:x.n/64])
		x.s.k[mask] = make(aig.Bits, 64)
	} else {
		for at := 63; at < x.n; at += 64 {
			all = x.G.And(all, x.s.vec[x.args[0].Reg][at])
		}
		x.s.vec[x.args[0].Reg] = make(aig.Bits, 512)
	}
	if all != aig.True {
		x.fail("a gather of some elements")
	}
	var v aig.Bits
	for at := 0; at < x.n; at += 64 {
		v = append(v, x.lookUp(from, index[at:at+64], 64)...)
	}
	x.put(dst, v)
}

// topOfWords gathers the highest bit of each word.
func topOfWords(x *inst) {
	v := make(aig.Bits, 64)
	for i, s := 0, x.bits(x.args[0], x.n); i < x.n/64; i++ {
		v[i] = s[64*i+63]
	}
	x.put(x.args[1], v)
}

func init() {
	for name, lane := range map[string]int{"B": 8, "W": 16, "D": 32, "Q": 64} {
		vectorOps["VPCOMPRESS"+name] = compressed(lane)
		vectorOps["VPCMPGT"+name] = compare(lane, greater)
	}
	for name, f := range map[string]func(*inst){
		"VPADDSB": limited(8, false, true), "VPADDUSB": limited(8, false, false), "VPADDUSW": limited(16, false, false), "VPSUBUSB": limited(8, true, false),
		"VPACKUSWB": pack(8, false), "VPACKSSWB": pack(8, true), "VPGATHERQQ": gather,
		"VPMINUW": binary(16, func(x *inst, a, b aig.Bits) aig.Bits { return x.G.Muxes(x.G.Less(a, b), a, b) }),
		"VPCMPUB": func(x *inst) {
			not, kind := aig.Lit(x.imm()/4), x.imm()%4
			x.args = x.args[1:]
			compare(8, func(x *inst, a, b aig.Bits) aig.Lit {
				return []aig.Lit{x.G.Equal(a, b), x.G.Less(a, b), x.G.Less(b, a).Not(), aig.False}[kind] ^ not
			})(x)
		},
		"VMOVMSKPD": topOfWords, "VPMOVQ2M": topOfWords,
		"VPMOVQD": func(x *inst) {
			var v aig.Bits
			for s := x.bits(x.args[0], x.n); len(s) > 0; s = s[64:] {
				v = append(v, s[:32]...)
			}
			x.put(x.args[1], v)
		},
		"VPLZCNTQ": func(x *inst) {
			x.lanes(64, func(v []aig.Bits) aig.Bits {
				n := aig.Const(64, 64)
				for i, l := range v[0] {
					n = x.G.Muxes(l, aig.Const(uint64(63-i), 64), n)
				}
				return n
			})
		},
		"VPMULTISHIFTQB": func(x *inst) {
			x.lanes(64, func(v []aig.Bits) (out aig.Bits) {
				for at := 0; at < 64; at += 8 {
					out = append(out, x.shiftBy(v[0], v[1][at:at+6], true, func(b aig.Bits, k int) aig.Bits { return b.Rol(-k) })[:8]...)
				}
				return out
			})
		},
	} {
		vectorOps[name] = f
	}
	vectorOps["VBROADCASTI128"] = vectorOps["VBROADCASTI32X4"]
	for name, f := range map[string]func(*inst){
		"POPCNT": func(x *inst) {
			b := x.bits(x.args[0], x.n)
			x.put(x.args[1], x.G.Popcount(b, x.n))
			x.setFlags(b, aig.False, aig.False)
			x.s.flags.sign = aig.False
		},
		"SHLX": shiftX(left), "SHRX": shiftX(right),
		"ROL": func(x *inst) {
			k, v := int(x.args[0].Value), x.bits(x.args[1], x.n)
			v = v.Rol(k & (max(x.n, 32) - 1))
			x.put(x.args[1], v)
			x.s.flags.carry, x.s.flags.overflow = v[0], x.G.Var()
		},
		"PEXT": func(x *inst) {
			mask, src, v := x.bits(x.args[0], x.n), x.bits(x.args[1], x.n), make(aig.Bits, x.n)
			for i := x.n - 1; i >= 0; i-- {
				next := v.Shl(1)
				next[0] = src[i]
				v = x.G.Muxes(mask[i], next, v)
			}
			x.put(x.args[2], v)
		},
		"PDEP": func(x *inst) {
			mask, src, v := x.bits(x.args[0], x.n), x.bits(x.args[1], x.n), make(aig.Bits, x.n)
			for i := range v {
				v[i] = x.G.And(mask[i], src[0])
				src = x.G.Muxes(mask[i], src.Shl(-1), src)
			}
			x.put(x.args[2], v)
		},
		"BTS": changeBit((*aig.Graph).Or),
		"BTR": changeBit((*aig.Graph).AndNot),
		"IMUL3": func(x *inst) {
			c, v := x.args[0].Value, x.word(x.args[1], x.n)
			if _, ok := v.asBits(); !ok && x.n == 64 && c >= 0 {
				x.putWord(x.args[2], word{num: v.num.Mul(c), isNum: true})
			} else {
				x.put(x.args[2], x.G.Mul(x.bits(x.args[1], x.n), aig.Const(uint64(c), x.n)))
			}
			x.undefinedFlags()
		},
		"KSHIFTL": func(x *inst) { x.put(x.args[2], x.bits(x.args[1], x.n).Shl(int(x.imm()))) },
	} {
		scalarOps[name] = f
	}
}

// shiftX shifts without flags, by a number modulo the size.
func shiftX(f func(b aig.Bits, k int) aig.Bits) func(*inst) {
	return func(x *inst) {
		k := x.bits(x.args[0], x.n)[:bits.Len(uint(x.n-1))]
		x.put(x.args[2], x.shiftBy(x.bits(x.args[1], x.n), k, true, f))
	}
}

// changeBit changes the bit of a register whose number is in another, modulo the size, and sets the carry to its old value.
func changeBit(f func(g *aig.Graph, b, one aig.Lit) aig.Lit) func(*inst) {
	return func(x *inst) {
		g, k, v := x.G, x.bits(x.args[0], x.n)[:bits.Len(uint(x.n-1))], x.bits(x.args[1], x.n)
		one := x.shiftBy(aig.Const(1, x.n), k, true, left)
		was := x.s.flags
		was.carry = g.Any(g.Ands(v, one))
		x.put(x.args[1], aig.Zip(v, one, func(a, b aig.Lit) aig.Lit { return f(g, a, b) }))
		x.undefinedFlags()
		x.s.flags.zero, x.s.flags.carry = was.zero, was.carry
	}
}
