package pairs

import (
	"github.com/koggestone/koggestone/internal/layout"
	"github.com/koggestone/koggestone/quad"
)

// A FeatureList holds the features of a board in both sides' numbers. The zero FeatureList
// is empty.
type FeatureList struct{ list layout.FeatureList }

// Active returns the active features of side c. The slice shares memory with the list.
func (l *FeatureList) Active(c quad.Color) []uint32 {
	n := l.list.N[c&1]
	return l.list.Features[c&1][:n:n]
}

// FeatureDeltas holds the features that a move removes and adds, in both sides' numbers.
// The zero FeatureDeltas is empty.
type FeatureDeltas struct{ deltas layout.FeatureDeltas }

// Removed returns the removed features of side c. The slice shares memory with d.
func (d *FeatureDeltas) Removed(c quad.Color) []uint32 { return d.of(c, 0) }

// Added returns the added features of side c. The slice shares memory with d.
func (d *FeatureDeltas) Added(c quad.Color) []uint32 { return d.of(c, 1) }

func (d *FeatureDeltas) of(c quad.Color, i int) []uint32 {
	n := d.deltas.N[c&1][i]
	return d.deltas.Features[c&1][i][:n:n]
}

// Deltas converts the pairs in d to features. white and black are the kings' squares after
// the move. If a king move mirrors its side's board (see [Features.Mirrors]), the deltas
// for that side are meaningless: instead, compute its features with [Rules.Refresh] and
// [Features.List].
func (f *Features) Deltas(dst *FeatureDeltas, d *Deltas, white, black int) {
	to, rows := f.turned(white, black)
	numberDeltas(dst, f, to, rows, d)
}

// List converts the pairs in l to features. white and black are the kings' squares.
func (f *Features) List(dst *FeatureList, l *List, white, black int) {
	to, rows := f.turned(white, black)
	numberList(dst, f, to, rows, l)
}

// Mirrors reports whether a king move between two squares mirrors the board of its side.
func (f *Features) Mirrors(from, to int) bool {
	return f.tables.Mirrored[from&63] != f.tables.Mirrored[to&63]
}

// turned returns the rows, and the table that leads to them, for kings on the given
// squares.
func (f *Features) turned(white, black int) (to *rowTable, rows []uint64) {
	w, b := f.tables.Mirrored[white&63]&1, f.tables.Mirrored[black&63]&1
	return &f.tables.Rows[w], f.rows[w^b]
}

type rowTable = [layout.FeaturePieces]uint32

// XOR a pair with these words to mirror its board or turn it upside down.
const (
	mirror   = 7<<layout.PairFrom | 7<<layout.PairTo
	overturn = 56<<layout.PairFrom | 56<<layout.PairTo
)

//asm:dispatch dst=(*uint64)(unsafe.Pointer(dst)) first=&f.tables.First[0] to=&to[0] deltas=d.words()
func numberDeltasGeneric(dst *FeatureDeltas, f *Features, to *rowTable, rows []uint64, d *Deltas) {
	all := &dst.deltas.Features
	for i := range d.deltas.N {
		dst.deltas.N[0][i], dst.deltas.N[1][i] = f.number(all[0][i][:], all[1][i][:], to, rows, d.of(i))
	}
}

//asm:dispatch dst=(*uint64)(unsafe.Pointer(dst)) first=&f.tables.First[0] to=&to[0] list=l.words()
func numberListGeneric(dst *FeatureList, f *Features, to *rowTable, rows []uint64, l *List) {
	all := &dst.list.Features
	dst.list.N[0], dst.list.N[1] = f.number(all[0][:], all[1][:], to, rows, l.Pairs())
}

// number writes the features to white and black, and returns how many each side has. If
// a pair has no feature, the next pair overwrites it.
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
