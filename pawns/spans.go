package pawns

import "github.com/koggestone/koggestone"

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

// WhiteAttackRearSpans returns the squares from which a white pawn attacks one of
// squares, now or after pushes. It is the converse of [WhiteAttackFrontSpans].
func WhiteAttackRearSpans(squares uint64) uint64 { return sides(WhiteRearSpans(squares)) }

// BlackAttackRearSpans returns the squares from which a black pawn attacks one of
// squares, now or after pushes. It is the converse of [BlackAttackFrontSpans].
func BlackAttackRearSpans(squares uint64) uint64 { return sides(BlackRearSpans(squares)) }
