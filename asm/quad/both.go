package quad

import (
	"fmt"
	"unsafe"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"

	"github.com/koggestone/koggestone/asm/emit"
	"github.com/koggestone/koggestone/internal/layout"
	library "github.com/koggestone/koggestone/quad"
)

// The sets of SideThreats by index: the kernels write the struct as an array.
const (
	sidePawn     = int(unsafe.Offsetof(library.SideThreats{}.ByPawn) / 8)   // and ByKnight after it
	sideBishop   = int(unsafe.Offsetof(library.SideThreats{}.ByBishop) / 8) // and ByRook
	sideQueen    = int(unsafe.Offsetof(library.SideThreats{}.ByQueen) / 8)  // and ByKing
	sideAll      = int(unsafe.Offsetof(library.SideThreats{}.Attacked) / 8) // and AttackedTwice
	sideCheckers = int(unsafe.Offsetof(library.SideThreats{}.Checkers) / 8) // and Pinned, Pinners, Discoverers
)

// bothWords is the number of words of sets in the frame of bothThreats, bothSlots the
// number of additional registers there on AVX2.
const (
	bothWords = 14
	bothSlots = 30
)

// bothThreats emits the threats of both sides of one position: lanes are directions. The
// piece seen in a direction is of one of six classes, or there is none. That takes three
// planes, so three fills, for both sides together:
//
//	               mover heavy black
//	king             0     1    0 1
//	queen            1     1    0 1
//	bishop or rook   1     0    0 1   whichever moves that way
//
// One more fill goes from the pinned pieces of both sides to the pinners.
func bothThreats(v *emit.ISA) {
	signature := fmt.Sprintf("func(dst *[%d]uint64, board *[4]uint64)", 2*layout.SideThreatSets)
	size := 8 * bothWords
	if v.Wide() {
		emit.Kernel("bothThreats"+v.Name, signature)
	} else {
		// The frame is too large for NOSPLIT: let the assembler check the stack.
		TEXT("bothThreats"+v.Name, 0, signature)
		Pragma("noescape")
		size += 32 * bothSlots
	}
	Doc("bothThreats"+v.Name+" sets dst to the sets of BothThreats, White's first.", "It works like bothThreatsGeneric.")
	t := &bothLanes{v: v, frame: AllocLocal(size)}
	t.words()
	var seen []*bothSeen
	for b := range v.Bundles {
		seen = append(seen, t.look(b))
	}
	for i, s := range seen {
		t.lines(s, seen[len(seen)-1-i])
	}
	for i, s := range seen {
		t.leapers(i, s.b)
		t.count(s)
	}
	t.store(emit.Pointer("dst"))
	emit.Finish()
}

// bothLanes emits the threats of both sides. Pairs are for White and Black. On AVX2, sets
// that are used after a bundle are in the frame.
type bothLanes struct {
	v     *emit.ISA
	s     *scalarBoard
	frame Mem
	slots int // of the frame after the words

	// Words.
	sides, kings, pawns, knights [2]int
	occupied, heavy              int
	movers, black                Op // generators

	// The sums over the directions.
	single, queen, pawn, knight, king, line [2]Op
	checkers, pinners                       Op
	once, twice                             [2]emit.Vec // attacked
	// The attacks of the leapers of a bundle, in its lanes.
	leaps, jumps [2]emit.Vec
}

// bothSeen is the pieces seen in the directions of a bundle.
type bothSeen struct {
	b            *emit.Bundle
	chain        emit.Chain
	slider, king [2]Op // of both sides
}

// words computes the sets from which the fills start.
func (t *bothLanes) words() {
	s := scalarBoardOf(t.v, emit.Pointer("board"), nil, t.frame)
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
	t.movers = t.keep(s.alternate(diagonal, straight))
	t.black = t.keep(s.alternate(blackDiagonal, blackStraight))
}

