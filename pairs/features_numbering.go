package pairs

import (
	"fmt"
	"iter"
	"math/bits"
	"slices"

	"github.com/koggestone/koggestone/internal/layout"
	"github.com/koggestone/koggestone/quad"
)

// A Numbering maps pairs to the feature numbers of a network. Both sides use the same
// numbers, which are defined for White. For Black the board is first turned upside down
// and the colours are exchanged.
type Numbering struct {
	// Size is the number of features.
	Size int
	// Mirrored is a set of files, with bit 0 for file a. If a side's king is on such a
	// file, its board is mirrored, so that file a becomes file h.
	Mirrored uint8
	// Index returns a pair's number, below Size, or -1 if it has none. The tables in
	// [Features] are small if the number is the sum of two numbers, as in current
	// networks: one for the two pieces, and one for the attacker and the two squares.
	Index func(attacker quad.Piece, from int, victim quad.Piece, to int) int
}

// Counts reports whether any pair of the two pieces has a number, for either side. Pass
// it to [NewRules] to keep other pairs out of the lists.
func (n Numbering) Counts(attacker, victim quad.Piece) bool {
	for _, turned := range [...]bool{false, true} {
		if turned {
			attacker, victim = seenByBlack(attacker), seenByBlack(victim)
		}
		for p := range pairsOf(attacker) {
			if n.Index(attacker, p.From(), victim, p.To()) >= 0 {
				return true
			}
		}
	}
	return false
}

func seenByBlack(p quad.Piece) quad.Piece { return quad.MakePiece(p.Color().Other(), p.Kind()) }

// pairsOf yields pairs for all squares of an attacker and everything that it attacks from
// there.
func pairsOf(attacker quad.Piece) iter.Seq[Pair] {
	return func(yield func(Pair) bool) {
		for from := range 64 {
			for set := attacks(attacker, from); set != 0; set &= set - 1 {
				if !yield(MakePair(0, from, 0, bits.TrailingZeros64(set))) {
					return
				}
			}
		}
	}
}

// Features contains the tables of a numbering for an engine's codes. Make them once with
// [Rules.Features]. Several goroutines can use them.
type Features struct {
	tables layout.FeatureTables
	// rows contains the numbers that a pair's squares add. The index is the pair's low
	// bits, with the board turned for White: rows[0] is for boards that are mirrored for
	// both sides or neither, and rows[1] for boards that are mirrored for one side. The
	// first row is for pairs without a feature.
	rows  [2][]uint64
	codes [16]uint8            // the mailbox codes of quad's pieces
	order *layout.FeatureOrder // nil if the numbers do not have such an order
	// inKernel reports whether the kernels can handle the order: kings have no features as
	// attackers, and pawns have none with pawns.
	inKernel bool
}

// Features returns the tables that convert pairs in r's codes to n's numbers. Feature
// lists leave out pairs that n does not number, but it is faster if r does not count them
// at all. Features returns an error if a number is not below n.Size.
func (r *Rules) Features(n Numbering) (*Features, error) {
	const maxSize = 1 << (31 - layout.FeatureBits)
	if n.Size > maxSize {
		return nil, fmt.Errorf("pairs: expected at most %d features, found %d", maxSize, n.Size)
	}
	f := &Features{codes: r.codes, order: orderOf(n)}
	f.inKernel = f.order != nil && f.order.Victims[layout.OrderPawn][layout.OrderPawn] == 0
	for v := range 6 {
		f.inKernel = f.inKernel && f.order.Victims[v][layout.OrderKing] == 0
	}
	t := &f.tables
	for king := range t.Mirrored {
		t.Mirrored[king] = n.Mirrored >> (king & 7) & 1
	}
	seen := []places{noPlaces()} // by one side; most pieces share places
	rows := map[[2]int]int{}
	f.addRow(rows, seen, [2]int{})
	for pieces := range t.First {
		for mirrored := range t.Rows {
			t.Rows[mirrored][pieces] = uint32(pieces<<layout.PairAttacker ^ mirrored*mirror)
		}
	}
	pieces := r.byCode()
	for a, attacker := range pieces {
		for v, victim := range pieces {
			if attacker == quad.NoPiece || victim == quad.NoPiece {
				continue
			}
			var firsts [2]uint64
			var which [2]int
			for side := range which {
				first, at, err := n.places(attacker, victim)
				if err != nil {
					return nil, err
				}
				firsts[side] = uint64(first) << layout.FeatureBits
				if which[side] = slices.Index(seen, at); which[side] < 0 {
					which[side] = len(seen)
					seen = append(seen, at)
				}
				attacker, victim = seenByBlack(attacker), seenByBlack(victim)
			}
			row := f.addRow(rows, seen, which)
			at := MakePair(uint8(a), 0, uint8(v), 0) >> layout.PairAttacker
			t.First[at] = firsts[0] | firsts[1]<<32
			for mirrored := range t.Rows {
				t.Rows[mirrored][at] ^= uint32(row << layout.PairAttacker)
			}
		}
	}
	return f, nil
}

// addRow returns the row for what White and Black see, and adds it if it does not exist yet.
func (f *Features) addRow(rows map[[2]int]int, seen []places, which [2]int) int {
	row, ok := rows[which]
	if !ok {
		row = len(rows)
		rows[which] = row
		for one := range f.rows {
			for p, white := range seen[which[0]] {
				black := seen[which[1]][p^overturn^one*mirror]
				f.rows[one] = append(f.rows[one], uint64(white)|uint64(black)<<32)
			}
		}
	}
	return row
}

// byCode returns the piece of each code. A rook that may castle is a plain rook.
func (r *Rules) byCode() (all [16]quad.Piece) {
	for p, code := range r.codes {
		if p := plain(quad.Piece(p)); p != quad.NoPiece {
			all[code] = p
		}
	}
	return all
}

// places[p] is a pair's offset from the first feature of its two pieces, or NoFeature. p
// contains the low bits of the pair.
type places [1 << layout.PairAttacker]uint32

func noPlaces() (at places) {
	for p := range at {
		at[p] = layout.NoFeature
	}
	return at
}

// places returns the first feature of two pieces, and the offset for each pair of squares.
func (n Numbering) places(attacker, victim quad.Piece) (first int, at places, err error) {
	at = noPlaces()
	first = n.Size
	for p := range pairsOf(attacker) {
		i := n.Index(attacker, p.From(), victim, p.To())
		if i >= n.Size {
			return 0, at, fmt.Errorf("pairs: %v %s, %v %s: expected a feature below %d, found %d", attacker,
				quad.SquareName(p.From()), victim, quad.SquareName(p.To()), n.Size, i)
		}
		if i >= 0 {
			first = min(first, i)
		}
	}
	for p := range pairsOf(attacker) {
		if i := n.Index(attacker, p.From(), victim, p.To()); i >= 0 {
			at[p] = uint32(i-first) << layout.FeatureBits
		}
	}
	return first, at, nil
}
