package movegen

import (
	"math/bits"
	"slices"
	"unsafe"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/internal/slider"
	"github.com/koggestone/koggestone/internal/squares"
	"github.com/koggestone/koggestone/quad"
)

// moveType is the type of listed moves: a Move, or a PieceMove, which also contains the pieces.
type moveType interface{ Move | PieceMove }

// kinds contains a board's planes, where rooks that may castle are plain rooks, because the kinds in
// a PieceMove do not distinguish them.
type kinds struct{ g0, g1, g2 uint64 }

func (v *view) kinds() kinds {
	return kinds{v.diagonal | v.Rooks, v.Pawns | v.Kings | v.diagonal, v.Knights | v.Kings | v.orthogonal}
}

// at returns the kind of the piece on a square.
func (k *kinds) at(sq int) quad.Kind {
	// The compiler turns each addition into one instruction with a scaled index.
	return quad.Kind(k.g0>>(sq&63)&1 + k.g1>>(sq&63)&1*2 + k.g2>>(sq&63)&1*4)
}

// appendNoisy appends the moves that s selects, which must not include Quiets: promotions, then the
// captures of the king, then other captures by target, then en passant.
//
// It goes from targets to the pieces that attack them. This is faster, because one fill finds all targets at
// once, on average two, and most of our pieces attack none of them.
func appendNoisy[M moveType](v *view, dst []M, s Selection) []M {
	theirs, own := v.them&-uint64(s&Captures), v.own
	ahead := forward(v.Pawns&own, v.side)
	if last := uint64(squares.Rank1 | squares.Rank8); ahead&last != 0 {
		v.pin()
		single, _, east, west := v.pawnTargets()
		dst = appendMoves(v, dst, v.appendPromotions(make([]Move, 0, 128), &[3]uint64{single & last, east & last, west & last}, s))
		own &^= v.Pawns & forward(last, v.side^1)
	}
	hit := koggestone.SliderAttacks(v.diagonal&own, v.orthogonal&own, ^v.occ) | squares.KnightAttacks(v.Knights&own) |
		ahead<<1&squares.NotFileA | ahead>>1&squares.NotFileH
	hit &= theirs & v.mask
	king, k := v.king&63, v.kinds()
	for x := squares.KingFrom[king] & theirs; x != 0; x &= x - 1 {
		if to := bits.TrailingZeros64(x); v.isSafe(to) {
			dst = append(dst, captureOn[M](to, &k).from(king, &k))
		}
	}
	v.pin()
	free, line, pawns := own&^v.pinned, &slider.Between[king], &pawnFrom[(v.side^1)&1]
	room, n := dst[len(dst):cap(dst)], 0
	for ; hit != 0; hit &= hit - 1 {
		to := bits.TrailingZeros64(hit) & 63
		// If a pinned piece is between the king and a target that it attacks, the target is the piece that pins it.
		from := (free | line[to]&own) & (bishopAttacks(to, v.occ)&v.diagonal | rookAttacks(to, v.occ)&v.orthogonal |
			squares.KnightFrom[to]&v.Knights | pawns[to]&v.Pawns)
		c := captureOn[M](to, &k)
		// The first move is written in any case, but counted only if it exists. It does not exist for a
		// target that only pinned pieces attack.
		for {
			if n >= len(room) {
				if from == 0 {
					break
				}
				dst = slices.Grow(dst[:len(dst)+n], 1)
				room, n = dst[len(dst):cap(dst)], 0
			}
			room[n] = c.from(bits.TrailingZeros64(from), &k)
			n += int((from | -from) >> 63)
			if from &= from - 1; from == 0 {
				break
			}
		}
	}
	dst = dst[:len(dst)+n]
	if v.EnPassant != 0 && s&Captures != 0 {
		dst = appendMoves(v, dst, v.appendEnPassant(make([]Move, 0, 2), v.capturers()))
	}
	return dst
}

// A capture is a move without the capturing piece and its square.
type capture[M moveType] uint32

func captureOn[M moveType](to int, k *kinds) capture[M] {
	c := uint32(to) << 6
	if unsafe.Sizeof(M(0)) > unsafe.Sizeof(Move(0)) {
		c |= uint32(k.at(to))<<25 | uint32(to)<<16
	}
	return capture[M](c)
}

func (c capture[M]) from(sq int, k *kinds) M {
	c |= capture[M](sq & 63)
	if unsafe.Sizeof(M(0)) > unsafe.Sizeof(Move(0)) {
		c |= capture[M](k.at(sq)) << 22
	}
	return M(c)
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
