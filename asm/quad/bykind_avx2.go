package quad

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"github.com/koggestone/koggestone/asm/emit"
	"github.com/koggestone/koggestone/internal/layout"
	"github.com/koggestone/koggestone/internal/squares"
)

// byKindAVX2 emits the attacks of one side by kind. Two fills share a chain for each of the
// two bundles. The lanes of leapers are their kinds.
func byKindAVX2() {
	v := emit.AVX2
	emit.Kernel("byKindAVX2", fmt.Sprintf("func(dst *[%d]uint64, board *[4]uint64, us uint64)", layout.ByKindSets))
	Doc("byKindAVX2 sets dst[k] to set k of AttacksByKind, the attacks on side us, which is 0 or 1.", "It works like byKindGeneric.")
	g := v.PlanesParam(emit.Pointer("board"))
	foe := v.Xor(g[3], blackParam("us"))
	us := Load(Param("us"), GP64()).(reg.GPVirtual)
	heavy := v.And(v.And(g[1], g[2]), foe) // queens and kings
	queens := v.And(heavy, g[0])
	others := v.Or(v.Or(v.Xor(g[1], g[2]), g[0]), heavy) // occupied, except by our kings
	even := emit.Table("evenlanes", []uint64{all, 0, all, 0})
	turned := v.Xor(g[1], oddLanes())
	// Bishops are g0 & g1 &^ g2, rooks g0 &^ g1.
	single := v.And(v.NotAnd(v.And(g[2], even), turned), v.And(g[0], foe))

	_, leaps := leaperLanes(g, turned, foe, us)

	up, down := compass()
	u, d := chainsTogether(up, down, others)
	x := attackTogether(laneFill{up, u, single}, laneFill{down, d, single}, laneFill{up, u, queens}, laneFill{down, d, queens})
	bySingle, byQueen := v.Or(x[0], x[1]), v.Or(x[2], x[3])

	dst := emit.Pointer("dst")
	at := func(k int) Mem { return dst.Offset(8 * k) }
	upper := upperHalf(leaps)
	VMOVQ(leaps.AsX(), at(kindPawn))
	VMOVQ(upper.AsX(), at(kindKing))
	VPOR(leaps.AsX(), upper.AsX(), upper.AsX())
	VMOVHPD(upper.AsX(), at(kindKnight))
	VMOVDQU(foldHalf(bySingle).AsX(), at(kindBishop))
	attacked := v.Or(v.Or(bySingle, byQueen), leaps)
	last := foldHalf(twoLanes(v, byQueen, attacked))
	VMOVQ(last.AsX(), at(kindQueen))
	VMOVHPD(last.AsX(), at(kindAll))
	emit.Finish()
}

// leaperLanes returns their leapers and what these attack. Lanes are pawns, knights, kings, and
// knights again; the attacks of knights are one file away in lane 1, two files away in lane 3.
// turned is g1 with odd lanes inverted. It overwrites us.
func leaperLanes(g [4]emit.Vec, turned, foe emit.Vec, us reg.GPVirtual) (leapers, leaps emit.Vec) {
	v := emit.AVX2
	pawns := sideRows("byKindPawns", us, [2][2][4]uint64{
		{{64, 16, 8, 8}, {8, 16, 8, 8}}, // black pawns go down
		{{8, 16, 8, 8}, {64, 16, 8, 8}},
	})
	// Codes 010, 100 and 110 of g2, g1, g0.
	leapers = v.And(v.NotAnd(g[0], v.And(v.Xor(g[2], emit.Table("lane0", []uint64{all, 0, 0, 0})), turned)), foe)
	files := emit.Table("leaperfiles", []uint64{1, 1, 1, 2})
	east := v.And(shiftLeft(leapers, files), emit.Table("leaperseast", []uint64{squares.NotFileA, squares.NotFileA, squares.NotFileA, squares.NotFilesAB}))
	west := v.And(shiftRight(leapers, files), emit.Table("leaperswest", []uint64{squares.NotFileH, squares.NotFileH, squares.NotFileH, squares.NotFilesGH}))
	sideways := v.Or(east, west)
	kings := emit.Table("lane2", []uint64{0, 0, all, 0})
	row := v.Or(v.And(leapers, kings), sideways)
	return leapers, v.Or(v.Or(shiftLeft(row, pawns(0)), shiftRight(row, pawns(1))), v.And(sideways, kings))
}
