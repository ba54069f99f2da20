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
)

// legalityAVX2 emits the legality of one position. Our king, the one on the lowest square if there
// are several, does not block their sliders. As in Threats, a branch skips what follows from checks
// and pins.
func legalityAVX2() {
	v := emit.AVX2
	emit.Kernel("legalityAVX2", fmt.Sprintf("func(dst *[%d]uint64, board *[4]uint64, us uint64)", layout.LegalitySets))
	Doc("legalityAVX2 sets dst[k] to set k of Legality for side us, which is 0 or 1.", "It works like legalityGeneric.")
	l := &kingLines{them: AllocLocal(32), own: AllocLocal(32), occ: AllocLocal(32)}
	others, pieces := AllocLocal(32), AllocLocal(32)
	dst := emit.Pointer("dst")
	g := v.PlanesParam(emit.Pointer("board"))
	foe := v.Xor(g[3], blackParam("us"))
	us := emit.Argument("us")
	heavy := v.And(g[1], g[2]) // queens and kings
	kings := v.NotAnd(foe, v.NotAnd(g[0], heavy))
	king := v.And(v.Pick(VPSUBQ, VPSUBQ, v.Broadcast(0), kings), kings)
	turned := v.Xor(g[1], oddLanes())
	them := v.And(v.And(v.Or(turned, heavy), g[0]), foe) // see Threats
	v.Store(them, l.them)
	occ := v.Or(v.Or(g[0], g[1]), g[2])
	v.Store(occ, l.occ)
	v.Store(v.NotAnd(foe, occ), l.own)
	blockers := v.Xor(occ, king)
	v.Store(blockers, others)
	leapers, leaps := leaperLanes(g, turned, foe, us)
	v.Store(leapers, pieces)

	up, down := compass()
	u, d := chainsTogether(up, down, blockers)
	x := attackTogether(laneFill{up, u, king}, laneFill{down, d, king}, laneFill{up, u, them}, laneFill{down, d, them})
	l.our = [2]emit.Vec{x[0], x[1]}
	l.line = [2]emit.Vec{v.And(x[0], x[3]), v.And(x[1], x[2])}
	danger := foldWords(foldHalf(v.Or(v.Or(x[2], x[3]), leaps)))
	VMOVQ(danger.AsX(), dst.Offset(legalDanger))

	// A leaper that attacks the king is not yet the checker, but enough for the test.
	sliding := v.And(v.Or(x[0], x[1]), them)
	l.check = v.AccAnd(sliding, leaps, king)
	l.rare()
	JNE(LabelRef("checkorpin"))
	l.storeNone(dst)
	emit.Finish()

	Label("checkorpin")
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
	VPAND(pieces, from.AsX(), from.AsX())
	l.check = v.Or(sliding, from)
	l.store(dst, others)
	emit.Finish()
}

// kingLeapers returns where a pawn and a knight give check to the king of White and of Black on
// each square, and to none.
func kingLeapers() Mem {
	var words []uint64
	for sq := range 65 {
		king := uint64(1) << sq // none for 64
		for _, forward := range []koggestone.Direction{koggestone.North, koggestone.South} {
			words = append(words, koggestone.PawnAttacks(king, forward), squares.KnightAttacks(king))
		}
	}
	return emit.Table("kingleapers", words)
}

// leaperLanes returns the leapers of foe and their attacks. Lanes are pawns, knights, kings, and
// knights again; the attacks of knights are one file away in lane 1, two files away in lane 3.
// turned is g1 with odd lanes inverted. It overwrites us.
func leaperLanes(g [4]emit.Vec, turned, foe emit.Vec, us reg.GPVirtual) (leapers, leaps emit.Vec) {
	v := emit.AVX2
	pawns := sideRows("leaperPawns", us, [2][2][4]uint64{
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