// keep stores x in the frame on AVX2, which has few registers.
func (t *bothLanes) keep(x emit.Vec) Op {
	if t.v.Wide() {
		return x
	}
	m := t.frame.Offset(8*bothWords + 32*t.slots)
	if t.slots++; t.slots > bothSlots {
		panic("bothThreats: the frame is too small")
	}
	t.v.Store(x, m)
	return m
}

// join adds x to a union.
func (t *bothLanes) join(acc *Op, x emit.Vec) {
	if *acc == nil {
		*acc = t.keep(x)
		return
	}
	x = t.v.Or(x, *acc)
	if m, ok := (*acc).(Mem); ok {
		t.v.Store(x, m)
	} else {
		*acc = x
	}
}

// look emits the three fills and the sets that follow from one direction.
func (t *bothLanes) look(b *emit.Bundle) *bothSeen {
	v, s := t.v, t.s
	chain := b.ChainAround(s.all(t.occupied))
	mover := b.Onto(b.Fill(v.InRegister(t.movers), chain))
	heavy := b.Onto(b.Fill(s.all(t.heavy), chain))
	black := b.Onto(b.Fill(v.InRegister(t.black), chain))
	slider := [2]emit.Vec{v.NotAnd(black, mover), v.And(mover, black)}
	kings := v.NotAnd(mover, heavy)
	king := [2]emit.Vec{v.NotAnd(black, kings), v.And(kings, black)}
	seen := &bothSeen{b: b, chain: chain}
	for c := range slider {
		t.join(&t.single[c], v.NotAnd(heavy, slider[c]))
		t.join(&t.queen[c], v.And(slider[c], heavy))
		seen.slider[c], seen.king[c] = t.keep(slider[c]), t.keep(king[c])
	}
	// Black sliders seen by White's king, and white ones seen by Black's. t.black also has
	// kings, movers has none.
	check := v.AccAnd(v.NotAnd(v.InRegister(t.black), king[1]), king[0], t.black)
	t.join(&t.checkers, v.And(check, t.movers))
	if !v.Wide() {
		seen.b = b.InMemory()
		for i := range chain {
			seen.chain[i] = t.keep(chain[i].(emit.Vec))
		}
	}
	return seen
}

// lines computes the squares between kings and sliders, and the pinners, from the pieces
// seen in the opposite directions.
func (t *bothLanes) lines(s, opposite *bothSeen) {
	v := t.v
	var pinned emit.Vec
	for c := range t.line {
		line := v.And(swapped(v, opposite.slider[1-c]), s.king[c])
		t.join(&t.line[c], line)
		if own := t.s.all(t.sides[c]); c == 0 {
			pinned = v.And(line, own)
		} else {
			pinned = v.AccAnd(pinned, line, own)
		}
	}
	t.join(&t.pinners, v.And(s.b.Onto(s.b.Fill(pinned, s.chain)), t.movers))
}

// leapers computes the attacks of leapers, and checks by pawns and knights.
func (t *bothLanes) leapers(bundle int, b *emit.Bundle) {
	v, all := t.v, t.s.all
	l := leapersOf(b)
	lanes := captureLanes(v).Offset(2 * v.Bytes * bundle)
	for c := range t.kings {
		captures := lanes.Offset(v.Bytes * (1 - c))
		king := b.Onto(all(t.kings[c]))
		t.join(&t.king[c], king)
		pawn := b.Onto(v.And(all(t.pawns[c]), captures))
		t.join(&t.pawn[c], pawn)
		t.leaps[c] = v.Or(king, pawn)
		t.jumps[c] = jump(b, all(t.knights[c]), l)
		t.join(&t.knight[c], t.jumps[c])
		check := v.And(jump(b, all(t.kings[c]), l), all(t.knights[1-c]))
		t.join(&t.checkers, v.AccAnd(check, v.And(king, captures), all(t.pawns[1-c])))
	}
}

