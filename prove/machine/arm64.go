package machine

import (
	"slices"

	"github.com/koggestone/koggestone/prove/aig"
)

// The instructions of arm64 that amd64 does not have.
func init() {
	vectorOps["MOVK"] = func(x *inst) { // 16 bits of four times 16
		v := slices.Clone(x.bits(x.args[2], 64))
		copy(v[16*x.args[1].Value:], x.bits(x.args[0], 16))
		x.put(x.args[2], v)
	}
	vectorOps["VRBIT"] = func(x *inst) {
		x.lanes(8, func(v []aig.Bits) aig.Bits {
			b := slices.Clone(v[0])
			slices.Reverse(b)
			return b
		})
	}
	vectorOps["VPSLLB"], vectorOps["VPSRLB"] = shift(8, left), shift(8, right)
	for odd, name := range []string{"VUZP1", "VUZP2"} {
		vectorOps[name] = pick(8, 8, func(i, _, _ int) int { return 2*i + odd })
	}
	vectorOps["VMUX"] = func(x *inst) { // bit by bit
		x.lanes(8, func(v []aig.Bits) aig.Bits {
			r := slices.Clone(v[2])
			for i, l := range v[0] {
				r[i] = x.G.Mux(l, v[1][i], r[i])
			}
			return r
		})
	}
	vectorOps["VUSHLQ"] = binary(64, func(x *inst, first, second aig.Bits) aig.Bits { // by a signed byte
		by, g := second[:8], x.G
		down := g.Sub(aig.Const(0, 8), by)
		return g.Muxes(by[7], x.shiftBy(first, down.Extend(64), false, right), x.shiftBy(first, by.Extend(64), false, left))
	})
	vectorOps["VSIGNB"] = func(x *inst) {
		x.lanes(8, func(v []aig.Bits) aig.Bits { return slices.Repeat(v[0][7:], 8) })
	}
	vectorOps["VTBL"] = func(x *inst) {
		table := x.src(1, 128, 8)
		var entries []aig.Bits
		for j := 0; j < 128; j += 8 {
			entries = append(entries, table[j:j+8])
		}
		x.lanes(8, func(v []aig.Bits) aig.Bits { return x.G.Gate(x.G.Any(v[0][4:]).Not(), x.G.Select(entries, v[0][:4])) })
	}
	for half, end := range []string{"", "2"} { // of the low or the high words
		vectorOps["VSSHLL"+end] = func(x *inst) {
			var v aig.Bits
			for s := x.bits(x.args[1], 128)[64*half:][:64]; len(s) > 0; s = s[16:] {
				v = append(v, s[:16].SignExtend(32).Shl(int(x.imm()))...)
			}
			x.result(32, v)
		}
		vectorOps["VSMULL"+end] = func(x *inst) {
			a, b := x.bits(x.args[1], 128)[64*half:], x.bits(x.args[0], 128)[64*half:]
			var v aig.Bits
			for at := 0; at < 64; at += 16 {
				v = append(v, x.G.Mul(a[at:at+16].SignExtend(32), b[at:at+16].SignExtend(32))...)
			}
			x.result(32, v)
		}
	}
	for half, name := range []string{"VUADDL", "VUADDL2"} { // sums of the low or the high bytes
		vectorOps[name] = func(x *inst) {
			a, b := x.src(1, 128, 8)[64*half:], x.src(0, 128, 8)[64*half:]
			var v aig.Bits
			for at := 0; at < 64; at += 8 {
				v = append(v, x.G.Add(a[at:at+8].Extend(16), b[at:at+8].Extend(16))...)
			}
			x.result(16, v)
		}
	}
}
