package movegen

import (
	"math/bits"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/quad"
)

// Counting set-wise. In one direction a square is the target of at most one
// slider, so the number of slider moves is the sum over the directions of the
// number of attacked targets: no loop over pieces. Pins and checks follow from the
// rays of the own king and the attacks of the opponent's sliders, which are filled
// anyway for the squares that the king must not go to.
//
// setwiseCount is the definition that the kernels are held to, on any 256 bits:
// no king, many kings and pawns on the end ranks included. In terms of a board on
// which the own pawns go north:
//
//	along each direction d, opp its opposite:
//		theirs(d) = attacks of their sliders of the kinds that move along d, over
//		            the empty squares and the own king's
//		king(d)   = attacks of the own king along d over the empty squares
//		line      = king(d) & theirs(opp)
//	danger    = all theirs(d), and what their pawns, knights and kings attack
//	pinned    = line & own, by axis
//	checkers  = king(d) & their sliders of the kinds, and their knights and pawns
//	            where the own king would attack as such
//	mask      = everything without a checker, nothing with several, else
//	            checkers | line & empty
//
// Sliders move that are not pinned, or pinned on the axis of the direction; their
// targets are mask &^ own, and so for knights that are not pinned. Pawns push
// unless pinned on another axis than the file, and capture unless pinned on
// another than that diagonal; on the eighth rank each counts four times. The king
// steps to squares that are neither own nor in danger, and castles from e1 with
// castling rooks on a1 and h1; other castling and en passant are found by
// rareMoves.
//
// The sum is at most 196 along diagonals (four directions with 49 targets each),
// 224 along ranks and files, 168 of knights, 64 of kings, 2 castlings and 228 of
// pawns: it fits 16 bits.
func setwiseCount(b *quad.Board, side quad.Color) int {
	var t setwiseTargets
	t.set(b, side)
	n := 0
	for d := range koggestone.Direction(8) {
		n += bits.OnesCount64(t.sliders[d]) + bits.OnesCount64(t.knights[d])
	}
	n += bits.OnesCount64(t.king) + bits.OnesCount64(t.castling)
	n += bits.OnesCount64(t.push) + bits.OnesCount64(t.double)
	n += bits.OnesCount64(t.east) + bits.OnesCount64(t.west)
	return n + 3*(bits.OnesCount64(t.push&rank8)+bits.OnesCount64(t.east&rank8)+bits.OnesCount64(t.west&rank8))
}

// A setwiseTargets holds the target sets of all moves but those of rareMoves, of
// a board on which the own pawns go north.
type setwiseTargets struct {
	sliders, knights         [8]uint64 // by direction; knights by the jumps of knightJump
	king                     uint64
	push, double, east, west uint64
	castling                 uint64 // rooks on a1 and h1
}

// knightJump returns where knights arrive by the jump that is the d-th clockwise
// from the one to the north-north-east.
func knightJump(knights uint64, d int) uint64 {
	const notA, notH = ^uint64(fileA), ^uint64(fileH)
	const notAB, notGH = notA &^ (fileA << 1), notH &^ (fileH >> 1)
	switch d {
	case 0:
		return knights << 17 & notA
	case 1:
		return knights << 10 & notAB
	case 2:
		return knights >> 6 & notAB
	case 3:
		return knights >> 15 & notA
	case 4:
		return knights >> 17 & notH
	case 5:
		return knights >> 10 & notGH
	case 6:
		return knights << 6 & notGH
	}
	return knights << 15 & notH
}

