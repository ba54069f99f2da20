package movegen

import (
	"fmt"
	"unsafe"

	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"github.com/koggestone/koggestone/asm/emit"
	"github.com/koggestone/koggestone/internal/squares"
)

// A pairMover plays two moves at once, one in each half of a register.
type pairMover struct {
	one, square emit.Vec // 1, and the bits of a square
	parentsN
}

// parentsN is what the mover needs to know about the boards before the moves.
type parentsN struct {
	g      [3]emit.Vec // planes
	occ    emit.Vec
	gb     emit.Vec // without the en-passant target
	black  emit.Vec // all squares where Black is to move
	rights emit.Vec // the own rooks
}

// word returns a register with a general register in both halves.
func word(r reg.Register) emit.Vec { return emit.Let("VDUP %v, V%v.D2", r) }

// loaded returns a general register with the word at m.
func loaded(m Mem) reg.Register {
	r := emit.General()
	emit.Do("MOVD %v, %v", m, r)
	return r
}

// constant is word for a constant.
func constant(scratch reg.Register, x uint64) emit.Vec {
	emit.Do("MOVD $%#x, %v", x, scratch)
	return word(scratch)
}

// bothMoves returns the two moves of 16 bits that are the lowest of a register.
func bothMoves(x emit.Vec) emit.Vec {
	return emit.Let("VUXTL V%v.S2, V%v.D2", emit.Let("VUXTL V%v.H4, V%v.S4", x))
}

// tested returns all bits in the halves in which a and b have a bit in common.
func tested(a, b emit.Vec) emit.Vec { return emit.Let("VCMTST V%v.D2, V%v.D2, V%v.D2", a, b) }

// set sets the boards, gb as it is.
func (p *parentsN) set(planes [4]emit.Vec, black emit.Vec) {
	v := emit.NEON
	copy(p.g[:], planes[:3])
	p.occ = v.Or3(planes[0], planes[1], planes[2])
	p.gb, p.black = v.And(planes[3], p.occ), black
	// Rooks are in g0 and not in g1. Squares of White have the bit of gb unlike black.
	theirs := v.Xor(p.gb, black)
	p.rights = v.NotAnd(theirs, v.NotAnd(planes[1], planes[0]))
}

// keep keeps the registers of m live up to this point.
func (m *pairMover) keep() {
	emit.Keep(m.one, m.square, m.g[0], m.g[1], m.g[2], m.gb, m.black, m.rights)
}

// play returns the planes after ordinary moves, and all bits in the halves of captures and pawn
// moves. A half whose from and to are empty stays as it is.
func (m *pairMover) play(from, to emit.Vec) (planes [4]emit.Vec, again emit.Vec) {
	v := emit.NEON
	both := v.Or(from, to)
	var is [3]emit.Vec // all bits where the moving piece is in the plane
	for k, g := range m.g {
		is[k] = tested(g, from)
	}
	king := v.NotAnd(is[0], v.And(is[1], is[2]))
	g2 := v.Or(is[2], v.NotAnd(is[1], is[0])) // a rook that may castle, 001, becomes 101
	planes[0] = v.Select(both, v.And(is[0], to), m.g[0])
	planes[1] = v.Select(both, v.And(is[1], to), m.g[1])
	planes[2] = v.Select(both, v.And(g2, to), m.g[2])
	planes[2] = v.Or(planes[2], v.And(king, v.NotAnd(both, m.rights)))
	planes[3] = v.Select(both, v.And(m.black, to), m.gb)
	again = v.Or(tested(m.occ, to), v.NotAnd(v.Or(is[0], is[2]), is[1]))
	return planes, again
}

// squares returns the sets of the source and of the target of moves.
func (m *pairMover) squares(moves emit.Vec) (from, to emit.Vec) {
	v := emit.NEON
	from = emit.ShiftWords(m.one, v.And(moves, m.square))
	to = emit.ShiftWords(m.one, v.And(v.Shift(moves, -6), m.square))
	return from, to
}

