package quad

import (
	"unsafe"

	"github.com/koggestone/koggestone/internal/layout"
)

// Legality contains the five sets in [Threats] that turn pseudo-legal moves into legal ones,
// without the cost of the others. The king can move to squares outside Danger, other pieces to
// squares in CheckMask, and pinned pieces along the line to their king. The example shows the
// additional rules for castling and en passant.
//
// If your engine has magics and a table of the squares between two squares, Legality is not worth
// it: you find the first four sets faster from the few sliders on the king's lines, and you need
// danger only where the king can move. Package movegen does not use it either.
//
// If each side has one king, the sets are the same as in [Threats]. If a side has several,
// Threats counts them together, but Legality uses the king on the lowest square.
type Legality struct {
	// Checkers is the opponent's pieces that give check.
	Checkers uint64
	// CheckMask is the squares where a move of a piece other than the king ends the check:
	// all squares without a checker, none with several checkers, otherwise the checker and
	// the squares between it and the king.
	CheckMask uint64
	// Pinned is our pieces that may move only along a line with our king.
	Pinned uint64
	// Pinners is the opponent's sliders that pin these pieces.
	Pinners uint64
	// Danger is the squares where our king would be attacked, including those behind it on
	// the line of a check.
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

// Attacked returns the squares that the opponent attacks, [Threats].Attacked, where l is the legality of b for side us
// to move. It is Danger, except that nothing looks through our king. Only a slider that gives check could do so,
// so most calls compute nothing.
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
