package quad

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"

	"github.com/koggestone/koggestone/asm/emit"
	"github.com/koggestone/koggestone/internal/layout"
	library "github.com/koggestone/koggestone/quad"
)

// The sets of SideThreats by index: the kernels write the struct as an array.
var (
	sideSet = inWords(emit.Offsets[library.SideThreats]())

	sidePawn, sideBishop, sideQueen = sideSet("ByPawn"), sideSet("ByBishop"), sideSet("ByQueen") // and ByKnight, ByRook, ByKing after them
	sideAll, sideCheckers           = sideSet("Attacked"), sideSet("Checkers")                   // and AttackedTwice; Pinned, Pinners, Discoverers
)

// bothWords is the number of words of sets in the frame.
const bothWords = 14

// bothThreatsAVX512 emits the threats of both sides of one position: lanes are directions. The
// piece seen in a direction belongs to a class out of six, or there is no piece. Therefore three
// planes and three fills are enough for both sides together:
//
//	               mover heavy black
//	king             0     1    0 1
//	queen            1     1    0 1
//	bishop or rook   1     0    0 1   whichever moves that way
//
// One more fill goes from the pinned pieces of both sides to the pinners.
func bothThreatsAVX512() {
	emit.Kernel("bothThreatsAVX512", fmt.Sprintf("func(dst *[%d]uint64, board *[4]uint64)", 2*layout.SideThreatSets))
	Doc("bothThreatsAVX512 sets dst to the sets of BothThreats, White's first.", "It works like bothThreatsGeneric.")
	t := &bothLanes{v: emit.AVX512}
	t.words(AllocLocal(8 * bothWords))
	for b := range t.v.Bundles {
		t.look(b)
		t.leapers(b)
	}
	t.store(emit.Pointer("dst"))
	emit.Finish()
}

// bothLanes emits the threats of both sides. Pairs are for White and Black.
type bothLanes struct {
	v *emit.ISA
	s *scalarBoard

	// Words.
	sides, kings, pawns, knights [2]int
	occupied, heavy              int
	movers, black                emit.Vec // generators

	single, queen, pawn, knight, king, line [2]emit.Vec
	checkers, pinners                       emit.Vec
	once, twice                             [2]emit.Vec // attacked
}

// words computes the sets where the fills start.
func (t *bothLanes) words(frame Mem) {
	s := scalarBoardOf(t.v, emit.Pointer("board"), nil, frame)
	t.s = s
	t.sides = [2]int{s.word(s.own), s.word(s.foe)}
	pawns, knights := s.pawns(), s.knights()
	for c, side := range []Op{s.own, s.foe} {
		t.kings[c] = s.word(scalarAnd(s.kings, side))
		t.pawns[c] = s.word(scalarAnd(pawns, side))
		t.knights[c] = s.word(scalarAnd(knights, side))
	}
	t.occupied, t.heavy = s.word(s.occ), s.word(scalarOr(s.queens(), s.kings))
	diagonal, straight := s.word(s.diagonal), s.word(s.straight)
	ORQ(s.kings, s.diagonal)
	ORQ(s.kings, s.straight)
	ANDQ(s.foe, s.diagonal)
	ANDQ(s.foe, s.straight)
	blackDiagonal, blackStraight := s.word(s.diagonal), s.word(s.straight)
	if s.words != bothWords {
		panic("bothThreats: the frame has another size")
	}
	t.movers = s.alternate(diagonal, straight)
	t.black = s.alternate(blackDiagonal, blackStraight)
}

// look emits the fills and what follows from the pieces seen.
func (t *bothLanes) look(b *emit.Bundle) {
	v, s := t.v, t.s
	chain := b.ChainAround(s.all(t.occupied))
	mover := b.Onto(b.Fill(t.movers, chain))
	heavy := b.Onto(b.Fill(s.all(t.heavy), chain))
	black := b.Onto(b.Fill(t.black, chain))
	slider := [2]emit.Vec{v.NotAnd(black, mover), v.And(mover, black)}
	kings := v.NotAnd(mover, heavy)
	king := [2]emit.Vec{v.NotAnd(black, kings), v.And(kings, black)}
	for c := range slider {
		t.single[c] = v.NotAnd(heavy, slider[c])
		t.queen[c] = v.And(slider[c], heavy)
		t.once[c] = slider[c]
	}
	// Black sliders seen by White's king, and white ones seen by Black's. t.black also has
	// kings, movers has none.
	check := v.AccAnd(v.NotAnd(t.black, king[1]), king[0], t.black)
	t.checkers = v.And(check, t.movers)

	// The squares between kings and sliders, and the pinners.
	var pinned emit.Vec
	for c := range t.line {
		t.line[c] = v.And(swapped(slider[1-c]), king[c])
		if own := s.all(t.sides[c]); c == 0 {
			pinned = v.And(t.line[c], own)
		} else {
			pinned = v.AccAnd(pinned, t.line[c], own)
		}
	}
	t.pinners = v.And(b.Onto(b.Fill(pinned, chain)), t.movers)
}

