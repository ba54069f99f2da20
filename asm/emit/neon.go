package emit

import (
	"fmt"
	"maps"
	"slices"

	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"github.com/koggestone/koggestone/internal/layout"
)

// neon has 32 registers of 16 bytes, and no memory operands. Unlike the others, it can
// shift bytes, reverse the bits in bytes, and select bitwise in one instruction.
// arm64.go allocates the registers and prints the instructions.
type neon struct{}

// op emits an instruction on bytes. In Go's assembly the source registers come first and the
// result's register last.
func (neon) op(name string, src ...Vec) Vec {
	return arm64().emit(func(d, s []int) string { return vector(name, append(slices.Clone(s), d[0])...) }, src...)
}

// two emits an instruction with two sources, last source first, as in Go's assembly.
func (v neon) two(name string, a, b Op) Vec {
	x := NEON.InRegister(a)
	return v.op(name, NEON.InRegister(b), x)
}

// word emits an instruction that this package encodes.
func (neon) word(w word, a, b Op) Vec {
	x := NEON.InRegister(a)
	return arm64().emit(func(d, s []int) string { return w.encode(d[0], s[0], s[1]) }, x, NEON.InRegister(b))
}

func (neon) Vec() Vec { return virtual.XMM() }

// Load returns the set that was stored at m if m is in scratch memory, because such a
// set is in memory only while it has no register.
func (neon) Load(m Mem) Vec {
	if f := arm64(); m.Base == f.room {
		x, ok := f.roomSets[m.Disp]
		if !ok {
			panic("emit: " + f.name + " loads from room what it has not stored")
		}
		return x
	}
	at := arm64().address(m)
	return arm64().load(func(d, _ []int) string { return fmt.Sprintf("FMOVQ %s, F%d", at, d[0]) })
}

func (neon) Store(x Op, m Mem) {
	if f := arm64(); m.Base == f.room {
		f.roomSets[m.Disp] = x.(Vec)
		return
	}
	at := arm64().address(m)
	arm64().do(func(_, s []int) string { return fmt.Sprintf("FMOVQ F%d, %s", s[0], at) }, x.(Vec))
}

// Copy returns x itself, because NEON instructions do not overwrite their sources.
func (neon) Copy(x Vec) Vec { return x }

func (v neon) And(a, b Op) Vec      { return v.two("VAND", a, b) }
func (v neon) Or(a, b Op) Vec       { return v.two("VORR", a, b) }
func (v neon) Xor(a, b Op) Vec      { return v.two("VEOR", a, b) }
func (v neon) AddBytes(a, b Op) Vec { return v.two("VADD", a, b) }
func (v neon) SubBytes(a, b Op) Vec { return v.two("VSUB", a, b) }
func (v neon) NotAnd(a, b Op) Vec   { return v.word(bic, b, a) }

func (v neon) Shift(x Op, n int) Vec      { return v.shift("D2", x, n) }
func (v neon) ShiftWords(x Op, n int) Vec { return v.shift("H8", x, n) }
func (v neon) AddWords(a, b Op) Vec       { return v.sized("VADD", "H8", a, b) }
func (v neon) SubWords(a, b Op) Vec       { return v.sized("VSUB", "H8", a, b) }

// shift emits a shift of elements with the given size.
func (neon) shift(size string, x Op, n int) Vec {
	name := fmt.Sprintf("VSHL $%d,", n)
	if n < 0 {
		name = fmt.Sprintf("VUSHR $%d,", -n)
	}
	return arm64().emit(func(d, s []int) string {
		return fmt.Sprintf("%[1]s V%[3]d.%[2]s, V%[4]d.%[2]s", name, size, s[0], d[0])
	}, NEON.InRegister(x))
}

// sized is like two, for elements with the given size.
func (neon) sized(name, size string, a, b Op) Vec {
	return arm64().emit(func(d, s []int) string {
		return fmt.Sprintf("%[1]s V%[3]d.%[2]s, V%[4]d.%[2]s, V%[5]d.%[2]s", name, size, s[1], s[0], d[0])
	}, NEON.InRegister(a), NEON.InRegister(b))
}

func (neon) Select(mask Op, a, b Vec) Vec {
	f, d := arm64(), Vec(virtual.XMM())
	f.body = append(f.body, arm64Inst{dst: []Vec{d}, src: []Vec{NEON.InRegister(mask), a, b}, blend: true, pure: true})
	return d
}

