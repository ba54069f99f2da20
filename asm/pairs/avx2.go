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

// AVX2 can neither permute 64 bytes nor compress. Instead VPMOVMSKB makes two bitboards of
// the occupied squares, the second in reverse bit order. The nearest piece on each ray is the
// lowest bit, and TZCNT finds it in general registers. The sixteen places, jumps and nearest
// squares, are then bytes of one register. Four VPSHUFB look them up in the quarters of the
// board, and two bits of the square select between the four results. The rest is as on
// AVX-512, but shuffles selected by a mask make the lists.

// A finder2 contains the addresses and registers of a kernel.
type finder2 struct {
	tables   reg.GPVirtual
	quarters [4]reg.Register  // the data of each square on the board
	occupied [2]reg.GPVirtual // the occupied squares, and the same in reverse bit order
	zero     emit.Vec
}

func (f *finder2) table(offset int) Mem { return Mem{Base: f.tables, Disp: offset} }

// constant2 returns 32 bytes of memory that repeat the 64-bit word w.
func constant2(name string, w uint64) Mem { return emit.Table(name+"2", []uint64{w, w, w, w}) }

// These functions emit operations of AVX2 on whole registers, with the operands in the order of a formula.
var v2 = emit.AVX2

func shuffled(table, index Op) emit.Vec { return v2.Pick(VPSHUFB, nil, table, index) }

func shifted(x Op, op func(...Op), n int) emit.Vec {
	r := YMM()
	op(U8(n), x, r)
	return r
}

// loadBoard computes the quarters and the occupied squares from a mailbox.
func (f *finder2) loadBoard(mailbox Mem) {
	kept, reverse := YMM(), YMM()
	VBROADCASTI128(f.table(tableAt("Board")), kept)
	VMOVDQU(emit.ByteTable("reverse2", append(descending, descending...)), reverse)
	var halves [2]emit.Vec
	var bits [2][2]reg.GPVirtual
	for h := range halves {
		codes := emit.AVX2.Load(mailbox.Offset(32 * h))
		halves[h] = shuffled(kept, codes)
		bits[0][h], bits[1][h] = GP64(), GP64()
		VPMOVMSKB(halves[h], bits[0][h].As32())
		VPMOVMSKB(shuffled(halves[h], reverse), bits[1][h].As32())
		ROLL(U8(16), bits[1][h].As32())
		f.quarters[2*h] = halves[h].AsX()
		f.quarters[2*h+1] = half(halves[h], 1)
	}
	SHLQ(U8(32), bits[0][1])
	ORQ(bits[0][1], bits[0][0])
	SHLQ(U8(32), bits[1][0])
	ORQ(bits[1][0], bits[1][1])
	f.occupied = [2]reg.GPVirtual{bits[0][0], bits[1][1]}
}

// descending reverses the order of sixteen bytes.
var descending = []uint8{15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0}

// remove removes a square from the occupied squares, but not from the quarters.
func (f *finder2) remove(sq reg.GPVirtual) {
	reverse := GP64()
	MOVL(U32(63), reverse.As32())
	SUBL(sq.As32(), reverse.As32())
	BTRQ(sq, f.occupied[0])
	BTRQ(reverse, f.occupied[1])
}

// A view2 contains the pieces around a square in sixteen places: first the eight jumps, in the low half,
// and then the nearest pieces on the eight rays.
type view2 struct {
	sq     reg.GPVirtual
	codes  emit.Vec     // in high bytes
	pieces emit.Vec     // square and code, at the bits of a pair's attacker
	ways   emit.Vec     // how the places can be reached, in high bytes
	dead   reg.Register // the nearest pieces on lines that the move changes: all bits of their words
}

// nearest returns where the nearest pieces on the rays of a square are, one byte for each ray.
func (f *finder2) nearest(sq reg.GPVirtual) reg.GPVirtual {
	row := emit.Register(sq)
	SHLQ(U8(6), row)
	ADDQ(f.tables, row)
	var parts []reg.GPVirtual
	for d := range 8 {
		x := emit.Register(f.occupied[map[bool]int{true: 1}[layout.Backward(d)]])
		ANDQ(Mem{Base: row, Disp: tableAt("Rays") + 8*d}, x)
		TZCNTQ(x, x)
		parts = append(parts, x)
		// Two parts of the same size are joined at once, as in a binary counter, so that few registers are live.
		for size := 1; (d+1)&size == 0 && size <= 4; size *= 2 {
			low, high := parts[len(parts)-2], parts[len(parts)-1]
			parts = parts[:len(parts)-1]
			SHLQ(U8(8*size), high)
			ORQ(high, low)
		}
	}
	return parts[0]
}

