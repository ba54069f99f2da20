package pairs

import (
	"encoding/binary"
	"math/bits"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"github.com/koggestone/koggestone/asm/emit"
	"github.com/koggestone/koggestone/internal/layout"
)

// AVX2 has neither a permutation of 64 bytes nor one that squeezes. The board is four
// registers that hold a quarter of it twice; VPSHUFB looks a square up in each, and two
// bits of the square choose. The rays lie in two registers, the nearest square first:
// the lowest set bit of a lane is found by x & -x, and a sum of bytes (VPSADBW) in which
// all others are masked brings code and square down. The sixteen places are then words
// of one register as on AVX-512; lists are made by shuffles, looked up by mask.

// A finder2 holds the addresses and registers of a kernel.
type finder2 struct {
	tables   reg.GPVirtual
	quarters [4]emit.Vec // of the board: what is kept of each square
	zero     emit.Vec
}

func (f *finder2) table(offset int) Mem { return Mem{Base: f.tables, Disp: offset} }

// constant returns 32 bytes of memory, each word of 64 bits w.
func constant2(name string, w uint64) Mem { return emit.Table(name+"2", []uint64{w, w, w, w}) }

// The operations of AVX2 on whole registers, with the operands as in a formula.
var v2 = emit.AVX2

func shuffled(table, index Op) emit.Vec {
	r := YMM()
	VPSHUFB(index, table, r)
	return r
}

func shifted(x Op, op func(i, x, r Op), n int) emit.Vec {
	r := YMM()
	op(U8(n), x, r)
	return r
}

// loadBoard sets the quarters from a mailbox.
func (f *finder2) loadBoard(mailbox Mem) {
	kept := YMM()
	VBROADCASTI128(f.table(tableBoard), kept)
	for i := range f.quarters {
		q := YMM()
		VBROADCASTI128(mailbox.Offset(16*i), q)
		f.quarters[i] = shuffled(kept, q)
	}
}

// A view2 is what a board has around a square, by places: jumps in the low half.
type view2 struct {
	sq     reg.GPVirtual
	codes  emit.Vec // in high bytes
	pieces emit.Vec // square and code as a pair has an attacker's
	ways   emit.Vec // how they are reached, in high bytes
	dead   emit.Vec // all bits where the line to a nearest piece, or the piece, is marked
}

// The flags of a nearest piece beside its code.
const (
	flagAdjacent = 0x8000
	flagDead     = 0x4000
)

