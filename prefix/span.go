package prefix

import "github.com/koggestone/koggestone"

// Spans of pawns: the squares before and behind them on their files, and the same
// stretches moved to the neighbouring files. White pawns look north, black ones
// south. In the pictures P is a pawn of the colour in the name; it is itself in
// none of the sets.
//
//	front span        rear span         front attack      rear attack      (white)
//	. . . 1 . . . .   . . . . . . . .   . . 1 . 1 . . .   . . . . . . . .
//	. . . 1 . . . .   . . . . . . . .   . . 1 . 1 . . .   . . . . . . . .
//	. . . 1 . . . .   . . . . . . . .   . . 1 . 1 . . .   . . . . . . . .
//	. . . 1 . . . .   . . . . . . . .   . . 1 . 1 . . .   . . . . . . . .
//	. . . P . . . .   . . . P . . . .   . . . P . . . .   . . . P . . . .
//	. . . . . . . .   . . . 1 . . . .   . . . . . . . .   . . 1 . 1 . . .
//	. . . . . . . .   . . . 1 . . . .   . . . . . . . .   . . 1 . 1 . . .
//	. . . . . . . .   . . . 1 . . . .   . . . . . . . .   . . 1 . 1 . . .
//
// The names are those of the chess programming wiki (Gerd Isenberg).

// WhiteFrontSpans returns the squares north of white pawns on their files: those
// that they cross on the way to promotion.
func WhiteFrontSpans(pawns uint64) uint64 { return koggestone.NorthStep(NorthFill(pawns)) }

// WhiteRearSpans returns the squares south of white pawns on their files.
func WhiteRearSpans(pawns uint64) uint64 { return koggestone.SouthStep(SouthFill(pawns)) }

// BlackFrontSpans returns the squares south of black pawns on their files: those
// that they cross on the way to promotion.
func BlackFrontSpans(pawns uint64) uint64 { return WhiteRearSpans(pawns) }

// BlackRearSpans returns the squares north of black pawns on their files.
func BlackRearSpans(pawns uint64) uint64 { return WhiteFrontSpans(pawns) }

// WhiteEastAttackFrontSpans returns the squares east of the front spans of white
// pawns: those that they attack eastwards now or after pushes.
func WhiteEastAttackFrontSpans(pawns uint64) uint64 {
	return koggestone.EastStep(WhiteFrontSpans(pawns))
}

// WhiteWestAttackFrontSpans returns the squares west of the front spans of white
// pawns: those that they attack westwards now or after pushes.
func WhiteWestAttackFrontSpans(pawns uint64) uint64 {
	return koggestone.WestStep(WhiteFrontSpans(pawns))
}

// WhiteAttackFrontSpans returns the squares that white pawns attack now or after
// pushes: the union of the eastern and western attack front spans.
func WhiteAttackFrontSpans(pawns uint64) uint64 { return sides(WhiteFrontSpans(pawns)) }

// BlackEastAttackFrontSpans returns the squares east of the front spans of black
// pawns: those that they attack eastwards now or after pushes.
func BlackEastAttackFrontSpans(pawns uint64) uint64 {
	return koggestone.EastStep(BlackFrontSpans(pawns))
}

// BlackWestAttackFrontSpans returns the squares west of the front spans of black
// pawns: those that they attack westwards now or after pushes.
func BlackWestAttackFrontSpans(pawns uint64) uint64 {
	return koggestone.WestStep(BlackFrontSpans(pawns))
}

// BlackAttackFrontSpans returns the squares that black pawns attack now or after
// pushes: the union of the eastern and western attack front spans.
func BlackAttackFrontSpans(pawns uint64) uint64 { return sides(BlackFrontSpans(pawns)) }

// WhiteAttackRearSpans returns the squares from which a white pawn attacks one of
// squares now or after pushes: a is in WhiteAttackRearSpans of b where b is in
// [WhiteAttackFrontSpans] of a.
func WhiteAttackRearSpans(squares uint64) uint64 { return sides(WhiteRearSpans(squares)) }

// BlackAttackRearSpans returns the squares from which a black pawn attacks one of
// squares now or after pushes: a is in BlackAttackRearSpans of b where b is in
// [BlackAttackFrontSpans] of a.
func BlackAttackRearSpans(squares uint64) uint64 { return sides(BlackRearSpans(squares)) }
