package movegen

import (
	"math/bits"

	"github.com/koggestone/koggestone/internal/squares"
	"github.com/koggestone/koggestone/quad"
)

// CountLegal returns the number of legal moves, the length of [Position.AppendLegalMoves].
// It counts sets of target squares and generates no list.
func (p Position) CountLegal() int { return countLegal(&p.Board, p.Side) }

// CountTwoPly returns the number of leaves two plies below p: the legal moves after each
// legal move, summed over all of them. It is faster than a loop over Play, since it keeps no
// clocks and copies no positions. For many positions use [CountTwoPlyBatch].
func (p *Position) CountTwoPly() int {
	var buf [256]Move
	var child quad.Board
	n := 0
	for _, m := range p.AppendLegalMoves(buf[:0]) {
		play(&child, &p.Board, m, p.Side)
		n += countLegal(&child, p.Side.Other())
	}
	return n
}

func countLegal(b *quad.Board, side quad.Color) int {
	var v view
	v.look(b, side)
	return v.countMoves()
}

// countMoves returns the number of legal moves of v.
func (v *view) countMoves() int {
	steps, rooks := v.kingMoves(^v.own)
	n := bits.OnesCount64(steps) + bits.OnesCount64(rooks)
	if v.mask == 0 {
		return n
	}
	single, double, east, west := v.pawnTargets()
	n += bits.OnesCount64(single|double) + bits.OnesCount64(east) + bits.OnesCount64(west)
	if last := firstRank(v.side.Other()); (single|east|west)&last != 0 {
		n += 3 * (bits.OnesCount64(single&last) + bits.OnesCount64(east&last) + bits.OnesCount64(west&last))
	}
	targets, free := v.mask&^v.own, v.own&^v.pinned
	for x := v.Knights & free; x != 0; x &= x - 1 {
		n += bits.OnesCount64(squares.KnightFrom[bits.TrailingZeros64(x)&63] & targets)
	}
	for x := v.diagonal & free; x != 0; x &= x - 1 {
		n += bits.OnesCount64(bishopAttacks(bits.TrailingZeros64(x), v.occ) & targets)
	}
	for x := v.orthogonal & free; x != 0; x &= x - 1 {
		n += bits.OnesCount64(rookAttacks(bits.TrailingZeros64(x), v.occ) & targets)
	}
	if v.pinners != 0 && v.checkers == 0 {
		for x := v.pinners; x != 0; x &= x - 1 {
			_, to := v.pinnedTargets(bits.TrailingZeros64(x))
			n += bits.OnesCount64(to)
		}
	}
	return n + bits.OnesCount64(v.capturers())
}

// pawnTargets returns the squares that own pawns reach by legal steps, double steps, captures
// to the east and captures to the west, without en passant.
func (v *view) pawnTargets() (single, double, east, west uint64) {
	pawns := v.Pawns & v.own
	single, double, east, west = v.pawnTargetsIn(pawns&^v.pinned, v.mask)
	if pawns &= v.pinned; pawns == 0 || v.checkers != 0 {
		return
	}
	for x := v.pinners; x != 0; x &= x - 1 {
		line := v.lineTo(bits.TrailingZeros64(x))
		s, d, e, w := v.pawnTargetsIn(pawns&line, line)
		single, double, east, west = single|s, double|d, east|e, west|w
	}
	return
}

// pawnTargetsIn returns the squares of targets that pawns reach by each kind of move.
func (v *view) pawnTargetsIn(pawns, targets uint64) (single, double, east, west uint64) {
	empty, theirs := ^v.occ, v.them&targets
	pawns &^= firstRank(v.side ^ 1)
	single = bits.RotateLeft64(pawns, v.step) & empty
	double = bits.RotateLeft64(single&(squares.Rank3<<(24&blackMask(v.side))), v.step) & empty & targets
	east = bits.RotateLeft64(pawns&squares.NotFileH, v.step+1) & theirs
	west = bits.RotateLeft64(pawns&squares.NotFileA, v.step-1) & theirs
	return single & targets, double, east, west
}

// pinnedTargets returns the own bishop, rook or queen that is pinned from the square pinner, as
// a set, and its targets on the line of the pin. It returns no targets for other pieces, of
// which only pawns can move. The king must not be in check.
func (v *view) pinnedTargets(pinner int) (piece, targets uint64) {
	line := v.lineTo(pinner)
	piece = line & v.own
	return piece, v.slides(bits.TrailingZeros64(piece)) & line &^ v.own
}
