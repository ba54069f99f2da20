// Package movechain emits the kernel of package movechain: chains of moves of .binpack.
package movechain

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"github.com/koggestone/koggestone/asm/emit"
	"github.com/koggestone/koggestone/internal/movechain"
)

// A side is a colour: half of the loop plays its move and reads the answer.
type side struct {
	name         string
	own, other   reg.GPVirtual
	ahead        func(Op, Op) // the shift of the other side's pawns
	third, last  uint64       // ranks of the other side's pawns: after one step, before the promotion
	attacks      int          // those of the other side's pawns
	color, reply uint64
}

// A chain is the registers that live in the whole loop.
type chain struct {
	state                    reg.GPVirtual
	g0, g1, g2, white, black reg.GPVirtual
	from, to                 reg.GPVirtual // sets of one square
	at                       reg.GPVirtual
	rareParts                []func() // emitted after the loop
}

// word returns a word of the state.
func (c *chain) word(k int) Mem { return Mem{Base: c.state, Disp: 8 * k} }

// Kernels emits the kernel of package movechain.
func Kernels() {
	emit.Kernel("walkAVX2", "func(state *uint64, tables *uint64, text *byte)")
	Doc("walkAVX2 plays moves and reads the next ones until a position is not dropped, the chain ends, or the next move is special. It reads 8 bytes at bit At of text. It works like the loop of formats.Chains in pure Go. PDEP must not be slow.")
	c := &chain{state: GP64(), g0: GP64(), g1: GP64(), g2: GP64(), white: GP64(), black: GP64(), from: GP64(), to: GP64(), at: GP64()}
	Load(Param("state"), c.state)
	loads := []struct {
		r reg.GPVirtual
		k int
	}{{c.g0, movechain.G0}, {c.g1, movechain.G1}, {c.g2, movechain.G2}, {c.white, movechain.White}, {c.black, movechain.Black},
		{c.from, movechain.From}, {c.to, movechain.To}, {c.at, movechain.At}}
	for _, l := range loads {
		MOVQ(c.word(l.k), l.r)
	}
	white := side{"white", c.white, c.black, func(n, x Op) { SHRQ(n, x) }, 0xff << 40, 0xff << 8, movechain.Pawns + 64*8, 0, 1}
	black := side{"black", c.black, c.white, func(n, x Op) { SHLQ(n, x) }, 0xff << 16, 0xff << 48, movechain.Pawns, 1, 0}
	CMPQ(c.word(movechain.Side), U8(0))
	JNE(LabelRef("black"))
	c.half(white)
	c.half(black)
	JMP(LabelRef("white"))
	for _, part := range c.rareParts {
		part()
	}

	Label("badmove")
	MOVQ(U32(movechain.BadMove), c.word(movechain.Fault))
	RET()
	Label("badend")
	MOVQ(U32(movechain.BadEnd), c.word(movechain.Fault))
	RET()
	Label("store")
	for _, l := range loads {
		MOVQ(l.r, c.word(l.k))
	}
	RET()
}

// copied returns a copy of a register.
func copied(x Op) reg.GPVirtual {
	r := GP64()
	MOVQ(x, r)
	return r
}

// constant returns a register with a constant.
func constant(x uint64) reg.GPVirtual {
	r := GP64()
	if x>>32 == 0 {
		MOVL(U32(x), r.As32())
	} else {
		MOVQ(U64(x), r)
	}
	return r
}

// andNot returns x &^ not.
func andNot(x Op, not reg.GPVirtual) reg.GPVirtual {
	r := GP64()
	ANDNQ(x, not, r)
	return r
}

// choose emits code that reads a number below n from the start of the window.
// It jumps to badmove if the number is not below n.
//
//	width := bits of n-1
//	i := window >> (64-width)
//	window <<= width, at += width
func (c *chain) choose(n, window reg.GPVirtual) (i reg.GPVirtual) {
	count := GP64()
	Load(Param("tables"), count)
	MOVBQZX(Mem{Base: count, Index: n, Scale: 1, Disp: movechain.Shifts}, count)
	i = copied(window)
	SHRQ(U8(1), i)
	SHRXQ(count, i, i)
	CMPQ(i, n)
	JCC(LabelRef("badmove"))
	NOTQ(count) // width - 64
	SHLXQ(count, window, window)
	LEAQ(Mem{Base: c.at, Index: count, Scale: 1, Disp: 64}, c.at)
	return i
}

