package quad

import (
	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/internal/squares"
)

// A Counter holds a number from 0 to 31 for every square. It is bit-sliced: bit sq of
// element i is bit i of the number for square sq.
type Counter [5]uint64

// add adds 1 for every square in set, with five half adders for the whole board.
func (n *Counter) add(set uint64) {
	for i := range n {
		n[i], set = n[i]^set, n[i]&set
	}
}

// At returns the number for square sq. It panics if sq is not 0 to 63.
func (n *Counter) At(sq int) int {
	checkSquare(sq)
	number := 0
	for i, plane := range n {
		number |= int(plane>>sq&1) << i
	}
	return number
}

// AttackCounts returns for each square how many of c's pieces attack it. At most one
// piece attacks it from each direction, plus up to eight knights.
func (v *Vision) AttackCounts(c Color) (n Counter) {
	for _, set := range v.attackSets(c) {
		n.add(set)
	}
	return n
}

// AttackedTwice returns the squares that two or more pieces of colour c attack.
func (v *Vision) AttackedTwice(c Color) uint64 {
	var once, twice uint64
	for _, set := range v.attackSets(c) {
		twice |= once & set
		once |= set
	}
	return twice
}

// attackSets returns the squares that c attacks as sixteen sets, for eight directions and
// eight knight jumps. In each set a square has at most one attacker.
func (v *Vision) attackSets(c Color) (sets [16]uint64) {
	own := v.Board.ByColor(c)
	for _, d := range directions {
		sets[d] = v.SliderAttacks(d, c) | koggestone.Step(v.Board.steppers(d)&own, d)
	}
	knights := v.Board.Knights() & own
	for i := range 8 {
		sets[8+i] = squares.JumpFrom(knights, i)
	}
	return sets
}

// steppers returns the pieces that attack the next square in direction d: kings, and on the
// diagonals the pawns that capture that way.
func (b Board) steppers(d koggestone.Direction) uint64 {
	switch d {
	case koggestone.NorthEast, koggestone.NorthWest:
		return b.Kings() | b.Pawns()&^b.GB
	case koggestone.SouthEast, koggestone.SouthWest:
		return b.Kings() | b.Pawns()&b.GB
	}
	return b.Kings()
}
