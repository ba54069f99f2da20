package quad

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"

	"github.com/koggestone/koggestone/asm/emit"
	"github.com/koggestone/koggestone/internal/layout"
	"github.com/koggestone/koggestone/internal/squares"
	"github.com/koggestone/koggestone/pawns"
	library "github.com/koggestone/koggestone/quad"
)

// legalAt returns where a set is in Legality: the kernels write the struct as an array.
var legalAt = emit.Offsets[library.Legality]()

// legality emits the legality of one position. Our king, or the one on the lowest square if there
// are several, does not block opposing sliders.
func legality(v *emit.ISA) {
	emit.Kernel("legality"+v.Name, fmt.Sprintf("func(dst *[%d]uint64, board *[4]uint64, us uint64)", layout.LegalitySets))
	Doc("legality"+v.Name+" sets dst[k] to set k of Legality for side us, which is 0 or 1.", "It works like legalityGeneric.")
	l := &kingLines{compass: newCompass(v)}
	set := emit.Set
	dst := emit.Pointer("dst")
	g := v.PlanesParam(emit.Pointer("board"))
	us := emit.Argument("us")
	side := sideRows("legalitySides", us, [2][][4]uint64{
		{{64, 16, 8, 8}, {8, 16, 8, 8}, notBlack}, // black pawns go down
		{{8, 16, 8, 8}, {64, 16, 8, 8}, isBlack},
	})
	foe := v.Xor(g[3], side(2))
	heavy := v.And(g[1], g[2]) // queens and kings
	kings := v.Eval(set(heavy).Without(set(g[0])).Without(set(foe)))
	king := v.And(v.Pick(VPSUBQ, VPSUBQ, v.Broadcast(0), kings), kings)
	turned := v.Xor(g[1], oddLanes())
	them := v.And(v.Eval(set(turned).Or(set(heavy)).And(set(g[0]))), foe) // see Threats
	l.them = l.keep(them)
	occ := v.Eval(emit.Union(set(g[0]), set(g[1]), set(g[2])))
	l.occ, l.own = l.keep(occ), l.keep(v.NotAnd(foe, occ))
	blockers := v.Xor(occ, king)
	others := l.keep(blockers)
	leapers, leaps := l.leapers(g, turned, foe, side)
	pieces := l.keep(leapers)

	l.chain = l.chains(blockers)
	x := l.attacks(l.chain, emit.Rays{king, king}, emit.Rays{them, them})
	l.our = x[0]
	l.line = l.Each(func(i int) emit.Vec { return v.And(l.our[i], x[1][1-i]) })
	l.extra, l.extraAt = v.Or(l.union(x[1]), leaps), dst.Offset(legalAt("Danger"))

	// A leaper that attacks the king is also enough for the test, although it is not included in
	// the checkers yet.
	sliding := v.And(l.union(l.our), l.them)
	if !v.Wide() {
		l.check = v.AccAnd(sliding, leaps, king)
	}
	l.unlessRare(dst, func() {})
	square, row := GP64(), GP64()
	VMOVQ(king.AsX(), square)
	TZCNTQ(square, square)
	ADDQ(square, square)
	LEAQ(kingLeapers(), row)
	SHRQ(U8(5), us)
	ADDQ(us, square)
	SHLQ(U8(4), square)
	from := YMM()
	VMOVDQU(Mem{Base: row, Index: square, Scale: 1}, from.AsX())
	l.check = v.AccAnd(sliding, from, pieces)
	l.store(dst, others)
	emit.Finish()
}

// kingLeapers returns the squares from which a pawn or a knight gives check, for White's and
// Black's king on each square, and for no king.
func kingLeapers() Mem {
	var words []uint64
	for sq := range 65 {
		king := uint64(1) << sq // 0 if sq is 64
		words = append(words, pawns.WhiteAttacks(king), squares.KnightAttacks(king), pawns.BlackAttacks(king), squares.KnightAttacks(king))
	}
	return emit.Table("kingleapers", words)
}

// leapers returns the leapers of foe and what they attack. Lanes are pawns, knights, kings,
// and knights again: lane 1 has the knights' jumps by one file, and lane 3 the jumps by two
// files. turned is g1 with odd lanes inverted.
func (l *kingLines) leapers(g [4]emit.Vec, turned, foe emit.Vec, side func(row int) Mem) (leapers, leaps emit.Vec) {
	v, set := l.V, emit.Set
	// Codes 010, 100 and 110 of g2, g1, g0.
	leapers = v.Eval(set(g[2]).Xor(set(lane(0))).And(set(turned), set(g[0]).Not(), set(foe)))
	files := emit.Table("leaperfiles", []uint64{1, 1, 1, 2})
	east := v.And(shiftLeft(leapers, files), emit.Table("leaperseast", []uint64{squares.NotFileA, squares.NotFileA, squares.NotFileA, squares.NotFilesAB}))
	west := v.And(shiftRight(leapers, files), emit.Table("leaperswest", []uint64{squares.NotFileH, squares.NotFileH, squares.NotFileH, squares.NotFilesGH}))
	sideways := v.Or(east, west)
	kings := lane(2)
	row := v.Or(v.And(leapers, kings), sideways)
	return leapers, v.Or(v.Or(shiftLeft(row, side(0)), shiftRight(row, side(1))), v.And(sideways, kings))
}
