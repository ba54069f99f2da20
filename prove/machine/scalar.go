package machine

import (
	"math/bits"
	"strings"

	"github.com/koggestone/koggestone/prove/aig"
	"github.com/koggestone/koggestone/prove/goasm"
)

// scalarOps are the instructions on general registers, with or without a letter for the
// size. Sources come first, as in all Go assembly.
var scalarOps = map[string]func(x *inst){
	"MOV": func(x *inst) {
		if x.n == 64 && x.args[0].Kind.Width() == 0 && x.args[1].Kind.Width() == 0 {
			x.putWord(x.args[1], x.word(x.args[0], 64))
			return
		}
		v := x.bits(x.args[0], x.n)
		if d := x.args[1]; d.Kind == goasm.X { // not VEX: the upper bits are kept
			v = append(v.Extend(128), x.s.vec[d.Reg][128:]...)
		}
		x.put(x.args[1], v)
	},
	"MOVBLZX": func(x *inst) { x.put(x.args[1], x.bits(x.args[0], 8).Extend(32)) },
	"MOVBQZX": func(x *inst) { x.put(x.args[1], x.bits(x.args[0], 8).Extend(64)) },
	"MOVWLZX": func(x *inst) { x.put(x.args[1], x.bits(x.args[0], 16).Extend(32)) },
	"MOVWQZX": func(x *inst) { x.put(x.args[1], x.bits(x.args[0], 16).Extend(64)) },
	"MOVBQSX": func(x *inst) { x.put(x.args[1], x.bits(x.args[0], 8).SignExtend(64)) },
	"MOVWQSX": func(x *inst) { x.put(x.args[1], x.bits(x.args[0], 16).SignExtend(64)) },
	"MOVLQSX": func(x *inst) { x.put(x.args[1], x.bits(x.args[0], 32).SignExtend(64)) },
	"LEAQ":    func(x *inst) { x.putWord(x.args[1], x.lea(x.args[0])) },
	"ADD":     func(x *inst) { x.arith(false, true) },
	"SUB":     func(x *inst) { x.arith(true, true) },
	"INC":     func(x *inst) { x.step(1) },
	"DEC":     func(x *inst) { x.step(-1) },
	"CMP": func(x *inst) {
		x.args = []goasm.Operand{x.args[1], x.args[0]}
		x.arith(true, false)
	},
	"SBB": func(x *inst) {
		p, q, g := x.bits(x.args[1], x.n), x.bits(x.args[0], x.n).Not(), x.G
		v, out := g.AddCarry(p, q, x.s.flags.carry.Not())
		x.put(x.args[1], v)
		h := x.n - 1
		x.setFlags(v, out.Not(), g.And(g.Xor(p[h], v[h]), g.Xor(q[h], v[h])))
	},
	"ADC": func(x *inst) {
		p, q, g := x.bits(x.args[1], x.n), x.bits(x.args[0], x.n), x.G
		v, out := g.AddCarry(p, q, x.s.flags.carry)
		x.put(x.args[1], v)
		h := x.n - 1
		x.setFlags(v, out, g.And(g.Xor(p[h], v[h]), g.Xor(q[h], v[h])))
	},
	"BT": func(x *inst) { // only the carry and zero are defined
		index := x.bits(x.args[0], x.n)[:bits.Len(uint(x.n-1))]
		var list []aig.Bits
		for _, l := range x.bits(x.args[1], x.n) {
			list = append(list, aig.Bits{l})
		}
		carry, zero := x.G.Select(list, index)[0], x.s.flags.zero
		x.undefinedFlags()
		x.s.flags.carry, x.s.flags.zero = carry, zero
	},
	"NEG": func(x *inst) {
		w := x.word(x.args[0], x.n)
		if _, ok := w.asBits(); !ok {
			x.putWord(x.args[0], word{num: w.num.Mul(-1), isNum: true})
			x.undefinedFlags()
			return
		}
		b := x.bits(x.args[0], x.n)
		zero := make(aig.Bits, x.n)
		v := x.G.Sub(zero, b)
		x.put(x.args[0], v)
		x.setFlags(v, x.G.Any(b), x.G.And(b[x.n-1], v[x.n-1]))
	},
	"MFENCE": func(*inst) {},
	"NOT":    func(x *inst) { x.put(x.args[0], x.bits(x.args[0], x.n).Not()) },
	"AND":    func(x *inst) { x.logic(x.G.And, true) },
	"OR":     func(x *inst) { x.logic(x.G.Or, true) },
	"XOR":    func(x *inst) { x.logic(x.G.Xor, true) },
	"TEST":   func(x *inst) { x.logic(x.G.And, false) },
	"ANDN": func(x *inst) { // dst = args[0] &^ args[1]
		v := x.G.AndNots(x.bits(x.args[0], x.n), x.bits(x.args[1], x.n))
		x.put(x.args[2], v)
		x.setFlags(v, aig.False, aig.False)
	},
	"BLSR": func(x *inst) {
		b := x.bits(x.args[0], x.n)
		v := x.G.Ands(b, x.G.Sub(b, aig.Const(1, x.n)))
		x.put(x.args[1], v)
		x.setFlags(v, x.G.Any(b).Not(), aig.False)
	},
	"TZCNT": func(x *inst) {
		b, g := x.bits(x.args[0], x.n), x.G
		v := g.TrailingZeros(b)
		x.put(x.args[1], v)
		x.Limit(v, int64(x.n))
		if x.Blind {
			x.s.gpr[x.args[1].Reg] = x.counted(x.s.gpr[x.args[1].Reg])
		}
		x.undefinedFlags()
		x.s.flags.zero, x.s.flags.carry = b[0], g.Any(b).Not()
	},
	"SHL": func(x *inst) { x.shift(func(b aig.Bits, k int) aig.Bits { return b.Shl(k) }) },
	"SHR": func(x *inst) { x.shift(func(b aig.Bits, k int) aig.Bits { return b.Shl(-k) }) },
	"IMUL": func(x *inst) {
		if len(x.args) != 2 {
			x.fail("a product of this form")
		}
		a, b := x.word(x.args[0], x.n), x.word(x.args[1], x.n)
		_, ok := a.asBits()
		_, ok2 := b.asBits()
		if !(ok && ok2) && x.n == 64 && x.args[1].Kind == goasm.GPR {
			if a, b = x.counted(a), x.counted(b); a.isNum && b.isNum {
				x.putWord(x.args[1], word{num: x.Product(a.num, b.num), isNum: true})
				x.undefinedFlags()
				return
			}
		}
		x.put(x.args[1], x.G.Mul(x.bits(x.args[0], x.n), x.bits(x.args[1], x.n)))
		x.undefinedFlags()
	},
	"BZHI": func(x *inst) {
		k, v := x.bits(x.args[0], x.n)[:8], x.bits(x.args[1], x.n)
		less := func(i int) aig.Lit { return x.G.Less(aig.Const(uint64(i), 8), k) }
		kept := make(aig.Bits, x.n)
		for i := range kept {
			kept[i] = x.G.And(v[i], less(i))
		}
		x.put(x.args[2], kept)
		x.setFlags(kept, less(x.n-1), aig.False)
	},
	"BSWAP": func(x *inst) {
		b := x.bits(x.args[0], x.n)
		var v aig.Bits
		for i := x.n - 8; i >= 0; i -= 8 {
			v = append(v, b[i:i+8]...)
		}
		x.put(x.args[0], v)
	},
	"KMOV": func(x *inst) { x.kmov() },
	"KNOT": func(x *inst) { x.put(x.args[1], x.bits(x.args[0], x.n).Not()) },
	"KXNOR": func(x *inst) { // if both operands are the same register, the result is all ones, even if it contains garbage
		x.put(x.args[2], x.G.Xors(x.bits(x.args[1], x.n), x.bits(x.args[0], x.n)).Not())
	},
	"KAND":  func(x *inst) { x.put(x.args[2], x.G.Ands(x.bits(x.args[1], x.n), x.bits(x.args[0], x.n))) },
	"KANDN": func(x *inst) { x.put(x.args[2], x.G.AndNots(x.bits(x.args[0], x.n), x.bits(x.args[1], x.n))) },
	"KOR":   func(x *inst) { x.put(x.args[2], x.G.Ors(x.bits(x.args[1], x.n), x.bits(x.args[0], x.n))) },
	"KORTEST": func(x *inst) {
		v := x.G.Ors(x.bits(x.args[1], x.n), x.bits(x.args[0], x.n))
		x.setFlags(v, x.G.All(v), aig.False)
		x.s.flags.sign = aig.False
	},
}

