package quad

import (
	"unsafe"

	"github.com/koggestone/koggestone/internal/layout"
)

// Legality contains the five sets of [Threats] that you need to turn pseudo-legal moves into
// legal ones, and costs less than all of them. The king can move to squares outside Danger,
// other pieces to squares in CheckMask, and pinned pieces along the line to their king. The
// example shows the additional rules for castling and en passant.
//
// If your engine has magics and a table of the squares between two squares, you do not need
// Legality: you can find the first four sets faster from the few sliders on the king's lines, and
// you need danger only where the king can move. Package movegen does not use it either.
//
// If each side has one king, the sets are the same as in [Threats]. If a side has several,
// Threats counts them together, but Legality only uses the king on the lowest square.
type Legality struct {
	// Checkers contains the opponent's pieces that give check.
	Checkers uint64
	// CheckMask contains the squares where a piece other than the king can end the check:
	// all squares without a checker, none with several checkers, and otherwise the checker
	// and the squares between it and the king.
	CheckMask uint64
	// Pinned contains our pieces that may move only along a line with our king.
	Pinned uint64
	// Pinners contains the opponent's sliders that pin these pieces.
	Pinners uint64
	// Danger contains the squares where our king would be attacked, including the squares
	// behind it on the line of a check.
	Danger uint64
}

const legalitySets = layout.LegalitySets

// Legality returns the five sets of b for side us to move. [Legality.Set] sets them in
// place, without a copy.
func (b Board) Legality(us Color) (l Legality) {
	l.Set(b, us)
	return l
}

// Set sets l to the five sets of b for side us to move. It accepts any board and allocates
// nothing.
func (l *Legality) Set(b Board, us Color) { legality(l, &b, us&1) }

// Attacked returns the squares that the opponent attacks, which is [Threats].Attacked. l must be the legality of b for
// side us to move. The set differs from Danger only behind our king, and only if a slider gives check, so most calls
// compute nothing.
func (l *Legality) Attacked(b Board, us Color) uint64 {
	if l.Checkers&b.Sliders() == 0 {
		return l.Danger
	}
	return b.Attacks(us.Other())
}

// A Legality is its sets in order, without padding.
var _ = [1]struct{}{}[unsafe.Sizeof(Legality{})-8*legalitySets]

// sets returns l as an array in the order of the struct, in place.
func (l *Legality) sets() *[legalitySets]uint64 { return (*[legalitySets]uint64)(unsafe.Pointer(l)) }
