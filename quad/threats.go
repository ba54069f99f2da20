package quad

import (
	"unsafe"

	"github.com/koggestone/koggestone/internal/layout"
)

// Threats contains the 17 sets that an engine needs at a node where us is to move. One call
// computes them all. In the formulas below, them is the opponent, own is the set of our
// pieces, d is each of the eight directions, and opp is the opposite of d. v is the board's
// [Vision]:
//
//	them(d)  = v.SliderAttacks(d, them)      king(d)  = v.Seen(d, us, King)
//	us(d)    = v.SliderAttacks(d, us)        their(d) = v.Seen(d, them, King)
//	S(d)     = sliders of them on the board that move along d
//	line     = OR over d of king(d) & them(opp)
type Threats struct {
	// The squares that the opponent attacks or defends, by kind. Pinned pieces attack like
	// others. ByBishop is OR over the diagonals d of them(d) where a bishop is seen. ByRook
	// (all rooks) and ByQueen work in the same way.
	ByPawn, ByKnight, ByBishop, ByRook, ByQueen, ByKing uint64

	// Attacked is the union of these six.
	Attacked uint64
	// Danger contains the squares where our king would be attacked: Attacked, and also
	// king(d) for every d where them(d) attacks our king. See [Vision.Danger].
	Danger uint64

	// Checkers contains the opponent's pieces that give check: OR of king(d) & S(d), and
	// the knights and pawns that attack our king.
	Checkers uint64
	// CheckMask contains the squares where a piece other than the king can end the check.
	// Without a checker these are all squares, with several checkers none, and with one
	// checker Checkers | line & empty. See [Vision.CheckMask] for en passant.
	CheckMask uint64
	// Pinned contains our pieces that may move only along a line with our king: line & own.
	Pinned uint64
	// Pinners contains the opponent's sliders that pin these pieces. Each is the next
	// piece in direction d after a pinned piece, king(d) & them(opp) & own. Finding them
	// takes one more fill.
	Pinners uint64

	// The squares where our pieces would give check, by kind; for queens, call
	// QueenChecks. BishopChecks is OR of their(d) over diagonals, and RookChecks over
	// ranks and files.
	PawnChecks, KnightChecks, BishopChecks, RookChecks uint64
	// Discoverers contains our pieces that give check when they leave the line between our
	// slider and the opponent's king: own & OR of their(d) & us(opp).
	Discoverers uint64
}

const threatSets = layout.ThreatSets

// QueenChecks returns the squares where a queen of ours would give check.
func (t *Threats) QueenChecks() uint64 { return t.BishopChecks | t.RookChecks }

// Threats returns the sets of b for side us to move. [Threats.Set] sets them in place,
// without a copy.
func (b Board) Threats(us Color) (t Threats) {
	t.Set(b, us)
	return t
}

// Set computes t for b with side us to move. It accepts any board and allocates nothing. If
// us has no king, there are no checks and no pins, and Danger is Attacked. If us has
// several, see [Vision.Danger].
func (t *Threats) Set(b Board, us Color) { threats(t, &b, us&1) }

// A Threats is its sets in order, without padding.
var _ = [1]struct{}{}[unsafe.Sizeof(Threats{})-8*threatSets]

// sets returns t as an array in the order of the struct, in place.
func (t *Threats) sets() *[threatSets]uint64 { return (*[threatSets]uint64)(unsafe.Pointer(t)) }
