package pairs

import (
	"math/bits"

	"github.com/koggestone/koggestone/internal/squares"
	"github.com/koggestone/koggestone/quad"
)

// PawnPairFeatures is how many features [PawnPairs] has.
const PawnPairFeatures = 4560

// PawnPairs contains the pawns of both sides. Any two pawns on the same file or on adjacent files
// form a feature, whatever their colours and ranks are. Stockfish's network SFNNv16 uses these
// features in addition to threats, and nnue-pytorch calls them PP_3Wide. Pawns on the first and
// last ranks are ignored, and so are black pawns on the squares of white pawns.
//
//	· · · · · · · ·
//	· · x x x · · ·
//	· · x x x · · ·      pairs of the pawn P: with pawns on x
//	· · x x x · · ·
//	· · x P x · · ·
//	· · x x x · · ·
//	· · x x x · · ·
//	· · · · · · · ·
//
// Features are numbered for each side from its own view: for Black the board is turned upside down
// and the colours are exchanged. If a king is on the files e to h, its side's board is mirrored,
// as [Features.Mirrors] reports for SFNNv16. Number the own pawns on a2 to h7 from 0 to 47 and the
// opponent's from 48 to 95. Then the feature of two pawns with the numbers i < j is j*(j-1)/2 + i.
//
// Squares count from a1 = 0. If your engine counts from a8, exchange the colours: your White is
// Black here.
type PawnPairs struct{ White, Black uint64 }

// PawnPairsOf returns the pawns of b.
func PawnPairsOf(b quad.Board) PawnPairs {
	pawns := b.Pawns()
	return PawnPairs{White: pawns &^ b.GB, Black: pawns & b.GB}
}

// AppendFeatures appends side c's features to dst and returns the result. king is c's king
// square. The order is not specified, but no feature is listed twice.
func (p PawnPairs) AppendFeatures(dst []uint32, c quad.Color, king int) []uint32 {
	return p.onBoard().append(dst, ^uint64(0), c, king)
}

// AppendDeltas compares p, the pawns before one or more moves, with after. It appends the features
// of side c that the moves remove to removed, and the new features to added, and returns both.
// king is c's king square after the moves. If a king move mirrors c's board, use
// [PawnPairs.AppendFeatures] instead.
//
// Moves without a pawn change no features, so AppendDeltas returns early for them.
func (p PawnPairs) AppendDeltas(removed, added []uint32, after PawnPairs, c quad.Color, king int) (r, a []uint32) {
	p, after = p.onBoard(), after.onBoard()
	changed := (p.White ^ after.White) | (p.Black ^ after.Black)
	if changed == 0 {
		return removed, added
	}
	return p.append(removed, changed, c, king), after.append(added, changed, c, king)
}

// onBoard returns p without the pawns that are ignored.
func (p PawnPairs) onBoard() PawnPairs {
	p.White &^= squares.Rank1 | squares.Rank8
	p.Black &^= squares.Rank1 | squares.Rank8 | p.White
	return p
}

// append appends the features of all pairs that have a pawn in touched.
func (p PawnPairs) append(dst []uint32, touched uint64, c quad.Color, king int) []uint32 {
	own, turn := p.White, 7*(king>>2&1)
	if c&1 == quad.Black {
		own, turn = p.Black, turn^56
	}
	number := func(sq int) uint32 { return uint32(sq^turn) - 8 + 48*uint32(^own>>(sq&63)&1) }
	rest := p.White | p.Black
	for x := rest & touched; x != 0; x &= x - 1 {
		sq := bits.TrailingZeros64(x)
		rest &^= x & -x // pairs with an earlier pawn have been listed
		first := number(sq)
		for y := rest & threeFiles[sq&7]; y != 0; y &= y - 1 {
			second := number(bits.TrailingZeros64(y))
			i, j := min(first, second), max(first, second)
			dst = append(dst, j*(j-1)/2+i)
		}
	}
	return dst
}

// threeFiles contains each file together with its neighbours.
var threeFiles = func() (t [8]uint64) {
	for file := range t {
		x := uint64(squares.FileA) << file
		t[file] = x | x&squares.NotFileH<<1 | x&squares.NotFileA>>1
	}
	return
}()
