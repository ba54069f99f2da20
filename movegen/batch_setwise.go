package movegen

import (
	"math/bits"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/internal/squares"
	"github.com/koggestone/koggestone/quad"
)

// setwiseCount returns the number of moves of side on any board, except for the moves that
// rareCount counts. It defines what the kernels return for any 256 bits, including boards
// without a king, with many kings, or with pawns on the end ranks. "make prove" proves that it
// and the kernels for amd64 equal the rules below, written square by square.
//
// In each direction a square is the target of at most one slider. Therefore the number
// of slider moves is the number of attacked targets, summed over the directions, without
// a loop over pieces. Pins and checks follow from the rays of the own king and the
// attacks of the opponent's sliders. These attacks are also needed for the squares that
// the king must not enter. If the own pawns go north:
//
//	along each direction d, opp its opposite:
//		theirs(d) = attacks of their sliders of the kinds that move along d, over
//		            the empty squares and the own king's
//		king(d)   = attacks of the own king along d over the empty squares
//		line      = king(d) & theirs(opp)
//	danger    = all theirs(d), and the attacks of their pawns, knights and kings
//	pinned    = line & own, by axis
//	checkers  = king(d) & their sliders of the kinds, and their knights and pawns
//	            that attack the own king
//	mask      = all squares without a checker, none with several, otherwise
//	            checkers | line & empty
//
// Sliders can move in a direction if they are not pinned, or pinned on its axis. Knights
// can move if they are not pinned. The targets of both are in mask &^ own. Pawns can push
// unless they are pinned on an axis other than the file, and capture unless they are
// pinned on an axis other than that diagonal. On the eighth rank each of these moves
// counts four times. The king can step to squares that are neither own nor in danger, and
// castle from e1 with castling rooks on a1 and h1. rareMoves finds other castling and en
// passant.
//
// The sum fits in 16 bits: it is at most 196 along diagonals (four directions with 49
// targets each), 224 along ranks and files, 168 for knights, 64 for kings, 2 castlings and
// 228 for pawns.
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
	return n + 3*(bits.OnesCount64(t.push&squares.Rank8)+bits.OnesCount64(t.east&squares.Rank8)+bits.OnesCount64(t.west&squares.Rank8))
}

// A setwiseTargets contains the target sets of all moves except rareMoves, with the own
// pawns going north.
type setwiseTargets struct {
	sliders, knights         [8]uint64 // by direction; knights in the order of squares.Jumps
	king                     uint64
	push, double, east, west uint64
	castling                 uint64 // rooks on a1 and h1
}

func (t *setwiseTargets) set(b *quad.Board, side quad.Color) {
	var s setwise
	s.look(b, side)
	s.targets(t)
}

// A setwise is a board, turned so that the own pawns go north, together with the sets
// that decide which moves are legal.
type setwise struct {
	occ, empty, own, them uint64

	pawns, knights, kings uint64    // pieces of both sides
	kinds                 [2]uint64 // diagonal and orthogonal sliders of both sides
	rights                uint64    // rooks of both sides that may castle

	king      uint64    // the own king
	rays      [8]uint64 // the own king's attacks as a slider, by direction
	theirs    [8]uint64 // the attacks of their sliders through the own king, by direction
	danger    uint64
	checkers  uint64
	mask      uint64
	pinned    [4]uint64 // by axis
	anyPinned uint64
}