// view looks around a square. Another square is marked; if it is emptied, too, the
// board has no piece there.
func (f *finder2) view(sq, marked reg.GPVirtual, emptied bool) *view2 {
	at, mark := GP64(), YMM()
	MOVQ(sq, at)
	SHLQ(U8(6), at)
	VMOVD(marked.As32(), mark.AsX())
	VPBROADCASTB(mark.AsX(), mark)
	var codes, squares [2]emit.Vec
	for h := range 2 {
		x := v2.Load(f.table(tableOutward+32*h).Idx(at, 1))
		var q [4]emit.Vec
		for i := range q {
			q[i] = shuffled(f.quarters[i], x)
		}
		bit4, bit5 := shifted(x, vpsllw, 3), shifted(x, vpsllw, 2)
		kept := v2.Select(bit5, v2.Select(bit4, q[3], q[2]), v2.Select(bit4, q[1], q[0]))
		is := YMM()
		VPCMPEQB(x, mark, is)
		if emptied {
			kept = v2.NotAnd(is, kept)
		}
		kept = v2.Or(kept, v2.And(is, constant2("changed", 0x0101010101010101*layout.PairChanged)))

		Comment("The nearest piece of each ray is its lowest bit.")
		steps := v2.And(kept, constant2("steps", 0x0101010101010100*layout.PairOccupied))
		nearest := YMM()
		VPSUBQ(steps, f.zero, nearest)
		nearest = v2.And(nearest, steps)
		only := YMM()
		VPCMPEQB(constant2("occupied", 0x0101010101010101*layout.PairOccupied), nearest, only)
		code, square := v2.And(kept, only), v2.And(x, only)
		VPSADBW(f.zero, code, code)
		VPSADBW(f.zero, square, square)
		code = v2.Or(code, v2.And(nearest, constant2("adjacent", flagAdjacent)))

		Comment("Marks up to there.")
		line, live := YMM(), YMM()
		VPADDQ(nearest, nearest, line)
		VPADDQ(constant2("minusOne", ^uint64(0)), line, line)
		line = v2.And(v2.And(line, kept), constant2("marks", 0x0101010101010100*layout.PairChanged))
		VPCMPEQQ(f.zero, line, live)
		code = v2.Or(code, v2.NotAnd(live, constant2("dead", flagDead)))

		jump := constant2("jump", 0xff)
		codes[h] = v2.Or(v2.Shift(code, 32), v2.And(kept, jump))
		squares[h] = v2.Or(v2.Shift(square, 32), v2.And(x, jump))
	}
	Comment("Words: jumps, then nearest pieces.")
	apart := emit.ByteTable("apart2", append(evenOdd, evenOdd...))
	words := func(q [2]emit.Vec) emit.Vec {
		r := YMM()
		VPACKUSDW(q[1], q[0], r)
		VPSHUFB(apart, r, r)
		VPERMQ(U8(0xd8), r, r)
		return r
	}
	c, s := words(codes), words(squares)
	v := &view2{sq: sq}
	v.codes = v2.And(shifted(c, vpsllw, 8), constant2("codeBits", 0x0f000f000f000f00))
	v.pieces = v2.Or(s, shifted(v.codes, vpsllw, layout.PairAttacker-8))
	v.ways = v2.Select(shifted(c, vpsraw, 15), v2.Load(waysTable("oneStepWays", true)), v2.Load(waysTable("ways", false)))
	v.dead = shifted(shifted(c, vpsllw, 1), vpsraw, 15)
	return v
}

func vpsllw(i, x, r Op) { VPSLLW(i, x, r) }
func vpsraw(i, x, r Op) { VPSRAW(i, x, r) }

// evenOdd puts the words of 16 bytes that have even numbers first.
var evenOdd = []uint8{0, 1, 4, 5, 8, 9, 12, 13, 2, 3, 6, 7, 10, 11, 14, 15}

// half returns the words of the jumps or of the nearest pieces.
func half(x emit.Vec, i int) reg.Register {
	if i == 0 {
		return x.AsX()
	}
	r := XMM()
	VEXTRACTI128(U8(1), x, r)
	return r
}

// squeezes returns for every mask of eight words a shuffle that puts the words in it
// first and zeroes the others.
func squeezes() Mem {
	table := make([]uint8, 0, 256*16)
	for mask := range 256 {
		shuffle := make([]uint8, 0, 16)
		for m := mask; m != 0; m &= m - 1 {
			i := uint8(bits.TrailingZeros(uint(m)))
			shuffle = append(shuffle, 2*i, 2*i+1)
		}
		for len(shuffle) < 16 {
			shuffle = append(shuffle, 0x80)
		}
		table = append(table, shuffle...)
	}
	return emit.ByteTable("squeezes", table)
}

// A squeeze is a mask of eight words, and its shuffle.
type squeeze struct {
	shuffle reg.Register
	n       reg.GPVirtual
}

// newSqueeze returns the squeeze of bits 0 to 7 of a mask, and moves it on by eight.
func newSqueeze(table, mask reg.GPVirtual) *squeeze {
	x := &squeeze{XMM(), GP64()}
	at := GP64()
	MOVBLZX(mask.As8(), at.As32())
	POPCNTL(at.As32(), x.n.As32())
	SHLL(U8(4), at.As32())
	VMOVDQU(Mem{Base: table, Index: at, Scale: 1}, x.shuffle)
	SHRL(U8(8), mask.As32())
	return x
}

// of returns the words in the mask, first.
func (x *squeeze) of(words Op) reg.Register {
	r := XMM()
	VPSHUFB(x.shuffle, words, r)
	return r
}

// doubled returns eight words of 16 bits as words of 32, shifted left.
func doubled(words reg.Register, shift int) emit.Vec {
	r := YMM()
	VPMOVZXWD(words, r)
	if shift > 0 {
		r = shifted(r, func(i, x, r Op) { VPSLLD(i, x, r) }, shift)
	}
	return r
}

