package quad

import "github.com/koggestone/koggestone"

// MirrorFiles returns b with its files in reverse order: file a and h, b and g,
// c and f, d and e exchanged. A king that castles to the c file goes to the f
// file there, which the rules do not know: attacks are mirrored, castling is not.
func (b Board) MirrorFiles() Board { return b.each(koggestone.MirrorFiles) }

// FlipRanks returns b with its ranks in reverse order. The pawns then move the
// wrong way; see [Board.FlipColors] for the same position with sides changed.
//
// An engine whose first bit is a8 needs neither. It says Black for its white pieces, and
// White for its black ones, in [Pack] and [Bitboards] and wherever a [Color] is asked for:
// to this package its board is the same position with sides changed, and all sets come back
// in the engine's own squares.
func (b Board) FlipRanks() Board { return b.each(koggestone.FlipRanks) }

// ReverseSquares returns b turned by 180 degrees. It is how boards whose a1 is
// the most significant bit become boards of this package, and the way back.
func (b Board) ReverseSquares() Board { return b.each(koggestone.ReverseSquares) }

// SwapColors returns b with every piece in the other colour on the same square.
// An en-passant target stays.
func (b Board) SwapColors() Board {
	b.GB ^= b.Occupied()
	return b
}

// FlipColors returns the same position with the sides changed: every piece in
// the other colour on the square mirrored across the middle between rank 4 and 5,
// what the other player sees, with left and right exchanged. All moves remain,
// castling and en passant, too.
func (b Board) FlipColors() Board { return b.SwapColors().FlipRanks() }

func (b Board) each(f func(uint64) uint64) Board {
	return Board{f(b.G0), f(b.G1), f(b.G2), f(b.GB)}
}