// playListsNEON emits the kernel that plays lists.
//
//	for each parent:
//		for each two of its moves:
//			store the boards after them
//			list those that the caller must play
func playListsNEON() {
	v := emit.NEON
	v.Kernel("playListsNEON", fmt.Sprintf("func(p *[%d]uint64) (others int)", unsafe.Sizeof(playArgs)/8),
		"playListsNEON plays the lists of moves of a layout.Play on positions of Src, two moves at once. It writes the child of move i to element i of Dst. It uses neither DstSides nor columns of clocks and keys. It may read and write one element past the last. Its results for castling, captures en passant, promotions and double steps that may offer a capture en passant are arbitrary: it lists these moves in Others, and returns their number.")
	args := v.Param("p")
	arg := func(offset int) reg.Register { return loaded(Mem{Base: args, Disp: offset}) }
	var dst, src [4]reg.Register
	for k := range dst {
		dst[k], src[k] = arg(argDst+8*k), arg(argSrc+8*k)
	}
	sides, moves, offsets, others, left := arg(argSrcSides), arg(argMoves), arg(argOffsets), arg(argOthers), arg(argN)
	// The numbers of the next move, and of the first of the next list. Others becomes the
	// address of the next element, the first of them is in args.
	next, end, scratch, beside, special := emit.General(), emit.General(), emit.General(), emit.General(), emit.General()
	m := &pairMover{one: constant(scratch, 1), square: constant(scratch, 63)}
	emit.Do("MOVD $0, %v", next)

	emit.Target("parent")
	var planes [4]emit.Vec
	for k := range planes {
		planes[k] = emit.Let("VLD1R.P 8(%v), [V%v.D2]", src[k])
	}
	emit.Do("MOVBU.P 1(%v), %v", sides, scratch)
	emit.Do("SBFX $0, %v, $1, %v", scratch, scratch)
	m.set(planes, word(scratch))
	// The targets beside pawns of the other side.
	theirs := v.NotAnd(v.Or(planes[0], planes[2]), planes[1])
	theirs = v.And(theirs, v.Xor(m.gb, m.black))
	emit.Do("FMOVD F%v, %v", theirs, beside)
	emit.Do("AND $%#x, %v, %v", squares.NotFileA>>1, beside, special)
	emit.Do("AND $%#x, %v", squares.NotFileA, beside)
	emit.Do("LSR $1, %v", beside)
	emit.Do("ORR %v<<1, %v", special, beside)
	emit.Do("ADD $4, %v", offsets)
	emit.Do("MOVWU %v, %v", Mem{Base: offsets}, end)
	emit.Do("CMP %v, %v", end, next)
	emit.Do("BGE done")
	m.keep() // computed before the loop

	emit.Target("moves")
	emit.Do("MOVWU.P 4(%v), %v", moves, special)
	children, _ := m.play(m.squares(bothMoves(emit.Let("FMOVS %v, F%v", special))))
	for k, x := range children {
		emit.Do("FMOVQ.P F%v, 16(%v)", x, dst[k])
	}
	emit.Do("TST $0xf000f000, %v", special)
	emit.Do("BNE special")
	emit.Target("pair")
	emit.Do("ADD $2, %v", next)
	emit.Do("CMP %v, %v", end, next)
	emit.Do("BLT moves")
	// Back, if the last move was that of another list.
	emit.Do("SUB %v, %v, %v", end, next, scratch)
	emit.Do("MOVD %v, %v", end, next)
	emit.Do("SUB %v<<1, %v", scratch, moves)
	for _, r := range dst {
		emit.Do("SUB %v<<3, %v", scratch, r)
	}
	emit.Target("done")
	emit.Do("SUB $1, %v", left)
	emit.Do("CBNZ %v, parent", left)
	emit.Do("MOVD %v, %v", Mem{Base: args, Disp: argOthers}, scratch)
	emit.Do("SUB %v, %v", scratch, others)
	emit.Do("LSR $2, %v", others)
	emit.Do("MOVD %v, others+8(FP)", others)
	emit.Do("RET")

	emit.Target("special")
	for k := range 2 {
		emit.Do("UBFX $%v, %v, $4, %v", 16*k+moveKind, special, scratch)
		emit.Do("CBZ %v, ordinary%v", scratch, k)
		emit.Do("CMP $%v, %v", moveDouble, scratch)
		emit.Do("BNE other%v", k)
		emit.Do("UBFX $%v, %v, $6, %v", 16*k+6, special, scratch)
		emit.Do("LSR %v, %v, %v", scratch, beside, scratch)
		emit.Do("TBZ $0, %v, ordinary%v", scratch, k)
		emit.Target(fmt.Sprintf("other%v", k))
		emit.Do("ADD $%v, %v, %v", k, next, scratch)
		emit.Do("CMP %v, %v", end, scratch)
		emit.Do("BGE ordinary%v", k)
		emit.Do("MOVW.P %v, 4(%v)", scratch, others)
		emit.Target(fmt.Sprintf("ordinary%v", k))
	}
	emit.Do("B pair")
	m.keep()
}

// lowWords returns the lower halves of both words of x, and those of y.
func lowWords(x, y emit.Vec) emit.Vec {
	return emit.Let("VUZP1 V%v.S4, V%v.S4, V%v.S4", y, x)
}

