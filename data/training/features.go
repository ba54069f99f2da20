package training

import (
	"fmt"
	"strings"
	"sync"

	"github.com/koggestone/koggestone/pairs"
	"github.com/koggestone/koggestone/quad"
)

// A FeatureSet is the inputs of a network: one or several components, where each is numbered
// after the component before it. [ParseFeatures] returns a FeatureSet by its name in
// nnue-pytorch. Several goroutines can use the same FeatureSet.
//
//	HalfKAv2_hm           24,576 inputs, 32 active: pieces on squares, by the square of the own king
//	Full_Threats          59,808 inputs, 128 active: threats of SFNNv16, see pairs.SFNNv16
//	PP_3Wide               4,560 inputs, 128 active: pairs of pawns, see pairs.PawnPairs
//	Full_Threats_SFNNv12  60,144 inputs, 128 active: threats of SFNNv12 and SFNNv13
//	Full_Threats_SFNNv11  66,864 inputs, 128 active: threats of SFNNv11
//	Full_Threats_SFNNv10  79,856 inputs, 128 active: threats of SFNNv10
//
// HalfKAv2_hm numbers a piece by 768 times the own king's bucket, plus 64 times the piece, plus its
// square. For Black the board is turned upside down, and if a king is on the files a to d, its
// side's board is mirrored. The buckets are 0 on h8 to 3 on e8, 4 on h7 to 31 on e1. The pieces are
// the own pawn, the opponent's pawn, and then knights, bishops, rooks, queens and kings in the same
// way.
//
// Every board has features, even if it is not legal: if a side has several kings, the king is the
// one on the lowest square, and if it has none, the king is on a1.
type FeatureSet struct {
	inputs    pairs.Inputs
	maxActive int
}

// A component is a named feature set.
type component struct {
	name      string
	maxActive int
	addTo     func(in *pairs.Inputs) error
}

var components = []component{
	{"HalfKAv2_hm", 32, (*pairs.Inputs).AddHalfKA},
	{"Full_Threats", 128, threats(pairs.SFNNv16)},
	{"PP_3Wide", 128, (*pairs.Inputs).AddPawnPairs},
	{"Full_Threats_SFNNv12", 128, threats(pairs.SFNNv12)},
	{"Full_Threats_SFNNv11", 128, threats(pairs.SFNNv11)},
	{"Full_Threats_SFNNv10", 128, threats(pairs.SFNNv10)},
}

func threats(numbering func() pairs.Numbering) func(in *pairs.Inputs) error {
	return func(in *pairs.Inputs) error { return in.AddThreats(numbering()) }
}

// featureSets contains the feature sets that have been used, by name, because it takes long to make their
// tables.
var featureSets sync.Map

// ParseFeatures returns the feature set of the given name: a component, or several joined by plus signs,
// such as "Full_Threats+PP_3Wide+HalfKAv2_hm". As in nnue-pytorch, there can be another plus sign at the
// end. If a component is unknown, the error names it and lists the known ones.
func ParseFeatures(names string) (*FeatureSet, error) {
	if f, ok := featureSets.Load(names); ok {
		return f.(*FeatureSet), nil
	}
	f := new(FeatureSet)
	for name := range strings.SplitSeq(strings.TrimSuffix(names, "+"), "+") {
		c, err := componentOf(name)
		if err == nil {
			err = c.addTo(&f.inputs)
		}
		if err != nil {
			return nil, fmt.Errorf("training: feature set %q: %w", names, err)
		}
		f.maxActive += c.maxActive
	}
	featureSets.Store(names, f)
	return f, nil
}

func componentOf(name string) (*component, error) {
	var known []string
	for i := range components {
		if components[i].name == name {
			return &components[i], nil
		}
		known = append(known, components[i].name)
	}
	return nil, fmt.Errorf("expected components of %s, found %q", strings.Join(known, ", "), name)
}

// Inputs returns how many inputs each side has. Features are numbered from 0.
func (f *FeatureSet) Inputs() int { return f.inputs.Size() }

// MaxActive returns the length of a row, which is how many active features the components can
// have together.
func (f *FeatureSet) MaxActive() int { return f.maxActive }

// Fill sets row i in white and black to the active features of entries[i] as that side sees them, and
// fills up the row with -1. A row has MaxActive numbers. The features are in the same order as in
// nnue-pytorch, which [pairs.Inputs] describes. No feature is listed twice.
//
// Legal positions rarely have more than half of MaxActive features. If a board has more features
// than fit, the row ends when it is full, and the other features are left out.
//
// Fill returns how many active features all rows have together. It panics before it writes
// anything unless white and black each have a row for every entry. It does not allocate.
func (f *FeatureSet) Fill(white, black []int32, entries []Entry) (activeWhite, activeBlack int) {
	for _, row := range [...]struct {
		name   string
		length int
	}{{"white", len(white)}, {"black", len(black)}} {
		if row.length != len(entries)*f.maxActive {
			panic(fmt.Sprintf("training: FeatureSet.Fill: len(%s): expected %d rows of %d, found %d elements",
				row.name, len(entries), f.maxActive, row.length))
		}
	}
	return f.fill(white, black, entries, len(white) >= streamSize)
}

// fill is like Fill. If stream is true it writes past the caches, which is faster for rows that do not fit
// in them.
func (f *FeatureSet) fill(white, black []int32, entries []Entry, stream bool) (activeWhite, activeBlack int) {
	in := f.inputs
	in.Stream = stream
	var boards [256]quad.Board
	for len(entries) > 0 {
		n := min(len(entries), len(boards))
		for i := range entries[:n] {
			boards[i] = entries[i].Position.Board
		}
		w, b := in.FillBatch(white[:n*f.maxActive], black[:n*f.maxActive], boards[:n])
		activeWhite, activeBlack = activeWhite+w, activeBlack+b
		white, black, entries = white[n*f.maxActive:], black[n*f.maxActive:], entries[n:]
	}
	return activeWhite, activeBlack
}

// If a side's rows have more than streamSize elements, it is faster to write past the caches.
const streamSize = 1 << 20