// count counts the attacks of a bundle. In one direction, or by one jump, a square is
// attacked at most once.
func (t *bothLanes) count(s *bothSeen) {
	v := t.v
	for c := range t.once {
		for _, x := range []emit.Vec{v.Or(t.leaps[c], s.slider[c]), t.jumps[c]} {
			if once := t.once[c]; once == nil {
				t.once[c] = x
			} else {
				again := v.And(once, x)
				if t.twice[c] != nil {
					again = v.Or(again, t.twice[c])
				}
				t.once[c], t.twice[c] = v.Or(once, x), again
			}
		}
	}
}

// store combines the lanes and stores the sets.
func (t *bothLanes) store(dst Mem) {
	v := t.v
	reg := v.InRegister
	two := func(a, b Op) func() emit.Vec {
		return func() emit.Vec { return twoLanes(v, reg(a), reg(b)) }
	}
	white, black := dst, dst.Offset(8*layout.SideThreatSets)
	t.storeCounts(white.Offset(8*sideAll), black.Offset(8*sideAll))
	orHalves(v, dst, [4]func() emit.Vec{
		two(t.pawn[0], t.knight[0]), func() emit.Vec { return reg(t.single[0]) },
		two(t.queen[0], t.king[0]), func() emit.Vec { return reg(t.single[1]) },
	}, sidePawn, sideBishop, sideQueen, layout.SideThreatSets+sideBishop)
	x := fourWords(v, reg(t.pawn[1]), reg(t.knight[1]), reg(t.queen[1]), reg(t.king[1]))
	VMOVDQU(x.AsX(), black.Offset(8*sidePawn))
	storeUpper(v, x, black.Offset(8*sideQueen))

	// For White: black checkers, white pieces on the lines of its king, black pinners, and
	// white pieces on the lines of Black's king. For Black the same with the lines
	// exchanged.
	x = fourWords(v, reg(t.checkers), reg(t.line[0]), reg(t.pinners), reg(t.line[1]))
	for c, m := range [2]Mem{white, black} {
		if c == 1 {
			exchanged := YMM()
			VPERMQ(U8(3<<2|2<<4|1<<6), x, exchanged)
			x = exchanged
		}
		// A broadcast of two words would wait for two stores.
		sets := andY(v, t.s.alternate(t.sides[1-c], t.sides[c]).AsY(), x)
		VMOVDQU(sets, m.Offset(8*sideCheckers))
	}
}

// storeCounts combines the lanes of the squares attacked once and twice, for both sides
// together, and stores them.
func (t *bothLanes) storeCounts(white, black Mem) {
	v := t.v
	parts := func(x [2]emit.Vec) (lo, hi emit.Vec) {
		return v.Pick(VPUNPCKLQDQ, VPUNPCKLQDQ, x[0], x[1]), v.Pick(VPUNPCKHQDQ, VPUNPCKHQDQ, x[0], x[1])
	}
	o0, o1 := parts(t.once)
	t0, t1 := parts(t.twice)
	once, twice := v.Or(o0, o1), v.AccAnd(v.Or(t0, t1), o0, o1)
	fold := func(upper func(x emit.Vec, h emit.Vec)) {
		o, t := YMM(), YMM()
		upper(once, o)
		upper(twice, t)
		again := andY(v, once.AsY(), o)
		once, twice = orY(v, once.AsY(), o), orY(v, orY(v, twice.AsY(), t), again)
	}
	if v.Wide() {
		fold(func(x, h emit.Vec) { VEXTRACTI64X4(U8(1), x, h) })
		fold(func(x, h emit.Vec) { VEXTRACTI64X2(U8(1), x.AsY(), h.AsX()) })
	} else {
		fold(func(x, h emit.Vec) { VEXTRACTI128(U8(1), x, h.AsX()) })
	}
	w, b := YMM(), YMM()
	VPUNPCKLQDQ(twice.AsY(), once.AsY(), w)
	VPUNPCKHQDQ(twice.AsY(), once.AsY(), b)
	VMOVDQU(w.AsX(), white)
	VMOVDQU(b.AsX(), black)
}