// selected sets dst to bit i of set.
func selected(i, set, dst reg.GPVirtual) {
	bit := constant(1)
	SHLXQ(i, bit, bit)
	PDEPQ(set, bit, dst)
}

// half emits the half of the loop in which s plays and the other side's move is read.
func (c *chain) half(s side) {
	Label(s.name)
	CMPQ(c.word(movechain.Plies), U8(0))
	JE(LabelRef(s.name + "_end"))
	CMPQ(c.word(movechain.Special), U8(0))
	JNE(LabelRef(s.name + "_end"))

	Comment("The piece leaves its square, and its planes come to the other: a castling rook as a rook.")
	king := andNot(c.g1, c.g0)
	ANDQ(c.g2, king)
	TESTQ(c.to, king)
	JNE(LabelRef("badmove"))
	var planes [3]reg.GPVirtual
	for p, g := range []reg.GPVirtual{c.g0, c.g1, c.g2} {
		planes[p] = GP64()
		XORL(planes[p].As32(), planes[p].As32())
		TESTQ(g, c.from)
		CMOVQNE(c.to, planes[p])
	}
	again := copied(planes[0])
	ORQ(planes[2], again)
	ANDNQ(planes[1], again, again) // a pawn
	MOVQ(again, c.word(movechain.Pawn))
	taken := copied(c.to)
	ANDQ(s.other, taken)
	ORQ(taken, c.word(movechain.Pawn))
	rook := andNot(planes[0], planes[1])
	ORQ(rook, planes[2])
	both := copied(c.from)
	ORQ(c.to, both)
	for p, g := range []reg.GPVirtual{c.g0, c.g1, c.g2} {
		ANDNQ(g, both, g)
		ORQ(planes[p], g)
	}
	XORQ(both, s.own)
	ANDNQ(s.other, c.to, s.other)
	half := GP64()
	MOVQ(c.word(movechain.Half), half)
	INCQ(half)
	zero := GP64()
	XORL(zero.As32(), zero.As32())
	CMPQ(c.word(movechain.Pawn), U8(0))
	CMOVQNE(zero, half)
	MOVQ(half, c.word(movechain.Half))

	Comment("The piece of the answer.")
	window, k := GP64(), copied(c.at)
	SHRQ(U8(3), k)
	Load(Param("text"), window)
	MOVQ(Mem{Base: window, Index: k, Scale: 1}, window)
	BSWAPQ(window)
	bit := copied(c.at)
	ANDQ(U8(7), bit)
	SHLXQ(bit, window, window)
	n := GP64()
	POPCNTQ(s.other, n)
	selected(c.choose(n, window), s.other, c.from)
	MOVQ(window, c.word(movechain.Window))
	square, row := GP64(), GP64()
	TZCNTQ(c.from, square)
	XORL(row.As32(), row.As32())
	for _, g := range []reg.GPVirtual{c.g2, c.g1, c.g0} {
		BTQ(square, g)
		ADCQ(row, row)
	}
	SHLQ(U8(6), row)
	ADDQ(square, row)
	SHLQ(U8(5), row)
	tables := GP64()
	Load(Param("tables"), tables)
	ADDQ(tables, row)

	Comment("Its targets: o - s and the same on the turned board on three lines, a table on the rank.")
	occupied := copied(s.own)
	ORQ(s.other, occupied)
	turned := copied(c.from)
	BSWAPQ(turned)
	MOVQ(turned, c.word(movechain.Turned))
	targets := GP64()
	MOVQ(Mem{Base: row, Disp: movechain.Reaches + 24}, targets)
	for line := range 3 {
		mask := Mem{Base: row, Disp: movechain.Reaches + 8*line}
		up := GP64()
		MOVQ(mask, up)
		ANDQ(occupied, up)
		down := copied(up)
		BSWAPQ(down)
		SUBQ(c.from, up)
		SUBQ(c.word(movechain.Turned), down)
		BSWAPQ(down)
		XORQ(down, up)
		ANDQ(mask, up)
		ORQ(up, targets)
	}
	kind := row
	tables = GP64()
	Load(Param("tables"), tables)
	SUBQ(tables, kind)
	SHRQ(U8(11), kind)
	SHLQ(U8(5), kind)
	ADDQ(tables, kind)
	kindMask := func(k int) Mem { return Mem{Base: kind, Disp: movechain.Kinds + 8*k} }
	square = GP64()
	TZCNTQ(c.from, square)
	rank, shift := GP64(), copied(square)
	ANDQ(U8(56), shift)
	SHRXQ(shift, occupied, rank)
	SHRQ(U8(1), rank)
	ANDQ(U8(63), rank)
	ANDQ(U8(7), square)
	SHLQ(U8(6), square)
	ADDQ(square, rank)
	tables = GP64()
	Load(Param("tables"), tables)
	MOVBQZX(Mem{Base: tables, Index: rank, Scale: 1, Disp: movechain.Ranks}, rank)
	SHLXQ(shift, rank, rank)
	ANDQ(kindMask(0), rank)
	ORQ(rank, targets)
	ANDNQ(targets, s.other, targets)

	Comment("Those of a pawn.")
	ahead := copied(c.from)
	s.ahead(U8(8), ahead)
	ANDNQ(ahead, occupied, ahead)
	two := constant(s.third)
	ANDQ(ahead, two)
	s.ahead(U8(8), two)
	ANDNQ(two, occupied, two)
	ORQ(two, ahead)
	takes := GP64()
	square = GP64()
	TZCNTQ(c.from, square)
	Load(Param("tables"), takes)
	MOVQ(Mem{Base: takes, Index: square, Scale: 8, Disp: s.attacks}, takes)
	ANDQ(s.own, takes)
	ORQ(ahead, takes)
	pawn := GP64()
	MOVQ(kindMask(1), pawn)
	ANDQ(pawn, takes)
	ORQ(takes, targets)
	ANDQ(c.from, pawn)
	MOVQ(pawn, c.word(movechain.Pawn))

	Comment("The rooks that a king can castle with.")
	rooks := copied(c.g1)
	ORQ(c.g2, rooks)
	ANDNQ(c.g0, rooks, rooks)
	ANDQ(s.other, rooks)
	ANDQ(kindMask(2), rooks)
	MOVQ(rooks, c.word(movechain.Rooks))

	normal, all := GP64(), GP64()
	POPCNTQ(targets, normal)
	MOVQ(normal, c.word(movechain.Normal))
	POPCNTQ(rooks, all)
	ADDQ(normal, all)
	last := constant(s.last)
	TESTQ(pawn, last)
	JNE(LabelRef(s.name + "_promotion"))
	window = GP64()
	MOVQ(c.word(movechain.Window), window)
	i := c.choose(all, window)
	CMPQ(i, c.word(movechain.Normal))
	JCC(LabelRef(s.name + "_castling"))
	selected(i, targets, c.to)
	CMPQ(c.word(movechain.Rooks), U8(0))
	JNE(LabelRef(s.name + "_king"))
	pawn = GP64()
	MOVQ(c.word(movechain.Pawn), pawn)
	s.ahead(U8(16), pawn)
	TESTQ(c.to, pawn)
	JNE(LabelRef(s.name + "_double"))

	Comment("The score: groups of four bits, each after a bit that reports whether more follow.")
	Label(s.name + "_score")
	groups, more, third := copied(window), copied(window), copied(window)
	SHRQ(U8(63), groups)
	SHRQ(U8(58), more)
	ANDQ(groups, more)
	SHRQ(U8(53), third)
	ANDQ(more, third)
	ADDQ(more, groups)
	ADDQ(third, groups)
	LEAQ(Mem{Base: groups, Index: groups, Scale: 4, Disp: 5}, more)
	ADDQ(more, c.at)
	number := copied(window)
	SHRQ(U8(59), number)
	ANDQ(U8(15), number)
	for k, s := range []uint8{50, 41, 32} {
		part := copied(window)
		SHRQ(U8(s), part)
		ANDL(U32(15<<(4*(k+1))), part.As32())
		ORQ(part, number)
	}
	SHLQ(U8(2), groups)
	ADDQ(U8(4), groups)
	BZHIQ(groups, number, number)
	sign := copied(number)
	SHRQ(U8(1), number)
	ANDQ(U8(1), sign)
	NEGQ(sign)
	XORQ(sign, number)
	SUBQ(c.word(movechain.Score), number)
	MOVWQSX(number.As16(), number)
	MOVQ(number, c.word(movechain.Score))
	CMPQ(c.at, c.word(movechain.End))
	JHI(LabelRef("badend"))
	DECQ(c.word(movechain.Plies))
	CMPQ(number, c.word(movechain.NoScore))
	JE(LabelRef(s.name + "_drop"))
	Comment("A zero after a score beyond 100 is rare; zeros are not.")
	large, isZero, isLarge := GP64(), GP8(), GP8()
	MOVQ(c.word(movechain.Last), large)
	ADDQ(U8(100), large)
	CMPQ(large, I32(200))
	SETHI(isLarge)
	TESTQ(number, number)
	SETEQ(isZero)
	TESTB(isZero, isLarge)
	JNE(LabelRef(s.name + "_zero"))
	Label(s.name + "_keep")
	MOVQ(number, c.word(movechain.Last))
	DECQ(c.word(movechain.Skip))
	JMI(LabelRef(s.name + "_found"))
	Label(s.name + "_next")
	c.rareParts = append(c.rareParts, func() {
		Label(s.name + "_promotion")
		SHLQ(U8(2), all)
		MOVQ(c.word(movechain.Window), window)
		k := c.choose(all, window)
		kind := copied(k)
		SHRQ(U8(2), k)
		selected(k, targets, c.to)
		Comment("Knight 100, bishop 011, rook 101, queen 111.")
		ANDQ(U8(3), kind)
		SHLQ(U8(2), kind)
		type_ := constant(0x7534)
		SHRXQ(kind, type_, type_)
		ANDQ(U8(7), type_)
		ORQ(U8(8), type_)
		SHLQ(U8(12), type_)
		MOVQ(type_, c.word(movechain.Special))
		JMP(LabelRef(s.name + "_score"))

		Label(s.name + "_castling")
		SUBQ(c.word(movechain.Normal), i)
		MOVQ(c.word(movechain.Rooks), targets)
		selected(i, targets, c.to)
		MOVQ(U32(3<<12), c.word(movechain.Special))
		JMP(LabelRef(s.name + "_score"))

		Label(s.name + "_king")
		MOVQ(U32(1<<16), c.word(movechain.Special))
		JMP(LabelRef(s.name + "_score"))

		Comment("A double push that a pawn beside it may answer en passant.")
		Label(s.name + "_double")
		west, east := copied(c.to), copied(c.to)
		ADDQ(west, west)
		ANDQ(constant(0xfefefefefefefefe), west)
		SHRQ(U8(1), east)
		ANDQ(constant(0x7f7f7f7f7f7f7f7f), east)
		ORQ(east, west)
		ANDQ(s.own, west)
		ANDQ(c.g1, west)
		ANDNQ(west, c.g0, west)
		ANDNQ(west, c.g2, west)
		TESTQ(west, west)
		JE(LabelRef(s.name + "_score"))
		MOVQ(U32(1<<16), c.word(movechain.Special))
		JMP(LabelRef(s.name + "_score"))

		Comment("A zero after a large score of a game that was not drawn is not a score.")
		Label(s.name + "_zero")
		CMPQ(c.word(movechain.Drawn), U8(0))
		JNE(LabelRef(s.name + "_keep"))
		last := GP64()
		MOVQ(c.word(movechain.Last), last)
		CMPQ(last, c.word(movechain.NoScore))
		JE(LabelRef(s.name + "_keep"))
		Label(s.name + "_drop")
		INCQ(c.word(movechain.NoScores))
		MOVQ(c.word(movechain.Skip), last)
		CMPQ(last, c.word(movechain.Gap))
		JLE(LabelRef(s.name + "_next"))
		DECQ(c.word(movechain.Skip))
		INCQ(c.word(movechain.NoEarly))
		JMP(LabelRef(s.name + "_next"))

		Label(s.name + "_found")
		MOVQ(U32(s.reply), c.word(movechain.Side))
		JMP(LabelRef("store"))
		Label(s.name + "_end")
		MOVQ(U32(s.color), c.word(movechain.Side))
		JMP(LabelRef("store"))
	})
}
