package quad

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/asm/emit"
	"github.com/koggestone/koggestone/internal/layout"
	"github.com/koggestone/koggestone/internal/squares"
	library "github.com/koggestone/koggestone/quad"
)

// The sets of Legality by their offset: the kernels write the struct as an array.
var (
	legalAt = emit.Offsets[library.Legality]()

	legalCheckers, legalCheckMask, legalPinned = legalAt("Checkers"), legalAt("CheckMask"), legalAt("Pinned")
	legalPinners, legalDanger                  = legalAt("Pinners"), legalAt("Danger") // one after the other
)

// The offsets in a row of kingRows, which is indexed by the square of our king.
const (
	rowKnight = 0 // where a knight gives check
	rowPawn   = 8 // where a pawn does, for white and for black to move
	rowShift  = 5 // the logarithm of a row's bytes
)

// kingRows returns the rows of the 64 squares, and one for no king.
func kingRows() Mem {
	var words []uint64
	for sq := range 65 {
		king := uint64(1) << sq // none for 64
		words = append(words, squares.KnightAttacks(king), koggestone.PawnAttacks(king, koggestone.North),
			koggestone.PawnAttacks(king, koggestone.South), 0)
	}
	return emit.Table("kingrows", words)
}

// legalityAVX512 emits the legality of one position: lanes are directions. Our king, the one on
// the lowest square if there are several, does not block their sliders, so that the attacks
// include the squares behind it. Two fills share a chain, the first of their sliders and the
// second of our king; a third starts from the pinned pieces. Squares where pawns and knights
// give check are looked up.
func legalityAVX512() {
	v := emit.AVX512
	emit.Kernel("legalityAVX512", fmt.Sprintf("func(dst *[%d]uint64, board *[4]uint64, us uint64)", layout.LegalitySets))
	Doc("legalityAVX512 sets dst[k] to set k of Legality for side us, which is 0 or 1.", "It works like legalityGeneric.")
	const words = 9
	frame := AllocLocal(8 * words)
	us := emit.Argument("us")
	s := scalarBoardOf(v, emit.Pointer("board"), us, frame)
	king, square := GP64(), GP64()
	BLSIQ(scalarAnd(s.kings, s.own), king)
	TZCNTQ(king, square)
	SHLQ(U8(rowShift), square)
	row := emit.Address(kingRows())
	ADDQ(row, square)
	SHLQ(U8(3), us)
	others := scalarOp(XORQ, s.occ, king)
	l := &legalityLanes{v: v, s: s, side: sideTableOf(v, us)}
	l.others, l.king = s.word(others), s.word(king)
	l.diagonal, l.straight = s.word(scalarAnd(s.diagonal, s.foe)), s.word(scalarAnd(s.straight, s.foe))
	pawns, knights := scalarAnd(s.pawns(), s.foe), scalarAnd(s.knights(), s.foe)
	l.foeKing, l.pawns, l.knights = s.word(scalarAnd(s.kings, s.foe)), s.word(pawns), s.word(knights)
	l.own, l.occ = s.word(s.own), s.word(s.occ)
	ANDQ(Mem{Base: square, Disp: rowKnight}, knights)
	ANDQ(Mem{Base: square, Disp: rowPawn, Index: us, Scale: 1}, pawns)
	ORQ(knights, pawns)
	if s.words != words {
		panic("legality: the frame has another size")
	}

	l.movers = s.alternate(l.diagonal, l.straight)
	l.look()
	l.store(emit.Pointer("dst"), pawns)
	emit.Finish()
}

// legalityLanes emits the legality of one position. It computes four unions over the lanes:
// lines from our king to the opponent's sliders, sliding checkers, pinners and danger.
type legalityLanes struct {
	v    *emit.ISA
	s    *scalarBoard
	side sideTable

	// Words. Fields without a side in their name belong to the foe.
	others, king, own, occ, diagonal, straight, foeKing, pawns, knights int
	movers                                                              emit.Vec // the foe's sliders by direction

	lines, checks, pinners, danger emit.Vec
}

