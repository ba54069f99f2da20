package pawns

import (
	"math/bits"

	"github.com/koggestone/koggestone"
)

// WhitePassed returns the white pawns that no black pawn can stop or capture on
// their way: no black pawn stands before them on their own or a neighbouring file.
// Two white pawns on one file may both be passed.
func WhitePassed(white, black uint64) uint64 {
	return white &^ (BlackFrontSpans(black) | BlackAttackFrontSpans(black))
}

// BlackPassed returns the black pawns that no white pawn can stop or capture on
// their way, as [WhitePassed] does for White.
func BlackPassed(white, black uint64) uint64 {
	return black &^ (WhiteFrontSpans(white) | WhiteAttackFrontSpans(white))
}

// Isolated returns the pawns of one side that have no other on a neighbouring file.
func Isolated(pawns uint64) uint64 { return pawns &^ sides(FileFill(pawns)) }

// Doubled returns the pawns of one side that share their file with another.
func Doubled(pawns uint64) uint64 {
	return pawns & (WhiteFrontSpans(pawns) | WhiteRearSpans(pawns))
}

// WhiteBackward returns the white pawns whose next square is attacked by a black
// pawn and by no white pawn, neither now nor after pushes. Whether a piece stands on
// that square does not matter. Isolated pawns can be backward, too.
func WhiteBackward(white, black uint64) uint64 {
	stops := koggestone.NorthStep(white) & koggestone.PawnAttacks(black, koggestone.South)
	return koggestone.SouthStep(stops &^ WhiteAttackFrontSpans(white))
}

// BlackBackward returns the black pawns whose next square is attacked by a white
// pawn and by no black pawn, as [WhiteBackward] does for White.
func BlackBackward(white, black uint64) uint64 {
	stops := koggestone.SouthStep(black) & koggestone.PawnAttacks(white, koggestone.North)
	return koggestone.NorthStep(stops &^ BlackAttackFrontSpans(black))
}

// WhiteCandidates returns the white pawns that are not passed and may become so: no
// pawn of either side stands before them on their file, and they have at least as
// many helpers (white pawns on the neighbouring files, beside or behind) as sentries
// (black pawns on the neighbouring files, before them). It loops over the pawns with
// nothing before them on their file.
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

// BlackCandidates returns the black pawns that are not passed and may become so, as
// [WhiteCandidates] does for White.
func BlackCandidates(white, black uint64) uint64 {
	return koggestone.FlipRanks(WhiteCandidates(koggestone.FlipRanks(black), koggestone.FlipRanks(white)))
}
