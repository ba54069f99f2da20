package quad

import (
	"unsafe"

	"github.com/koggestone/koggestone/internal/layout"
)

// Legality is what makes pseudo-legal moves legal: the five sets of [Threats] that an
// engine asks for most, at half to three quarters of the cost. The king moves to squares
// outside Danger, other pieces to squares in CheckMask, pinned ones along their line with
// the king; the example says what castling and en passant ask in addition.
//
// An engine with magics and a table of the squares between any two finds the first four in
// less time from the few sliders on its king's lines, 10 ns in package movegen, and danger
// only where the king can move: there Legality does not pay, and movegen does not use it.
//
// The sets are those of the same names in Threats. Where there are several kings of ours,
// which Threats takes together, Legality takes the one on the lowest square.
type Legality struct {
	// Checkers holds the opponent's pieces that give check.
	Checkers uint64
	// CheckMask holds the squares on which a move of another piece than the king
	// ends the check: all without a checker, none with several, otherwise the checker
	// and the squares between it and the king.
	CheckMask uint64
	// Pinned holds our pieces that may move only along their line with the king.
	Pinned uint64
	// Pinners holds the sliders of the opponent that pin one.
	Pinners uint64
	// Danger holds the squares where our king would be attacked, those behind it on
	// the line of a check included.
	Danger uint64
}

const legalitySets = layout.LegalitySets

// Legality returns the five sets of b for side us to move. [Legality.Set] does the
// same in place, without a copy.
func (b Board) Legality(us Color) (l Legality) {
	l.Set(b, us)
	return l
}

// Set sets l to the five sets of b for side us to move. It allocates nothing and takes
// any board.
func (l *Legality) Set(b Board, us Color) { legality(l, &b, us&1) }

// A Legality is its sets in order, without padding.
var _ = [1]struct{}{}[unsafe.Sizeof(Legality{})-8*legalitySets]

// sets returns the sets of l in the order of the struct, in place.
func (l *Legality) sets() *[legalitySets]uint64 { return (*[legalitySets]uint64)(unsafe.Pointer(l)) }