// look emits the fills.
func (l *legalityLanes) look() {
	v, s := l.v, l.s
	for b := range v.Bundles {
		chain := b.ChainAround(s.all(l.others))
		rays := b.Onto(b.Fill(s.all(l.king), chain))
		l.checks = v.And(rays, l.movers)
		them := b.Onto(b.Fill(l.movers, chain))
		l.pins(b, chain, rays, swapped(them))
		leap := leapersOf(b)
		steps := v.AccAnd(s.all(l.foeKing), s.all(l.pawns), l.side.pawnLanes(0))
		x := v.AccAnd(them, b.Step(steps, 0), b.Wrap)
		l.danger = v.AccAnd(x, b.Moved(s.all(l.knights), leap.shifts), leap.wrap)
	}
}

// pins computes lines and pinners from the rays of our king and the attacks of their
// sliders in the opposite directions.
func (l *legalityLanes) pins(b *emit.Bundle, chain emit.Chain, rays, opposite emit.Vec) {
	v := l.v
	line := v.And(opposite, rays)
	l.lines = line
	l.pinners = v.And(b.Onto(b.Fill(v.And(l.s.all(l.own), line), chain)), l.movers)
}

// store combines the lanes and stores the sets. leapers is the checkers among pawns and
// knights.
func (l *legalityLanes) store(dst Mem, leapers reg.GPVirtual) {
	s := l.s
	x := fourWords(l.checks, l.lines, l.pinners, l.danger)
	storeUpper(x, dst.Offset(legalPinners))
	checkers, lines, between := GP64(), GP64(), GP64()
	VMOVQ(x.AsX(), checkers)
	VPEXTRQ(U8(1), x.AsX(), lines)
	ORQ(leapers, checkers)
	MOVQ(checkers, dst.Offset(legalCheckers))
	MOVQ(scalarOp(ANDQ, lines, s.at(l.own)), dst.Offset(legalPinned))
	MOVQ(s.at(l.occ), between)
	ANDNQ(lines, between, between)
	MOVQ(checkMaskOf(checkers, between), dst.Offset(legalCheckMask))
}

// checkMaskOf returns the check mask for the squares between checkers and king, which it
// overwrites.
func checkMaskOf(checkers, between reg.GPVirtual) reg.GPVirtual {
	x, rest, all := GP64(), GP64(), GP64()
	ORQ(checkers, between)
	XORQ(x, x)
	XORQ(all, all)
	BLSRQ(checkers, rest) // sets zero if there was at most one checker, carry if none
	CMOVQNE(x, between)
	SBBQ(U8(0), all) // all squares if none
	ORQ(all, between)
	return between
}

// swapped returns a ZMM with its halves exchanged: the lanes of the opposite directions.
func swapped(x emit.Vec) emit.Vec {
	r := ZMM()
	VSHUFI64X2(U8(0x4e), x, x, r)
	return r
}

// fourWords returns the unions of the lanes of four ZMM as the words of a YMM.
func fourWords(a, b, c, d emit.Vec) emit.Vec {
	x, y := twoWords(a, b), twoWords(c, d)
	lo, hi := YMM(), YMM()
	VSHUFI64X2(U8(0), y, x, lo)
	VSHUFI64X2(U8(3), y, x, hi)
	return orY(lo, hi)
}

// twoWords folds two ZMM into a YMM: its even words come from a, its odd words from b.
func twoWords(a, b emit.Vec) emit.Vec {
	a, b = halved(a), halved(b)
	lo, hi := YMM(), YMM()
	VPUNPCKLQDQ(b, a, lo)
	VPUNPCKHQDQ(b, a, hi)
	return orY(lo, hi)
}

// halved returns the union of the halves of a ZMM.
func halved(x emit.Vec) emit.Vec {
	h := YMM()
	VEXTRACTI64X4(U8(1), x, h)
	return orY(x.AsY(), h)
}

// orY returns the union of two YMM, which may be any of the 32.
func orY(a, b Op) emit.Vec { return emit.AVX2.Pick(VPORQ, nil, a, b) }

// andY returns the intersection of two YMM, which may be any of the 32.
func andY(a, b Op) emit.Vec { return emit.AVX2.Pick(VPANDQ, nil, a, b) }

// storeUpper stores the upper two words of a YMM.
func storeUpper(x emit.Vec, m Mem) { VEXTRACTI64X2(U8(1), x, m) }
