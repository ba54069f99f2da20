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
	numberDeltas(dst, f, d, white, black)
}

// List sets dst to the features of the pairs in l, for kings of White and Black on the
// given squares.
func (f *Features) List(dst *FeatureList, l *List, white, black int) {
	numberList(dst, f, l, white, black)
}

// Mirrors reports whether a move of a king from one square to another mirrors the board
// for its side.
func (f *Features) Mirrors(from, to int) bool {
	return f.tables.Mirrored[from&63] != f.tables.Mirrored[to&63]
}

// turned returns what leads to the rows, and the rows, for kings on the given squares.
func (f *Features) turned(white, black int) (to *rowTable, rows []uint64) {
	w, b := f.tables.Mirrored[white&63]&1, f.tables.Mirrored[black&63]&1
	return &f.tables.Rows[w], f.rows[w^b]
}

type rowTable = [layout.FeaturePieces]uint32

// What exclusive-or the low bits of a pair mirrors the board, or turns it upside down.
const (
	mirror   = 7<<layout.PairFrom | 7<<layout.PairTo
	overturn = 56<<layout.PairFrom | 56<<layout.PairTo
)

func numberDeltasGeneric(dst *FeatureDeltas, f *Features, d *Deltas, white, black int) {
	to, rows := f.turned(white, black)
	all := &dst.deltas.Features
	for i := range d.deltas.N {
		dst.deltas.N[0][i], dst.deltas.N[1][i] = f.number(all[0][i][:], all[1][i][:], to, rows, d.of(i))
	}
}

func numberListGeneric(dst *FeatureList, f *Features, l *List, white, black int) {
	to, rows := f.turned(white, black)
	all := &dst.list.Features
	dst.list.N[0], dst.list.N[1] = f.number(all[0][:], all[1][:], to, rows, l.Pairs())
}

// number puts the features of pairs into white and black, and returns how many there are.
// A pair without one takes no room: the next is put in its place.
func (f *Features) number(white, black []uint32, to *rowTable, rows []uint64, list []Pair) (w, b int) {
	const bits = layout.FeatureBits
	for _, p := range list {
		pieces := p >> layout.PairAttacker & (layout.FeaturePieces - 1)
		x := f.tables.First[pieces] + rows[uint32(p)^to[pieces]]
		white[w], black[b] = uint32(x)>>bits, uint32(x>>32)>>bits
		w += int(x&layout.NoFeature ^ layout.NoFeature)
		b += int(x>>32&layout.NoFeature ^ layout.NoFeature)
	}
	return w, b
}
