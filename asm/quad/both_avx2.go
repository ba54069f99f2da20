package quad

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/asm/emit"
	"github.com/koggestone/koggestone/internal/layout"
)

// bothThreatsAVX2 emits the threats of both sides of one position, by the fills of bothThreats.
func bothThreatsAVX2() {
	// The frame is too large for NOSPLIT: let the assembler check the stack.
	TEXT("bothThreatsAVX2", 0, fmt.Sprintf("func(dst *[%d]uint64, board *[4]uint64)", 2*layout.SideThreatSets))
	Pragma("noescape")
	Doc("bothThreatsAVX2 sets dst to the sets of BothThreats, White's first.", "It works like bothThreatsGeneric.")
	t := &bothOfLanes{v: emit.AVX2, board: emit.Pointer("board")}
	t.up, t.down = compass()
	t.look()
	t.leapers()
	t.store(emit.Pointer("dst"))
	emit.Finish()
}

// bothOfLanes emits the threats of both sides of one position. Pairs are for White and Black.
type bothOfLanes struct {
	v        *emit.ISA
	board    Mem
	up, down *emit.Bundle

	sides [2]Mem // all pieces
	// Unions over both bundles.
	single, queen, line, pawn, king, knight [2]Op
	pinners                                 Op
	checkers                                Op
	slider                                  [2][2]Mem // attacks of a side in a bundle
	once, twice                             [2]emit.Vec
}

// keep stores x in the frame.
func (t *bothOfLanes) keep(x emit.Vec) Mem {
	m := AllocLocal(32)
	VMOVDQU(x, m)
	return m
}

// look emits the fills and what follows from the pieces seen.
func (t *bothOfLanes) look() {
	v := t.v
	g := v.PlanesParam(t.board)
	heavy := v.And(g[1], g[2]) // queens and kings
	// Bishops and queens are g0 & g1, rooks and queens g0 & (g2 | ^g1).
	sliders := v.And(v.Or(v.Xor(g[1], oddLanes()), heavy), g[0])
	black := v.And(v.Or(sliders, heavy), g[3])
	movers := t.keep(sliders)
	occ := v.Or(v.Or(g[0], g[1]), g[2])
	t.sides[0], t.sides[1] = t.keep(v.NotAnd(g[3], occ)), t.keep(v.And(g[3], occ))
	u, d := chainsTogether(t.up, t.down, occ)
	x := attackTogether(laneFill{t.up, u, sliders}, laneFill{t.down, d, sliders}, laneFill{t.up, u, black}, laneFill{t.down, d, black})
	for i := range u {
		u[i], d[i] = t.keep(u[i].(emit.Vec)), t.keep(d[i].(emit.Vec))
	}
	y := attackTogether(laneFill{t.up, u, heavy}, laneFill{t.down, d, heavy})

	var king [2][2]emit.Vec // by bundle, by side
	var single, queen [2]emit.Vec
	for i := range 2 {
		mover, black, heavy := x[i], x[2+i], y[i]
		slider := [2]emit.Vec{v.NotAnd(black, mover), v.And(mover, black)}
		kings := v.NotAnd(mover, heavy)
		king[i] = [2]emit.Vec{v.NotAnd(black, kings), v.And(kings, black)}
		for c := range 2 {
			v.Join(&single[c], v.NotAnd(heavy, slider[c]))
			v.Join(&queen[c], v.And(slider[c], heavy))
			t.slider[c][i] = t.keep(slider[c])
		}
	}
	for c := range 2 {
		t.single[c], t.queen[c] = t.keep(single[c]), t.keep(queen[c])
	}
	// Sliders of the other side that a king sees.
	check := v.AccAnd(v.And(v.Or(king[0][0], king[1][0]), t.sides[1]), v.Or(king[0][1], king[1][1]), t.sides[0])
	t.checkers = t.keep(v.And(check, movers))
	var line [2]emit.Vec
	var pinned [2]emit.Vec // by bundle
	for i := range 2 {
		for c := range 2 {
			l := v.And(king[i][c], t.slider[1-c][1-i])
			v.Join(&line[c], l)
			v.Join(&pinned[i], v.And(l, t.sides[c]))
		}
	}
	t.line = [2]Op{t.keep(line[0]), t.keep(line[1])}
	pins := attackTogether(laneFill{t.up, u, pinned[0]}, laneFill{t.down, d, pinned[1]})
	t.pinners = t.keep(v.And(v.Or(pins[0], pins[1]), movers))
}

