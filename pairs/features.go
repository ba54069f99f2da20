package pairs

import (
	"github.com/koggestone/koggestone/internal/layout"
	"github.com/koggestone/koggestone/quad"
)

// A FeatureList holds the features of a board for both sides, in memory of its own. The
// zero FeatureList is empty.
type FeatureList struct{ list layout.FeatureList }

// Features returns the features of side c, in the list's own memory.
func (l *FeatureList) Features(c quad.Color) []uint32 {
	n := l.list.N[c&1]
	return l.list.Features[c&1][:n:n]
}

// FeatureDeltas holds the features that a move removes and adds for both sides, in
// memory of its own. The zero FeatureDeltas is empty.
type FeatureDeltas struct{ deltas layout.FeatureDeltas }

// Removed returns the features of side c that are no longer there, in d's own memory.
func (d *FeatureDeltas) Removed(c quad.Color) []uint32 { return d.of(c, 0) }

// Added returns the features of side c that were not there before, in d's own memory.
func (d *FeatureDeltas) Added(c quad.Color) []uint32 { return d.of(c, 1) }

func (d *FeatureDeltas) of(c quad.Color, i int) []uint32 {
	n := d.deltas.N[c&1][i]
	return d.deltas.Features[c&1][i][:n:n]
}

// Deltas sets dst to the features of the pairs in d, for kings of White and Black on the
// given squares. Where a king's move mirrors the board (see [Features.Mirrors]) the deltas
// of that side are of no use: its features begin anew, from [Features.List].
func (f *Features) Deltas(dst *FeatureDeltas, d *Deltas, white, black int) {
	numberDeltas(dst, &f.tables, d, f.first(0, white), f.first(1, black))
}

// List sets dst to the features of the pairs in l, for kings of White and Black on the
// given squares.
func (f *Features) List(dst *FeatureList, l *List, white, black int) {
	for side, first := range [2]*layout.FirstFeatures{f.first(0, white), f.first(1, black)} {
		dst.list.N[side] = number(dst.list.Features[side][:], first, &f.tables, l.Pairs())
	}
}

// Mirrors reports whether a move of a king from one square to another mirrors the board
// for its side.
func (f *Features) Mirrors(from, to int) bool {
	return f.tables.Mirrored[from&63] != f.tables.Mirrored[to&63]
}

// first returns the first features of a side whose king stands on a square.
func (f *Features) first(side, king int) *layout.FirstFeatures {
	return &f.tables.First[side][f.tables.Mirrored[king&63]&1]
}

func numberDeltasGeneric(dst *FeatureDeltas, t *layout.FeatureTables, d *Deltas, white, black *layout.FirstFeatures) {
	for i := range d.deltas.N {
		for side, first := range [2]*layout.FirstFeatures{white, black} {
			dst.deltas.N[side][i] = number(dst.deltas.Features[side][i][:], first, t, d.of(i))
		}
	}
}

// number puts the features of a side of pairs into dst, and returns how many there are.
// A pair without one takes no room: the next is put in its place.
func number(dst []uint32, firsts *layout.FirstFeatures, t *layout.FeatureTables, list []Pair) (n int) {
	const pieces, squares = 1<<(layout.PairVictim+4-layout.PairAttacker) - 1, 1<<layout.PairAttacker - 1
	for _, p := range list {
		first := &firsts[p>>layout.PairAttacker&pieces]
		x := first.First + t.Places[uint32(p)&squares^first.Place]
		dst[n] = x >> layout.FeatureBits
		n += int(x/layout.NoFeature&1 ^ 1)
	}
	return n
}
