package prefix

import (
	"math/bits"

	"github.com/koggestone/koggestone"
)

// What engines derive from spans. Each function takes sets of pawns, white and
// black or those of one side, and returns a subset of them, or files. Candidates are
// counted pawn by pawn, all else is set-wise. Pawns on ranks 1 and 8 are treated as
// any others.
//
// The examples take the pawns of this position, P white and p black:
//
//	. . . . . . . .
//	. . . . . . . .
//	. . p . . . p .
//	P . . p . . . p
//	. . P . . P . .
//	. . P . P . . .
//	. . . . . . P .
//	. . . . . . . .

// WhitePassedPawns returns the pawns of white that no pawn of black can stop or
// capture on their way: none stands before them on their own or a neighbouring
// file. Of two white pawns on a file both may be passed.
func WhitePassedPawns(white, black uint64) uint64 {
	return white &^ (BlackFrontSpans(black) | BlackAttackFrontSpans(black))
}

// BlackPassedPawns returns the pawns of black that no pawn of white can stop or
// capture on their way, as [WhitePassedPawns] does for white.
func BlackPassedPawns(white, black uint64) uint64 {
	return black &^ (WhiteFrontSpans(white) | WhiteAttackFrontSpans(white))
}

// IsolatedPawns returns those of one side's pawns that have no other on a
// neighbouring file.
func IsolatedPawns(pawns uint64) uint64 { return pawns &^ sides(FileFill(pawns)) }

// DoubledPawns returns those of one side's pawns that share their file with
// another.
func DoubledPawns(pawns uint64) uint64 {
	return pawns & (WhiteFrontSpans(pawns) | WhiteRearSpans(pawns))
}

// WhiteBackwardPawns returns the pawns of white whose next square a black pawn
// attacks and no white pawn attacks, now or after pushes; whether a piece stands
// there is not asked. Isolated pawns before such a square are among them.
func WhiteBackwardPawns(white, black uint64) uint64 {
	stops := koggestone.NorthStep(white) & koggestone.PawnAttacks(black, koggestone.South)
	return koggestone.SouthStep(stops &^ WhiteAttackFrontSpans(white))
}

// BlackBackwardPawns returns the pawns of black whose next square a white pawn
// attacks and no black pawn attacks, now or after pushes, as
// [WhiteBackwardPawns] does for white.
func BlackBackwardPawns(white, black uint64) uint64 {
	stops := koggestone.SouthStep(black) & koggestone.PawnAttacks(white, koggestone.North)
	return koggestone.NorthStep(stops &^ BlackAttackFrontSpans(black))
}

// WhiteCandidatePawns returns the pawns of white that are not passed but may come
// to be: no pawn of either side stands before them on their file, and there are
// at least as many helpers (white pawns on the neighbouring files, beside or
// behind) as sentries (black pawns on the neighbouring files, before them). Hans
// Kmoch's terms, Pawn Power in Chess (1959).
func WhiteCandidatePawns(white, black uint64) uint64 {
	open := white &^ (BlackFrontSpans(black) | WhiteRearSpans(white)) &^ WhitePassedPawns(white, black)
	candidates := open
	for ; open != 0; open &= open - 1 {
		pawn := open & -open
		sentries := black & WhiteAttackFrontSpans(pawn)
		helpers := white & sides(SouthFill(pawn))
		if bits.OnesCount64(sentries) > bits.OnesCount64(helpers) {
			candidates ^= pawn
		}
	}
	return candidates
}

// BlackCandidatePawns returns the pawns of black that are not passed but may come
// to be, as [WhiteCandidatePawns] does for white.
func BlackCandidatePawns(white, black uint64) uint64 {
	return FlipVertical(WhiteCandidatePawns(FlipVertical(black), FlipVertical(white)))
}

// OpenFiles returns every square of the files on which no pawn stands.
func OpenFiles(white, black uint64) uint64 { return ^FileFill(white | black) }

// WhiteHalfOpenFiles returns every square of the files on which a pawn of black
// stands and none of white.
func WhiteHalfOpenFiles(white, black uint64) uint64 { return FileFill(black) &^ FileFill(white) }

// BlackHalfOpenFiles returns every square of the files on which a pawn of white
// stands and none of black.
func BlackHalfOpenFiles(white, black uint64) uint64 { return FileFill(white) &^ FileFill(black) }
