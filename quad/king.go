package quad

import (
	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/internal/squares"
)

// lines returns for each direction from a king of one colour to a slider of the
// other the squares that both attack, as the package's comment tells: empty ones
// are the line of a check, a piece is the only blocker.
func (v *Vision) lines(king, sliders Color) (lines [8]uint64) {
	for _, d := range directions {
		lines[d] = v.Seen(d, king, King) & v.SliderAttacks(d.Opposite(), sliders)
	}
	return lines
}

// line returns the union of lines.
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

// InDoubleCheck reports whether two pieces or more give check to the king of c.
func (v *Vision) InDoubleCheck(c Color) bool {
	checkers := v.Checkers(c)
	return checkers&(checkers-1) != 0
}

// CheckMask returns the squares on which a move of c, other than the king's, ends
// a check: all squares without a check, no square in double check, otherwise the
// checker and the empty squares between it and the king.
//
//	K . . q      . 1 1 1
//
// A pawn that has just moved two squares and gives check can also be captured
// en passant, on a square that is not in the mask.
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

// Danger returns the squares where the king of c would be attacked: those
// that the opponent attacks, seen through the king, so that it cannot flee along
// the line of a check.
//
//	. r . . K .  ->  1 . 1 1 1 1      the square behind the king is in danger, too
//
// With several kings of c, the squares behind each of them are in danger in every
// direction in which a slider checks one.
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

// Pinned returns the pieces of c that alone stand between their king and a slider
// of the opponent that would otherwise give check.
func (v *Vision) Pinned(c Color) uint64 {
	return v.line(c, c.Other()) & v.Board.ByColor(c)
}

// PinnedAxes returns the pinned pieces of c by the line that they may move on:
// element d&3 for directions d and d.Opposite(), so northeast-southwest,
// east-west, southeast-northwest, north-south.
func (v *Vision) PinnedAxes(c Color) (pinned [4]uint64) {
	own := v.Board.ByColor(c)
	for d, line := range v.lines(c, c.Other()) {
		pinned[d&3] |= line & own
	}
	return pinned
}

// Pinners returns the sliders of the opponent that pin a piece of c. Seen from the
// king, each is the next piece behind a pinned one; it takes a further fill to find
// them.
func (v *Vision) Pinners(c Color) uint64 {
	own := v.Board.ByColor(c)
	pinned := v.lines(c, c.Other())
	for d := range pinned {
		pinned[d] &= own
	}
	return pinners(&pinned, v.Board.Empty())
}

// pinners returns the next piece in direction d from each of pinned[d]: what a
// pin was found by is a slider that moves along d. Pins are rare, so directions
// without any are skipped.
func pinners(pinned *[8]uint64, empty uint64) (pinners uint64) {
	for d, p := range pinned {
		if p != 0 {
			pinners |= koggestone.Attacks(p, empty, koggestone.Direction(d)) &^ empty
		}
	}
	return pinners
}

// Discoverers returns the pieces of c that alone stand between a slider of their
// own and the opponent's king: a piece of them that leaves the line gives check.
func (v *Vision) Discoverers(c Color) uint64 {
	return v.line(c.Other(), c) & v.Board.ByColor(c)
}

// CheckSquares returns the squares on which a piece of colour c and kind k gives
// check to the opponent's king, all pieces staying where they stand: those that
// the king would attack as a piece of that kind. For King and None there are none.
// It panics if k is not a kind.
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
		return d&1 == 0
	case Rook, CastlingRook:
		return d&1 == 1
	}
	return k == Queen
}
