package koggestone

import "math/bits"

// Step returns b moved one step in direction d, without squares that leave the board. It
// panics if d is not a direction.
//
// It rotates by the signed shift of d and applies the wrap mask of d. Rotation by a negative
// amount is rotation the other way, so that one routine serves all directions: Gerd Isenberg's
// "generalised ray".
func Step(b uint64, d Direction) uint64 {
	d.check()
	t := &directions[d]
	return bits.RotateLeft64(b, t.shift) & t.wrap
}

// Fill returns gen and every square in direction d of it on an empty board. It panics if d
// is not a direction.
func Fill(gen uint64, d Direction) uint64 { return Occluded(gen, ^uint64(0), d) }

// Occluded returns gen and every square that it reaches going in direction d over squares
// of pro. The set includes the generator, not the blockers. It panics if d is not a
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
// If the direction is a constant, the eight named functions are faster, because they are
// inlined and shift by constants.
func Attacks(sliders, empty uint64, d Direction) uint64 {
	fill := Occluded(sliders, empty, d)
	t := &directions[d]
	return bits.RotateLeft64(fill, t.shift) & t.wrap
}

// RayTable returns, for every direction d and square sq, the squares that a slider on sq
// attacks in direction d on an empty board. Each call computes 512 rays, which takes
// microseconds, and returns 4 KiB: call it once and keep the table.
//
// The squares between two squares follow from it:
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

// PawnAttacks returns the squares that pawns attack. The pawns move in direction forward,
// which is North for White and South for Black; PawnAttacks panics if it is neither.
//
//	pawns             PawnAttacks(pawns, North)
//	· · · · · · · ·   · · · · · · · ·
//	· · · · · · · ·   · · · · · · · ·
//	· · · · · · · ·   · · · · · · · ·
//	· · · · · · · ·   · · 1 · 1 · · ·
//	· · · 1 · · · ·   · · · · · · · ·
//	· · · · · · · ·   · 1 · · · · 1 ·
//	1 · · · · · · 1   · · · · · · · ·
//	· · · · · · · ·   · · · · · · · ·
func PawnAttacks(pawns uint64, forward Direction) uint64 {
	if forward != North && forward != South {
		badForward(forward)
	}
	// In clockwise order, the two captures are next to forward.
	l, r := &directions[(forward-1)&7], &directions[(forward+1)&7]
	return bits.RotateLeft64(pawns, l.shift)&l.wrap | bits.RotateLeft64(pawns, r.shift)&r.wrap
}

//go:noinline
func badForward(d Direction) {
	panic("koggestone: PawnAttacks: forward: expected North or South, found " + d.String())
}
