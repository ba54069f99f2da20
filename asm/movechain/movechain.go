// Package movechain emits the kernel of package movechain, which follows move chains in
// .binpack.
package movechain

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"github.com/koggestone/koggestone/asm/emit"
	"github.com/koggestone/koggestone/internal/movechain"
)

// A walk holds the registers that the whole kernel uses.
type walk struct {
	tables    reg.GPVirtual
	rareParts []func() // emitted after the loops
}

// A chain emits code for one chain of a loop.
type chain struct {
	*walk
	state reg.GPVirtual
	loop  string // the prefix of its labels

	// Values that pass between the parts of a half.
	square, row, kind, occupied, targets, window, at, score reg.GPVirtual
}

func (c *chain) word(k int) Mem { return Mem{Base: c.state, Disp: 8 * k} }

// of returns the address of a word that belongs to a side, which is 0 or 32.
func (c *chain) of(side reg.GPVirtual, k int) Mem {
	return Mem{Base: c.state, Index: side, Scale: 1, Disp: 8 * k}
}

func (c *chain) label(name string) string { return c.loop + "_" + name }

func (w *walk) table(disp int) Mem { return Mem{Base: w.tables, Disp: disp} }

// indexed returns a part of the tables at an index.
func (w *walk) indexed(disp int, index reg.GPVirtual, scale uint8) Mem {
	return Mem{Base: w.tables, Disp: disp, Index: index, Scale: scale}
}

// count counts the bits in a set.
func count(set Op) reg.GPVirtual {
	n := GP64()
	POPCNTQ(set, n)
	return n
}

// choose emits code that reads a number below n from the start of the window. If the number is
// larger, that is a fault, which ends the kernel after the position.
//
//	width := bits of n-1
//	i := window >> (64-width)
//	window <<= width, at += width
func (c *chain) choose(name string, n reg.GPVirtual) (i reg.GPVirtual) {
	i = GP64()
	width := GP64()
	MOVBQZX(c.indexed(movechain.Widths, n, 1), width)
	PEXTQ(c.indexed(movechain.Tops, n, 8), c.window, i)
	CMPQ(i, n)
	JCC(LabelRef(c.label(name + "_fault")))
	Label(c.label(name + "_chosen"))
	SHLXQ(width, c.window, c.window)
	ADDQ(width, c.at)
	c.rare(func() {
		Label(c.label(name + "_fault"))
		c.fault()
		JMP(LabelRef(c.label(name + "_chosen")))
	})
	return i
}

// fault emits code that records a bad move. It also moves the end of the text to 0, so that the
// kernel stops at its next check.
func (c *chain) fault() {
	MOVQ(U32(movechain.BadMove), c.word(movechain.Fault))
	MOVQ(U32(0), c.word(movechain.End))
}

// rare adds code that is emitted after the loops, because it rarely runs.
func (w *walk) rare(part func()) { w.rareParts = append(w.rareParts, part) }

func selected(i, set reg.GPVirtual) reg.GPVirtual {
	bit := GP64()
	MOVL(U32(1), bit.As32())
	SHLXQ(i, bit, bit)
	PDEPQ(set, bit, bit)
	return bit
}

// Kernels emits package movechain's kernel.
//
// Each move waits for the bits of the move before, so one chain leaves most of the processor
// idle. Therefore the loop for two chains alternates parts of the first half of a move in one
// chain with parts of the second half of a move in the other, and then exchanges the chains.
// The parts are short, because the waiting instructions must fit into the schedulers. Between
// two halves all values are in the state.
func Kernels() {
	emit.Kernel("walkAVX2", "func(fresh, state *uint64, tables *uint64) uintptr")
	Doc("walkAVX2 plays moves of one chain or two and reads the next ones, like Chains.Next of package formats. PDEP must not be slow.")
	w := &walk{tables: GP64()}
	fresh, state := emit.Argument("fresh"), emit.Argument("state")
	Load(Param("tables"), w.tables)
	x, y := &chain{walk: w, state: fresh, loop: "two"}, &chain{walk: w, state: state, loop: "two"}
	z := &chain{walk: w, state: state, loop: "one"}

	CMPQ(z.word(movechain.Middle), U8(0))
	JNE(LabelRef("second"))
	Label("first")
	for _, part := range z.first() {
		part()
	}
	Label("second")
	TESTQ(fresh, fresh)
	JNE(LabelRef("two"))
	for _, part := range z.second() {
		part()
	}
	JMP(LabelRef("first"))

	Label("two")
	first, second := x.first(), y.second()
	for i := range first {
		first[i]()
		second[i]()
	}
	other := emit.Register(fresh)
	MOVQ(state, fresh)
	MOVQ(other, state)
	JMP(LabelRef("two"))

	for i := 0; i < len(w.rareParts); i++ { // they can add more
		w.rareParts[i]()
	}
	Label("two_exit")
	MOVQ(U32(1), x.word(movechain.Middle))
	Label("one_exit")
	MOVQ(U32(0), y.word(movechain.Middle))
	MOVQ(state, emit.Result())
	RET()
}

