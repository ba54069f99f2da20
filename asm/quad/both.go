package quad

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/asm/emit"
	"github.com/koggestone/koggestone/internal/layout"
	library "github.com/koggestone/koggestone/quad"
)

// The sets of SideThreats by index: the kernels write the struct as an array.
var (
	sideSet = inWords(emit.Offsets[library.SideThreats]())

	sidePawn, sideQueen   = sideSet("ByPawn"), sideSet("ByQueen")    // and ByKnight, ByBishop, ByRook; ByKing
	sideAll, sideCheckers = sideSet("Attacked"), sideSet("Checkers") // and AttackedTwice; Pinned, Pinners, Discoverers
)

// bothThreats emits the threats of both sides in one position. In each direction a square sees no
// piece or a piece that belongs to one of six classes. Therefore three planes and three fills are
// enough for both sides together:
//
//	               mover heavy black
//	king             0     1    0 1
//	queen            1     1    0 1
//	bishop or rook   1     0    0 1   whichever moves that way
//
// One more fill goes from the pinned pieces of both sides to the pinners.
func bothThreats(v *emit.ISA) {
	emit.SplitKernel("bothThreats"+v.Name, fmt.Sprintf("func(dst *[%d]uint64, board *[4]uint64)", 2*layout.SideThreatSets))
	Doc("bothThreats"+v.Name+" sets dst to the sets of BothThreats, White's first.", "It works like bothThreatsGeneric.")
	t := &bothLanes{compass: newCompass(v), board: emit.Pointer("board")}
	t.look()
	t.leapers()
	t.store(emit.Pointer("dst"))
	emit.Finish()
}

// bothLanes emits both sides' threats in one position. Arrays of two are for White and Black.
type bothLanes struct {
	*compass
	board Mem

	sides  [2]Op       // all pieces
	slider [2][2]Op    // attacks of a side
	once   [2]emit.Vec // attacked
	twice  [2]emit.Vec

	// Unions of opposite directions.
	single, queen, line, pawn, king, knight [2]Op
	pinners, checkers                       Op
}

// look emits the fills and the sets that follow from the pieces seen.
func (t *bothLanes) look() {
	v, set := t.V, emit.Set
	g := v.PlanesParam(t.board)
	heavy := v.And(g[1], g[2]) // queens and kings
	// Bishops and queens are g0 & g1, rooks and queens g0 & (g2 | ^g1).
	sliders := v.Eval(set(v.Xor(g[1], oddLanes())).Or(set(heavy)).And(set(g[0])))
	black := v.Eval(set(sliders).Or(set(heavy)).And(set(g[3])))
	movers := t.keep(sliders)
	occ := v.Eval(emit.Union(set(g[0]), set(g[1]), set(g[2])))
	t.sides = [2]Op{t.keep(v.NotAnd(g[3], occ)), t.keep(v.And(g[3], occ))}
	chain := t.chains(occ)
	x := t.attacks(chain, emit.Rays{sliders, sliders}, emit.Rays{black, black})
	for i := range chain {
		for k := range chain[i] {
			chain[i][k] = t.keep(chain[i][k].(emit.Vec))
		}
	}
	h := t.attacks(chain, emit.Rays{heavy, heavy})[0]

	var king, line [2]emit.Rays
	var single, queen [2]emit.Vec
	for i := range t.Bundles {
		mover, black, heavy := x[0][i], x[1][i], h[i]
		slider := [2]emit.Vec{v.NotAnd(black, mover), v.And(mover, black)}
		kings := v.NotAnd(mover, heavy)
		for c, k := range [2]emit.Vec{v.NotAnd(black, kings), v.And(kings, black)} {
			king[c][i] = k
			v.Join(&single[c], v.NotAnd(heavy, slider[c]))
			v.Join(&queen[c], v.And(slider[c], heavy))
			t.slider[c][i] = t.keep(slider[c])
		}
	}
	for c := range 2 {
		t.single[c], t.queen[c] = t.keep(single[c]), t.keep(queen[c])
	}
	// The sliders that an opposing king sees.
	check := v.AccAnd(v.And(t.union(king[0]), t.sides[1]), t.union(king[1]), t.sides[0])
	t.checkers = t.keep(v.And(check, movers))
	for c := range 2 {
		line[c] = t.Each(func(i int) emit.Vec { return v.And(king[c][i], t.slider[1-c][1-i]) })
		t.line[c] = t.keep(t.union(line[c]))
	}
	pinned := t.Each(func(i int) emit.Vec {
		return v.AccAnd(v.And(line[0][i], t.sides[0]), line[1][i], t.sides[1])
	})
	t.pinners = t.keep(v.And(t.union(t.attacks(chain, pinned)[0]), movers))
}