// view loads the pieces around a square, given the result of nearest. If without is not nil, that
// square counts as empty, whatever the quarters contain.
func (f *finder2) view(sq, nearest, without reg.GPVirtual) *view2 {
	at := GP64()
	squares, near, index := XMM(), XMM(), XMM()
	VMOVQ(nearest, near)
	VPXOR(emit.Table("backward2", []uint64{0x00003f3f3f3f0000, 0}), near, near)
	VMOVQ(f.table(tableAt("Jumps")).Idx(sq, 8), squares)
	VPUNPCKLQDQ(near, squares, squares)
	Comment("Bit 7 where there is no square.")
	VPADDB(constant2("sixtyFour", 0x4040404040404040), squares, index)
	var q [4]reg.Register
	for i := range q {
		q[i] = XMM()
		VPSHUFB(index, f.quarters[i], q[i])
	}
	bit4, bit5 := XMM(), XMM()
	VPSLLW(U8(3), index, bit4)
	VPSLLW(U8(2), index, bit5)
	VPBLENDVB(bit4, q[1], q[0], q[0])
	VPBLENDVB(bit4, q[3], q[2], q[2])
	VPBLENDVB(bit5, q[2], q[0], q[0])
	kept := q[0]
	if without != nil {
		gone := XMM()
		VMOVD(without.As32(), gone)
		VPBROADCASTB(gone, gone)
		VPCMPEQB(squares, gone, gone)
		VPANDN(kept, gone, kept)
	}
	v := &view2{sq: sq, codes: YMM(), pieces: YMM(), ways: YMM(), dead: XMM()}
	VPAND(constant2("codes", 0x0f0f0f0f0f0f0f0f), kept, kept)
	VPMOVZXBW(kept, v.codes)
	VPSLLW(U8(8), v.codes, v.codes)
	VPMOVZXBW(squares, v.pieces)
	v.pieces = v2.Or(v.pieces, shifted(v.codes, VPSLLW, layout.PairAttacker-8))
	MOVQ(sq, at)
	SHLQ(U8(4), at)
	VPCMPEQB(f.table(tableAt("FirstSteps")).Idx(at, 1), squares, squares)
	VPMOVSXBW(squares, v.ways)
	v.ways = v2.Select(v.ways, v2.Load(waysTable("oneStepWays", true)), v2.Load(waysTable("ways", false)))
	return v
}

// deadRays returns a table of masks, indexed by the number of a ray or 8 for none. Each mask has eight
// words and selects the word of that ray, or of the opposite ray if turned is 4.
func deadRays(name string, turned int) Mem {
	var words []uint64
	for d := range 8 {
		mask := uint64(0xffff) << (16 * (d & 3))
		if (d^turned)&4 == 0 {
			words = append(words, mask, 0)
		} else {
			words = append(words, 0, mask)
		}
	}
	return emit.Table(name, append(words, 0, 0))
}

// half returns the words of the jumps (0) or of the nearest pieces (1).
func half(x emit.Vec, i int) reg.Register {
	if i == 0 {
		return x.AsX()
	}
	r := XMM()
	VEXTRACTI128(U8(1), x, r)
	return r
}

// squeezes returns a table of shuffles by mask: each moves the words in an eight-word
// mask to the front and zeroes the others.
func squeezes() Mem { return emit.ByteTable("squeezes", squeezeBytes()) }

func squeezeBytes() []uint8 {
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
	return table
}

// A squeeze is an eight-word mask with its shuffle.
type squeeze struct {
	shuffle reg.Register
	n       reg.GPVirtual
}

// newSqueeze returns the squeeze for bits 0 to 7 of a mask, and shifts the mask right by eight bits.
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

// of moves the words in the mask to the front.
func (x *squeeze) of(words Op) reg.Register {
	r := XMM()
	VPSHUFB(x.shuffle, words, r)
	return r
}

// doubled extends eight words of 16 bits to 32 bits and shifts them left.
func doubled(words reg.Register, shift int) emit.Vec {
	r := YMM()
	VPMOVZXWD(words, r)
	if shift > 0 {
		r = shifted(r, VPSLLD, shift)
	}
	return r
}

// A found2 is the result of searching a view: masks of places, and the common bits of the
// pairs where the piece on the square is the attacker. Lists are made only after
// everything has been found, because a load waits for earlier stores to unknown addresses.
type found2 struct {
	v     *view2
	mask  reg.GPVirtual // four bytes from direct: victims and attackers among the jumps, then among the nearest pieces
	fixed emit.Vec
}