// planes contains the words of the three planes.
var planes = [3]int{movechain.G0, movechain.G1, movechain.G2}

// first returns the parts in the first half of a move.
func (c *chain) first() []func() {
	return []func(){c.play, c.piece, c.kinds, c.lines}
}

// second returns the parts of the second half.
func (c *chain) second() []func() {
	return []func(){c.diagonals, c.target, c.number, c.gate}
}

// play emits code that plays the move.
func (c *chain) play() {
	Comment("The piece moves. A castling rook becomes a rook.")
	side, before := emit.Register(c.word(movechain.Side)), GP64()
	MOVQ(side, before)
	XORQ(U8(32), side)
	MOVQ(side, c.word(movechain.Side))
	theirs, ours := emit.Register(c.of(before, movechain.White)), emit.Register(c.of(side, movechain.White))
	to, both := emit.Register(c.word(movechain.To)), emit.Register(c.word(movechain.From))
	ORQ(to, both)
	XORQ(both, theirs)
	MOVQ(theirs, c.of(before, movechain.White))
	MOVQ(theirs, c.word(movechain.Theirs))
	taken := emit.Register(to)
	ANDQ(ours, taken)
	ANDNQ(ours, to, ours)
	MOVQ(ours, c.of(side, movechain.White))
	MOVQ(ours, c.word(movechain.Ours))
	kind := emit.Register(c.word(movechain.Kind))
	half, zero := emit.Register(c.word(movechain.Half)), GP64()
	INCQ(half)
	XORL(zero.As32(), zero.As32())
	MOVQ(zero, c.word(movechain.Type))
	king := emit.Register(taken)
	ORQ(Mem{Base: kind, Disp: movechain.Pawn}, taken)
	CMOVQNE(zero, half)
	MOVQ(half, c.word(movechain.Half))
	for p, k := range planes {
		g := emit.Register(c.word(k))
		switch p {
		case 0:
			ANDNQ(king, g, king)
		case 1:
			ANDQ(g, king)
		case 2:
			ANDQ(g, king)
			JNE(LabelRef(c.label("king")))
			Label(c.label("played"))
		}
		piece := emit.Register(to)
		ANDQ(Mem{Base: kind, Disp: movechain.Planes + 8*p}, piece)
		ANDNQ(g, both, g)
		ORQ(piece, g)
		if k == movechain.G2 {
			ORQ(c.word(movechain.Rooks), g)
		}
		MOVQ(g, c.word(k))
	}
	c.rare(func() {
		Label(c.label("king"))
		c.fault()
		JMP(LabelRef(c.label("played")))
	})
}

// piece emits code that reads the piece of the next move.
func (c *chain) piece() {
	Comment("The piece of the next move.")
	c.at = emit.Register(c.word(movechain.At))
	c.window = emit.Register(c.word(movechain.Text))
	k := emit.Register(c.at)
	SHRQ(U8(3), k)
	MOVQ(Mem{Base: c.window, Index: k, Scale: 1}, c.window)
	BSWAPQ(c.window)
	bit := emit.Register(c.at)
	ANDQ(U8(7), bit)
	SHLXQ(bit, c.window, c.window)
	ours := emit.Register(c.word(movechain.Ours))
	from := selected(c.choose("piece", count(ours)), ours)
	MOVQ(c.at, c.word(movechain.At))
	MOVQ(c.window, c.word(movechain.Window))
	MOVQ(from, c.word(movechain.From))
	c.square = GP64()
	TZCNTQ(from, c.square)
}

