package quad

import (
	"unsafe"

	"github.com/koggestone/koggestone/internal/layout"
)

// BothThreats contains attacks, checks and pins for both sides, indexed by [Color]. One
// call takes less time than two calls of [Threats]. You can use it for an evaluation,
// which needs both sides' attacks, or for static exchange evaluation, which needs pins.
type BothThreats [2]SideThreats

// SideThreats is one side's part of a [BothThreats].
type SideThreats struct {
	// The squares that the side's pieces attack or defend, by kind. Pinned pieces attack
	// like others. Attacks end at kings, as in [Threats].
	ByPawn, ByKnight, ByBishop, ByRook, ByQueen, ByKing uint64

	// Attacked is the union of these six sets. AttackedTwice contains the squares that at
	// least two of the side's pieces attack.
	Attacked, AttackedTwice uint64

	// Checkers contains the opponent's pieces that give check to the side's king.
	Checkers uint64
	// Pinned contains the side's pieces that may move only along a line with their king.
	Pinned uint64
	// Pinners contains the opponent's sliders that pin these pieces.
	Pinners uint64
	// Discoverers contains the side's pieces that give check if they leave the line between
	// an own slider and the opponent's king.
	Discoverers uint64
}

const (
	sideThreatSets = layout.SideThreatSets
	bothThreatSets = 2 * sideThreatSets
)

// BothThreats returns the sets of both sides. [BothThreats.Set] sets them in place, without
// a copy.
func (b Board) BothThreats() (t BothThreats) {
	t.Set(b)
	return t
}

// Set computes t for both sides. It accepts any board and allocates nothing. If a side has
// several kings, they count together, as in a [Vision].
func (t *BothThreats) Set(b Board) { bothThreats(t, &b) }

// A BothThreats is its sets in order, White's first, without padding.
var _ = [1]struct{}{}[unsafe.Sizeof(BothThreats{})-8*bothThreatSets]

// sets returns the sets of t in order, in place.
func (t *BothThreats) sets() *[bothThreatSets]uint64 {
	return (*[bothThreatSets]uint64)(unsafe.Pointer(t))
}
