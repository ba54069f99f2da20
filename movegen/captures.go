package movegen

import (
	"math/bits"

	"github.com/koggestone/koggestone/internal/squares"
)

// appendNoisy appends the moves that s selects, which must exclude Quiets, without collecting
// the others. It reports false, and appends nothing, if dst may have too little room.
//
// The first capture of each piece is written in any case and counted only if it exists. So
// pieces without a capture, which are most, cost no mispredicted branch.
func (v *view) appendNoisy(dst []Move, s Selection) (_ []Move, ok bool) {
	if cap(dst)-len(dst) < 8*bits.OnesCount64(v.own) {
		return dst, false
	}
	v.lookAtPins()
	theirs := v.them & -uint64(s&Captures)
	single, _, east, west := v.pawnTargets()
	if last := firstRank(v.side ^ 1); (single|east|west)&last != 0 {
		dst = v.appendPromotions(dst, &[3]uint64{single & last, east & last, west & last}, s)
		east, west = east&^last, west&^last
		if cap(dst)-len(dst) < 8*bits.OnesCount64(v.own) {
			return dst, false
		}
	}
	room, n := dst[len(dst):cap(dst)], 0
	king := v.king & 63
	for x := squares.KingFrom[king] & theirs; x != 0; x &= x - 1 {
		if to := bits.TrailingZeros64(x); v.isSafe(to) {
			room[n] = Move(king | to<<6)
			n++
		}
	}
	if v.mask == 0 {
		return dst[:len(dst)+n], true
	}
	for x := east & theirs; x != 0; x &= x - 1 {
		to := bits.TrailingZeros64(x)
		room[n] = Move((to-v.step-1)&63 | to<<6)
		n++
	}
	for x := west & theirs; x != 0; x &= x - 1 {
		to := bits.TrailingZeros64(x)
		room[n] = Move((to-v.step+1)&63 | to<<6)
		n++
	}
	if v.pinners != 0 && v.checkers == 0 {
		for x := v.pinners & theirs; x != 0; x &= x - 1 {
			pinner := bits.TrailingZeros64(x)
			piece, to := v.pinnedTargets(pinner)
			room[n] = Move(bits.TrailingZeros64(piece)&63 | pinner<<6)
			n += int(to >> (pinner & 63) & 1)
		}
	}
	targets, free := theirs&v.mask, v.own&^v.pinned
	for x := v.Knights & free; x != 0; x &= x - 1 {
		from := bits.TrailingZeros64(x) & 63
		to := squares.KnightFrom[from] & targets
		room[n] = Move(from | bits.TrailingZeros64(to)<<6)
		n += int((to | -to) >> 63)
		for to &= to - 1; to != 0; to &= to - 1 {
			room[n] = Move(from | bits.TrailingZeros64(to)<<6)
			n++
		}
	}
	for x := (v.diagonal | v.Rooks) & free; x != 0; x &= x - 1 {
		from := bits.TrailingZeros64(x) & 63
		to := v.slides(from) & targets
		room[n] = Move(from | bits.TrailingZeros64(to)<<6)
		n += int((to | -to) >> 63)
		for to &= to - 1; to != 0; to &= to - 1 {
			room[n] = Move(from | bits.TrailingZeros64(to)<<6)
			n++
		}
	}
	dst = dst[:len(dst)+n]
	if v.EnPassant != 0 && s&Captures != 0 {
		dst = v.appendEnPassant(dst, v.capturers())
	}
	return dst, true
}
