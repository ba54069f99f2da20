package training

import (
	"fmt"
	"math/bits"
	"strings"

	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/pairs"
	"github.com/koggestone/koggestone/quad"
)

// A FeatureSet is the inputs of a network: one or several components, each with numbers after
// those of the component before it. [ParseFeatures] returns it by its name in nnue-pytorch. Several
// goroutines may use the same FeatureSet.
//
//	HalfKAv2_hm           24,576 inputs, 32 active: pieces on squares, by the square of the own king
//	Full_Threats          59,808 inputs, 128 active: threats of SFNNv16, see pairs.SFNNv16
//	PP_3Wide               4,560 inputs, 128 active: pairs of pawns, see pairs.PawnPairs
//	Full_Threats_SFNNv12  60,144 inputs, 128 active: threats of SFNNv12 and SFNNv13
//	Full_Threats_SFNNv11  66,864 inputs, 128 active: threats of SFNNv11
//	Full_Threats_SFNNv10  79,856 inputs, 128 active: threats of SFNNv10
//
// HalfKAv2_hm numbers a piece by 768 times the bucket of the own king, 64 times the piece and its
// square. Black turns the board upside down, and a king on the files a to d mirrors the board of its
// side. The buckets are 0 on h8 to 3 on e8, 4 on h7 to 31 on e1. The pieces are the own pawn, the
// opponent's pawn, then knights, bishops, rooks, queens and kings in the same way.
//
// The king of a side is the lowest square with its king, or a1 if it has none. So every board has
// features, legal or not.
type FeatureSet struct {
	components        []component
	inputs, maxActive int
}

// A component adds features to a row.
type component interface {
	// fill appends the features of both sides and returns the rows.
	fill(white, black []uint32, b *quad.Board, kings *[2]int) (w, b2 []uint32)
}

// A kind of component.
type componentKind struct {
	name              string
	inputs, maxActive int
	make              func(first int) (component, error)
}

var componentKinds = []componentKind{
	{"HalfKAv2_hm", halfKAInputs, 32, func(first int) (component, error) { return halfKA{uint32(first)}, nil }},
	threatKind("Full_Threats", pairs.SFNNv16),
	{"PP_3Wide", pairs.PawnPairFeatures, 128, func(first int) (component, error) { return pawnPairs{uint32(first)}, nil }},
	threatKind("Full_Threats_SFNNv12", pairs.SFNNv12),
	threatKind("Full_Threats_SFNNv11", pairs.SFNNv11),
	threatKind("Full_Threats_SFNNv10", pairs.SFNNv10),
}

func threatKind(name string, numbering func() pairs.Numbering) componentKind {
	return componentKind{name, numbering().Size, 128, func(first int) (component, error) {
		return newThreats(numbering(), first)
	}}
}

// ParseFeatures returns the feature set of the given name: a component, or several joined by plus
// signs, such as "Full_Threats+PP_3Wide+HalfKAv2_hm". It returns an error that names an unknown
// component and lists the known ones.
func ParseFeatures(names string) (*FeatureSet, error) {
	f := new(FeatureSet)
	for name := range strings.SplitSeq(names, "+") {
		kind, err := componentOf(name)
		if err != nil {
			return nil, fmt.Errorf("training: feature set %q: %w", names, err)
		}
		c, err := kind.make(f.inputs)
		if err != nil {
			return nil, fmt.Errorf("training: feature set %q: %w", names, err)
		}
		f.components = append(f.components, c)
		f.inputs += kind.inputs
		f.maxActive += kind.maxActive
	}
	return f, nil
}

func componentOf(name string) (*componentKind, error) {
	var known []string
	for i := range componentKinds {
		if componentKinds[i].name == name {
			return &componentKinds[i], nil
		}
		known = append(known, componentKinds[i].name)
	}
	return nil, fmt.Errorf("unknown component %q, expected one of %s", name, strings.Join(known, ", "))
}

// Inputs returns the number of inputs of a side. Features are numbered from 0.
func (f *FeatureSet) Inputs() int { return f.inputs }

// MaxActive returns the length of a row, the sum of the maximum numbers of active features of the
// components.
func (f *FeatureSet) MaxActive() int { return f.maxActive }