// A found2 is what a view found: masks of places, and what the pairs in which the piece
// on the square is the attacker have in common. Lists are made of it once all is found:
// loads that come after stores to addresses not yet known wait for them.
type found2 struct {
	v     *view2
	mask  reg.GPVirtual // bytes: victims and attackers a jump away, and nearest; or pairs over the square
	fixed emit.Vec
}

// direct finds the pairs of the piece on the square, given by its row in the tables.
func (f *finder2) direct(v *view2, row reg.GPVirtual, last func(x emit.Vec) emit.Vec) *found2 {
	Comment("Zero where no pair is.")
	var none [2]emit.Vec
	for i, t := range [...]int{tableReaches, tableReached} {
		r := YMM()
		VBROADCASTI128(f.table(t).Idx(row, 1), r)
		r = v2.And(shuffled(r, v.codes), v.ways)
		if last != nil {
			r = last(r)
		}
		none[i] = YMM()
		VPCMPEQW(f.zero, r, none[i])
	}
	x := &found2{v: v, mask: GP64(), fixed: YMM()}
	VPACKSSWB(none[1], none[0], none[0])
	VPMOVMSKB(none[0], x.mask.As32())
	NOTL(x.mask.As32())
	one := GP64()
	MOVQ(row, one)
	SHLQ(U8(layout.PairAttacker-4), one)
	XORQ(v.sq, one)
	VMOVD(one.As32(), x.fixed.AsX())
	VPBROADCASTD(x.fixed.AsX(), x.fixed)
	return x
}

// putDirect adds what direct found: victims, of whose masks one is empty, then attackers.
func (f *finder2) putDirect(x *found2, table reg.GPVirtual, empty emit.Vec, l *list) {
	mask := GP64()
	MOVL(x.mask.As32(), mask.As32())
	jumps, near := half(x.v.pieces, 0), half(x.v.pieces, 1)
	victimJumps, attackerJumps := newSqueeze(table, mask), newSqueeze(table, mask)
	victims, attackers := newSqueeze(table, mask), newSqueeze(table, mask)
	either := XMM()
	VPOR(victims.of(near), victimJumps.of(jumps), either)
	ADDL(victimJumps.n.As32(), victims.n.As32())
	turned := shifted(x.fixed, func(i, x, r Op) { VPSLLD(i, x, r) }, layout.PairTo)
	turned = v2.Xor(turned, empty)
	put(v2.Xor(v2.Xor(x.fixed, empty), doubled(either, layout.PairTo)), victims.n, l)
	put(v2.Xor(turned, doubled(attackerJumps.of(jumps), 0)), attackerJumps.n, l)
	put(v2.Xor(turned, doubled(attackers.of(near), 0)), attackers.n, l)
}

func put(pairs emit.Vec, n reg.GPVirtual, l *list) {
	VMOVDQU(pairs, l.end())
	ADDQ(n, l.n)
}

// over finds the pairs of sliders that look over the square, which is empty, along lines
// on which nothing is marked.
func (f *finder2) over(v *view2) *found2 {
	Comment("Pairs over the square: what the slider may see, and the opposite piece, as bits.")
	codes, index, both := XMM(), XMM(), YMM()
	VPANDN(half(v.codes, 1), half(v.dead, 1), codes)
	VPSRLW(U8(8), codes, index)
	VPOR(codes, index, index)
	VINSERTI128(U8(1), index, index.AsY(), both)
	high := v2.Load(constant2("highBytes", 0xff00ff00ff00ff00))
	sees := v2.Select(high, shuffled(v2.Load(f.table(tableBytes+32)), both), shuffled(v2.Load(f.table(tableBytes)), both))
	diagonal, rows, seen, seenHigh := XMM(), XMM(), XMM(), XMM()
	VEXTRACTI128(U8(1), sees, diagonal)
	VPBLENDW(U8(0xaa), diagonal, sees.AsX(), rows)
	VMOVDQU(pieceBits(0), seen)
	VMOVDQU(pieceBits(8), seenHigh)
	VPSHUFB(index, seen, seen)
	VPSHUFB(index, seenHigh, seenHigh)
	VPBLENDVB(high.AsX(), seenHigh, seen, seen)
	VPSHUFD(U8(0x4e), seen, seen)
	VPAND(seen, rows, rows)
	VPCMPEQW(f.zero.AsX(), rows, rows)
	VPACKSSWB(rows, rows, rows)
	x := &found2{v: v, mask: GP64()}
	VPMOVMSKB(rows, x.mask.As32())
	NOTL(x.mask.As32())
	return x
}

