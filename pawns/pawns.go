// Package pawns computes features of pawn structures: spans, passed, isolated, doubled and
// backward pawns, candidates and open files. It uses fills along the files on whole sets,
// without tables.
//
// White pawns move north, and black pawns south. If a function needs the pawns of both
// sides, White's come first. Pawns on ranks 1 and 8 are treated like others. As in package
// koggestone, a1 is bit 0, b1 is bit 1 and h8 is bit 63.
//
// # Spans
//
// A front span contains the squares in front of a pawn on its file, and a rear span the
// squares behind it. Moved to the adjacent files, these are the attack spans. No span
// includes the pawn itself. For the white pawn P:
//
//	front span        rear span         attack front      attack rear
//	· · · 1 · · · ·   · · · · · · · ·   · · 1 · 1 · · ·   · · · · · · · ·
//	· · · 1 · · · ·   · · · · · · · ·   · · 1 · 1 · · ·   · · · · · · · ·
//	· · · 1 · · · ·   · · · · · · · ·   · · 1 · 1 · · ·   · · · · · · · ·
//	· · · 1 · · · ·   · · · · · · · ·   · · 1 · 1 · · ·   · · · · · · · ·
//	· · · P · · · ·   · · · P · · · ·   · · · P · · · ·   · · · P · · · ·
//	· · · · · · · ·   · · · 1 · · · ·   · · · · · · · ·   · · 1 · 1 · · ·
//	· · · · · · · ·   · · · 1 · · · ·   · · · · · · · ·   · · 1 · 1 · · ·
//	· · · · · · · ·   · · · 1 · · · ·   · · · · · · · ·   · · 1 · 1 · · ·
//
// # Sources
//
// Gerd Isenberg's pages in the chess programming wiki define the spans. Hans Kmoch defined
// candidates, helpers and sentries in Pawn Power in Chess (1959).
package pawns

import (
	"math/bits"

	"github.com/koggestone/koggestone"
)

// FileFill returns all squares on files that contain a square of b.
//
//	b                 FileFill(b)
//	· · · · · · · ·   · · · 1 · · 1 ·
//	· · · · · · · ·   · · · 1 · · 1 ·
//	· · · · · · · ·   · · · 1 · · 1 ·
//	· · · · · · · ·   · · · 1 · · 1 ·
//	· · · 1 · · · ·   · · · 1 · · 1 ·
//	· · · · · · 1 ·   · · · 1 · · 1 ·
//	· · · · · · · ·   · · · 1 · · 1 ·
//	· · · · · · · ·   · · · 1 · · 1 ·
func FileFill(b uint64) uint64 { return koggestone.NorthFill(b) | koggestone.SouthFill(b) }

// OpenFiles returns all squares on files without a pawn.
func OpenFiles(white, black uint64) uint64 { return ^FileFill(white | black) }

// WhiteHalfOpenFiles returns all squares on files with a black pawn but without a white
// pawn.
func WhiteHalfOpenFiles(white, black uint64) uint64 { return FileFill(black) &^ FileFill(white) }

// BlackHalfOpenFiles returns all squares on files with a white pawn but without a black
// pawn.
func BlackHalfOpenFiles(white, black uint64) uint64 { return FileFill(white) &^ FileFill(black) }

// sides returns the squares one step east and one step west of b.
func sides(b uint64) uint64 { return koggestone.EastStep(b) | koggestone.WestStep(b) }

// WhiteAttacks returns the squares that white pawns on b attack.
//
//	b                 WhiteAttacks(b)
//	· · · · · · · ·   · · · · · · · ·
//	· · · · · · · ·   · · · · · · · ·
//	· · · · · · · ·   · · 1 · 1 · · ·
//	· · · 1 · · · ·   · · · · · · · ·
//	· · · · · · · ·   · · · · · · · ·
//	· · · · · · · ·   · 1 · · · · 1 ·
//	1 · · · · · · 1   · · · · · · · ·
//	· · · · · · · ·   · · · · · · · ·
func WhiteAttacks(b uint64) uint64 { return sides(koggestone.NorthStep(b)) }

// BlackAttacks returns the squares that black pawns on b attack.
func BlackAttacks(b uint64) uint64 { return sides(koggestone.SouthStep(b)) }

// WhiteFrontSpans returns the squares in front of white pawns on their files, north of
// them.
func WhiteFrontSpans(pawns uint64) uint64 {
	return koggestone.NorthStep(koggestone.NorthFill(pawns))
}

// WhiteRearSpans returns the squares behind white pawns on their files, south of them.
func WhiteRearSpans(pawns uint64) uint64 {
	return koggestone.SouthStep(koggestone.SouthFill(pawns))
}

// BlackFrontSpans returns the squares in front of black pawns on their files, south of
// them.
func BlackFrontSpans(pawns uint64) uint64 { return WhiteRearSpans(pawns) }

// BlackRearSpans returns the squares behind black pawns on their files, north of them.
func BlackRearSpans(pawns uint64) uint64 { return WhiteFrontSpans(pawns) }

