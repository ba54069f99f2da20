package movegen

import (
	"math/bits"
	"unsafe"

	"github.com/koggestone/koggestone/internal/squares"
	"github.com/koggestone/koggestone/quad"
)

// moveType is the type of listed moves: a Move, or a PieceMove, which also contains the pieces.
type moveType interface{ Move | PieceMove }

// kinds are the planes of a board. Rooks that may castle are plain rooks in it, because the kinds in
// a PieceMove do not distinguish them.
type kinds struct{ g0, g1, g2 uint64 }

func (v *view) kinds() kinds {
	return kinds{v.diagonal | v.Rooks, v.Pawns | v.Kings | v.diagonal, v.Knights | v.Kings | v.orthogonal}
}

// at returns the kind of the piece on a square.
func (k *kinds) at(sq int) quad.Kind {
	return quad.Kind(k.g0>>(sq&63)&1 | k.g1>>(sq&63)&1<<1 | k.g2>>(sq&63)&1<<2)
}

// ordinary returns a move of a piece of kind moved that is neither special nor a promotion.
func ordinary[M moveType](from, to int, moved quad.Kind, k *kinds) M {
	m := uint32(from&63) | uint32(to)<<6
	if unsafe.Sizeof(M(0)) > unsafe.Sizeof(Move(0)) {
		m |= uint32(to)<<16 | uint32(moved)<<22 | uint32(k.at(to))<<25
	}
	return M(m)
}

// appendNoisy appends the moves that s selects, which must exclude Quiets, without collecting
// the others. It reports false, and appends nothing, if dst may have too little room.
//
// The first capture of each piece is written in any case and counted only if it exists. Most
// pieces have no capture, so a branch for each piece would often be mispredicted.
func appendNoisy[M moveType](v *view, dst []M, s Selection) (_ []M, ok bool) {
	theirs := v.them & -uint64(s&Captures)
	single, _, east, west := v.pawnTargets()
	if last := squares.Rank1 | squares.Rank8; (single|east|west)&last != 0 {
		dst = appendMoves(v, dst, v.appendPromotions(make([]Move, 0, 128), &[3]uint64{single & last, east & last, west & last}, s))
		east, west = east&^last, west&^last
	}
	room, n := dst[len(dst):cap(dst)], 0
	if len(room) < 8*bits.OnesCount64(v.own) {
		return dst, false
	}
	k := v.kinds()
	king := v.king & 63
	for x := squares.KingFrom[king] & theirs; x != 0; x &= x - 1 {
		if to := bits.TrailingZeros64(x); v.isSafe(to) {
			room[n] = ordinary[M](king, to, quad.King, &k)
			n++
		}
	}
	if v.mask == 0 {
		return dst[:len(dst)+n], true
	}
	for x := east & theirs; x != 0; x &= x - 1 {
		to := bits.TrailingZeros64(x)
		room[n] = ordinary[M](to-v.step-1, to, quad.Pawn, &k)
		n++
	}
	for x := west & theirs; x != 0; x &= x - 1 {
		to := bits.TrailingZeros64(x)
		room[n] = ordinary[M](to-v.step+1, to, quad.Pawn, &k)
		n++
	}
	if v.pinners != 0 && v.checkers == 0 {
		for x := v.pinners & theirs; x != 0; x &= x - 1 {
			pinner := bits.TrailingZeros64(x)
			piece, to := v.pinnedTargets(pinner)
			from := bits.TrailingZeros64(piece)
			room[n] = ordinary[M](from, pinner, k.at(from), &k)
			n += int(to >> (pinner & 63) & 1)
		}
	}
	targets, free := theirs&v.mask, v.own&^v.pinned
	for x := v.Knights & free; x != 0; x &= x - 1 {
		from := bits.TrailingZeros64(x) & 63
		to := squares.KnightFrom[from] & targets
		room[n] = ordinary[M](from, bits.TrailingZeros64(to), quad.Knight, &k)
		n += int((to | -to) >> 63)
		for to &= to - 1; to != 0; to &= to - 1 {
			room[n] = ordinary[M](from, bits.TrailingZeros64(to), quad.Knight, &k)
			n++
		}
	}
	for x := (v.diagonal | v.Rooks) & free; x != 0; x &= x - 1 {
		from := bits.TrailingZeros64(x) & 63
		d, o := v.diagonal>>from&1, v.orthogonal>>from&1
		moved := quad.Kind(1 | d<<1 | o<<2) // bishop, rook or queen
		to := (bishopAttacks(from, v.occ)&-d | rookAttacks(from, v.occ)&-o) & targets
		room[n] = ordinary[M](from, bits.TrailingZeros64(to), moved, &k)
		n += int((to | -to) >> 63)
		for to &= to - 1; to != 0; to &= to - 1 {
			room[n] = ordinary[M](from, bits.TrailingZeros64(to), moved, &k)
			n++
		}
	}
	dst = dst[:len(dst)+n]
	if v.EnPassant != 0 && s&Captures != 0 {
		dst = appendMoves(v, dst, v.appendEnPassant(make([]Move, 0, 2), v.capturers()))
	}
	return dst, true
}

// appendMoves appends moves, with their pieces if M has them.
func appendMoves[M moveType](v *view, dst []M, moves []Move) []M {
	k := v.kinds()
	for _, m := range moves {
		if unsafe.Sizeof(M(0)) > unsafe.Sizeof(m) {
			dst = append(dst, M(k.pieceMove(m)))
		} else {
			dst = append(dst, M(m))
		}
	}
	return dst
}