// kinds emits code that finds the kind of the piece.
func (c *chain) kinds() {
	Comment("Its kind, and the rooks with which a king can castle.")
	c.kind = emit.Zero()
	var g [3]reg.GPVirtual
	for _, p := range []int{2, 1, 0} {
		g[p] = emit.Register(c.word(planes[p]))
		BTQ(c.square, g[p])
		ADCQ(c.kind, c.kind)
	}
	rooks := g[1]
	ORQ(g[2], rooks)
	ANDNQ(g[0], rooks, rooks)
	SHLQ(U8(6), c.kind)
	c.targets = emit.Address(Mem{Base: c.kind, Index: c.square, Scale: 1})
	MOVQ(c.indexed(movechain.Leaps, c.targets, 8), c.targets)
	ADDQ(c.tables, c.kind)
	MOVQ(c.kind, c.word(movechain.Kind))
	ours := emit.Register(c.word(movechain.Ours))
	ANDQ(ours, rooks)
	ANDQ(c.mask(movechain.King), rooks)
	MOVQ(rooks, c.word(movechain.Rooks))
	c.occupied = ours
	ORQ(c.word(movechain.Theirs), c.occupied)
	c.row = c.square
	SHLQ(U8(6), c.row)
	MOVQ(c.row, c.word(movechain.Row))
}

func (c *chain) mask(offset int) Mem { return Mem{Base: c.kind, Disp: movechain.Kinds + offset} }

// line returns the squares on a line that the piece attacks, by a table.
func (c *chain) line(l int) reg.GPVirtual {
	line := c.indexed(movechain.Squares+8*l, c.row, 1)
	set, place := GP64(), GP64()
	PEXTQ(line, c.occupied, set)
	MOVQ(c.indexed(movechain.Squares+32+8*l, c.row, 1), place)
	MOVBQZX(Mem{Base: place, Index: set, Scale: 1}, set)
	PDEPQ(line, set, set)
	return set
}

// lines emits code that finds the targets on the rank and the file.
func (c *chain) lines() {
	Comment("The targets on its rank and its file.")
	rank, file := c.line(0), c.line(1)
	MOVQ(file, c.word(movechain.File))
	ORQ(file, rank)
	ANDQ(c.mask(movechain.Orthogonal), rank)
	ORQ(rank, c.targets)
	MOVQ(c.targets, c.word(movechain.Targets))
}

// diagonals emits code that finds the targets on diagonals, which completes the targets of all
// pieces except pawns.
func (c *chain) diagonals() {
	Comment("The targets on its diagonals.")
	c.row, c.kind = emit.Register(c.word(movechain.Row)), emit.Register(c.word(movechain.Kind))
	c.occupied = emit.Register(c.word(movechain.Ours))
	ORQ(c.word(movechain.Theirs), c.occupied)
	c.targets = c.line(2)
	ORQ(c.line(3), c.targets)
	ANDQ(c.mask(movechain.Diagonal), c.targets)
	ORQ(c.word(movechain.Targets), c.targets)
	ANDNQ(c.targets, emit.Register(c.word(movechain.Ours)), c.targets)
}

