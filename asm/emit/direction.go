package emit

import (
	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/internal/squares"
)

// A Direction is a [koggestone.Direction] with methods for kernels, so that there is no
// second table of directions.
type Direction struct{ koggestone.Direction }

// Directions is the eight directions in order.
var Directions = func() (t [8]Direction) {
	for i := range t {
		t[i] = Direction{koggestone.Direction(i)}
	}
	return t
}()

// Wrap returns the squares where a step can end.
func (d Direction) Wrap() uint64 { return koggestone.Step(^uint64(0), d.Direction) }

// Ranks returns how many ranks a step goes up: -1, 0 or 1.
func (d Direction) Ranks() int { return (d.Shift()+36)/8 - 4 }

// Files returns the part of the wrap mask that shifts alone do not ensure: all squares for
// North and South, otherwise all files except one.
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
