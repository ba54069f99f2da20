package movegen

import (
	"math/bits"

	"github.com/koggestone/koggestone/internal/slider"
	"github.com/koggestone/koggestone/internal/squares"
	"github.com/koggestone/koggestone/quad"
)

// CountLegal returns the number of legal moves, which is the length of
// [Position.AppendLegalMoves]. It counts target squares and does not generate a list.
func (p Position) CountLegal() int { return countLegal(&p.Board, p.Side) }

// CountTwoPly counts the leaves two plies below p, which are the legal replies to each
// legal move. It is faster than a loop over Play, because it keeps no clocks and copies no
// positions. For many positions use [CountTwoPlyBatch].
func (p *Position) CountTwoPly() int {
	var buf [256]Move
	n := 0
	for _, m := range p.AppendLegalMoves(buf[:0]) {
		child, _ := boardAfter(p.Board, m, p.Side)
		n += countLegal(&child, p.Side.Other())
	}
	return n
}

func countLegal(b *quad.Board, side quad.Color) int {
	var v view
	v.look(b, side)
	return v.countMoves()
}

// countMoves counts the legal moves.
func (v *view) countMoves() int {
	steps, castlings := v.kingMoves(^v.own)
	n := bits.OnesCount64(steps) + bits.OnesCount64(castlings)
	if v.mask == 0 {
		return n
	}
	single, double, east, west := v.pawnTargets()
	n += bits.OnesCount64(single|double) + bits.OnesCount64(east) + bits.OnesCount64(west)
	if last := squares.Rank1 | squares.Rank8; (single|east|west)&last != 0 {
		n += 3 * (bits.OnesCount64(single&last) + bits.OnesCount64(east&last) + bits.OnesCount64(west&last))
	}
	targets, free := v.mask&^v.own, v.own&^v.pinned
	knights, bishops, rooks := v.Knights&free, v.diagonal&free, v.orthogonal&free
	// Each round counts one piece of each kind; if there is none, its square is 64. Two rounds
	// are enough for most positions, so no branch depends on how many pieces there are, which is
	// hard to predict.
	for i := 0; i < 2 || knights|bishops|rooks != 0; i++ {
		n += bits.OnesCount64(squares.KnightFrom[bits.TrailingZeros64(knights)]&targets) +
			bits.OnesCount64(slider.FirstBishop(bishops, v.occ)&targets) +
			bits.OnesCount64(slider.FirstRook(rooks, v.occ)&targets)
		knights, bishops, rooks = knights&(knights-1), bishops&(bishops-1), rooks&(rooks-1)
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

// pawnTargets returns the squares that own pawns can reach by legal steps, double steps,
// captures to the east and captures to the west, without en passant.
//
// A pinned pawn stays on the line of its pin. So it can step along the king's file, or capture
// along a diagonal of the king. It cannot change from one diagonal to the other, because these
// only meet at the king.
func (v *view) pawnTargets() (single, double, east, west uint64) {
	pawns, empty := v.Pawns&v.own, ^v.occ
	ahead := forward(pawns&^v.pinned, v.side)
	single = ahead & empty
	east, west = ahead<<1&squares.NotFileA, ahead>>1&squares.NotFileH
	if pinned := pawns & v.pinned; pinned != 0 {
		file, diagonals := uint64(squares.FileA)<<(v.king&7), slider.BishopLines[v.king&63]
		single |= forward(pinned&file, v.side) & empty
		ahead = forward(pinned&diagonals, v.side)
		east |= ahead << 1 & squares.NotFileA & diagonals
		west |= ahead >> 1 & squares.NotFileH & diagonals
	}
	double = bits.RotateLeft64(single&(squares.Rank3<<(24&blackMask(v.side))), v.step) & empty & v.mask
	theirs := v.them & v.mask
	return single & v.mask, double, east & theirs, west & theirs
}

// forward returns the squares in front of side's pawns. It has no branch, because a search
// alternates between the sides.
func forward(pawns uint64, side quad.Color) uint64 {
	down := side << 3
	return pawns << ((8 ^ down) & 63) >> (down & 63)
}

// pinnedTargets returns the own bishop, rook or queen that the slider on pinner pins, as a set,
// and the targets it has on the pin's line. Other pinned pieces have no targets, except for
// pawns, which are not included. The king must not be in check.
func (v *view) pinnedTargets(pinner int) (piece, targets uint64) {
	line := v.lineTo(pinner)
	piece = line & v.own
	return piece, v.slides(bits.TrailingZeros64(piece)) & line &^ v.own
}
