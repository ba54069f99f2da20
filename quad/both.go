package quad

import (
	"unsafe"

	"github.com/koggestone/koggestone/internal/layout"
)

// BothThreats is what the two sides of a position attack and how they stand to each
// other's kings, by [Color], from one call: less than that of [Threats] for each. An
// evaluation takes the attacks of both sides from it, and a static exchange evaluation
// what is pinned by what.
type BothThreats [2]SideThreats

// SideThreats is what there is to know of one side in a [BothThreats].
type SideThreats struct {
	// The squares that pieces of the side attack or defend, by kind; pinned pieces attack
	// like others. Like those of [Threats] they end at kings.
	ByPawn, ByKnight, ByBishop, ByRook, ByQueen, ByKing uint64

	// All is the union of these six, Twice the squares that two or more pieces of the
	// side attack.
	Attacked, AttackedTwice uint64

	// Checkers holds the opponent's pieces that give check to the side's king.
	Checkers uint64
	// Pinned holds the side's pieces that may move only along their line with its king.
	Pinned uint64
	// Pinners holds the opponent's sliders that pin one.
	Pinners uint64
	// Discoverers holds the side's pieces that give check by leaving the line between a
	// slider of their own and the opponent's king.
	Discoverers uint64
}

const (
	sideThreatSets = layout.SideThreatSets
	bothThreatSets = 2 * sideThreatSets
)

// BothThreats returns the sets of both sides of b. [BothThreats.Set] does the same in
// place, without a copy.
func (b Board) BothThreats() (t BothThreats) {
	t.Set(b)
	return t
}

// Set sets t to the sets of both sides of b. It allocates nothing and takes any board;
// several kings of a side are taken together, as in a [Vision].
func (t *BothThreats) Set(b Board) { bothThreats(t, &b) }

// A BothThreats is its sets in order, White's first, without padding.
var _ = [1]struct{}{}[unsafe.Sizeof(BothThreats{})-8*bothThreatSets]

// sets returns the sets of t in order, in place.
func (t *BothThreats) sets() *[bothThreatSets]uint64 {
	return (*[bothThreatSets]uint64)(unsafe.Pointer(t))
}