// Fill sets row i of white and black to the active features of entries[i], for each side from its
// own view, and the rest of the row to -1. A row has MaxActive numbers. The components are in the
// order of the name of f; the order of features in a component is not specified. No feature is
// listed twice.
//
// Legal positions of chess rarely have more than half of MaxActive features. If a board has more, the
// row ends with the feature that fills it, and the others are left out.
//
// Fill returns the numbers of active features in all rows. It panics before it writes anything
// unless white and black each have a row for every entry. It does not allocate.
func (f *FeatureSet) Fill(white, black []int32, entries []Entry) (activeWhite, activeBlack int) {
	for _, row := range [...]struct {
		name   string
		length int
	}{{"white", len(white)}, {"black", len(black)}} {
		if row.length != len(entries)*f.maxActive {
			panic(fmt.Sprintf("training: FeatureSet.Fill: len(%s) = %d, expected %d rows of %d",
				row.name, row.length, len(entries), f.maxActive))
		}
	}
	var w, b []uint32
	for i := range entries {
		p := &entries[i].Position
		kings := kingsOf(p)
		w, b = w[:0], b[:0]
		for _, c := range f.components {
			w, b = c.fill(w, b, &p.Board, &kings)
		}
		activeWhite += fillRow(white[i*f.maxActive:][:f.maxActive], w)
		activeBlack += fillRow(black[i*f.maxActive:][:f.maxActive], b)
	}
	return activeWhite, activeBlack
}

func fillRow(row []int32, features []uint32) int {
	n := min(len(row), len(features))
	for i, x := range features[:n] {
		row[i] = int32(x)
	}
	for i := n; i < len(row); i++ {
		row[i] = -1
	}
	return n
}

// kingsOf returns the squares of the kings, White's first.
func kingsOf(p *movegen.Position) [2]int {
	kings := p.Board.Kings()
	return [2]int{bits.TrailingZeros64(kings&^p.Board.GB) & 63, bits.TrailingZeros64(kings&p.Board.GB) & 63}
}

// threats are the features of threat pairs.
type threats struct {
	rules    *pairs.Rules
	features *pairs.Features
}

// newThreats returns the component of n with numbers from first.
func newThreats(n pairs.Numbering, first int) (*threats, error) {
	index := n.Index
	n.Size += first
	n.Index = func(attacker quad.Piece, from int, victim quad.Piece, to int) int {
		i := index(attacker, from, victim, to)
		if i >= 0 {
			i += first
		}
		return i
	}
	t := new(threats)
	var err error
	if t.rules, err = pairs.NewRules(pairs.QuadCodes(), n.Counts); err != nil {
		return nil, err
	}
	if t.features, err = t.rules.Features(n); err != nil {
		return nil, err
	}
	return t, nil
}

func (t *threats) fill(white, black []uint32, b *quad.Board, kings *[2]int) (w, b2 []uint32) {
	var l pairs.List
	var f pairs.FeatureList
	t.rules.RefreshBoard(&l, *b)
	t.features.List(&f, &l, kings[0], kings[1])
	return append(white, f.Features(quad.White)...), append(black, f.Features(quad.Black)...)
}

// pawnPairs are the features of two pawns, from a first number.
type pawnPairs struct{ first uint32 }

func (p pawnPairs) fill(white, black []uint32, b *quad.Board, kings *[2]int) (w, b2 []uint32) {
	pawns := pairs.PawnPairsOf(*b)
	rows := [2][]uint32{white, black}
	for c := range rows {
		n := len(rows[c])
		rows[c] = pawns.AppendFeatures(rows[c], quad.Color(c), kings[c])
		for i := n; i < len(rows[c]); i++ {
			rows[c][i] += p.first
		}
	}
	return rows[0], rows[1]
}

const halfKAInputs = 32 * 12 * 64

// halfKA are the features of pieces on squares, from a first number.
type halfKA struct{ first uint32 }

func (h halfKA) fill(white, black []uint32, b *quad.Board, kings *[2]int) (w, b2 []uint32) {
	rows := [2][]uint32{white, black}
	for c := range rows {
		king := kings[c]
		turn := 0
		if c == int(quad.Black) {
			turn = 56
		}
		if king&7 < 4 {
			turn ^= 7
		}
		king ^= turn
		bucket := 4*(7-king>>3) + 7 - king&7
		for rest := b.Occupied(); rest != 0; rest &= rest - 1 {
			sq := bits.TrailingZeros64(rest)
			p := b.At(sq)
			piece := 2 * (p.Kind().Order() - 1)
			if int(p.Color()) != c {
				piece++
			}
			rows[c] = append(rows[c], h.first+uint32(768*bucket+64*piece+sq^turn))
		}
	}
	return rows[0], rows[1]
}