func (v neon) OrAndInto(x Vec, p, g Op) Vec { return v.Or(v.And(x, p), g) }
func (v neon) AccAnd(acc Vec, x, m Op) Vec  { return v.Or(acc, v.And(x, m)) }
func (v neon) Or3(a Vec, b, c Op) Vec       { return v.Or(v.Or(a, b), c) }
func (v neon) AndNotOr(x Vec, a, b Op) Vec  { return v.NotAnd(b, v.NotAnd(a, x)) }
func (v neon) reversed(x Vec) Vec           { return v.op("VRBIT", x) }
func (v neon) PopcountBytes(x Op) Vec       { return v.op("VCNT", NEON.InRegister(x)) }
func (v neon) EqualBytes(a, b Vec) Vec      { return v.two("VCMEQ", a, b) }
func (neon) Kernel(name, signature, doc string) {
	noteEmitter(name)
	startArm64(name, signature, doc)
}
func (neon) Param(name string) reg.Register { return arm64().param(name) }

func (v neon) ZeroBytes(x Vec) Vec { return v.EqualBytes(x, v.Broadcast(0)) }

func (v neon) Sideways(x Op, n int) Vec {
	switch {
	case n == 1:
		return v.AddBytes(x, x)
	case n > 0:
		return v.op(fmt.Sprintf("VSHL $%d,", n), NEON.InRegister(x))
	}
	return v.op(fmt.Sprintf("VUSHR $%d,", -n), NEON.InRegister(x))
}

// downward returns the attacks of s to the west, given free squares (see
// ByteLines.Downward).
func (v neon) downward(s, free Vec) Vec {
	return v.Xor(v.reversed(NEON.Ripple(v.reversed(free), v.reversed(s))), free)
}

// Broadcast returns a constant. It takes one instruction if all bytes are equal, or if all words are equal
// and have zero upper bytes; otherwise it takes two.
func (neon) Broadcast(x uint64) Vec {
	var text func(d, _ []int) string
	switch b := x & 0xff; x {
	case b * 0x0101010101010101:
		text = func(d, _ []int) string { return vector(fmt.Sprintf("VMOVI $%d,", b), d[0]) }
	case b * 0x0001000100010001:
		w := word{fmt.Sprintf("MOVI $%d,", b), movi.bits | uint32(b>>5)<<16 | uint32(b&0x1f)<<5}
		text = func(d, _ []int) string { return w.encode(d[0]) }
	default:
		text = func(d, _ []int) string { return fmt.Sprintf("MOVD $%#x, R21\n\tVDUP R21, V%d.D2", x, d[0]) }
	}
	return constant([2]uint64{x, x}, text)
}

// table returns two words as a constant, in immediates: the prover does not read constants in memory.
func (neon) table(words [2]uint64) Vec {
	return constant(words, func(d, _ []int) string {
		return fmt.Sprintf("MOVD $%#x, R21\n\tVDUP R21, V%[3]d.D2\n\tMOVD $%#[2]x, R21\n\tVMOV R21, V%[3]d.D[1]", words[0], words[1], d[0])
	})
}

// constant returns the register of a constant. It is computed when it is read, and computed again if
// it has lost its register.
func constant(words [2]uint64, text func(d, _ []int) string) Vec {
	f := arm64()
	if v, ok := f.constants[words]; ok {
		return v
	}
	d := Vec(virtual.XMM())
	f.constants[words] = d
	f.body = slices.Insert(f.body, 0, arm64Inst{dst: []Vec{d}, repeatable: true, text: text})
	return d
}

// pair emits the load of two adjacent registers.
func (neon) pair(m Mem) (a, b Vec) {
	f, at := arm64(), arm64().address(m)
	a, b = virtual.XMM(), virtual.XMM()
	f.body = append(f.body, arm64Inst{dst: []Vec{a, b}, text: func(d, _ []int) string {
		return fmt.Sprintf("FLDPQ %s, (F%d, F%d)", at, d[0], d[1])
	}})
	return a, b
}

// slice transposes eight registers of boards at base into eight registers of ranks. Write a
// register's number as (i2 i1 i0) and a byte's index in it as (q b2 b1 b0), for rank b of
// board q. Each of three stages moves the lowest index bit to the number, and one number
// bit to the top of the index. After three stages the number is (b2 b1 b0), the rank, and
// the index is (i2 i1 i0 q), the position, so that the bytes are in position order.
func (v neon) slice(base Mem) (x [8]Vec) {
	for i := range 4 {
		x[2*i], x[2*i+1] = v.pair(base.Offset(32 * i))
	}
	for _, bit := range []int{1, 2, 4} {
		v.stage(&x, bit, "VUZP1", "VUZP2")
	}
	return x
}