// putOver adds what over found.
func (f *finder2) putOver(x *found2, table reg.GPVirtual, empty emit.Vec, l *list) {
	s := newSqueeze(table, x.mask)
	near, opposite := half(x.v.pieces, 1), XMM()
	VPSHUFD(U8(0x4e), near, opposite)
	pairs := v2.Xor(doubled(s.of(near), 0), doubled(s.of(opposite), layout.PairTo))
	put(v2.Xor(pairs, empty), s.n, l)
}

// pieceBits returns a table of sixteen bytes: of each piece a bit of its own in a word,
// eight of its bits.
func pieceBits(shift int) Mem {
	table := make([]uint8, 16)
	for c := 1; c < 16; c++ {
		table[c] = uint8(uint16(1) << c >> shift)
	}
	name := "lowBits"
	if shift > 0 {
		name = "highBits"
	}
	return emit.Table(name, []uint64{binary.LittleEndian.Uint64(table), binary.LittleEndian.Uint64(table[8:])})
}

func deltas2() {
	emit.Kernel("deltasAVX2", "func(deltas, tables *uint64, before *[64]uint8, change uint64) bool")
	Doc("deltasAVX2 sets deltas to the pairs that change removes from the board before and adds, and returns true,",
		"if it is a move: one square is left, a piece arrives on another. It works like deltasGeneric. It writes at most",
		"layout.PairRoom pairs past the last.")
	f := &finder2{tables: GP64(), zero: YMM()}
	Load(Param("tables"), f.tables)
	deltas, mailbox := emit.Pointer("deltas"), emit.Pointer("before")
	change := Load(Param("change"), GP64()).(reg.GPVirtual)
	m := newMove(f.tables, mailbox, change)
	v2.Clear(f.zero)
	f.loadBoard(mailbox)
	Comment("The square that it leaves, on the board before: to is marked.")
	v := f.view(m.from, m.to, false)
	left, uncovered := f.direct(v, m.mover, nil), f.over(v)

	Comment("The square where it arrives, on the board after: from is marked, and empty.")
	v = f.view(m.to, m.from, true)
	arrived := f.direct(v, m.placed, nil)

	removed, added := newList(deltas.Offset(changePairs)), newList(deltas.Offset(changePairs+changeBytes))
	table, empty := GP64(), YMM()
	putAll := func() {
		Comment("Lists.")
		LEAQ(squeezes(), table)
		VPBROADCASTD(f.table(tableEmpty), empty)
		f.putDirect(left, table, empty, removed)
		f.putOver(uncovered, table, empty, added)
		f.putDirect(arrived, table, empty, added)
	}
	TESTL(m.captured.As32(), m.captured.As32())
	JNZ(LabelRef("capture"))
	covered := f.over(v)
	putAll()
	f.putOver(covered, table, empty, removed)
	JMP(LabelRef("end"))

	Label("capture")
	Comment("What stood there saw no piece beyond from.")
	gone := f.direct(v, m.captured, func(x emit.Vec) emit.Vec { return v2.NotAnd(v.dead, x) })
	putAll()
	f.putDirect(gone, table, empty, removed)

	Label("end")
	for i, l := range []*list{removed, added} {
		MOVQ(l.n, deltas.Offset(changesN+8*i))
	}
	done := GP64()
	MOVL(U32(1), done.As32())
	Store(done.As8(), ReturnIndex(0))
	emit.Finish()

	Label("any")
	XORL(done.As32(), done.As32())
	Store(done.As8(), ReturnIndex(0))
	emit.Finish()
}
