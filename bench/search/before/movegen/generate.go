package movegen

import (
	"math/bits"

	"github.com/koggestone/koggestone/quad"
)

// AppendLegalMoves appends the legal moves to dst and returns the result. It
// allocates nothing if dst has room: no position reachable in a game has more
// than 218 moves, though composed ones with more queens do.
func (p Position) AppendLegalMoves(dst []Move) []Move {
	return appendMoves(dst, &p.Board, p.Side, captures|quiets, ^uint64(0))
}

// AppendCaptures appends the legal captures, en passant and promotions that
// capture included, to dst and returns the result. With [Position.AppendQuiets]
// it gives all legal moves, each once.
func (p Position) AppendCaptures(dst []Move) []Move {
	return appendMoves(dst, &p.Board, p.Side, captures, ^uint64(0))
}

// AppendQuiets appends the legal moves that capture nothing, promotions and
// castling among them, to dst and returns the result.
func (p Position) AppendQuiets(dst []Move) []Move {
	return appendMoves(dst, &p.Board, p.Side, quiets, ^uint64(0))
}

// A selection tells which moves to generate.
type selection uint8

const (
	captures selection = 1 << iota
	quiets
)

// appendMoves appends the legal moves of sel whose piece stands on a square of
// movers.
func appendMoves(dst []Move, b *Board, side quad.Color, sel selection, movers uint64) []Move {
	var v view
	v.look(b, side)
	if side == quad.Black {
		movers = bits.ReverseBytes64(movers)
	}
	where := ^v.own
	switch sel {
	case captures:
		where = v.them
	case quiets:
		where = ^v.occ
	}
	if movers>>(v.king&63)&1 != 0 {
		dst = v.appendKing(dst, where, sel)
	}
	if v.mask == 0 {
		return dst
	}
	targets := v.mask & where
	free := movers &^ v.pinned
	dst = v.appendPawns(dst, v.pawns&free, targets)
	for x := v.knights & free; x != 0; x &= x - 1 {
		sq := bits.TrailingZeros64(x)
		dst = v.appendTargets(dst, sq, knightTable[sq&63]&targets)
	}
	for x := (v.diagonal | v.orthogonal) & free; x != 0; x &= x - 1 {
		sq := bits.TrailingZeros64(x)
		dst = v.appendTargets(dst, sq, v.slides(sq)&targets)
	}
	if v.pinners != 0 && v.checkers == 0 {
		dst = v.appendPinned(dst, where, movers)
	}
	if v.target != 0 && sel&captures != 0 {
		to := Move(bits.TrailingZeros64(v.target)) << 6
		for x := v.capturers() & movers; x != 0; x &= x - 1 {
			dst = append(dst, (Move(bits.TrailingZeros64(x))|to)^v.flip|enPassant)
		}
	}
	return dst
}

// appendTargets appends the moves from sq to each square of targets.
func (v *view) appendTargets(dst []Move, sq int, targets uint64) []Move {
	from := Move(sq) ^ v.flip
	for ; targets != 0; targets &= targets - 1 {
		dst = append(dst, from^Move(bits.TrailingZeros64(targets))<<6)
	}
	return dst
}

// appendKing appends the king's moves to squares of where, castling included if
// sel has quiets.
func (v *view) appendKing(dst []Move, where uint64, sel selection) []Move {
	steps, rooks := v.kingMoves(where)
	dst = v.appendTargets(dst, v.king, steps)
	if sel&quiets == 0 {
		return dst
	}
	from := Move(v.king) ^ v.flip | castling
	for ; rooks != 0; rooks &= rooks - 1 {
		dst = append(dst, from^Move(bits.TrailingZeros64(rooks))<<6)
	}
	return dst
}

// appendPawns appends the moves of pawns to squares of targets, without en
// passant.
func (v *view) appendPawns(dst []Move, pawns, targets uint64) []Move {
	single, double, east, west := v.pawnTargets(pawns, targets)
	if pawns&rank7 != 0 {
		dst = v.appendPromotions(dst, single&rank8, 8)
		dst = v.appendPromotions(dst, east&rank8, 9)
		dst = v.appendPromotions(dst, west&rank8, 7)
		single, east, west = single&^rank8, east&^rank8, west&^rank8
	}
	dst = v.appendShifted(dst, single, 8, 0)
	dst = v.appendShifted(dst, double, 16, doublePush)
	dst = v.appendShifted(dst, east, 9, 0)
	return v.appendShifted(dst, west, 7, 0)
}

// appendShifted appends, for each square of targets, the pawn's move onto it by
// shift, with what is special about it.
func (v *view) appendShifted(dst []Move, targets uint64, shift, special Move) []Move {
	special ^= v.flip
	for ; targets != 0; targets &= targets - 1 {
		to := Move(bits.TrailingZeros64(targets))
		dst = append(dst, (to-shift|to<<6)^special)
	}
	return dst
}

// appendPromotions appends, for each square of targets, the four promotions of
// the pawn that comes onto it by shift.
func (v *view) appendPromotions(dst []Move, targets uint64, shift Move) []Move {
	for ; targets != 0; targets &= targets - 1 {
		to := Move(bits.TrailingZeros64(targets))
		m := (to - shift | to<<6) ^ v.flip
		dst = append(dst, m|promotions[0], m|promotions[1], m|promotions[2], m|promotions[3])
	}
	return dst
}

// appendPinned appends the moves to squares of where of the pinned pieces of
// movers, if the king is not in check: they stay on the line of the pin.
func (v *view) appendPinned(dst []Move, where, movers uint64) []Move {
	for x := v.pinners; x != 0; x &= x - 1 {
		line := v.lineTo(bits.TrailingZeros64(x))
		piece := line & v.own & movers
		if piece&v.pawns != 0 {
			dst = v.appendPawns(dst, piece, line&where)
		} else if piece&^v.knights != 0 {
			sq := bits.TrailingZeros64(piece)
			dst = v.appendTargets(dst, sq, v.slides(sq)&line&where)
		}
	}
	return dst
}