// conditionOps are the instructions, except for jumps, that end with the name of a condition.
var conditionOps = map[string]func(x *inst, cc string){
	"SET": func(x *inst, cc string) { x.put(x.args[0], aig.Bits{x.condition(cc)}.Extend(8)) },
	"CMOV": func(x *inst, cc string) {
		n := sizes[cc[0]]
		x.put(x.args[1], x.G.Muxes(x.condition(cc[1:]), x.bits(x.args[0], n), x.bits(x.args[1], n)))
	},
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// lea returns the address of an operand, or the sum of its registers if they contain no
// addresses.
func (x *inst) lea(o goasm.Operand) word {
	bits, counts := false, false
	for _, r := range []string{o.Base, o.Index} {
		if goasm.Register(r) >= 0 {
			_, ok := x.register(r).asBits()
			bits, counts = bits || !x.register(r).isNum, counts || !ok
		}
	}
	if !bits || x.counts && counts {
		return word{num: x.address(o), isNum: true}
	}
	v := aig.Const(uint64(o.Value), 64)
	add := func(name string, shift int) {
		b, ok := x.register(name).asBits()
		if !ok {
			x.fail("an address plus a number that depends on the input")
		}
		v = x.G.Add(v, b.Shl(shift))
	}
	add(o.Base, 0)
	if o.Index != "" {
		add(o.Index, strings.Index("1248", string(rune('0'+o.Scale))))
	}
	return x.asWord(v)
}

// arith adds args[0] to args[1], or subtracts it; store is false for comparisons.
func (x *inst) arith(sub, store bool) {
	a, b := x.word(x.args[1], x.n), x.word(x.args[0], x.n)
	_, ok := a.asBits()
	_, ok2 := b.asBits()
	if !ok || !ok2 {
		a, b = x.counted(a), x.counted(b)
	}
	if numbers := a.isNum && b.isNum && x.n == 64; (!ok || !ok2) && (numbers || !x.Blind) {
		if !numbers {
			x.fail("an address or count and a number that depends on the input")
		}
		v := a.num.Add(b.num)
		if sub {
			v = a.num.Sub(b.num)
		}
		if store {
			x.putWord(x.args[1], word{num: v, isNum: true})
		}
		x.compared(v)
		x.s.flags.unsigned = sub && x.atLeast(a.num, 0) && x.atLeast(b.num, 0)
		return
	}
	p, q, g := x.asBits(x.args[1]), x.asBits(x.args[0]), x.G
	if x.Blind && p[x.n-1] != aig.False && q[x.n-1] != aig.False { // no counts
		if store {
			x.put(x.args[1], g.Vars(x.n))
		}
		x.undefinedFlags()
		return
	}
	carry := aig.False
	if sub {
		q, carry = q.Not(), aig.True
	}
	v, out := g.AddCarry(p, q, carry)
	s, isSum := g.SumOf(p)
	t, isSum2 := g.SumOf(q)
	if isSum && isSum2 && !sub && store && len(s.Terms) > 0 && len(t.Terms) > 0 { // numbers of set bits
		x.put(x.args[1], g.Add(p, q))
		x.undefinedFlags()
		return
	}
	if store {
		x.put(x.args[1], v)
	}
	h := x.n - 1
	if sub {
		out = out.Not()
	}
	x.setFlags(v, out, g.And(g.Xor(p[h], v[h]), g.Xor(q[h], v[h])))
}

// compared records the difference in a comparison of numbers.
func (x *inst) compared(d Num) {
	x.undefinedFlags()
	if _, _, address := d.split(); address {
		if x.counts { // no address is 0
			x.s.flags.zero = aig.False
		}
		return
	}
	if c, ok := d.Const(); ok { // no wrap: only the sign matters
		x.s.flags.zero, x.s.flags.sign, x.s.flags.overflow = aig.Lit(b2i(c == 0)), aig.Lit(b2i(c < 0)), aig.False
		return
	}
	x.s.flags.diff = &d
}

// step adds 1 or -1 and keeps the carry.
func (x *inst) step(by int64) {
	w := x.word(x.args[0], x.n)
	if _, ok := w.asBits(); !ok {
		v := w.num.Plus(by)
		x.putWord(x.args[0], word{num: v, isNum: true})
		x.compared(v)
		return
	}
	carry, b := x.s.flags.carry, x.bits(x.args[0], x.n)
	v := x.G.Add(b, aig.Const(uint64(by), x.n))
	x.put(x.args[0], v)
	over := x.G.AndNot(v[x.n-1], b[x.n-1])
	if by < 0 {
		over = x.G.AndNot(b[x.n-1], v[x.n-1])
	}
	x.setFlags(v, carry, over)
}

// asBits reads an operand as bits, also a count in memory.
func (x *inst) asBits(o goasm.Operand) aig.Bits {
	if w := x.word(o, x.n); x.counts && w.isNum {
		if b, ok := x.Word(w.num); ok {
			return b[:x.n]
		}
	}
	return x.bits(o, x.n)
}

func (x *inst) logic(f func(a, b aig.Lit) aig.Lit, store bool) {
	a, b := x.args[0], x.args[1]
	if x.op[:3] == "XOR" && a == b && a.Kind == goasm.GPR && x.n >= 32 {
		x.put(b, make(aig.Bits, x.n))
		x.setFlags(make(aig.Bits, x.n), aig.False, aig.False)
		return
	}
	w := x.word(b, x.n)
	if _, ok := w.asBits(); !ok { // an address or count: aligned, cut or tested
		switch {
		case x.op == "ANDQ" && a.Kind == goasm.Imm:
			v, ok := w.num.and(a.Value)
			if r, offset, isAddress := w.num.split(); isAddress {
				v, ok = x.roundDown(r, offset, a.Value)
			}
			if ok {
				x.putWord(b, word{num: v, isNum: true})
				x.compared(v)
				return
			}
		case x.op == "TESTQ" && a == b:
			x.compared(w.num)
			return
		}
		if !x.counts {
			x.fail("a logical operation on %v", w.num)
		}
	}
	p := x.asBits(b)
	q := p
	if a != b {
		q = x.asBits(a)
	}
	v := aig.Zip(p, q, f)
	if store {
		x.put(b, v)
	}
	x.setFlags(v, aig.False, aig.False)
}

// roundDown returns the address at offset of r rounded down to a multiple of -mask. If r's
// alignment is not known, it can be any byte up to offset.
func (x *inst) roundDown(r *Region, offset Num, mask int64) (Num, bool) {
	c, ok := offset.Const()
	switch {
	case mask < -64 || mask >= 0:
		return offset, false
	case r.first != nil && mask == -64 && c == 63 && ok:
		return r.Pointer(*r.first), true
	case r.align >= 0:
		v, ok := offset.Plus(r.align).and(mask)
		return v.Plus(-r.align).Add(r.base.Times(1)), ok
	}
	s := x.NewSym("round")
	s.max, s.rounds, s.rest = ^mask, r, ^mask-c
	return r.Pointer(Int(c - ^mask)).Add(s.Times(1)), ok
}

func (x *inst) shift(f func(b aig.Bits, k int) aig.Bits) {
	if len(x.args) != 2 {
		x.fail("a shift of this form")
	}
	d := x.args[1]
	k := x.constantOf(x.args[0], 8) & int64(max(x.n, 32)-1)
	w := x.word(d, x.n)
	if _, ok := w.asBits(); !ok && !(x.Blind && k > 12) {
		switch x.op {
		case "SHLQ":
			x.putWord(d, word{num: w.num.Mul(1 << k), isNum: true})
		case "SHRQ":
			if !x.atLeast(w.num, 0) {
				x.fail("a shift of %v, which may be negative", w.num)
			}
			x.putWord(d, word{num: w.num.Floor(1 << k), isNum: true})
		default:
			x.fail("a shift of %v", w.num)
		}
		x.undefinedFlags()
		return
	}
	v := f(x.asBits(d), int(k))
	x.put(d, v)
	if k != 0 {
		undefined := x.G.Vars(2)
		x.setFlags(v, undefined[0], undefined[1])
	}
}

func (x *inst) kmov() {
	v := x.bits(x.args[0], x.n)
	if x.args[1].Kind == goasm.GPR {
		v = v.Extend(64)
	}
	x.put(x.args[1], v)
}
