package machine

import (
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

func init() {
	vectorOps["VPGATHERQQ"] = gather
	vectorOps["VPADDUSW"] = binary(16, func(x *inst, a, b aig.Bits) aig.Bits {
		v, carry := x.G.AddCarry(a, b, aig.False)
		return x.G.Muxes(carry, make(aig.Bits, 16).Not(), v)
	})
	vectorOps["VMOVMSKPD"] = func(x *inst) {
		v := make(aig.Bits, 64)
		for i, s := 0, x.bits(x.args[0], x.n); i < x.n/64; i++ {
			v[i] = s[64*i+63]
		}
		x.put(x.args[1], v)
	}
	vectorOps["VPMOVQD"] = func(x *inst) {
		var v aig.Bits
		for s := x.bits(x.args[0], x.n); len(s) > 0; s = s[64:] {
			v = append(v, s[:32]...)
		}
		x.put(x.args[1], v)
	}
	scalarOps["POPCNT"] = func(x *inst) {
		b := x.bits(x.args[0], x.n)
		x.put(x.args[1], x.G.Popcount(b, x.n))
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
	scalarOps["IMUL3"] = func(x *inst) {
		x.put(x.args[2], x.G.Mul(x.bits(x.args[1], x.n), aig.Const(uint64(x.args[0].Value), x.n)))
		x.undefinedFlags()
	}
}
