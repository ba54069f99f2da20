package pairs

import (
	"fmt"
	"math/bits"
	"slices"

	"github.com/koggestone/koggestone/internal/layout"
	"github.com/koggestone/koggestone/quad"
)

// A Numbering tells how a network numbers pairs: the features of a side, by the same
// rule for both. Own pieces are white and stand on rank 1 at first: for Black the board is
// turned upside down and the colours are exchanged before.
type Numbering struct {
	// Size is the number of features.
	Size int
	// Mirrored holds the files, bit 0 for a, on which the own king mirrors the board: a
	// becomes h.
	Mirrored uint8
	// Index returns the number of a pair, or -1 if it has none. It must be the sum of a
	// number for the two pieces and one for the attacker and the two squares. For two
	// pieces there may be none at all, or none where from is below to; then that is so for
	// all such pieces of the numbering, or it is so where from is above to.
	Index func(attacker quad.Piece, from int, victim quad.Piece, to int) int
}

// Counts reports whether any pair of the two pieces has a number, for one side or the
// other: for [NewRules], so that others never reach a list.
func (n Numbering) Counts(attacker, victim quad.Piece) bool {
	for _, own := range [...]quad.Color{quad.White, quad.Black} {
		a := attackerPlaces{attacker: seenBy(own, attacker)}
		a.findPairs()
		if len(a.numbered(n, seenBy(own, victim))) > 0 {
			return true
		}
	}
	return false
}

// Features are the tables of a numbering for an engine's codes. They are made once,
// by [Rules.Features], and may be used by many goroutines.
type Features struct{ tables layout.FeatureTables }

// Features returns the tables of n for pairs in the codes of r. Pairs that n does not
// number are left out of lists of features; rules that do not count them save time. It
// returns an error if n does not number pairs as its documentation says.
func (r *Rules) Features(n Numbering) (*Features, error) {
	f := new(Features)
	t := &f.tables
	for side := range t.First {
		for mirrored := range t.First[side] {
			for i := range t.First[side][mirrored] {
				t.First[side][mirrored][i].First = layout.NoFeature
			}
		}
	}
	half := 0
	var found [len(pieces)]*attackerPlaces
	var firsts [len(pieces)][len(pieces)]uint32
	for i, attacker := range pieces {
		found[i] = newPlaces(n, attacker)
		for j, victim := range pieces {
			var err error
			if firsts[i][j], err = found[i].add(n, victim, &half); err != nil {
				return nil, err
			}
		}
	}
	rows := make([]places, 1) // one that is empty
	for i, attacker := range pieces {
		a := found[i]
		a.mark(half)
		row := slices.Index(rows, a.at)
		if row < 0 {
			row = len(rows)
			rows = append(rows, a.at)
			copy(t.Places[row<<layout.PairAttacker:], a.at[:])
		}
		for j, victim := range pieces {
			if firsts[i][j] == layout.NoFeature {
				continue
			}
			for side, own := range [...]quad.Color{quad.White, quad.Black} {
				p := MakePair(r.codes[seenBy(own, attacker)], 0, r.codes[seenBy(own, victim)], 0)
				for mirrored := range t.First[side] {
					turn := 56*side ^ 7*mirrored
					t.First[side][mirrored][p>>layout.PairAttacker] = layout.FirstFeature{
						First: firsts[i][j],
						Place: uint32(row<<layout.PairAttacker | turn<<layout.PairFrom | turn<<layout.PairTo),
					}
				}
			}
		}
	}
	for king := range t.Mirrored {
		t.Mirrored[king] = n.Mirrored >> (king & 7) & 1
	}
	return f, nil
}

// seenBy returns p as the side own sees it, and what it sees as p.
func seenBy(own quad.Color, p quad.Piece) quad.Piece {
	if own == quad.White {
		return p
	}
	return quad.MakePiece(p.Color().Other(), p.Kind())
}

// places are what the squares of an attacker and its victim add, by the low bits of a
// pair.
type places [1 << layout.PairAttacker]uint32

