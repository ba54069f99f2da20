package koggestone

import (
	"math/bits"
	"strconv"
)

// A Direction is one of the eight directions in which a queen moves. They count clockwise
// from NorthEast, as in Steffan Westcott's table of shifts. The opposite direction is four
// away:
//
//	NorthWest +7   North +8   NorthEast +9
//	              \    |    /
//	   West -1  -     sq     -   East +1
//	              /    |    \
//	SouthWest -9   South -8   SouthEast -7
//
// Functions panic if their Direction is above North (7).
type Direction uint8

// The eight directions, as indices of every [8]-array in this package.
const (
	NorthEast Direction = iota
	East
	SouthEast
	South
	SouthWest
	West
	NorthWest
	North
)

// directions contains for each direction its name, what a step adds to a square's index,
// and the wrap mask: the squares where a step can end.
var directions = [8]struct {
	name  string
	shift int
	wrap  uint64
}{
	NorthEast: {"NorthEast", +9, 0xfefefefefefefe00},
	East:      {"East", +1, 0xfefefefefefefefe},
	SouthEast: {"SouthEast", -7, 0x00fefefefefefefe},
	South:     {"South", -8, 0x00ffffffffffffff},
	SouthWest: {"SouthWest", -9, 0x007f7f7f7f7f7f7f},
	West:      {"West", -1, 0x7f7f7f7f7f7f7f7f},
	NorthWest: {"NorthWest", +7, 0x7f7f7f7f7f7f7f00},
	North:     {"North", +8, 0xffffffffffffff00},
}

// String returns the name of the constant, "NorthEast" for NorthEast.
func (d Direction) String() string {
	if d > North {
		return "Direction(" + strconv.Itoa(int(d)) + ")"
	}
	return directions[d].name
}

// Opposite returns the opposite direction: South for North. It panics if d is not a
// direction.
func (d Direction) Opposite() Direction {
	d.check()
	return (d + 4) & 7
}

// Shift returns the number that a step in direction d adds to the index of a square: +9 for
// NorthEast, -8 for South. It panics if d is not a direction.
func (d Direction) Shift() int {
	d.check()
	return directions[d].shift
}

// Diagonal reports whether bishops move in direction d: the even directions are diagonal. It
// panics if d is not a direction.
func (d Direction) Diagonal() bool {
	d.check()
	return d&1 == 0
}

// check panics unless d is a direction.
func (d Direction) check() {
	if d > North {
		badDirection(d)
	}
}

// badDirection is not inlined, so that its callers stay small.
//
//go:noinline
func badDirection(d Direction) {
	panic("koggestone: expected one of the eight directions, found " + d.String())
}

// MirrorFiles returns b with the files in reverse order: file a becomes file h. It converts
// between this package's mapping and boards that count files from h to a (h1 = bit 0), and
// is its own inverse. Other names are mirror horizontal and flip horizontal.
//
//	1 · · · · · · ·      · · · · · · · 1
//	1 · · · · · · ·      · · · · · · · 1
//	1 1 1 · · · · ·      · · · · · 1 1 1
//	1 · · 1 · · · ·  ->  · · · · 1 · · 1
func MirrorFiles(b uint64) uint64 {
	const k1, k2, k4 = 0x5555555555555555, 0x3333333333333333, 0x0f0f0f0f0f0f0f0f
	b = b>>1&k1 | b&k1<<1
	b = b>>2&k2 | b&k2<<2
	return b>>4&k4 | b&k4<<4
}

// FlipRanks returns b with the ranks in reverse order: rank 1 becomes rank 8. It converts
// between this package's mapping and boards that count ranks from the eighth (a8 = bit 0),
// and is its own inverse. Another name is flip vertical.
func FlipRanks(b uint64) uint64 { return bits.ReverseBytes64(b) }

// ReverseSquares returns b turned by 180 degrees: square i becomes square 63-i. It converts
// between this package's mapping and boards with a1 as the most significant bit, and is its
// own inverse. Another name is rotate 180.
func ReverseSquares(b uint64) uint64 { return bits.Reverse64(b) }
