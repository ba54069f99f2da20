package machine

import (
	"fmt"
	"math/bits"
	"slices"

	"github.com/koggestone/koggestone/prove/aig"
	"github.com/koggestone/koggestone/prove/goasm"
)

// These instructions shift or choose by numbers that depend on the input.

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

// gather reads words at addresses with a vector register as index, and clears its mask.
func gather(x *inst) {
	from, all := x.args[len(x.args)-2], aig.True
	index := x.s.vec[goasm.Vector(from.Index)]
	if x.mask >= 0 {
		all = x.G.All(x.s.k[x.mask][:x.n/64])
		x.s.k[x.mask] = make(aig.Bits, 64)
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
	x.put(x.dst(), v)
}

// compressed moves the elements that a mask selects to the front, with zeros after them.
func compressed(lane int) func(*inst) {
	return func(x *inst) {
		if x.mask < 0 || !x.zero || x.dst().Kind == goasm.Mem {
			x.fail("a compression of this form")
		}
		n, src, v := x.n/lane, x.bits(x.args[0], x.n), make(aig.Bits, x.n)
		for i := n - 1; i >= 0; i-- {
			next := append(append(aig.Bits{}, src[i*lane:(i+1)*lane]...), v...)[:x.n]
			v = x.G.Muxes(x.s.k[x.mask][i], next, v)
		}
		x.put(x.dst(), v)
	}
}

// shiftX shifts by a number in a register, modulo the size.
func shiftX(f func(b aig.Bits, k int) aig.Bits) func(*inst) {
	return func(x *inst) {
		k := x.bits(x.args[0], x.n)[:bits.Len(uint(x.n-1))]
		x.put(x.args[2], x.shiftBy(x.bits(x.args[1], x.n), k, true, f))
	}
}

// changeBit changes a bit that is chosen by a register, and sets the carry to its old value.
func changeBit(f func(g *aig.Graph, b, one aig.Lit) aig.Lit) func(*inst) {
	return func(x *inst) {
		g, v, zero := x.G, x.bits(x.args[1], x.n), x.s.flags.zero
		k := x.bits(x.args[0], x.n)[:bits.Len(uint(x.n-1))]
		one := x.shiftBy(aig.Const(1, x.n), k, true, left)
		x.put(x.args[1], aig.Zip(v, one, func(a, b aig.Lit) aig.Lit { return f(g, a, b) }))
		x.undefinedFlags()
		x.s.flags.zero, x.s.flags.carry = zero, g.Any(g.Ands(v, one))
	}
}

func init() {
	vectorOps["VPGATHERQQ"] = gather
	for letter, lane := range sizes {
		vectorOps["VPCOMPRESS"+string(letter)] = compressed(lane)
	}
	vectorOps["VPSLLVW"] = shiftEach(16, false, left)
	vectorOps["VPBLENDW"] = pick(16, 16, func(i, n, imm int) int { return i + n*(imm>>(i%8)&1) })
	vectorOps["VPCMPUB"] = func(x *inst) {
		kind := x.imm()
		x.args = x.args[1:]
		compare(8, func(x *inst, a, b aig.Bits) aig.Lit {
			return []aig.Lit{x.G.Equal(a, b), x.G.Less(a, b), x.G.Less(b, a).Not(), aig.False}[kind&3] ^ aig.Lit(kind>>2)
		})(x)
	}
	vectorOps["VPLZCNTQ"] = func(x *inst) {
		x.lanes(64, func(v []aig.Bits) aig.Bits {
			n := aig.Const(64, 64)
			for i, l := range v[0] {
				n = x.G.Muxes(l, aig.Const(uint64(63-i), 64), n)
			}
			return n
		})
	}
	vectorOps["VPACKSSWB"] = func(x *inst) {
		a, b := x.src(1, x.n, 64), x.src(0, x.n, 64)
		var v aig.Bits
		for at := 0; at < x.n; at += 128 {
			for _, s := range []aig.Bits{a[at : at+128], b[at : at+128]} {
				for ; len(s) > 0; s = s[16:] {
					fits := x.G.Or(x.G.Any(s[7:16]).Not(), x.G.All(s[7:16]))
					limit := append(slices.Repeat(aig.Bits{s[15].Not()}, 7), s[15])
					v = append(v, x.G.Muxes(fits, s[:8], limit)...)
				}
			}
		}
		x.put(x.dst(), v)
	}
	scalarOps["SHLX"], scalarOps["SHRX"] = shiftX(left), shiftX(right)
	scalarOps["BTS"], scalarOps["BTR"] = changeBit((*aig.Graph).Or), changeBit((*aig.Graph).AndNot)
	scalarOps["KSHIFTL"] = func(x *inst) { x.put(x.args[2], x.bits(x.args[1], x.n).Shl(int(x.imm()))) }
	scalarOps["ROL"] = func(x *inst) {
		v := x.bits(x.args[1], x.n).Rol(int(x.args[0].Value) & (max(x.n, 32) - 1))
		x.put(x.args[1], v)
		x.s.flags.carry, x.s.flags.overflow = v[0], x.G.Var()
	}
	for letter, lane := range map[string]int{"B": 8, "W": 16} {
		vectorOps["VPADDUS"+letter] = binary(lane, func(x *inst, a, b aig.Bits) aig.Bits {
			v, carry := x.G.AddCarry(a, b, aig.False)
			return x.G.Muxes(carry, make(aig.Bits, lane).Not(), v)
		})
	}
	vectorOps["VPSUBUSB"] = binary(8, func(x *inst, a, b aig.Bits) aig.Bits {
		return x.G.Gate(x.G.Less(a, b).Not(), x.G.Sub(a, b))
	})
	vectorOps["VPADDSB"] = binary(8, func(x *inst, a, b aig.Bits) aig.Bits {
		v, _ := x.G.AddCarry(a, b, aig.False)
		over := x.G.And(x.G.Xor(a[7], v[7]), x.G.Xor(b[7], v[7])) // the signs of a and b are equal
		return x.G.Muxes(over, append(slices.Repeat(aig.Bits{a[7].Not()}, 7), a[7]), v)
	})
	vectorOps["VPMINUW"] = binary(16, func(x *inst, a, b aig.Bits) aig.Bits { return x.G.Muxes(x.G.Less(a, b), a, b) })
	vectorOps["VPACKUSWB"] = func(x *inst) {
		var v aig.Bits
		a, b := x.src(1, x.n, 16), x.src(0, x.n, 16)
		for at := 0; at < x.n; at += 128 {
			for _, s := range []aig.Bits{a[at : at+128], b[at : at+128]} {
				for ; len(s) > 0; s = s[16:] { // negative words become 0, and large ones 255
					large := x.G.AndNot(x.G.Any(s[8:15]), s[15])
					v = append(v, x.G.Gate(s[15].Not(), x.G.Ors(s[:8], slices.Repeat(aig.Bits{large}, 8)))...)
				}
			}
		}
		x.result(8, v)
	}
	vectorOps["VMOVMSKPD"] = func(x *inst) {
		v := make(aig.Bits, 64)
		for i, s := 0, x.bits(x.args[0], x.n); i < x.n/64; i++ {
			v[i] = s[64*i+63]
		}
		x.put(x.args[1], v)
	}
	vectorOps["VBROADCASTI128"] = vectorOps["VBROADCASTI32X4"]
	vectorOps["VPMOVQ2M"] = vectorOps["VMOVMSKPD"]
	vectorOps["VPMOVQD"] = func(x *inst) {
		var v aig.Bits
		for s := x.bits(x.args[0], x.n); len(s) > 0; s = s[64:] {
			v = append(v, s[:32]...)
		}
		x.put(x.args[1], v)
	}
	scalarOps["POPCNT"] = func(x *inst) {
		b := x.bits(x.args[0], x.n)
		v := x.G.Popcount(b, x.n)
		if most, ok := x.members[fmt.Sprint(b)]; ok {
			x.Limit(v, most)
		}
		x.put(x.args[1], v)
		x.s.gpr[x.args[1].Reg] = x.counted(x.s.gpr[x.args[1].Reg])
		x.setFlags(b, aig.False, aig.False)
		x.s.flags.sign = aig.False
	}
	scalarOps["PDEP"] = func(x *inst) {
		mask, src, v := x.bits(x.args[0], x.n), x.bits(x.args[1], x.n), make(aig.Bits, x.n)
		for i := range v {
			v[i] = x.G.And(mask[i], src[0])
			src = x.G.Muxes(mask[i], src.Shl(-1), src)
		}
		x.put(x.args[2], v)
	}
	scalarOps["PEXT"] = func(x *inst) {
		mask, src, v := x.bits(x.args[0], x.n), x.bits(x.args[1], x.n), make(aig.Bits, x.n)
		if _, ok := mask.Const(); x.Blind && !ok { // any value of as many bits as the mask may have
			most, ok := x.members[fmt.Sprint(mask)]
			if !ok {
				most = int64(x.n)
			}
			x.put(x.args[2], x.G.Vars(int(most)).Extend(x.n))
			return
		}
		for i := x.n - 1; i >= 0; i-- {
			v = x.G.Muxes(mask[i], append(aig.Bits{src[i]}, v[:x.n-1]...), v)
		}
		x.put(x.args[2], v)
	}
	scalarOps["IMUL3"] = func(x *inst) {
		if v := x.word(x.args[1], x.n); v.isNum && x.n == 64 {
			x.putWord(x.args[2], word{num: v.num.Mul(x.args[0].Value), isNum: true})
			x.undefinedFlags()
			return
		}
		x.put(x.args[2], x.G.Mul(x.bits(x.args[1], x.n), aig.Const(uint64(x.args[0].Value), x.n)))
		x.undefinedFlags()
	}
}
