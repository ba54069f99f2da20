package pairs

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"github.com/koggestone/koggestone/asm/emit"
	"github.com/koggestone/koggestone/internal/layout"
)

// A list is memory for pairs, and how many there are.
type list struct {
	pairs Mem
	n     reg.GPVirtual
}

func newList(pairs Mem) *list {
	return &list{pairs, emit.Zero()}
}

func (l *list) end() Mem { return l.pairs.Idx(l.n, 4) }

// square returns the first square of a change.
func square(change reg.GPVirtual) reg.GPVirtual {
	sq := emit.Register(change)
	ANDL(U8(63), sq.As32())
	return sq
}

// A move is an update of two squares: a piece leaves the first square, and the same or
// another piece arrives on the second. The pieces are given by their rows in
// PairTables.
type move struct {
	from, to                reg.GPVirtual
	mover, placed, captured reg.GPVirtual // captured is 0 if there is none
}

// newMove returns the move of an update. If the update is not a move, the kernel jumps to
// the label any.
func newMove(tables reg.GPVirtual, mailbox Mem, change reg.GPVirtual) *move {
	row := func(code reg.GPVirtual) reg.GPVirtual {
		r := GP64()
		MOVBLZX(Mem{Base: tables, Index: code, Scale: 1, Disp: tableAt("Rows")}, r.As32())
		return r
	}
	rowAt := func(sq reg.GPVirtual) reg.GPVirtual {
		code := GP64()
		MOVBLZX(mailbox.Idx(sq, 1), code.As32())
		return row(code)
	}
	Comment("A move is two squares: one that a piece leaves, one where it, or another, arrives.")
	const (
		square0 = layout.PairUsed | layout.PairEmpty<<8
		square1 = layout.PairUsed << 16
		empty1  = layout.PairEmpty << 24
	)
	t, upper := GP64(), GP64()
	MOVL(change.As32(), t.As32())
	MOVQ(change, upper)
	ANDL(U32(square0|square1|empty1), t.As32())
	SHRQ(U8(32), upper)
	JNZ(LabelRef("any"))
	CMPL(t.As32(), U32(square0|square1))
	JNE(LabelRef("any"))
	m, code := &move{from: square(change), to: GP64()}, GP64()
	MOVL(change.As32(), m.to.As32())
	MOVL(change.As32(), code.As32())
	SHRL(U8(16), m.to.As32())
	SHRL(U8(24), code.As32())
	ANDL(U8(63), m.to.As32())
	CMPL(m.from.As32(), m.to.As32())
	JE(LabelRef("any"))
	m.mover, m.captured, m.placed = rowAt(m.from), rowAt(m.to), row(code)
	TESTL(m.mover.As32(), m.mover.As32())
	JZ(LabelRef("any"))
	TESTL(m.placed.As32(), m.placed.As32())
	JZ(LabelRef("any"))
	CMPL(m.placed.As32(), m.captured.As32())
	JE(LabelRef("any"))
	return m
}