func (t *setwiseTargets) set(b *quad.Board, side quad.Color) {
	g := *b
	if side == quad.Black {
		g = g.FlipRanks()
	}
	occ := g.G0 | g.G1 | g.G2
	own := g.GB & occ
	if side != quad.Black {
		own ^= occ
	}
	them, empty := own^occ, ^occ
	pawns, knights, kings := g.G1&^(g.G0|g.G2), g.G2&^(g.G0|g.G1), g.G1&g.G2&^g.G0
	kinds := [2]uint64{g.G0 & g.G1, g.G0 & (g.G2 | ^g.G1)} // diagonal, orthogonal
	king, theirKing := kings&own, kings&them

	var rays, theirs [8]uint64
	var pinned [4]uint64
	var danger, line, checkers, anyPinned uint64
	for d := range koggestone.Direction(8) {
		sliders := kinds[d&1] & them
		theirs[d] = koggestone.Attacks(sliders, empty|king, d)
		rays[d] = koggestone.Attacks(king, empty, d)
		danger |= theirs[d]
		checkers |= rays[d] & sliders
	}
	for d := range koggestone.Direction(8) {
		l := rays[d] & theirs[d^4]
		line |= l
		pinned[d&3] |= l & own
		anyPinned |= l & own
	}
	theirPawns := pawns & them
	danger |= knightAttacks(knights&them) | kingAttacks(theirKing) | koggestone.PawnAttacks(theirPawns, koggestone.South)
	checkers |= knightAttacks(king)&knights&them | koggestone.PawnAttacks(king, koggestone.North)&theirPawns
	mask := ^uint64(0)
	switch bits.OnesCount64(checkers) {
	case 0:
	case 1:
		mask = checkers | line&empty
	default:
		mask = 0
	}

	// elsewhere returns the pieces that are pinned on another axis.
	elsewhere := func(axis koggestone.Direction) uint64 { return anyPinned &^ pinned[axis] }
	targets := mask &^ own
	movable := knights & own &^ anyPinned
	for d := range koggestone.Direction(8) {
		t.sliders[d] = koggestone.Attacks(kinds[d&1]&own&^elsewhere(d&3), empty, d) & targets
		t.knights[d] = knightJump(movable, int(d)) & targets
	}
	t.king = kingAttacks(king) &^ (own | danger)
	ownPawns := pawns & own
	push := ownPawns &^ elsewhere(koggestone.South) << 8 & empty
	t.push = push & mask
	t.double = push & rank3 << 8 & empty & mask
	t.east = koggestone.NorthEastStep(ownPawns&^elsewhere(koggestone.NorthEast)) & them & mask
	t.west = koggestone.NorthWestStep(ownPawns&^elsewhere(koggestone.SouthEast)) & them & mask

	t.castling = 0
	if king == e1 {
		rooks := g.G0 &^ (g.G1 | g.G2) & own
		if rooks&h1 != 0 && occ&(f1|g1) == 0 && danger&(e1|f1|g1) == 0 {
			t.castling = h1
		}
		if rooks&a1 != 0 && occ&(b1|c1|d1) == 0 && danger&(c1|d1|e1) == 0 {
			t.castling |= a1
		}
	}
}

// The squares of the usual castling.
const (
	a1 = 1 << iota
	b1
	c1
	d1
	e1
	f1
	g1
	h1
)

// isRare reports whether rareCount may find moves on a board on which the own
// pawns go north: with an en-passant target, or a castling rook off a1 and h1 or
// with a king off e1.
func isRare(target, rooks, king uint64) bool {
	return target != 0 || rooks&^(a1|h1) != 0 || rooks != 0 && king != e1
}

// rareCount returns the number of en-passant captures, and of castlings but those
// that setwiseCount counts.
func rareCount(b *quad.Board, side quad.Color) int {
	capturers, rooks := rareMoves(b, side)
	return bits.OnesCount64(capturers) + bits.OnesCount64(rooks)
}

// rareMoves returns the pawns that capture en passant, and the rooks to castle
// with but those of setwiseTargets, own pawns going north. It takes any board;
// where there is no king it answers as if there were one on a1, with several kings
// for the first.
func rareMoves(b *quad.Board, side quad.Color) (capturers, rooks uint64) {
	var v view
	v.look(b, side)
	capturers = v.capturers()
	_, rooks = v.kingMoves(0)
	if kings(b, side) == e1<<(56&blackMask(side)) {
		rooks &^= a1 | h1 // of the view
	}
	return capturers, rooks
}

// kings returns the kings of a side.
func kings(b *quad.Board, side quad.Color) uint64 { return b.Pieces(side, quad.King) }

// kingAttacks returns the squares that a set of kings attacks.
func kingAttacks(kings uint64) uint64 {
	sides := kings<<1&^fileA | kings>>1&^fileH
	row := kings | sides
	return sides | row<<8 | row>>8
}
