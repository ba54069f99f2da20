package quad

import (
	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/internal/squares"
)

// AttacksBy returns the squares that the pieces of colour c and kind k attack. Rook means
// all rooks, but CastlingRook only rooks that may still castle. For None the set is empty.
// It panics if k is not a kind.
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

// slidesOf returns what both colours' sliders of kind k attack in direction d.
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

// LesserAttacks returns the squares that colour c attacks with pieces that are worth less
// than kind k. On these squares the other colour's pieces of kind k are in danger even if
// they are defended. Pawns are worth least, then knights and bishops, rooks, queens, kings.
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

// Defended returns c's pieces that are defended by another piece of c. They can include
// the king, although a king cannot be recaptured.
func (v *Vision) Defended(c Color) uint64 { return v.Attacks(c) & v.Board.ByColor(c) }

// Hanging returns c's pieces that the opponent attacks but c does not defend. Kings are not
// included.
func (v *Vision) Hanging(c Color) uint64 {
	return v.Board.ByColor(c) & v.Attacks(c.Other()) &^ (v.Attacks(c) | v.Board.Kings())
}

// Attackers returns c's pieces that attack any square in targets. It takes as long as
// BishopAttacks and RookAttacks together, because it uses both.
func (b Board) Attackers(c Color, targets uint64) uint64 {
	empty := b.Empty()
	return b.ByColor(c) & (koggestone.BishopAttacks(targets, empty)&b.Diagonal() |
		koggestone.RookAttacks(targets, empty)&b.Orthogonal() |
		squares.KnightAttacks(targets)&b.Knights() |
		squares.KingAttacks(targets)&b.Kings() |
		pawnAttacks(targets, c.Other())&b.Pawns())
}

// AttackFrom returns the squares where a piece of colour c and kind k would attack any
// square of targets, with all other pieces in place. The squares may be occupied. The colour
// matters only for pawns. For None the set is empty. It panics if k is not a kind.
func (b Board) AttackFrom(c Color, k Kind, targets uint64) uint64 {
	k.check()
	empty := b.Empty()
	switch k {
	case Pawn:
		return pawnAttacks(targets, c.Other())
	case Knight:
		return squares.KnightAttacks(targets)
	case King:
		return squares.KingAttacks(targets)
	case Bishop:
		return koggestone.BishopAttacks(targets, empty)
	case Rook, CastlingRook:
		return koggestone.RookAttacks(targets, empty)
	case Queen:
		return koggestone.QueenAttacks(targets, empty)
	}
	return 0
}

// Reach returns the squares that pieces of colour c and kind k can reach in one move if
// you ignore pins and checks: the attacked squares without own pieces. For pawns these are
// pushes and captures, including en passant if the target is on the sixth rank for White
// or on the third for Black. Castling is not included. For None the set is empty. It
// panics if k is not a kind.
func (v *Vision) Reach(c Color, k Kind) uint64 {
	if k == Pawn {
		return v.Board.pawnReach(c)
	}
	return v.AttacksBy(c, k) &^ v.Board.ByColor(c)
}

func (b Board) pawnReach(c Color) uint64 {
	forward := c.Forward()
	pawns, empty := b.Pieces(c, Pawn), b.Empty()
	doubled, target := squares.Rank4, squares.Rank6
	if c&1 != 0 {
		doubled, target = squares.Rank5, squares.Rank3
	}
	once := koggestone.Step(pawns, forward) & empty
	twice := koggestone.Step(once, forward) & empty & doubled
	return once | twice | pawnAttacks(pawns, c)&(b.ByColor(c.Other())|b.EnPassant()&target)
}

// AttackingMoves returns the squares that pieces of colour c and kind mover can reach in
// one move, if a piece of kind k would attack any square of targets from there. For
// example, if mover and k are Bishop and targets are the opponent's rooks and knights,
// these are Isenberg's "target squares for attacking rooks or knights by bishop". If mover
// is Pawn and k another kind, the move is a promotion. It panics if mover or k is not a
// kind.
//
// The mover still counts as a blocker on its old square. If a slider moves back along a
// line, the squares behind its old square therefore stay hidden.
func (v *Vision) AttackingMoves(c Color, mover, k Kind, targets uint64) uint64 {
	return v.Reach(c, mover) & v.Board.AttackFrom(c, k, targets)
}

// XRays returns the squares that sliders of colour c would attack beyond their first
// blocker if it were not there, up to and including the next piece. Only blockers in
// through count. If through is v.Board.ByColor(c), these are the x-rays through own pieces;
// with v.Board.Occupied() you get x-rays through first blockers of either colour.
//
//	R · o · · o ·  ->  · · · 1 1 1 ·
//
// The vision contains the blockers, but finding the squares behind them takes eight more
// fills, one for each direction.
func (v *Vision) XRays(c Color, through uint64) (beyond uint64) {
	empty := v.Board.Empty()
	through &^= empty
	for _, d := range directions {
		beyond |= koggestone.Attacks(v.SliderAttacks(d, c)&through, empty, d)
	}
	return beyond
}

// Batteries returns the sliders of colour c that form batteries. A battery is two sliders
// on a line that both move along, with no piece between them: for example doubled rooks, or
// a queen and a bishop on a diagonal.
//
//	· · Q · R · ·  ->  · · 1 · 1 · ·
func (v *Vision) Batteries(c Color) uint64 {
	var batteries uint64
	for _, d := range directions {
		batteries |= v.SliderAttacks(d, c) & movers(v.Board, d)
	}
	return batteries & v.Board.ByColor(c)
}