// playBatchNEON emits the kernel that plays one move on each of many positions.
func playBatchNEON() {
	v := emit.NEON
	v.Kernel("playBatchNEON", fmt.Sprintf("func(p *[%d]uint64) (others int)", unsafe.Sizeof(playArgs)/8),
		"playBatchNEON plays the moves of a layout.Play, two at once; N must be even and not 0. Dst may be Src. It does not use columns of keys. It leaves positions unchanged whose moves are zero, castling, captures en passant, promotions and double steps: it lists these moves in Others, and returns their number.")
	args := v.Param("p")
	arg := func(offset int) reg.Register { return loaded(Mem{Base: args, Disp: offset}) }
	var dst, src [4]reg.Register
	for k := range dst {
		dst[k], src[k] = arg(argDst+8*k), arg(argSrc+8*k)
	}
	dstSides, srcSides, dstClocks, srcClocks := arg(argDstSides), arg(argSrcSides), arg(argDstClocks), arg(argSrcClocks)
	moves, others, left := arg(argMoves), arg(argOthers), arg(argN)
	next, sides, scratch := emit.General(), emit.General(), emit.General()
	m := &pairMover{one: constant(scratch, 1), square: constant(scratch, 63)}
	special, half, full := constant(scratch, 0xf000), constant(scratch, 0xffff), constant(scratch, 0x10000)
	zero := constant(scratch, 0)
	emit.Do("MOVD $0, %v", next)

	emit.Target("pair")
	emit.Do("MOVWU.P 4(%v), %v", moves, scratch)
	x := bothMoves(emit.Let("FMOVS %v, F%v", scratch))
	other := v.Or(tested(x, special), emit.Let("VCMEQ V%v.D2, V%v.D2, V%v.D2", zero, x))
	emit.Do("MOVHU.P 2(%v), %v", srcSides, sides)
	black := tested(bothMoves(emit.Let("VUXTL V%v.B8, V%v.H8", emit.Let("FMOVS %v, F%v", sides))), m.one)
	var planes [4]emit.Vec
	for k := range planes {
		planes[k] = emit.Let("FMOVQ.P 16(%v), F%v", src[k])
	}
	m.set(planes, black)
	m.gb = v.Or(m.gb, v.And(planes[3], other)) // with the en-passant target if the board stays
	from, to := m.squares(x)
	played, again := m.play(v.NotAnd(other, from), v.NotAnd(other, to))
	for k, x := range played {
		emit.Do("FMOVQ.P F%v, 16(%v)", x, dst[k])
	}
	emit.Do("EOR $0x0101, %v, %v", sides, scratch)
	emit.Do("AND $0x0101, %v", scratch)
	emit.Do("MOVH.P %v, 2(%v)", scratch, dstSides)
	// The clocks are 16 bits each: of half moves, then of moves.
	steps := lowWords(v.NotAnd(other, v.Or(m.one, v.And(black, full))), v.And(again, half))
	flags := lowWords(other, other)
	emit.Keep(steps, flags)
	emit.Do("CBZ %v, others", dstClocks)
	clocks := emit.SaturatingAdd(emit.Let("FMOVD.P 8(%v), F%v", srcClocks), steps)
	clocks = v.NotAnd(emit.Let("VDUP V%v.D[1], V%v.D2", steps), clocks)
	emit.Do("FMOVD.P F%v, 8(%v)", clocks, dstClocks)
	emit.Target("others")
	emit.Do("FMOVD F%v, %v", flags, scratch)
	emit.Do("CBNZ %v, some", scratch)
	emit.Target("next")
	emit.Do("ADD $2, %v", next)
	emit.Do("CMP %v, %v", left, next)
	emit.Do("BLT pair")
	emit.Do("MOVD %v, %v", Mem{Base: args, Disp: argOthers}, scratch)
	emit.Do("SUB %v, %v", scratch, others)
	emit.Do("LSR $2, %v", others)
	emit.Do("MOVD %v, others+8(FP)", others)
	emit.Do("RET")

	emit.Target("some")
	for k := range 2 {
		emit.Do("TBZ $%v, %v, played%v", 32*k, scratch, k)
		emit.Do("MOVB %v, %v", sides, Mem{Base: dstSides, Disp: k - 2})
		emit.Do("MOVW.P %v, 4(%v)", next, others)
		emit.Target(fmt.Sprintf("played%v", k))
		if k == 0 {
			emit.Do("LSR $8, %v", sides)
			emit.Do("ADD $1, %v", next)
		}
	}
	emit.Do("SUB $1, %v", next)
	emit.Do("B next")
	emit.Keep(m.one, m.square, special, half, full, zero)
}