// target emits code that reads the target of the move.
func (c *chain) target() {
	Comment("The targets of a pawn: its pushes are on the file.")
	pawnRow := c.row
	ADDQ(c.word(movechain.Side), pawnRow)
	pawns := func(k int) Mem { return c.indexed(movechain.Pawns+8*k, pawnRow, 1) }
	pushes := emit.Register(c.word(movechain.File))
	ANDQ(pawns(1), pushes)
	ANDNQ(pushes, c.occupied, pushes)
	takes := emit.Register(pawns(0))
	ANDQ(c.word(movechain.Theirs), takes)
	ORQ(pushes, takes)
	ANDQ(c.mask(movechain.Pawn), takes)
	ORQ(takes, c.targets)

	Comment("Kings that can castle, and promotions, are rare.")
	c.at, c.window = emit.Register(c.word(movechain.At)), emit.Register(c.word(movechain.Window))
	CMPQ(c.word(movechain.Rooks), U8(0))
	JNE(LabelRef(c.label("castling")))
	promotes := emit.Register(pawns(3))
	TESTQ(promotes, c.mask(movechain.Pawn))
	JNE(LabelRef(c.label("promotion")))
	to := selected(c.choose("target", count(c.targets)), c.targets)
	near := emit.Register(pawns(2))
	ANDQ(c.mask(movechain.Pawn), near)
	ANDQ(c.word(movechain.Theirs), near)
	ANDQ(c.word(movechain.G1), near)
	ANDNQ(near, emit.Register(c.word(movechain.G0)), near)
	ANDNQ(near, emit.Register(c.word(movechain.G2)), near)
	JNE(LabelRef(c.label("near")))
	Label(c.label("score"))
	MOVQ(to, c.word(movechain.To))
	c.rare(func() {
		Label(c.label("promotion"))
		n := count(c.targets)
		SHLQ(U8(2), n)
		k := c.choose("promotion", n)
		kind := emit.Register(k)
		SHRQ(U8(2), k)
		MOVQ(selected(k, c.targets), to)
		Comment("Knight 100, bishop 011, rook 101, queen 111.")
		ANDQ(U8(3), kind)
		SHLQ(U8(2), kind)
		shifted := GP64()
		MOVL(U32(0x7534), shifted.As32())
		SHRXQ(kind, shifted, shifted)
		ANDQ(U8(7), shifted)
		ORQ(U8(8), shifted)
		MOVQ(shifted, kind)
		SHLQ(U8(12), kind)
		MOVQ(kind, c.word(movechain.Type))
		SHLQ(U8(6), shifted)
		ADDQ(c.tables, shifted)
		MOVQ(shifted, c.word(movechain.Kind))
		JMP(LabelRef(c.label("score")))
	})
	c.rare(func() {
		Label(c.label("castling"))
		rooks, all := emit.Register(c.word(movechain.Rooks)), count(c.targets)
		ADDQ(count(rooks), all)
		i := c.choose("castling", all)
		normal := count(c.targets)
		MOVQ(selected(i, c.targets), to)
		CMPQ(i, normal)
		JCS(LabelRef(c.label("score")))
		SUBQ(normal, i)
		MOVQ(selected(i, rooks), to)
		MOVQ(U32(3<<12), c.word(movechain.Type))
		MOVQ(U32(1), c.word(movechain.Special))
		JMP(LabelRef(c.label("score")))
	})
	c.rare(func() {
		Comment("A pawn beside its square may answer a double push en passant.")
		Label(c.label("near"))
		c.double(to)
		JEQ(LabelRef(c.label("score")))
		MOVQ(U32(1), c.word(movechain.Special))
		JMP(LabelRef(c.label("score")))
	})
}

// double returns the target if it is two ranks away from the piece, and otherwise zero. It sets
// the flags accordingly.
func (c *chain) double(to Op) reg.GPVirtual {
	up, down := emit.Register(c.word(movechain.From)), emit.Register(c.word(movechain.From))
	SHLQ(U8(16), up)
	SHRQ(U8(16), down)
	ORQ(down, up)
	ANDQ(to, up)
	return up
}

// number emits code that reads the score.
func (c *chain) number() {
	Comment("The score: groups of four bits, the lowest first, each after a bit that reports whether more follow.")
	more, digits := GP64(), GP64()
	PEXTQ(c.table(movechain.More), c.window, more)
	ADDQ(c.indexed(movechain.Lengths, more, 8), c.at)
	MOVQ(c.at, c.word(movechain.At))
	ANDQ(c.indexed(movechain.Groups, more, 8), c.window)
	PEXTQ(c.table(movechain.Digits), c.window, digits)
	ROLW(U8(8), digits.As16())
	low := emit.Register(digits)
	SHRQ(U8(4), digits)
	ANDL(U32(0x0f0f), low.As32())
	SHLQ(U8(4), low)
	ANDL(U32(0x0f0f), digits.As32())
	ORQ(low, digits)
	sign := emit.Register(digits)
	SHRQ(U8(1), digits)
	ANDQ(U8(1), sign)
	NEGQ(sign)
	XORQ(sign, digits)
	SUBQ(c.word(movechain.Score), digits)
	c.score = GP64()
	MOVWQSX(digits.As16(), c.score)
	MOVQ(c.score, c.word(movechain.Score))
}