// leapers emits the attacks and checks of leapers, and counts attacks.
func (t *bothOfLanes) leapers() {
	v := t.v
	g := v.PlanesParam(t.board)
	colored := func(x emit.Vec) [2]emit.Vec { return [2]emit.Vec{v.NotAnd(g[3], x), v.And(x, g[3])} }
	kings := colored(v.NotAnd(g[0], v.And(g[1], g[2])))
	knights := colored(v.NotAnd(v.Or(g[0], g[1]), g[2]))
	pawns := colored(v.NotAnd(v.Or(g[0], g[2]), g[1]))

	// In one direction, or by one jump, a square is attacked at most once.
	var reached [2][2]emit.Vec // by side, by bundle
	shift := t.up.Amounts[0]
	jumps := [4]int{17, 10, 6, 15}
	var amounts, wraps, backs, captures, backCaptures []uint64
	for i, n := range jumps {
		amounts, wraps, backs = append(amounts, uint64(n)), append(wraps, knightWrap(n)), append(backs, knightWrap(-n))
		captures = append(captures, pawnWrap(t.up.Dirs[i], koggestone.North))
		backCaptures = append(backCaptures, pawnWrap(t.down.Dirs[i], koggestone.South))
	}
	pawn := [2]emit.Vec{
		v.And(shiftLeft(pawns[0], shift), emit.Table("upcaptures", captures)),
		v.And(shiftRight(pawns[1], shift), emit.Table("downcaptures", backCaptures)),
	}
	check := v.Or(shiftRight(v.And(pawn[0], kings[1]), shift), shiftLeft(v.And(pawn[1], kings[0]), shift))
	for c := range 2 {
		up, down := t.up.Onto(kings[c]), t.down.Onto(kings[c])
		t.king[c] = t.keep(v.Or(up, down))
		reached[c] = [2]emit.Vec{v.Or(up, t.slider[c][0]), v.Or(down, t.slider[c][1])}
		reached[c][c] = v.Or(reached[c][c], pawn[c])
		t.pawn[c] = t.keep(pawn[c])
		t.once[c], t.twice[c] = v.Or(reached[c][0], reached[c][1]), v.And(reached[c][0], reached[c][1])
	}

	jump := v.Load(emit.Table("jumplanes", amounts))
	var hit [2]emit.Vec // by bundle
	for c := range 2 {
		up := v.And(shiftLeft(knights[c], jump), emit.Table("upjumps", wraps))
		down := v.And(shiftRight(knights[c], jump), emit.Table("downjumps", backs))
		v.Join(&hit[0], v.And(up, kings[1-c]))
		v.Join(&hit[1], v.And(down, kings[1-c]))
		both := v.Or(up, down)
		t.knight[c] = t.keep(both)
		again := v.AccAnd(v.And(up, down), t.once[c], both)
		t.once[c], t.twice[c] = v.Or(t.once[c], both), v.Or(t.twice[c], again)
	}
	check = v.Or(check, v.Or(shiftRight(hit[0], jump), shiftLeft(hit[1], jump)))
	t.checkers = t.keep(v.Or(check, t.checkers))
}

func (t *bothOfLanes) store(dst Mem) {
	v := t.v
	side := [2]Mem{dst, dst.Offset(8 * layout.SideThreatSets)}
	at := func(c, k int) Mem { return side[c].Offset(8 * k) }
	t.storeCounts(at(0, sideAll), at(1, sideAll))
	two := func(a, b Op) emit.Vec { return twoLanes(v, v.InRegister(a), v.InRegister(b)) }
	for c := range 2 {
		v.Store(foldHalves(two(t.pawn[c], t.knight[c]), v.InRegister(t.single[c])), at(c, sidePawn)) // and bishop
	}
	x := foldHalves(two(t.queen[0], t.king[0]), two(t.queen[1], t.king[1]))
	VMOVDQU(x.AsX(), at(0, sideQueen))
	VEXTRACTI128(U8(1), x, at(1, sideQueen))

	// Checkers of both sides, the lines of White's king, pinners of both sides, the lines of
	// Black's king.
	x = foldHalves(two(t.checkers, t.line[0]), two(t.pinners, t.line[1]))
	for c := range 2 {
		if c == 1 {
			x = exchanged(x)
		}
		sets := blend(v.Load(t.sides[1-c]), v.Load(t.sides[c]), 0b1010)
		v.Store(v.And(sets, x), at(c, sideCheckers))
	}
}

// storeCounts combines the lanes of the squares attacked once and twice, for both sides
// together, and stores them.
func (t *bothOfLanes) storeCounts(white, black Mem) {
	v := t.v
	once, twice := combinedCounts(v, t.once, t.twice)
	o := upperHalf(once)
	again := v.And(once, o)
	once, twice = v.Or(once, o), v.Or(v.Or(twice, upperHalf(twice)), again)
	storePairs(once, twice, white, black)
}