// leapers computes the attacks of leapers, checks by pawns and knights, and counts the attacks
// all pieces. In one direction, or by one jump, a square is attacked at most once.
func (t *bothLanes) leapers(b *emit.Bundle) {
	v, all := t.v, t.s.all
	l := leapersOf(b)
	lanes := captureLanes(v)
	var leaps [2]emit.Vec
	for c := range t.kings {
		captures := lanes.Offset(v.Bytes * (1 - c))
		t.king[c] = b.Onto(all(t.kings[c]))
		t.pawn[c] = b.Onto(v.And(all(t.pawns[c]), captures))
		leaps[c] = v.Or(t.king[c], t.pawn[c])
		t.knight[c] = jump(b, all(t.knights[c]), l)
		check := v.And(jump(b, all(t.kings[c]), l), all(t.knights[1-c]))
		check = v.AccAnd(check, v.And(t.king[c], captures), all(t.pawns[1-c]))
		t.checkers = v.Or(check, t.checkers)
	}
	for c := range leaps {
		x := v.Or(leaps[c], t.once[c])
		t.twice[c] = v.And(x, t.knight[c])
		t.once[c] = v.Or(x, t.knight[c])
	}
}

func (t *bothLanes) store(dst Mem) {
	v := t.v
	two := func(a, b emit.Vec) func() emit.Vec {
		return func() emit.Vec { return twoLanes(v, a, b) }
	}
	white, black := dst, dst.Offset(8*layout.SideThreatSets)
	t.storeCounts(white.Offset(8*sideAll), black.Offset(8*sideAll))
	orHalves(v, dst, [4]func() emit.Vec{
		two(t.pawn[0], t.knight[0]), func() emit.Vec { return t.single[0] },
		two(t.queen[0], t.king[0]), func() emit.Vec { return t.single[1] },
	}, sidePawn, sideBishop, sideQueen, layout.SideThreatSets+sideBishop)
	x := fourWords(t.pawn[1], t.knight[1], t.queen[1], t.king[1])
	VMOVDQU(x.AsX(), black.Offset(8*sidePawn))
	storeUpper(x, black.Offset(8*sideQueen))

	// For White: black checkers, white pieces on the lines of its king, black pinners, and
	// white pieces on the lines of Black's king. For Black the same with the lines
	// exchanged.
	x = fourWords(t.checkers, t.line[0], t.pinners, t.line[1])
	for c, m := range [2]Mem{white, black} {
		if c == 1 {
			x = exchanged(x)
		}
		// A broadcast of two words would wait for two stores.
		sets := andY(t.s.alternate(t.sides[1-c], t.sides[c]).AsY(), x)
		VMOVDQU(sets, m.Offset(8*sideCheckers))
	}
}

// storeCounts combines the lanes of the squares attacked once and twice, for both sides
// together, and stores them.
func (t *bothLanes) storeCounts(white, black Mem) {
	v := t.v
	once, twice := combinedCounts(v, t.once, t.twice)
	fold := func(upper func(x emit.Vec, h emit.Vec)) {
		o, t := YMM(), YMM()
		upper(once, o)
		upper(twice, t)
		again := andY(once.AsY(), o)
		once, twice = orY(once.AsY(), o), orY(orY(twice.AsY(), t), again)
	}
	fold(func(x, h emit.Vec) { VEXTRACTI64X4(U8(1), x, h) })
	fold(func(x, h emit.Vec) { VEXTRACTI64X2(U8(1), x.AsY(), h.AsX()) })
	storePairs(once.AsY(), twice.AsY(), white, black)
}

// combinedCounts returns the squares attacked once and twice, White's in even lanes and Black's in
// odd ones.
func combinedCounts(v *emit.ISA, once, twice [2]emit.Vec) (o, t emit.Vec) {
	parts := func(x [2]emit.Vec) (lo, hi emit.Vec) {
		return v.Pick(VPUNPCKLQDQ, VPUNPCKLQDQ, x[0], x[1]), v.Pick(VPUNPCKHQDQ, VPUNPCKHQDQ, x[0], x[1])
	}
	o0, o1 := parts(once)
	t0, t1 := parts(twice)
	return v.Or(o0, o1), v.AccAnd(v.Or(t0, t1), o0, o1)
}

// storePairs stores the first words of once and twice, which are White's, and the second ones.
func storePairs(once, twice Op, white, black Mem) {
	w, b := YMM(), YMM()
	VPUNPCKLQDQ(twice, once, w)
	VPUNPCKHQDQ(twice, once, b)
	VMOVDQU(w.AsX(), white)
	VMOVDQU(b.AsX(), black)
}

// exchanged returns a YMM with words 1 and 3 exchanged.
func exchanged(x emit.Vec) emit.Vec {
	r := YMM()
	VPERMQ(U8(3<<2|2<<4|1<<6), x, r)
	return r
}
