package rivals

import (
	"math/bits"

	"github.com/koggestone/koggestone"
)

// hyperbolaTables is hyperbola quintessence (Aleks Peshkov). On the line of a slider s with
// occupied squares o, the borrow of o - 2s runs up to the first blocker, so o ^ (o - 2s) are
// the attacks upward (Gerd Isenberg). To get the attacks downward, reverse the bytes of the
// board. This works for lines that meet each rank once. Ranks are looked up in 512 bytes.
type hyperbolaTables struct {
	lines [64]struct{ diagonal, anti, file uint64 } // without the square itself
	rank  [64][8]uint8                              // by the six inner blockers and the file
}

var hyperbola = func() *hyperbolaTables {
	h, rays := new(hyperbolaTables), koggestone.RayTable()
	for sq := range 64 {
		l := &h.lines[sq]
		l.diagonal, l.anti, l.file = rays[northEast][sq]|rays[southWest][sq], rays[northWest][sq]|rays[southEast][sq], rays[north][sq]|rays[south][sq]
		for file := range 8 {
			empty := ^(uint64(sq) << 1)
			h.rank[sq][file] = uint8(koggestone.EastAttacks(1<<file, empty) | koggestone.WestAttacks(1<<file, empty))
		}
	}
	return h
}()

// along returns the attacks of a slider on square sq on a line.
func along(sq int, line, occupied uint64) uint64 {
	o := occupied & line
	up := o - 1<<(sq&63) // (o + s) - 2s, because the slider s is not in o
	down := bits.ReverseBytes64(bits.ReverseBytes64(o) - 1<<(sq&63^56))
	return (up ^ down) & line
}

// onRank returns the attacks of a slider on square sq to the east and west.
func (h *hyperbolaTables) onRank(sq int, occupied uint64) uint64 {
	first := uint(sq) & 56
	return uint64(h.rank[occupied>>((first+1)&63)&63][sq&7]) << (first & 63)
}

func hyperbolaUnion(diagonal, orthogonal, occupied uint64) (seen uint64) {
	h := hyperbola
	for s := diagonal; s != 0; s &= s - 1 {
		sq := bits.TrailingZeros64(s)
		l := &h.lines[sq&63]
		seen |= along(sq, l.diagonal, occupied) | along(sq, l.anti, occupied)
	}
	for s := orthogonal; s != 0; s &= s - 1 {
		sq := bits.TrailingZeros64(s)
		seen |= along(sq, h.lines[sq&63].file, occupied) | h.onRank(sq, occupied)
	}
	return seen
}

func hyperbolaRays(dst *[8]uint64, sliders, occupied uint64) {
	h := hyperbola
	*dst = [8]uint64{}
	for s := sliders; s != 0; s &= s - 1 {
		sq := bits.TrailingZeros64(s)
		l, below := &h.lines[sq&63], s&-s-1
		diagonal, anti := along(sq, l.diagonal, occupied), along(sq, l.anti, occupied)
		file, rank := along(sq, l.file, occupied), h.onRank(sq, occupied)
		dst[northEast] |= diagonal &^ below
		dst[southWest] |= diagonal & below
		dst[northWest] |= anti &^ below
		dst[southEast] |= anti & below
		dst[north] |= file &^ below
		dst[south] |= file & below
		dst[east] |= rank &^ below
		dst[west] |= rank & below
	}
}
