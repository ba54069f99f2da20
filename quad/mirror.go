package quad

import "github.com/koggestone/koggestone"

// MirrorFiles returns b with its files in reverse order: a and h, b and g, c and f, d and e
// change places. Attacks are mirrored, castling is not: a king that castles to the c-file
// would castle to the f-file, which the rules of chess do not have.
func (b Board) MirrorFiles() Board { return b.each(koggestone.MirrorFiles) }

// FlipRanks returns b with its ranks in reverse order. Pawns then move in the wrong
// direction; [Board.FlipColors] returns the same position with the sides exchanged.
//
// An engine with a8 as bit 0 does not need it. It calls its white pieces Black and its black
// pieces White, in [Pack], [Bitboards] and all [Color] arguments. This package then sees the
// same position with the sides exchanged and returns all sets in the engine's own mapping.
func (b Board) FlipRanks() Board { return b.each(koggestone.FlipRanks) }

// ReverseSquares returns b turned by 180 degrees. It converts between boards of this
// package and boards with a1 as the most significant bit.
func (b Board) ReverseSquares() Board { return b.each(koggestone.ReverseSquares) }

// SwapColors returns b with the colours of all pieces exchanged. It does not move an
// en-passant target.
func (b Board) SwapColors() Board {
	b.GB ^= b.Occupied()
	return b
}

// FlipColors returns the same position with the sides exchanged: each piece changes its
// colour and moves to the other side of the line between ranks 4 and 5. Files stay as they
// are. All moves are preserved, including castling and en passant.
func (b Board) FlipColors() Board { return b.SwapColors().FlipRanks() }

func (b Board) each(f func(uint64) uint64) Board {
	return Board{f(b.G0), f(b.G1), f(b.G2), f(b.GB)}
}
