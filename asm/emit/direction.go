package emit

import (
	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/internal/squares"
)

// A Direction is one of the library's own, with what the kernels need to know: there
// is no second table.
type Direction struct{ koggestone.Direction }

// Directions holds the eight in order.
var Directions = func() (t [8]Direction) {
	for i := range t {
		t[i] = Direction{koggestone.Direction(i)}
	}
	return t
}()

// Wrap returns the squares on which a step can end.
func (d Direction) Wrap() uint64 { return koggestone.Step(^uint64(0), d.Direction) }

// Ranks returns by how many ranks a step goes up: -1, 0 or 1.
func (d Direction) Ranks() int { return (d.Shift()+36)/8 - 4 }

// Diagonal tells the diagonals from files and ranks.
func (d Direction) Diagonal() bool { return d.Direction%2 == 0 }

// Files returns the part of the wrap mask that shifts do not give by
// themselves: ^0 for North and South, else all files but one.
func (d Direction) Files() uint64 {
	switch d.Direction {
	case koggestone.North, koggestone.South:
		return ^uint64(0)
	case koggestone.NorthEast, koggestone.East, koggestone.SouthEast:
		return squares.NotFileA
	default:
		return squares.NotFileH
	}
}
