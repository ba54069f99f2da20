package quad

import (
	"unsafe"

	"github.com/koggestone/koggestone/internal/layout"
)

// Threats is what an engine wants to know at each node about a position in which
// side us is to move: 17 sets, filled by one call. In the comments of the fields
// them is the opponent, own are the pieces of us, d is each of the eight directions
// and opp its opposite. In terms of the [Vision] v of the board:
//
//	them(d)  = v.SliderAttacks(d, them)      king(d)  = v.Seen(d, us, King)
//	us(d)    = v.SliderAttacks(d, us)        their(d) = v.Seen(d, them, King)
//	S(d)     = sliders of them on the board that move along d
//	line     = OR over d of king(d) & them(opp)
type Threats struct {
	// The squares that pieces of them attack or defend, by kind; pinned pieces
	// attack like others. ByBishop is OR over the diagonals d of them(d) where a
	// bishop is seen. ByRook (all rooks) and ByQueen are made in the same way.
	ByPawn, ByKnight, ByBishop, ByRook, ByQueen, ByKing uint64

	// Attacked is the union of these six.
	Attacked uint64
	// Danger holds the squares where our king would be attacked: Attacked, and
	// king(d) for every d in which them(d) attacks our king. See [Vision.Danger].
	Danger uint64

	// Checkers holds the pieces of them that give check: OR of king(d) & S(d), and
	// their knights and pawns where our king would attack as such.
	Checkers uint64
	// CheckMask holds the squares on which a move of another piece than the king
	// ends the check: all without a checker, none with several, otherwise
	// Checkers | line & empty. See [Vision.CheckMask] for en passant.
	CheckMask uint64
	// Pinned holds our pieces that may move only along their line with the king:
	// line & own.
	Pinned uint64
	// Pinners holds the sliders of them that pin one. From each pinned piece,
	// king(d) & them(opp) & own, it is the next piece in direction d, which takes
	// one further fill.
	Pinners uint64

	// The squares on which a piece of ours would give check, by kind; QueenChecks
	// is a method. BishopChecks is OR of their(d) over diagonals,
	// RookChecks over ranks and files.
	PawnChecks, KnightChecks, BishopChecks, RookChecks uint64
	// Discoverers holds our pieces that give check by leaving the line between a
	// slider of ours and their king: own & OR of their(d) & us(opp).
	Discoverers uint64
}

const threatSets = layout.ThreatSets

// QueenChecks returns the squares on which a queen of ours would give check.
func (t *Threats) QueenChecks() uint64 { return t.BishopChecks | t.RookChecks }

// Threats returns what there is to know about b for side us to move.
// [Threats.Set] does the same in place, without a copy.
func (b Board) Threats(us Color) (t Threats) {
	t.Set(b, us)
	return t
}

// Set sets t to what there is to know about b for side us to move. It allocates
// nothing and takes any board. Without a king of ours there are no checks, no pins
// and no danger beyond Attacked; with several see [Vision.Danger].
func (t *Threats) Set(b Board, us Color) { threats(t, &b, us&1) }

// A Threats is its sets in order, without padding.
var _ = [1]struct{}{}[unsafe.Sizeof(Threats{})-8*threatSets]

// sets returns the sets of t in the order of the struct, in place.
func (t *Threats) sets() *[threatSets]uint64 { return (*[threatSets]uint64)(unsafe.Pointer(t)) }