// stage replaces each pair of registers that have numbers differing in one bit.
func (v neon) stage(x *[8]Vec, bit int, lo, hi string) {
	for i := range x {
		if i&bit == 0 {
			x[i], x[i|bit] = v.two(lo, x[i], x[i|bit]), v.two(hi, x[i], x[i|bit])
		}
	}
}

// unslice undoes slice. Ranks that are nil are empty.
func (v neon) unslice(x [8]Vec, base Mem) {
	for r := range x {
		if x[r] == nil {
			x[r] = v.Broadcast(0)
		}
	}
	for _, bit := range []int{4, 2, 1} {
		v.stage(&x, bit, "VZIP1", "VZIP2")
	}
	for i := range 4 {
		at := arm64().address(base.Offset(32 * i))
		arm64().do(func(_, s []int) string { return fmt.Sprintf("FSTPQ (F%d, F%d), %s", s[0], s[1], at) }, x[2*i], x[2*i+1])
	}
}

// SliceOrder and PositionOrder return x, because on NEON the two orders are the same.
func (neon) SliceOrder(x Vec) Vec    { return x }
func (neon) PositionOrder(x Vec) Vec { return x }

func (v neon) sumBytes(x ...Mem) (lo, hi Vec) {
	for k := 0; k < len(x); k += 2 {
		l, h := v.word(uaddl, x[k], x[k+1]), v.word(uaddl2, x[k], x[k+1])
		if k == 0 {
			lo, hi = l, h
			continue
		}
		lo, hi = v.AddWords(lo, l), v.AddWords(hi, h)
	}
	return lo, hi
}

// MulWords multiplies signed words in the lower or upper halves of two registers and returns
// dwords. MulWords and the next three methods exist only for NEON.
func (v *ISA) MulWords(a, b Op, half int) Vec {
	return neon{}.word([2]word{smull, smull2}[half], a, b)
}

// WidenWords returns the signed words in a half of x << n as dwords.
func (v *ISA) WidenWords(x Op, n, half int) Vec {
	w := [2]word{sshll, sshll2}[half]
	w.name, w.bits = fmt.Sprintf("%s $%d,", w.name, n), w.bits|uint32(n)<<16
	return arm64().emit(func(d, s []int) string { return w.encode(d[0], s[0]) }, v.InRegister(x))
}

// AddDwords returns a + b in dwords.
func (v *ISA) AddDwords(a, b Op) Vec { return neon{}.sized("VADD", "S4", a, b) }

// ZipDwords returns the dwords of a and b interleaved.
func (v *ISA) ZipDwords(a, b Op) (low, high Vec) {
	return neon{}.sized("VZIP1", "S4", a, b), neon{}.sized("VZIP2", "S4", a, b)
}

// ZipWords returns the words of 16 bits of a and b interleaved.
func (v *ISA) ZipWords(a, b Op) (low, high Vec) {
	return neon{}.sized("VZIP1", "H8", a, b), neon{}.sized("VZIP2", "H8", a, b)
}

// Meets returns a mask of the words where a and b have a common bit. It and the next methods exist only for NEON.
func (v *ISA) Meets(a, b Op) Vec { return neon{}.sized("VCMTST", "D2", a, b) }

// ShiftEach returns the words of x << n, for words n from 0 to 63.
func (v *ISA) ShiftEach(x, n Op) Vec { return neon{}.word(ushl, x, n) }

// AddWordsSaturated adds unsigned words of 16 bits, with results up to 65535.
func (v *ISA) AddWordsSaturated(a, b Op) Vec { return neon{}.word(uqadd, a, b) }

// GreaterBytes returns a mask of the signed bytes where a > b. It and the next methods exist only for
// NEON.
func (v *ISA) GreaterBytes(a, b Op) Vec { return neon{}.word(cmgt, a, b) }

// ReverseBytes reverses the bits of each byte.
func (v *ISA) ReverseBytes(x Op) Vec { return neon{}.reversed(v.InRegister(x)) }

// SignBytes returns a mask of the bytes that have the highest bit set.
func (v *ISA) SignBytes(x Op) Vec {
	return arm64().emit(func(d, s []int) string { return cmlt.encode(d[0], s[0]) }, v.InRegister(x))
}

// AddSaturated adds signed bytes, with results from -128 to 127.
func (v *ISA) AddSaturated(a, b Op) Vec { return neon{}.word(sqadd, a, b) }

