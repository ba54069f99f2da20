package quad

import (
	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/internal/squares"
)

// AttacksBy returns the squares that the pieces of colour c and kind k attack. Rook means
// all rooks, CastlingRook those that may still castle. For None the set is empty. It panics
// if k is not a kind.
func (v *Vision) AttacksBy(c Color, k Kind) uint64 {
	k.check()
	switch k {
	case None:
		return 0
	case Pawn:
		return pawnAttacks(v.Board.Pieces(c, Pawn), c)
	case Knight:
		return squares.KnightAttacks(v.Board.Pieces(c, Knight))
	case King:
		return squares.KingAttacks(v.Board.Pieces(c, King))
	}
	var attacks uint64
	for _, d := range directions {
		attacks |= v.slidesOf(d, k) & (v.Rays[d].GB ^ ^c.mask())
	}
	return attacks
}

// slidesOf returns the squares that sliders of kind k of either colour attack in
// direction d.
func (v *Vision) slidesOf(d koggestone.Direction, k Kind) uint64 {
	return v.slides(d) & v.Rays[d].ByKind(k)
}

// Attacks returns all squares that the pieces of colour c attack.
func (v *Vision) Attacks(c Color) uint64 {
	attacks := v.Board.leaps(v.Board.ByColor(c), c)
	for _, d := range directions {
		attacks |= v.SliderAttacks(d, c)
	}
	return attacks
}

// LesserAttacks returns the squares that are attacked by pieces of colour c of less value
// than kind k. A piece of kind k of the other colour is in danger there even if it is
// defended. The order of values is: pawns, then knights and bishops, rooks, queens, kings.
// For Pawn and None the set is empty. Engines index the history of quiet moves with it. It
// panics if k is not a kind.
func (v *Vision) LesserAttacks(c Color, k Kind) uint64 {
	k.check()
	var attacks uint64
	switch k {
	case King:
		attacks |= v.AttacksBy(c, Queen)
		fallthrough
	case Queen:
		attacks |= v.AttacksBy(c, Rook)
		fallthrough
	case Rook, CastlingRook:
		attacks |= v.AttacksBy(c, Knight) | v.AttacksBy(c, Bishop)
		fallthrough
	case Knight, Bishop:
		attacks |= v.AttacksBy(c, Pawn)
	}
	return attacks
}

// Defended returns the pieces of colour c that another piece of c defends. They include the
// king, although a king cannot be recaptured.
func (v *Vision) Defended(c Color) uint64 { return v.Attacks(c) & v.Board.ByColor(c) }

// Hanging returns the pieces of colour c that the opponent attacks and none of
// their own side defends. Kings are not included.
func (v *Vision) Hanging(c Color) uint64 {
	return v.Board.ByColor(c) & v.Attacks(c.Other()) &^ (v.Attacks(c) | v.Board.Kings())
}
