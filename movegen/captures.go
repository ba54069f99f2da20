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

// appendNoisy appends the moves that s selects, which must exclude Quiets, without collecting
// the others. It reports false, and appends nothing, if dst may have too little room. It uses the
// groups of l as scratch.
//
// It first collects the pieces with captures, without a branch on whether a piece has one. Most have
// none, so such a branch would often be mispredicted.
func appendNoisy[M moveType](v *view, l *moveList, dst []M, s Selection) (_ []M, ok bool) {
	v.pin()
	theirs := v.them & -uint64(s&Captures)
	ahead := forward(v.Pawns&v.own, v.side)
	east, west := ahead<<1&squares.NotFileA&theirs&v.mask, ahead>>1&squares.NotFileH&theirs&v.mask
	if last := squares.Rank1 | squares.Rank8; ahead&last|v.Pawns&v.pinned != 0 {
		var single uint64
		single, _, east, west = v.pawnTargets()
		if (single|east|west)&last != 0 {
			dst = appendMoves(v, dst, v.appendPromotions(make([]Move, 0, 128), &[3]uint64{single & last, east & last, west & last}, s))
		}
		east, west = east&theirs&^last, west&theirs&^last
	}
	room, n := dst[len(dst):cap(dst)], 0
	if len(room) < 8*bits.OnesCount64(v.own) {
		return dst, false
	}
	k, groups, g := v.kinds(), &l.groups, 0
	var safe uint64
	for x := squares.KingFrom[v.king&63] & theirs; x != 0; x &= x - 1 {
		if v.isSafe(bits.TrailingZeros64(x)) {
			safe |= x & -x
		}
	}
	groups[g] = pieceGroup(v.king, quad.King, safe)
	g += int((safe | -safe) >> 63)
	if v.mask != 0 {
		formulas := &pawnFormulas[v.side&1]
		groups[g].Targets, groups[g].Formula = east, formulas[2]
		g += int((east | -east) >> 63)
		groups[g].Targets, groups[g].Formula = west, formulas[3]
		g += int((west | -west) >> 63)
		if v.pinners != 0 && v.checkers == 0 {
			for x := v.pinners & theirs; x != 0; x &= x - 1 {
				piece, to := v.pinnedTargets(bits.TrailingZeros64(x))
				sq := bits.TrailingZeros64(piece) & 63
				to &= theirs
				groups[g] = pieceGroup(sq, k.at(sq), to)
				g += int((to | -to) >> 63)
			}
		}
		occ, diagonal, orthogonal := v.occ, v.diagonal, v.orthogonal
		targets, free := theirs&v.mask, v.own&^v.pinned
		for x := v.Knights & free; x != 0; x &= x - 1 {
			if g == len(groups) {
				return dst, false
			}
			sq := bits.TrailingZeros64(x)
			to := squares.KnightFrom[sq] & targets
			groups[g] = pieceGroup(sq, quad.Knight, to)
			g += int((to | -to) >> 63)
		}
		for x := (diagonal | v.Rooks) & free; x != 0; x &= x - 1 {
			if g == len(groups) {
				return dst, false
			}
			sq := bits.TrailingZeros64(x) & 63
			d, o := diagonal>>sq&1, orthogonal>>sq&1
			// Without occupied squares, the look-up that a bishop or rook does not need is in the cache.
			to := (bishopAttacks(sq, occ&-d)&-d | rookAttacks(sq, occ&-o)&-o) & targets
			groups[g] = pieceGroup(sq, quad.Kind(1|d<<1|o<<2), to)
			g += int((to | -to) >> 63)
		}
	}
	for i := range groups[:g] {
		formula := groups[i].Formula
		base, pawn := uint32(formula>>32), -int(formula&1)
		for x := groups[i].Targets; ; {
			to := bits.TrailingZeros64(x)
			m := base + uint32(to<<6+to<<16+to&pawn)
			if unsafe.Sizeof(M(0)) > unsafe.Sizeof(Move(0)) {
				m |= uint32(k.at(to)) << 25
			}
			room[n] = M(m)
			n++
			if x &= x - 1; x == 0 {
				break
			}
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