// MinWords returns the smaller words of a and b, unsigned.
func (v *ISA) MinWords(a, b Op) Vec { return neon{}.word(umin, a, b) }

// LowBytes returns the low bytes of the words in a and b.
func (v *ISA) LowBytes(a, b Op) Vec { return neon{}.two("VUZP1", a, b) }

// ZipBytes returns the bytes of a and b interleaved.
func (v *ISA) ZipBytes(a, b Op) (low, high Vec) {
	return neon{}.two("VZIP1", a, b), neon{}.two("VZIP2", a, b)
}

// LookupBytes returns the entries of a table by index. They are 0 if the index is not below 16.
func (v *ISA) LookupBytes(table [16]uint8, index Op) Vec {
	words := Words(table[:])
	return arm64().emit(func(d, s []int) string {
		return fmt.Sprintf("VTBL V%d.B16, [V%d.B16], V%d.B16", s[1], s[0], d[0])
	}, neon{}.table([2]uint64(words)), v.InRegister(index))
}

// StoreBits packs bytes to bits: multiplying eight 0/1 bytes by a constant gathers them in
// the top byte.
func (v neon) StoreBits(x Vec, m Mem) {
	f := arm64()
	ones := v.op("VUSHR $7,", v.two("VCMTST", x, x))
	base, at := f.base(m.Base), m.Disp
	for half := range 2 {
		f.do(func(_, s []int) string {
			return fmt.Sprintf("VMOV V%d.D[%d], R20", s[0], half)
		}, ones)
		for _, line := range []string{"MOVD $0x0102040810204080, R21", "MUL R21, R20", "LSR $56, R20", fmt.Sprintf("MOVB R20, %d(%s)", at+half, base)} {
			f.do(func(_, _ []int) string { return line })
		}
	}
}

// Room returns the scratch memory that a parameter points to, with room for the given
// number of registers. Store does not write there: allocate uses it for spills.
func (neon) Room(name string, slots int) Mem {
	f := arm64()
	if f.room != nil {
		panic("emit: two rooms")
	}
	f.room, f.roomSlots = f.param(name), slots
	f.head = append(f.head, fmt.Sprintf("ADD $15, %[1]s", f.base(f.room)), fmt.Sprintf("AND $-16, %[1]s", f.base(f.room)))
	return Mem{Base: f.room}
}

// RoomBehind is like Room, for memory at the given offset in bytes from base.
func (neon) RoomBehind(base reg.Register, bytes, slots int) Mem {
	f := arm64()
	f.room, f.roomSlots = f.generalRegister(), slots
	f.head = append(f.head, fmt.Sprintf("MOVD $%d, %s", bytes, f.base(f.room)), fmt.Sprintf("ADD %s, %s", f.base(base), f.base(f.room)))
	return Mem{Base: f.room}
}

// Columns returns a function that emits the address of column k of a block. The parameter
// points to slice headers, and in each slice the block begins at element from. The address
// is valid until the next call.
func (neon) Columns(arrays Arrays, name string) func(k int) Mem {
	f := arm64()
	headers := f.param(name)
	from, ok := arrays["from"]
	if !ok {
		from = Array{f.param("from"), 64}
		arrays["from"] = from
		f.head = append(f.head, fmt.Sprintf("LSL $3, %s", f.base(from.Base)))
	}
	return func(k int) Mem {
		column := virtual.GP64()
		f.bases[column.ID()] = "R20"
		for _, line := range []string{
			fmt.Sprintf("MOVD %d(%s), R20", 24*k, f.base(headers)),
			fmt.Sprintf("ADD %s, R20", f.base(from.Base)),
		} {
			f.do(func(_, _ []int) string { return line })
		}
		return Mem{Base: column}
	}
}

// blocks advances the arrays' pointers from block to block.
func (neon) blocks(arrays Arrays, body func(at func(string) Mem)) {
	f := arm64()
	n := f.base(f.param("n"))
	f.head = append(f.head, fmt.Sprintf("CBZ %s, done", n), "loop:")
	body(func(name string) Mem { return Mem{Base: arrays[name].Base} })
	for _, name := range slices.Sorted(maps.Keys(arrays)) {
		f.tail = append(f.tail, fmt.Sprintf("ADD $%d, %s", arrays[name].Bits*layout.BlockNEON/8, f.base(arrays[name].Base)))
	}
	f.tail = append(f.tail, fmt.Sprintf("SUBS $%d, %s", layout.BlockNEON, n), "BNE loop", "done:")
}

func (neon) Finish() { arm64().tail = append(arm64().tail, "RET") }