// direct finds the pairs with the piece on the square, which is given by its row in the tables.
func (f *finder2) direct(v *view2, row reg.GPVirtual, ways emit.Vec) *found2 {
	Comment("Zero where no pair is.")
	var none [2]emit.Vec
	for i, t := range [...]int{tableAt("Reaches"), tableAt("Reached")} {
		r := YMM()
		VBROADCASTI128(f.table(t).Idx(row, 1), r)
		r = v2.And(shuffled(r, v.codes), ways)
		none[i] = YMM()
		VPCMPEQW(f.zero, r, none[i])
	}
	x := &found2{v: v, mask: GP64(), fixed: YMM()}
	VPACKSSWB(none[1], none[0], none[0])
	VPMOVMSKB(none[0], x.mask.As32())
	NOTL(x.mask.As32())
	one := emit.Register(row)
	SHLQ(U8(layout.PairAttacker-4), one)
	XORQ(v.sq, one)
	VMOVD(one.As32(), x.fixed.AsX())
	VPBROADCASTD(x.fixed.AsX(), x.fixed)
	return x
}

// putDirect adds the pairs that direct found, victims before attackers. A knight attacks by jumps and every
// other piece along rays, so one of the two masks of victims is empty.
func (f *finder2) putDirect(x *found2, table reg.GPVirtual, empty emit.Vec, l *list) {
	mask := GP64()
	MOVL(x.mask.As32(), mask.As32())
	jumps, near := half(x.v.pieces, 0), half(x.v.pieces, 1)
	victimJumps, attackerJumps := newSqueeze(table, mask), newSqueeze(table, mask)
	victims, attackers := newSqueeze(table, mask), newSqueeze(table, mask)
	either := XMM()
	VPOR(victims.of(near), victimJumps.of(jumps), either)
	ADDL(victimJumps.n.As32(), victims.n.As32())
	turned := shifted(x.fixed, VPSLLD, layout.PairTo)
	turned = v2.Xor(turned, empty)
	put(v2.Xor(v2.Xor(x.fixed, empty), doubled(either, layout.PairTo)), victims.n, l)
	put(v2.Xor(turned, doubled(attackerJumps.of(jumps), 0)), attackerJumps.n, l)
	put(v2.Xor(turned, doubled(attackers.of(near), 0)), attackers.n, l)
}

func put(pairs emit.Vec, n reg.GPVirtual, l *list) {
	VMOVDQU(pairs, l.end())
	ADDQ(n, l.n)
}

