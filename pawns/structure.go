package pawns

import (
	"math/bits"

	"github.com/koggestone/koggestone"
)

// WhitePassed returns the white pawns that no black pawn can block or capture on their way:
// no black pawn is in front of them on their own or an adjacent file. Two white pawns on
// one file may both be passed.
func WhitePassed(white, black uint64) uint64 {
	return white &^ (BlackFrontSpans(black) | BlackAttackFrontSpans(black))
}

// BlackPassed returns the black pawns that no white pawn can block or capture on their way.
// See [WhitePassed].
func BlackPassed(white, black uint64) uint64 {
	return black &^ (WhiteFrontSpans(white) | WhiteAttackFrontSpans(white))
}

// Isolated returns the pawns of one side without another pawn of that side on an adjacent
// file.
func Isolated(pawns uint64) uint64 { return pawns &^ sides(FileFill(pawns)) }

// Doubled returns the pawns of one side that share their file with another.
func Doubled(pawns uint64) uint64 {
	return pawns & (WhiteFrontSpans(pawns) | WhiteRearSpans(pawns))
}

// WhiteBackward returns the white pawns whose next square is attacked by a black pawn and
// cannot be attacked by a white pawn, now or after pushes. A piece on that square does not
// matter. Isolated pawns can also be backward.
func WhiteBackward(white, black uint64) uint64 {
	stops := koggestone.NorthStep(white) & koggestone.PawnAttacks(black, koggestone.South)
	return koggestone.SouthStep(stops &^ WhiteAttackFrontSpans(white))
}

// BlackBackward returns the black pawns whose next square is attacked by a white pawn and
// cannot be attacked by a black pawn, now or after pushes. See [WhiteBackward].
func BlackBackward(white, black uint64) uint64 {
	stops := koggestone.SouthStep(black) & koggestone.PawnAttacks(white, koggestone.North)
	return koggestone.NorthStep(stops &^ BlackAttackFrontSpans(black))
}

// WhiteCandidates returns the white pawns that are not passed but may become so: no pawn of
// either side is in front of them on their file, and they have at least as many helpers
// (white pawns on the adjacent files, beside or behind) as sentries (black pawns on the
// adjacent files, in front of them). It loops over the pawns with a free file in front of
// them.
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

// BlackCandidates returns the black pawns that are not passed but may become so. See
// [WhiteCandidates].
func BlackCandidates(white, black uint64) uint64 {
	return koggestone.FlipRanks(WhiteCandidates(koggestone.FlipRanks(black), koggestone.FlipRanks(white)))
}