// look sets s to the board from the view of side.
func (s *setwise) look(b *quad.Board, side quad.Color) {
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
	*s = setwise{
		occ: occ, empty: empty, own: own, them: them,
		pawns: pawns, knights: knights, kings: kings,
		kinds:  [2]uint64{g.G0 & g.G1, g.G0 & (g.G2 | ^g.G1)},
		rights: g.G0 &^ (g.G1 | g.G2),
		king:   kings & own,
	}
	king := s.king
	for d := range koggestone.Direction(8) {
		sliders := s.kinds[d&1] & them
		s.theirs[d] = koggestone.Attacks(sliders, empty|king, d)
		s.rays[d] = koggestone.Attacks(king, empty, d)
		s.danger |= s.theirs[d]
		s.checkers |= s.rays[d] & sliders
	}
	var line uint64
	for d := range koggestone.Direction(8) {
		l := s.rays[d] & s.theirs[d^4]
		line |= l
		s.pinned[d&3] |= l & own
		s.anyPinned |= l & own
	}
	theirPawns := pawns & them
	s.danger |= squares.KnightAttacks(knights&them) | squares.KingAttacks(kings&them) | koggestone.SouthEastStep(theirPawns) | koggestone.SouthWestStep(theirPawns)
	s.checkers |= squares.KnightAttacks(king)&knights&them | (koggestone.NorthEastStep(king)|koggestone.NorthWestStep(king))&theirPawns
	s.mask = ^uint64(0)
	switch bits.OnesCount64(s.checkers) {
	case 0:
	case 1:
		s.mask = s.checkers | line&empty
	default:
		s.mask = 0
	}
}

// free returns the own pieces in x that are not pinned, or pinned on this axis.
func (s *setwise) free(x uint64, axis koggestone.Direction) uint64 {
	return x & s.own &^ (s.anyPinned &^ s.pinned[axis&3])
}

func (s *setwise) targets(t *setwiseTargets) {
	targets := s.mask &^ s.own
	movable := s.knights & s.own &^ s.anyPinned
	for d := range koggestone.Direction(8) {
		t.sliders[d] = koggestone.Attacks(s.free(s.kinds[d&1], d), s.empty, d) & targets
		t.knights[d] = squares.JumpFrom(movable, int(d)) & targets
	}
	t.king = squares.KingAttacks(s.king) &^ (s.own | s.danger)
	push := s.free(s.pawns, koggestone.South) << 8 & s.empty
	t.push = push & s.mask
	t.double = push & squares.Rank3 << 8 & s.empty & s.mask
	t.east = koggestone.NorthEastStep(s.free(s.pawns, koggestone.NorthEast)) & s.them & s.mask
	t.west = koggestone.NorthWestStep(s.free(s.pawns, koggestone.SouthEast)) & s.them & s.mask

	t.castling = 0
	if s.king == e1 {
		rooks := s.rights & s.own
		if rooks&h1 != 0 && s.occ&(f1|g1) == 0 && s.danger&(e1|f1|g1) == 0 {
			t.castling = h1
		}
		if rooks&a1 != 0 && s.occ&(b1|c1|d1) == 0 && s.danger&(c1|d1|e1) == 0 {
			t.castling |= a1
		}
	}
}

// Squares for usual castling.
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

// isRare reports whether rareCount can find moves on a board with the own pawns going
// north: if it has an en-passant target, a castling rook that is not on a1 or h1, or a
// castling rook while the king is not on e1.
func isRare(target, rooks, king uint64) bool {
	return target != 0 || rooks&^(a1|h1) != 0 || rooks != 0 && king != e1
}

// rareCount counts the moves that setwiseCount leaves out: en passant, and castling from
// other squares.
func rareCount(b *quad.Board, side quad.Color) int {
	capturers, rooks := rareMoves(b, side)
	return bits.OnesCount64(capturers) + bits.OnesCount64(rooks)
}

// rareMoves returns the pawns that may capture en passant, and the rooks for castling moves
// that setwiseTargets does not contain. In both sets own pawns go north. It accepts any
// board: without a king it assumes one on a1, and with several it uses the first.
func rareMoves(b *quad.Board, side quad.Color) (capturers, rooks uint64) {
	if b.EnPassant()|b.CastlingRooks() == 0 {
		return 0, 0
	}
	var v view
	north := northward(b, side)
	v.look(&north, quad.White)
	capturers = v.capturers()
	_, rooks = v.kingMoves(0)
	if kings(b, side) == e1<<(56&blackMask(side)) {
		rooks &^= a1 | h1 // as the side to move sees them
	}
	return capturers, rooks
}

func kings(b *quad.Board, side quad.Color) uint64 { return b.Pieces(side, quad.King) }