// gate emits code that drops the position or adds it to the rows. If the chain cannot continue,
// it ends the kernel.
func (c *chain) gate() {
	Comment("Branches by scores could not be predicted. dropped is 1 for NoScore and for a zero after a large score.")
	at := emit.Register(c.word(movechain.At))
	CMPQ(at, c.word(movechain.End))
	JHI(LabelRef(c.label("end")))
	DECQ(c.word(movechain.Plies))
	flag := func(set func(Op), compare func()) reg.GPVirtual {
		r := GP64()
		XORL(r.As32(), r.As32())
		compare()
		set(r.As8())
		return r
	}
	dropped := flag(SETEQ, func() { TESTQ(c.score, c.score) })
	ANDQ(c.word(movechain.Large), dropped)
	ORQ(flag(SETEQ, func() { CMPQ(c.score, c.word(movechain.NoScore)) }), dropped)
	ADDQ(dropped, c.word(movechain.NoScores))
	last := emit.Register(c.word(movechain.Last))
	TESTQ(dropped, dropped)
	CMOVQEQ(c.score, last)
	MOVQ(last, c.word(movechain.Last))
	ADDQ(U8(100), last)
	large := flag(SETHI, func() { CMPQ(last, I32(200)) })
	ANDQ(c.word(movechain.Won), large)
	MOVQ(large, c.word(movechain.Large))
	Comment("Positions without a score count for Skip if they are early.")
	skip := emit.Register(c.word(movechain.Skip))
	early := flag(SETGT, func() { CMPQ(skip, c.word(movechain.Gap)) })
	ANDQ(dropped, early)
	ADDQ(early, c.word(movechain.NoEarly))
	SUBQ(early, dropped)
	LEAQ(Mem{Base: skip, Index: dropped, Scale: 1, Disp: -1}, skip)
	MOVQ(skip, c.word(movechain.Skip))
	TESTQ(skip, skip)
	JMI(LabelRef(c.label("found")))
	Label(c.label("next"))
	CMPQ(c.word(movechain.Plies), U8(0))
	JEQ(LabelRef(c.label("exit")))
	CMPQ(c.word(movechain.Special), U8(0))
	JNE(LabelRef(c.label("exit")))
	c.rare(c.found)
	c.rare(func() {
		Label(c.label("end"))
		CMPQ(c.word(movechain.Fault), U8(0))
		JNE(LabelRef(c.label("exit")))
		MOVQ(U32(movechain.BadEnd), c.word(movechain.Fault))
		JMP(LabelRef(c.label("exit")))
	})
}

// found emits code that adds the position to the rows and reads the next gap.
func (c *chain) found() {
	Label(c.label("found"))
	row := emit.Register(c.word(movechain.Rows))
	part := func(offset int) Mem { return Mem{Base: row, Disp: offset} }
	for p, k := range [4]int{movechain.G0, movechain.G1, movechain.G2, movechain.Black} {
		MOVQ(emit.Register(c.word(k)), part(8*p))
	}
	plies, side := emit.Register(c.word(movechain.Plies)), emit.Register(c.word(movechain.Side))
	result := emit.Register(c.of(side, movechain.Result))
	MOVB(result.As8(), part(46))
	SHRQ(U8(5), side)
	MOVB(side.As8(), part(32))
	half, most := emit.Register(c.word(movechain.Half)), GP64()
	MOVL(U32(0xffff), most.As32())
	CMPQ(half, most)
	CMOVQHI(most, half)
	MOVW(half.As16(), part(34))
	full := emit.Register(c.word(movechain.LastFull))
	SUBQ(plies, full)
	SHRQ(U8(1), full)
	MOVW(full.As16(), part(36))
	from, move := GP64(), GP64()
	TZCNTQ(c.word(movechain.From), from)
	TZCNTQ(c.word(movechain.To), move)
	SHLQ(U8(6), move)
	ORQ(from, move)
	ORQ(c.word(movechain.Type), move)
	double := c.double(c.word(movechain.To))
	kind := emit.Register(c.word(movechain.Kind))
	ANDQ(Mem{Base: kind, Disp: movechain.Pawn}, double)
	NEGQ(double)
	SBBQ(double, double)
	ANDL(U32(1<<12), double.As32())
	ORQ(double, move)
	MOVW(move.As16(), part(40))
	MOVW(c.score.As16(), part(42))
	ply := emit.Register(c.word(movechain.LastPly))
	SUBQ(plies, ply)
	MOVW(ply.As16(), part(44))
	number := emit.Register(c.word(movechain.LastRow))
	SUBQ(plies, number)
	MOVQ(number, part(48))
	ADDQ(U8(movechain.RowSize), row)
	MOVQ(row, c.word(movechain.Rows))
	gap := emit.Register(c.word(movechain.Gaps))
	ADDQ(U8(8), c.word(movechain.Gaps))
	MOVQ(Mem{Base: gap}, gap)
	MOVQ(gap, c.word(movechain.Skip))
	MOVQ(gap, c.word(movechain.Gap))
	CMPQ(row, c.word(movechain.RowsEnd))
	JNE(LabelRef(c.label("next")))
	JMP(LabelRef(c.label("exit")))
}
