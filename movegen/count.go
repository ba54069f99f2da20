package movegen

import (
	"math/bits"

	"github.com/koggestone/koggestone/internal/magics"
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
	if v.EnPassant != 0 {
		n += bits.OnesCount64(v.capturers())
	}
	return n
}

// pawnTargets returns the squares that own pawns reach by legal steps, double steps, captures
// to the east and captures to the west, without en passant.
//
// A pinned pawn stays on the line of its pin. Therefore it may step on the king's file, and
// capture from one square of the king's diagonals to another. No pawn changes from one diagonal
// to the other, because these meet only at the king.
func (v *view) pawnTargets() (single, double, east, west uint64) {
	pawns, empty, mask := v.Pawns&v.own, ^v.occ, v.mask
	free, pinned := pawns&^v.pinned, pawns&v.pinned
	steps := free | pinned&(squares.FileA<<(v.king&7))
	white, black := steps&v.White<<8&empty, steps&v.Black>>8&empty // one of them is empty
	single = (white | black) & mask
	double = (white&squares.Rank3<<8 | black&squares.Rank6>>8) & empty & mask
	east, west = v.pawnAttacks(free)
	if pinned &= magics.BishopLines[v.king&63]; pinned != 0 {
		e, w := v.pawnAttacks(pinned)
		east |= e & magics.BishopLines[v.king&63]
		west |= w & magics.BishopLines[v.king&63]
	}
	theirs := v.them & mask
	return single, double, east & theirs, west & theirs
}

// pawnAttacks returns the squares that pawns attack to the east and to the west.
func (v *view) pawnAttacks(pawns uint64) (east, west uint64) {
	white, black := pawns&v.White, pawns&v.Black
	return (white<<9 | black>>7) & squares.NotFileA, (white<<7 | black>>9) & squares.NotFileH
}

// pinnedTargets returns the own bishop, rook or queen that is pinned from the square pinner, as
// a set, and its targets on the line of the pin. It returns no targets for other pieces, of
// which only pawns can move. The king must not be in check.
func (v *view) pinnedTargets(pinner int) (piece, targets uint64) {
	line := v.lineTo(pinner)
	piece = line & v.own
	return piece, v.slides(bits.TrailingZeros64(piece)) & line &^ v.own
}