// leapers emits what leapers attack and check, and counts attacks.
func (t *bothLanes) leapers() {
	v, set := t.V, emit.Set
	g := v.PlanesParam(t.board)
	colored := func(x emit.Vec) [2]emit.Vec { return [2]emit.Vec{v.NotAnd(g[3], x), v.And(x, g[3])} }
	kings := colored(v.Eval(set(g[1]).And(set(g[2])).Without(set(g[0]))))
	knights := colored(v.Eval(set(g[2]).Without(set(g[0]).Or(set(g[1])))))
	pawns := colored(v.Eval(set(g[1]).Without(set(g[0]).Or(set(g[2])))))

	// White's pawns go up, and Black's go down. In one direction, or by one jump, a square is
	// attacked at most once.
	captures := t.LaneTable("captures", func(d emit.Direction) uint64 {
		return pawnWrap(d.Direction, koggestone.North) | pawnWrap(d.Direction, koggestone.South)
	})
	pawn := t.Each(func(c int) emit.Vec { return v.And(t.Bundles[c].Step(pawns[c], 0), captures[c]) })
	check := t.back(t.Each(func(c int) emit.Vec { return v.And(pawn[c], kings[1-c]) }), t.Bundles[0].Amounts[0])
	for c := range 2 {
		king := t.Each(func(i int) emit.Vec { return t.Bundles[i].Attacks(kings[c]) })
		t.king[c] = t.keep(t.union(king))
		reached := t.Each(func(i int) emit.Vec { return v.Or(king[i], t.slider[c][i]) })
		reached[c] = v.Or(reached[c], pawn[c])
		t.pawn[c] = t.keep(pawn[c])
		t.once[c], t.twice[c] = v.Or(reached[0], reached[1]), v.And(reached[0], reached[1])
	}

	amounts := t.LaneTable("jumps", func(d emit.Direction) uint64 {
		return uint64(max(knightShifts[d.Direction], -knightShifts[d.Direction]))
	})
	wraps := t.LaneTable("jumpwraps", func(d emit.Direction) uint64 { return knightWrap(knightShifts[d.Direction]) })
	jump := v.Load(amounts[0])
	var hit emit.Rays
	for c := range 2 {
		jumps := t.Each(func(i int) emit.Vec { return v.And(t.Bundles[i].Moved(knights[c], jump), wraps[i]) })
		for i := range jumps {
			if c == 0 {
				hit[i] = v.And(jumps[i], kings[1])
			} else {
				hit[i] = v.AccAnd(hit[i], jumps[i], kings[0])
			}
		}
		both := t.union(jumps)
		t.knight[c] = t.keep(both)
		again := v.AccAnd(v.And(jumps[0], jumps[1]), t.once[c], both)
		t.once[c], t.twice[c] = v.Or(t.once[c], both), v.Or(t.twice[c], again)
	}
	check = v.Eval(emit.Union(set(check), set(t.back(hit, jump)), set(t.checkers)))
	t.checkers = t.keep(check)
}

func (t *bothLanes) store(dst Mem) {
	v := t.V
	side := [2]Mem{dst, dst.Offset(8 * layout.SideThreatSets)}
	at := func(c, k int) Mem { return side[c].Offset(8 * k) }
	t.storeCounts(at(0, sideAll), at(1, sideAll))
	two := func(a, b Op) emit.Vec { return twoLanes(v, v.InRegister(a), v.InRegister(b)) }
	for c := range 2 {
		v.Store(t.foldHalves(two(t.pawn[c], t.knight[c]), v.InRegister(t.single[c])), at(c, sidePawn))
	}
	x := t.foldHalves(two(t.queen[0], t.king[0]), two(t.queen[1], t.king[1]))
	t.storeLower(x, at(0, sideQueen))
	t.storeUpper(x, at(1, sideQueen))

	// Checkers of both sides, the lines of White's king, pinners of both sides, the lines of
	// Black's king.
	x = t.foldHalves(two(t.checkers, t.line[0]), two(t.pinners, t.line[1]))
	for c := range 2 {
		if c == 1 {
			r := YMM()
			VPERMQ(U8(3<<2|2<<4|1<<6), x, r) // words 1 and 3 exchanged
			x = r
		}
		sets := emit.Set(oddLanes()).Choose(emit.Set(t.sides[c]), emit.Set(t.sides[1-c]))
		v.Store(v.And(v.Eval(sets), x), at(c, sideCheckers))
	}
}

// storeCounts combines the lanes of the squares that are attacked once and twice, for
// both sides together, and stores them.
func (t *bothLanes) storeCounts(white, black Mem) {
	v := t.V
	// White's are in even lanes, Black's in odd lanes.
	parts := func(x [2]emit.Vec) (lo, hi emit.Vec) {
		return v.Pick(VPUNPCKLQDQ, VPUNPCKLQDQ, x[0], x[1]), v.Pick(VPUNPCKHQDQ, VPUNPCKHQDQ, x[0], x[1])
	}
	o0, o1 := parts(t.once)
	t0, t1 := parts(t.twice)
	once, twice := v.Or(o0, o1), v.AccAnd(v.Or(t0, t1), o0, o1)
	o := t.upperHalf(once)
	again := v.And(once, o)
	once, twice = v.Or(once, o), v.Eval(emit.Union(emit.Set(twice), emit.Set(t.upperHalf(twice)), emit.Set(again)))
	w, b := YMM(), YMM()
	VPUNPCKLQDQ(twice, once, w)
	VPUNPCKHQDQ(twice, once, b)
	t.storeLower(w, white)
	t.storeLower(b, black)
}
