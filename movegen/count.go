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
	targets := v.mask &^ v.own
	n += v.countPawns(v.pawns&^v.pinned, v.mask)
	for x := v.knights &^ v.pinned; x != 0; x &= x - 1 {
		n += bits.OnesCount64(squares.KnightFrom[bits.TrailingZeros64(x)&63] & targets)
	}
	for x := v.diagonal &^ v.pinned; x != 0; x &= x - 1 {
		n += bits.OnesCount64(bishopAttacks(bits.TrailingZeros64(x), v.occ) & targets)
	}
	for x := v.orthogonal &^ v.pinned; x != 0; x &= x - 1 {
		n += bits.OnesCount64(rookAttacks(bits.TrailingZeros64(x), v.occ) & targets)
	}
	if v.pinners != 0 && v.checkers == 0 {
		n += v.countPinned()
	}
	if v.target != 0 {
		n += bits.OnesCount64(v.capturers())
	}
	return n
}

// countPawns returns the number of moves of pawns to squares of targets, without
// en passant.
func (v *view) countPawns(pawns, targets uint64) int {
	single, double, east, west := v.pawnTargets(pawns, targets)
	n := bits.OnesCount64(single|double) + bits.OnesCount64(east) + bits.OnesCount64(west)
	if pawns&squares.Rank7 != 0 {
		n += 3 * (bits.OnesCount64(single&squares.Rank8) + bits.OnesCount64(east&squares.Rank8) + bits.OnesCount64(west&squares.Rank8))
	}
	return n
}

// pawnTargets returns the squares in targets that pawns reach by steps, double steps,
// captures to the east and captures to the west.
func (v *view) pawnTargets(pawns, targets uint64) (single, double, east, west uint64) {
	single = pawns << 8 &^ v.occ
	double = single & squares.Rank3 << 8 &^ v.occ & targets
	single &= targets
	east = pawns & squares.NotFileH << 9 & v.them & targets
	west = pawns & squares.NotFileA << 7 & v.them & targets
	return
}

// countPinned returns the number of moves of pinned pieces where the king is not
// in check: along the line of the pin.
func (v *view) countPinned() int {
	n := 0
	for x := v.pinners; x != 0; x &= x - 1 {
		line := v.lineTo(bits.TrailingZeros64(x))
		piece := line & v.own
		if piece&v.pawns != 0 {
			n += v.countPawns(piece, line)
		} else if piece&v.knights == 0 {
			n += bits.OnesCount64(v.slides(bits.TrailingZeros64(piece)) & line &^ v.own)
		}
	}
	return n
}