// over finds the pairs of sliders that see each other across the square, which is empty,
// along lines without marked squares.
func (f *finder2) over(v *view2) *found2 {
	Comment("Pairs over the square: what the slider may see, and the opposite piece, as bits.")
	codes, index, both := XMM(), XMM(), YMM()
	VPANDN(half(v.codes, 1), v.dead, codes)
	VPSRLW(U8(8), codes, index)
	VPOR(codes, index, index)
	VINSERTI128(U8(1), index, index.AsY(), both)
	high := v2.Load(constant2("highBytes", 0xff00ff00ff00ff00))
	sees := v2.Select(high, shuffled(v2.Load(f.table(tableAt("VictimBytes")+32)), both), shuffled(v2.Load(f.table(tableAt("VictimBytes"))), both))
	straight, rows, seen, seenHigh := XMM(), XMM(), XMM(), XMM()
	VEXTRACTI128(U8(1), sees, straight)
	VPBLENDW(U8(0xaa), straight, sees.AsX(), rows)
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

// putOver adds the pairs that over found.
func (f *finder2) putOver(x *found2, table reg.GPVirtual, empty emit.Vec, l *list) {
	s := newSqueeze(table, x.mask)
	near, opposite := half(x.v.pieces, 1), XMM()
	VPSHUFD(U8(0x4e), near, opposite)
	pairs := v2.Xor(doubled(s.of(near), 0), doubled(s.of(opposite), layout.PairTo))
	put(v2.Xor(pairs, empty), s.n, l)
}

// victims only finds the victims.
func (f *finder2) victims(v *view2, row reg.GPVirtual) *found2 {
	r, jumps := YMM(), XMM()
	VBROADCASTI128(f.table(tableAt("Reaches")).Idx(row, 1), r)
	r = v2.And(shuffled(r, v.codes), v.ways)
	VPACKSSWB(half(r, 1), r.AsX(), jumps)
	VPCMPEQB(f.zero.AsX(), jumps, jumps)
	x := &found2{v: v, mask: GP64()}
	VPMOVMSKB(jumps, x.mask.As32())
	NOTL(x.mask.As32())
	return x
}

// putVictims adds the pairs that victims found.
func (f *finder2) putVictims(x *found2, row, table reg.GPVirtual, empty emit.Vec, l *list) {
	jumps, near := newSqueeze(table, x.mask), newSqueeze(table, x.mask)
	either, fixed, one := XMM(), YMM(), GP64()
	VPOR(near.of(half(x.v.pieces, 1)), jumps.of(half(x.v.pieces, 0)), either)
	ADDL(jumps.n.As32(), near.n.As32())
	SHLL(U8(layout.PairAttacker-4), row.As32())
	MOVL(x.v.sq.As32(), one.As32())
	XORL(row.As32(), one.As32())
	VMOVD(one.As32(), fixed.AsX())
	VPBROADCASTD(fixed.AsX(), fixed)
	put(v2.Xor(v2.Xor(fixed, empty), doubled(either, layout.PairTo)), near.n, l)
}

func refresh2() {
	emit.Kernel("refreshAVX2", "func(list, tables *uint64, board *[64]uint8)")
	Doc("refreshAVX2 sets list to the pairs of board, an engine's mailbox.",
		"It works like refreshGeneric. It writes at most layout.PairRoom pairs past the last.")
	f := &finder2{tables: emit.Argument("tables"), zero: YMM()}
	memory, board := emit.Pointer("list"), emit.Pointer("board")
	v2.Clear(f.zero)
	f.loadBoard(board)
	table, empty, rest, l := GP64(), YMM(), GP64(), newList(memory.Offset(listAt("Pairs")))
	LEAQ(squeezes(), table)
	VPBROADCASTD(f.table(tableAt("Empty")), empty)
	MOVQ(f.occupied[0], rest)
	TESTQ(rest, rest)
	JZ(LabelRef("end"))
	Label("piece")
	sq, row := GP64(), GP64()
	TZCNTQ(rest, sq)
	v := f.view(sq, f.nearest(sq), nil)
	MOVBLZX(board.Idx(sq, 1), row.As32())
	MOVBLZX(f.table(tableAt("Rows")).Idx(row, 1), row.As32())
	f.putVictims(f.victims(v, row), row, table, empty, l)
	BLSRQ(rest, rest)
	JNZ(LabelRef("piece"))
	Label("end")
	MOVQ(l.n, memory.Offset(listAt("N")))
	emit.Finish()
}

// pieceBits returns a byte of the word 1<<c for each code c: the low byte, or the high byte if
// shift is 8.
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
	f := &finder2{tables: emit.Argument("tables"), zero: YMM()}
	deltas, mailbox := emit.Pointer("deltas"), emit.Pointer("before")
	change := emit.Argument("change")
	m := newMove(f.tables, mailbox, change)
	v2.Clear(f.zero)
	f.loadBoard(mailbox)

	Comment("Nothing may stand between the two squares. Along their line nothing is seen over them.")
	near := f.nearest(m.from)
	line, place, before := GP64(), GP64(), GP64()
	MOVQ(m.from, line)
	SHLQ(U8(7), line)
	LEAQ(Mem{Base: line, Index: m.to, Scale: 2}, line)
	MOVWLZX(f.table(tableAt("Lines")).Idx(line, 1), line.As32())
	MOVL(line.As32(), place.As32())
	SHRL(U8(8), place.As32())
	MOVBLZX(line.As8(), line.As32())
	SHRXQ(line, near, before)
	MOVBLZX(before.As8(), before.As32())
	CMPL(before.As32(), place.As32())
	JB(LabelRef("any"))
	deadAt := func(m Mem) reg.Register {
		at, r := GP64(), XMM()
		LEAQ(m, at)
		LEAQ(Mem{Base: at, Index: line, Scale: 2}, at)
		VMOVDQU(Mem{Base: at}, r)
		return r
	}

	Comment("The square that it leaves, on the board before.")
	v := f.view(m.from, near, nil)
	v.dead = deadAt(deadRays("dead", 0))
	left, uncovered := f.direct(v, m.mover, v.ways), f.over(v)

	Comment("The square where it arrives, on the board after.")
	f.remove(m.from)
	v = f.view(m.to, f.nearest(m.to), m.from)
	v.dead = deadAt(deadRays("deadOpposite", 4))
	arrived := f.direct(v, m.placed, v.ways)

	removed, added := newList(deltas.Offset(deltasAt("Pairs"))), newList(deltas.Offset(deltasAt("Pairs")+changeBytes))
	table, empty := GP64(), YMM()
	putAll := func() {
		Comment("Lists.")
		LEAQ(squeezes(), table)
		VPBROADCASTD(f.table(tableAt("Empty")), empty)
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
	ways := YMM()
	VINSERTI128(U8(1), v.dead, f.zero, ways)
	gone := f.direct(v, m.captured, v2.NotAnd(ways, v.ways))
	putAll()
	f.putDirect(gone, table, empty, removed)

	Label("end")
	for i, l := range []*list{removed, added} {
		MOVQ(l.n, deltas.Offset(deltasAt("N")+8*i))
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
