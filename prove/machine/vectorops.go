package machine

import (
	"slices"

	"github.com/koggestone/koggestone/prove/aig"
	"github.com/koggestone/koggestone/prove/goasm"
)

// vectorOps are the instructions on vectors by their name without suffixes.
var vectorOps = map[string]func(*inst){
	"VZEROUPPER": func(x *inst) {
		for i := range 16 {
			x.s.vec[i] = x.s.vec[i][:128].Extend(512)
		}
	},
	"VPTEST": func(x *inst) {
		a, b, g := x.bits(x.args[1], x.n), x.bits(x.args[0], x.n), x.G
		x.s.flags = flags{zero: g.Any(g.Ands(a, b)).Not(), carry: g.Any(g.AndNots(b, a)).Not()}
	},
	"VPSLLQ": shift(64, left), "VPSRLQ": shift(64, right),
	"VPSLLD": shift(32, left), "VPSRLD": shift(32, right),
	"VPSLLW": shift(16, left), "VPSRLW": shift(16, right),
	"VPSLLVQ": shiftEach(64, false, left), "VPSRLVQ": shiftEach(64, false, right),
	"VPROLVQ":  shiftEach(64, true, func(b aig.Bits, k int) aig.Bits { return b.Rol(k & 63) }),
	"VPBLENDD": pick(32, 32, func(i, n, imm int) int { return i + n*(imm>>i&1) }),
	"VPBLENDVB": func(x *inst) {
		x.lanes(8, func(v []aig.Bits) aig.Bits { return x.G.Muxes(v[0][7], v[1], v[2]) })
	},
	"VPSHUFD": pick(32, 32, quarter),
	"VPERM2I128": pick(128, 64, func(i, _, imm int) int {
		if imm>>(4*i)&8 != 0 {
			return -1
		}
		return imm >> (4 * i) & 3
	}),
	"VSHUFI64X2": pick(128, 64, shuffle), "VSHUFI32X4": pick(128, 32, shuffle),
	"VBROADCASTI32X4": func(x *inst) { // the 128 bits in memory, repeated
		x.result(32, slices.Concat(slices.Repeat([]aig.Bits{x.bits(x.args[0], 128)}, x.n/128)...))
	},
	"VPERMT2Q": permuteTwo(64, 2, 1), "VPERMI2Q": permuteTwo(64, 1, 2), "VPERMI2B": permuteTwo(8, 1, 2),
	"VALIGNQ": pick(64, 64, func(i, n, imm int) int { return (i + imm%n + n) % (2 * n) }),
	"VPSHUFB": func(x *inst) {
		table, idx := x.src(1, x.n, 8), x.src(0, x.n, 8)
		var v aig.Bits
		for at := 0; at < x.n; at += 8 {
			var entries []aig.Bits
			for j := at / 128 * 128; len(entries) < 16; j += 8 {
				entries = append(entries, table[j:j+8])
			}
			if isPopcount(entries) && idx[at+7] == aig.False {
				v = append(v, x.popcount(idx[at:at+4])...)
				continue
			}
			v = append(v, x.G.Gate(idx[at+7].Not(), x.G.Select(entries, idx[at:at+4]))...)
		}
		x.result(8, v)
	},
	"VGF2P8AFFINEQB": func(x *inst) {
		s, matrix := x.src(2, x.n, 64), x.src(1, x.n, 64)
		var v aig.Bits
		for at := 0; at < x.n; at += 8 {
			for bit := range 8 {
				row := at/64*64 + 8*(7-bit)
				p := aig.Lit(x.imm() >> bit & 1)
				for j := range 8 {
					p = x.G.Xor(p, x.G.And(matrix[row+j], s[at+j]))
				}
				v = append(v, p)
			}
		}
		x.result(8, v)
	},
	"VPERMB": permute(8), "VPERMW": permute(16), "VPERMD": permute(32),
	"VPERMQ": func(x *inst) {
		if x.args[0].Kind == goasm.Imm {
			pick(64, 64, quarter)(x)
			return
		}
		permute(64)(x)
	},
	"VINSERTI128": insert(128), "VINSERTI64X4": insert(256),
	"VPEXTRQ": func(x *inst) {
		i := int(x.imm()&1) * 64
		x.put(x.args[2], x.bits(x.args[1], 128)[i:i+64])
	},
	"VPINSRQ": func(x *inst) {
		v := append(aig.Bits{}, x.bits(x.args[2], 128)...)
		copy(v[x.imm()&1*64:], x.bits(x.args[1], 64))
		x.put(x.args[3], v)
	},
	"VPCMPGTB": compare(8, greater), "VPCMPGTQ": compare(64, greater),
	"VEXTRACTI128": extract(128), "VEXTRACTI64X2": extract(128), "VEXTRACTI32X4": extract(128), "VEXTRACTI64X4": extract(256),
	"VMOVQ": func(x *inst) { x.put(x.args[1], x.bits(x.args[0], 64).Extend(max(64, x.dst().Kind.Width()))) },
	"VMOVD": func(x *inst) { x.put(x.args[1], x.bits(x.args[0], 32).Extend(max(32, x.dst().Kind.Width()))) },
	"VMOVHPS": func(x *inst) {
		if len(x.args) == 2 {
			x.put(x.args[1], x.bits(x.args[0], 128)[64:])
			return
		}
		x.put(x.args[2], append(append(aig.Bits{}, x.bits(x.args[1], 64)...), x.bits(x.args[0], 64)...))
	},
	"VMOVDQU": move(64), "VMOVDQU64": move(64), "VMOVDQA": moveAligned(64), "VMOVDQA64": moveAligned(64), "VMOVNTDQ": func(x *inst) {
		if x.dst().Kind != goasm.Mem {
			x.fail("a load around the caches")
		}
		moveAligned(64)(x)
	},
	"VMOVDQA32": moveAligned(32), "VMOVDQU32": move(32), "VMOVDQU16": move(16), "VMOVDQU8": move(8),
	"VPMOVMSKB": topBits, "VPMOVB2M": topBits,
	"VPMOVM2B": func(x *inst) {
		var v aig.Bits
		for i := range x.n {
			v = append(v, x.bits(x.args[0], 64)[i/8])
		}
		x.put(x.args[1], v)
	},
	"VPOPCNTB": func(x *inst) {
		x.lanes(8, func(v []aig.Bits) aig.Bits {
			return x.popcount(v[0])
		})
	},
}

