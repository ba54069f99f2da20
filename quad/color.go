package quad

import (
	"strconv"

	"github.com/koggestone/koggestone"
)

// A Color is a side. Functions of this package use only the lowest bit of a Color.
type Color uint8

// The two sides.
const (
	White Color = iota
	Black
)

// Other returns the opponent.
func (c Color) Other() Color { return c ^ 1 }

// Forward returns the direction in which the pawns of c move: North for White,
// South for Black.
func (c Color) Forward() koggestone.Direction {
	return koggestone.North - koggestone.Direction(c&1)*4
}

// String returns "white" or "black".
func (c Color) String() string {
	switch c {
	case White:
		return "white"
	case Black:
		return "black"
	}
	return "Color(" + strconv.Itoa(int(c)) + ")"
}

// mask returns no squares for White and all squares for Black. Its xor with a plane of
// black pieces is the pieces that are not of colour c.
func (c Color) mask() uint64 { return -uint64(c & 1) }
