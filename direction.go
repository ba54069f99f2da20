package koggestone

import (
	"math/bits"
	"strconv"
)

// A Direction is a direction of a queen's move. The eight directions count clockwise from
// NorthEast, as in Steffan Westcott's table of shifts, so the opposite direction is four
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

// directions contains the name of each direction, the number that a step adds to a
// square's index, and the wrap mask, which is the set of squares where a step can end.
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

// Shift returns how much a step in direction d adds to a square's index: +9 for NorthEast,
// -8 for South. It panics if d is not a direction.
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

// MirrorFiles returns b with the files in reverse order: file a becomes file h. It is its
// own inverse. Use it to convert between this package's mapping and boards that count files
// from h to a (h1 = bit 0). It is also called mirror horizontal or flip horizontal.
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

// FlipRanks returns b with the ranks in reverse order: rank 1 becomes rank 8. It is its
// own inverse. Use it to convert between this package's mapping and boards that count
// ranks from the eighth (a8 = bit 0). It is also called flip vertical.
func FlipRanks(b uint64) uint64 { return bits.ReverseBytes64(b) }

// ReverseSquares returns b turned by 180 degrees: square i becomes square 63-i. It is its
// own inverse. Use it to convert between this package's mapping and boards that have a1 as
// the most significant bit. It is also called rotate 180.
func ReverseSquares(b uint64) uint64 { return bits.Reverse64(b) }

// Step returns b moved one step in direction d, but without squares that leave the
// board. It panics if d is not a direction.
//
// It rotates b by the signed shift of d and then applies the wrap mask of d. Rotating by a
// negative amount goes the other way, so one routine can serve all directions: Gerd Isenberg's
// "generalised ray".
func Step(b uint64, d Direction) uint64 {
	d.check()
	t := &directions[d]
	return bits.RotateLeft64(b, t.shift) & t.wrap
}

// Fill returns gen and all squares that gen reaches in direction d on an empty board. It
// panics if d is not a direction.
func Fill(gen uint64, d Direction) uint64 { return Occluded(gen, ^uint64(0), d) }

// Occluded returns gen and every square that it reaches going in direction d over squares
// in pro. The set includes the generator, but not the blockers. It panics if d is not a
// direction.
//
//	gen               pro               Occluded(gen, pro, North)
//	· · · · · · · ·   1 1 1 1 1 1 1 1   · · · 1 · · · ·
//	· · · · · · · ·   1 1 1 1 1 1 · 1   · · · 1 · · · ·
//	· · · · · · · ·   1 1 1 1 1 1 1 1   · · · 1 · · 1 ·
//	· · · · · · · ·   1 1 1 1 1 1 1 1   · · · 1 · · 1 ·
//	· · · 1 · · · ·   1 1 1 · 1 1 1 1   · · · 1 · · 1 ·
//	· · · · · · 1 ·   1 1 1 1 1 1 · 1   · · · · · · 1 ·
//	· · · · · · · ·   1 1 1 1 1 1 1 1   · · · · · · · ·
//	· · · · · · · ·   1 1 1 1 1 1 1 1   · · · · · · · ·
func Occluded(gen, pro uint64, d Direction) uint64 {
	d.check()
	t := &directions[d]
	s := t.shift
	pro &= t.wrap
	gen |= pro & bits.RotateLeft64(gen, s)
	pro &= bits.RotateLeft64(pro, s)
	gen |= pro & bits.RotateLeft64(gen, 2*s)
	pro &= bits.RotateLeft64(pro, 2*s)
	return gen | pro&bits.RotateLeft64(gen, 4*s)
}

// Attacks returns the squares that sliders attack going in direction d. The set includes
// the first blocker of either colour, and a slider only if another attacks it. It panics if
// d is not a direction.
//
// If the direction is a constant, the eight named functions are faster, because they can
// be inlined and shift by constants.
func Attacks(sliders, empty uint64, d Direction) uint64 {
	fill := Occluded(sliders, empty, d)
	t := &directions[d]
	return bits.RotateLeft64(fill, t.shift) & t.wrap
}

// RayTable returns, for every direction d and square sq, the squares that a slider on sq
// attacks in direction d on an empty board. Each call computes 512 rays, which takes
// microseconds, and returns 4 KiB, so you should call it once and keep the table.
//
// The squares between two squares follow from the table:
//
//	between(a, b) = t[d][a] & t[d.Opposite()][b]    where t[d][a] holds b
func RayTable() (t [8][64]uint64) {
	for d := range t {
		for sq := range t[d] {
			t[d][sq] = Step(Fill(1<<sq, Direction(d)), Direction(d))
		}
	}
	return t
}
