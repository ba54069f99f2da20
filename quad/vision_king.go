package quad

import (
	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/internal/squares"
)

// lines returns, for each direction from a king, the squares that both the king and a
// slider of the other colour see. If such a square is empty, the line is a check; if it
// has a piece, this piece is the only blocker.
func (v *Vision) lines(king, sliders Color) (lines [8]uint64) {
	for _, d := range directions {
		lines[d] = v.Seen(d, king, King) & v.SliderAttacks(d.Opposite(), sliders)
	}
	return lines
}

func (v *Vision) line(king, sliders Color) uint64 {
	l := v.lines(king, sliders)
	return l[0] | l[1] | l[2] | l[3] | l[4] | l[5] | l[6] | l[7]
}

// Checkers returns the pieces that give check to the king of c. Kings give none.
func (v *Vision) Checkers(c Color) uint64 {
	checkers := v.leapingCheckers(c)
	for _, d := range directions {
		checkers |= v.Seen(d, c, King) & movers(v.Board, d)
	}
	return checkers & v.Board.ByColor(c.Other())
}

func (v *Vision) leapingCheckers(c Color) uint64 {
	king := v.Board.Pieces(c, King)
	return squares.KnightAttacks(king)&v.Board.Knights() | pawnAttacks(king, c)&v.Board.Pawns()
}

// CheckMask returns the squares where c can end a check by a move other than a king
// move. Without a check these are all squares, and in double check none; otherwise they
// are the checker and the empty squares between it and the king.
//
//	K · · q      · 1 1 1
//
// If the checker is a pawn that has just moved two squares, an en-passant capture also ends
// the check, but its target square is not in the mask.
func (v *Vision) CheckMask(c Color) uint64 {
	return checkMask(v.Checkers(c), v.line(c, c.Other())&v.Board.Empty())
}

func checkMask(checkers, between uint64) uint64 {
	switch {
	case checkers == 0:
		return ^uint64(0)
	case checkers&(checkers-1) != 0:
		return 0
	}
	return checkers | between
}

// Danger returns the squares where c's king would be attacked. The attacks pass through the
// king, because it cannot flee along the line of a check.
//
//	· r · · K ·  ->  1 · 1 1 1 1      also the square behind the king
//
// If c has several kings and a slider checks any of them in direction d, the squares behind
// all of them in that direction are in danger.
func (v *Vision) Danger(c Color) uint64 {
	them := c.Other()
	king := v.Board.Pieces(c, King)
	danger := v.Attacks(them)
	for _, d := range directions {
		if v.SliderAttacks(d, them)&king != 0 {
			danger |= v.Seen(d, c, King)
		}
	}
	return danger
}

// Pinned returns c's pieces that are alone between their king and an opposing slider.
// Without the piece, the slider would give check.
func (v *Vision) Pinned(c Color) uint64 {
	return v.line(c, c.Other()) & v.Board.ByColor(c)
}

// Pinners returns the opponent's sliders that pin c's pieces. It takes another fill,
// because a pinner is the next piece behind a pinned piece, seen from the king.
func (v *Vision) Pinners(c Color) uint64 {
	own := v.Board.ByColor(c)
	pinned := v.lines(c, c.Other())
	for d := range pinned {
		pinned[d] &= own
	}
	return pinners(&pinned, v.Board.Empty())
}

// pinners returns the next piece in direction d after each piece of pinned[d], which is the
// slider that pins it. Pins are rare, so directions without a pin are skipped.
func pinners(pinned *[8]uint64, empty uint64) (pinners uint64) {
	for d, p := range pinned {
		if p != 0 {
			pinners |= koggestone.Attacks(p, empty, koggestone.Direction(d)) &^ empty
		}
	}
	return pinners
}

// Discoverers returns c's pieces that are alone between an own slider and the
// opponent's king. Such a piece gives check when it leaves the line.
func (v *Vision) Discoverers(c Color) uint64 {
	return v.line(c.Other(), c) & v.Board.ByColor(c)
}

// CheckSquares returns the squares where a piece of colour c and kind k would give check to
// the opponent's king, with all other pieces in place. The king would attack the same
// squares if it were such a piece. For King and None the set is empty. It panics if k is
// not a kind.
func (v *Vision) CheckSquares(c Color, k Kind) uint64 {
	k.check()
	king := v.Board.Pieces(c.Other(), King)
	switch k {
	case Pawn:
		return pawnAttacks(king, c.Other())
	case Knight:
		return squares.KnightAttacks(king)
	case None, King:
		return 0
	}
	var squares uint64
	for _, d := range directions {
		if slides(k, d) {
			squares |= v.Seen(d, c.Other(), King)
		}
	}
	return squares
}

// slides reports whether pieces of kind k slide along d.
func slides(k Kind, d koggestone.Direction) bool {
	switch k {
	case Bishop:
		return d.Diagonal()
	case Rook, CastlingRook:
		return !d.Diagonal()
	}
	return k == Queen
}