// attackerPlaces are the places of an attacker, as they are found.
type attackerPlaces struct {
	attacker quad.Piece
	pairs    []Pair // the squares of all pairs that it could have
	known    [1 << layout.PairAttacker]bool
	at       places
}

func newPlaces(n Numbering, attacker quad.Piece) *attackerPlaces {
	a := &attackerPlaces{attacker: attacker}
	for i := range a.at {
		a.at[i] = layout.NoFeature
	}
	a.findPairs()
	// The victim with most numbers tells most places.
	most := quad.NoPiece
	count := 0
	for _, victim := range pieces {
		n := len(a.numbered(n, victim))
		if n > count {
			most, count = victim, n
		}
	}
	if most != quad.NoPiece {
		low := n.Size
		for _, p := range a.numbered(n, most) {
			low = min(low, a.number(n, p, most))
		}
		for _, p := range a.numbered(n, most) {
			a.at[p], a.known[p] = uint32(a.number(n, p, most)-low)<<layout.FeatureBits, true
		}
	}
	return a
}

func (a *attackerPlaces) findPairs() {
	for from := range 64 {
		for set := attacks(a.attacker, from); set != 0; set &= set - 1 {
			a.pairs = append(a.pairs, MakePair(0, from, 0, bits.TrailingZeros64(set)))
		}
	}
}

func (a *attackerPlaces) number(n Numbering, p Pair, victim quad.Piece) int {
	return n.Index(a.attacker, p.From(), victim, p.To())
}

// numbered returns the squares of the pairs with a victim that have a number.
func (a *attackerPlaces) numbered(n Numbering, victim quad.Piece) (all []Pair) {
	for _, p := range a.pairs {
		if a.number(n, p, victim) >= 0 {
			all = append(all, p)
		}
	}
	return all
}

// add returns the first feature of the pairs with a victim. If they have numbers only
// where from is above or below to, half must be 0 or the same as before; it becomes
// -1 if from is below to where there is none, 1 if it is above.
func (a *attackerPlaces) add(n Numbering, victim quad.Piece, half *int) (uint32, error) {
	numbered := a.numbered(n, victim)
	if len(numbered) == 0 {
		return layout.NoFeature, nil
	}
	fail := func(p Pair, problem string) (uint32, error) {
		return 0, fmt.Errorf("pairs: feature %d, %v %s, %v %s: %s", a.number(n, p, victim), a.attacker,
			quad.SquareName(p.From()), victim, quad.SquareName(p.To()), problem)
	}
	first := a.number(n, numbered[0], victim) - int(a.at[numbered[0]]>>layout.FeatureBits)
	for _, p := range numbered {
		switch i := a.number(n, p, victim); {
		case i >= n.Size:
			return fail(p, fmt.Sprintf("expected less than %d", n.Size))
		case !a.known[p] || i != first+int(a.at[p]>>layout.FeatureBits) || first < 0:
			return fail(p, "not the sum of a number for the pieces and one for the squares")
		}
	}
	missing := 0
	for _, p := range a.pairs {
		if !a.known[p] || a.number(n, p, victim) >= 0 {
			continue
		}
		side := 1
		if p.From() < p.To() {
			side = -1
		}
		if missing != 0 && missing != side || *half != 0 && *half != side {
			return fail(p, "expected a number, or none for all others where from is so to to")
		}
		missing, *half = side, side
	}
	if missing == 0 {
		return uint32(first) << layout.FeatureBits, nil
	}
	for _, p := range numbered {
		if p.From() < p.To() == (missing < 0) {
			return fail(p, "expected none, as for others where from is so to to")
		}
	}
	return uint32(first)<<layout.FeatureBits | layout.HalfFeature, nil
}

// mark marks the places where from is below to, if half is -1, or above, if it is 1.
func (a *attackerPlaces) mark(half int) {
	for i := range a.at {
		if p := Pair(i); a.known[i] && (half < 0 && p.From() < p.To() || half > 0 && p.From() > p.To()) {
			a.at[i] |= layout.HalfFeature
		}
	}
}