func init() {
	for letter, lane := range map[string]int{"": 64, "Q": 64, "D": 32} {
		vectorOps["VPAND"+letter] = bitwise(lane, func(g *aig.Graph, a, b aig.Lit) aig.Lit { return g.And(a, b) })
		vectorOps["VPOR"+letter] = bitwise(lane, func(g *aig.Graph, a, b aig.Lit) aig.Lit { return g.Or(a, b) })
		vectorOps["VPXOR"+letter] = bitwise(lane, func(g *aig.Graph, a, b aig.Lit) aig.Lit { return g.Xor(a, b) })
		vectorOps["VPANDN"+letter] = bitwise(lane, func(g *aig.Graph, a, b aig.Lit) aig.Lit { return g.AndNot(b, a) })
		if letter != "" {
			vectorOps["VPTERNLOG"+letter] = func(x *inst) {
				a, b, c := x.src(3, x.n, lane), x.src(2, x.n, lane), x.src(1, x.n, lane)
				v := make(aig.Bits, x.n)
				for i := range v {
					v[i] = x.G.Table(x.imm(), c[i], b[i], a[i])
				}
				x.result(lane, v)
			}
		}
	}
	for letter, lane := range sizes {
		s := string(letter)
		vectorOps["VPADD"+s] = binary(lane, func(x *inst, a, b aig.Bits) aig.Bits {
			return x.G.Add(a, b)
		})
		vectorOps["VPSUB"+s] = binary(lane, func(x *inst, a, b aig.Bits) aig.Bits { return x.G.Sub(a, b) })
		vectorOps["VPCMPEQ"+s] = compare(lane, func(x *inst, a, b aig.Bits) aig.Lit { return x.G.Equal(a, b) })
		vectorOps["VPTESTM"+s] = compare(lane, func(x *inst, a, b aig.Bits) aig.Lit { return x.G.Any(x.G.Ands(a, b)) })
		vectorOps["VPTESTNM"+s] = compare(lane, func(x *inst, a, b aig.Bits) aig.Lit { return x.G.Any(x.G.Ands(a, b)).Not() })
		vectorOps["VPBROADCAST"+s] = func(x *inst) {
			one := x.bits(x.args[0], lane)
			var v aig.Bits
			for len(v) < x.n {
				v = append(v, one...)
			}
			x.result(lane, v)
		}
	}
	for name, size := range map[string][2]int{"BW": {8, 16}, "BD": {8, 32}, "BQ": {8, 64}, "WD": {16, 32}, "WQ": {16, 64}, "DQ": {32, 64}} {
		vectorOps["VPMOVZX"+name], vectorOps["VPMOVSX"+name] = extend(size[0], size[1], false), extend(size[0], size[1], true)
	}
	for _, k := range []struct {
		name string
		lane int
	}{{"BW", 8}, {"WD", 16}, {"DQ", 32}, {"QDQ", 64}} {
		vectorOps["VPUNPCKL"+k.name] = unpack(k.lane, 0)
		vectorOps["VPUNPCKH"+k.name] = unpack(k.lane, 1)
	}
}