// WhiteAttackFrontSpans returns the squares that white pawns attack now or after
// pushes: the union of the eastern and western attack front spans.
func WhiteAttackFrontSpans(pawns uint64) uint64 { return sides(WhiteFrontSpans(pawns)) }

// WhiteEastAttackFrontSpans returns the squares that white pawns attack to the east
// now or after pushes.
func WhiteEastAttackFrontSpans(pawns uint64) uint64 {
	return koggestone.EastStep(WhiteFrontSpans(pawns))
}

// WhiteWestAttackFrontSpans returns the squares that white pawns attack to the west
// now or after pushes.
func WhiteWestAttackFrontSpans(pawns uint64) uint64 {
	return koggestone.WestStep(WhiteFrontSpans(pawns))
}

// BlackAttackFrontSpans returns the squares that black pawns attack now or after
// pushes: the union of the eastern and western attack front spans.
func BlackAttackFrontSpans(pawns uint64) uint64 { return sides(BlackFrontSpans(pawns)) }

// BlackEastAttackFrontSpans returns the squares that black pawns attack to the east
// now or after pushes.
func BlackEastAttackFrontSpans(pawns uint64) uint64 {
	return koggestone.EastStep(BlackFrontSpans(pawns))
}

// BlackWestAttackFrontSpans returns the squares that black pawns attack to the west
// now or after pushes.
func BlackWestAttackFrontSpans(pawns uint64) uint64 {
	return koggestone.WestStep(BlackFrontSpans(pawns))
}

// WhiteAttackRearSpans returns the squares where a white pawn can attack any of
// squares, now or after pushes. It is the converse of [WhiteAttackFrontSpans].
func WhiteAttackRearSpans(squares uint64) uint64 { return sides(WhiteRearSpans(squares)) }

// BlackAttackRearSpans returns the squares where a black pawn can attack any of
// squares, now or after pushes. It is the converse of [BlackAttackFrontSpans].
func BlackAttackRearSpans(squares uint64) uint64 { return sides(BlackRearSpans(squares)) }

// WhitePassed returns the white pawns that no black pawn can block or capture on their way:
// there is no black pawn in front of them on the same or an adjacent file. Two white pawns
// on one file can both be passed.
func WhitePassed(white, black uint64) uint64 {
	return white &^ (BlackFrontSpans(black) | BlackAttackFrontSpans(black))
}

// BlackPassed returns the black pawns that no white pawn can block or capture on their way.
// See [WhitePassed].
func BlackPassed(white, black uint64) uint64 {
	return black &^ (WhiteFrontSpans(white) | WhiteAttackFrontSpans(white))
}

// Isolated returns the pawns that have no neighbours: there is no pawn of the same side
// on an adjacent file.
func Isolated(pawns uint64) uint64 { return pawns &^ sides(FileFill(pawns)) }

// Doubled returns the pawns that share a file with another pawn of the same side.
func Doubled(pawns uint64) uint64 {
	return pawns & (WhiteFrontSpans(pawns) | WhiteRearSpans(pawns))
}

// WhiteBackward returns the white pawns that a black pawn could capture after they move one
// square, and that no white pawn can protect there, now or after pushes. It does not matter
// whether a piece is on that square, so isolated pawns and blocked pawns can also be backward.
func WhiteBackward(white, black uint64) uint64 {
	stops := koggestone.NorthStep(white) & BlackAttacks(black)
	return koggestone.SouthStep(stops &^ WhiteAttackFrontSpans(white))
}

// BlackBackward returns the black pawns that a white pawn could capture after they move
// one square, and that no black pawn can protect there. See [WhiteBackward].
func BlackBackward(white, black uint64) uint64 {
	stops := koggestone.SouthStep(black) & WhiteAttacks(white)
	return koggestone.NorthStep(stops &^ BlackAttackFrontSpans(black))
}

// WhiteCandidates returns the white pawns that are not passed but can become so. A
// candidate has no pawn in front of it on its file. It has helpers, which are white pawns
// beside or behind it on the adjacent files, and sentries, which are black pawns in front
// of it on the adjacent files, and must have no more sentries than helpers. The function
// loops over the pawns that have a free file in front of them.
func WhiteCandidates(white, black uint64) uint64 {
	open := white &^ (BlackFrontSpans(black) | WhiteRearSpans(white)) &^ WhitePassed(white, black)
	candidates := open
	for ; open != 0; open &= open - 1 {
		pawn := open & -open
		sentries := black & WhiteAttackFrontSpans(pawn)
		helpers := white & sides(koggestone.SouthFill(pawn))
		if bits.OnesCount64(sentries) > bits.OnesCount64(helpers) {
			candidates ^= pawn
		}
	}
	return candidates
}

// BlackCandidates returns the black pawns that are not passed but can become so. See
// [WhiteCandidates].
func BlackCandidates(white, black uint64) uint64 {
	return koggestone.FlipRanks(WhiteCandidates(koggestone.FlipRanks(black), koggestone.FlipRanks(white)))
}
