package selfcheck

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"sync"

	"github.com/koggestone/koggestone/internal/raywalk"
	"github.com/koggestone/koggestone/pairs"
	"github.com/koggestone/koggestone/quad"
)

// network returns the rules for the codes of package quad, with all pairs, and the features of a network. It makes
// them when it is called first, because they have megabytes, which no other command needs.
var network = sync.OnceValues(func() (*pairs.Rules, *pairs.Inputs) {
	r, err := pairs.NewRules(pairs.QuadCodes(), nil)
	in := new(pairs.Inputs)
	for _, err := range []error{err, in.AddThreats(pairs.SFNNv16()), in.AddPawnPairs(), in.AddHalfKA()} {
		if err != nil {
			panic(err)
		}
	}
	return r, in
})

// featureRow is the length of a row of features, and features are the rows of a board for both sides.
const featureRow = 288

type features [2][featureRow]int32

// pairsCalls returns the functions of package pairs.
func pairsCalls() []Call {
	name := func(s string, n int) Call {
		return Call{Package: "pairs", Name: s, Oracle: "walks from every piece", N: n, input: boards}
	}
	fill := name("FillBatch", fewPositions)
	fill.Batch = true
	return []Call{
		row(name("RefreshBoard", loopSize), func(in *Input) bound[[64]uint64] {
			rules, _ := network()
			lists := make([]pairs.List, in.n)
			return bound[[64]uint64]{run: func(lo, hi int) {
				for i := lo; i < hi; i++ {
					rules.RefreshBoard(&lists[i], in.boards[i])
				}
			}, result: func(i int) [64]uint64 { return victimSets(lists[i].Pairs()) }}
		}, func(in *Input, i int) [64]uint64 {
			squares := in.boards[i].Squares()
			return walkVictims(&squares)
		}),
		row(name("Deltas", loopSize), func(in *Input) bound[[2][64]uint64] {
			rules, _ := network()
			deltas, mailboxes := make([]pairs.Deltas, in.n), make([][64]uint8, in.n)
			for i := range mailboxes {
				rules.Mailbox(&mailboxes[i], in.boards[i])
			}
			return bound[[2][64]uint64]{run: func(lo, hi int) {
				for i := lo; i < hi; i++ {
					rules.Deltas(&deltas[i], &mailboxes[i], in.change(i))
				}
			}, result: func(i int) [2][64]uint64 {
				return [2][64]uint64{victimSets(deltas[i].Removed()), victimSets(deltas[i].Added())}
			}}
		}, wantDeltas),
		row(fill, func(in *Input) bound[features] {
			_, inputs := network()
			var rows [2][]int32
			for c := range rows {
				rows[c] = make([]int32, (in.n+room)*featureRow)
			}
			return bound[features]{run: func(lo, hi int) {
				inputs.FillBatch(rows[0][lo*featureRow:hi*featureRow], rows[1][lo*featureRow:hi*featureRow], in.boards[lo:hi])
			}, result: func(i int) (f features) {
				for c := range f { // the order of the features may differ
					copy(f[c][:], rows[c][i*featureRow:])
					slices.Sort(f[c][:])
				}
				return f
			}}
		}, nil),
		accumulateCall[int16](),
		accumulateCall[int8](),
	}
}

// accumulatorWidth is the width of rows of weights, and weightRows is their number. All rows fit in the second-level cache.
const accumulatorWidth, weightRows = 1024, 64

// accumulateCall returns the row of pairs.Accumulate for a type of weights. It adds and removes four rows.
func accumulateCall[W int8 | int16]() Call {
	weights, biases := make([]W, accumulatorWidth*weightRows), make([]int16, accumulatorWidth)
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range weights {
		weights[i] = W(rng.Uint32())
	}
	for i := range biases {
		biases[i] = int16(rng.Uint32())
	}
	lists := func(in *Input, i int) (all [8]uint32) {
		x := in.sets[other][i] * 0x9e3779b97f4a7c15
		for k := range all {
			all[k] = uint32(x >> (8 * k) % weightRows)
		}
		return all
	}
	c := Call{Package: "pairs", Name: fmt.Sprintf("Accumulate, %T", W(0)), Oracle: "adds weight by weight", N: loopSize, input: sets}
	return one(c, func(in *Input, dst [][accumulatorWidth]int16, lo, hi int) {
		for i := lo; i < hi; i++ {
			rows := lists(in, i)
			pairs.Accumulate(dst[i][:], biases, weights, rows[:4], rows[4:])
		}
	}, func(in *Input, i int) (sum [accumulatorWidth]int16) {
		copy(sum[:], biases)
		for k, row := range lists(in, i) {
			for j := range sum {
				if w := int16(weights[int(row)*accumulatorWidth+j]); k < 4 {
					sum[j] += w
				} else {
					sum[j] -= w
				}
			}
		}
		return sum
	})
}

// change returns a change of position i: usually a piece that moves to any square, otherwise up to four squares.
func (in *Input) change(i int) pairs.Update {
	x := in.sets[other][i] * 0x9e3779b97f4a7c15
	from, to, code := int(x>>58), int(x>>52&63), uint8(x>>48&15)
	if occupied := bits.RotateLeft64(in.boards[i].Occupied(), -from); occupied != 0 {
		from = (from + bits.TrailingZeros64(occupied)) & 63
	}
	c := pairs.MoveUpdate(from, to, code)
	if x>>46&3 == 0 {
		c = c.And(int(x>>40&63), uint8(x>>36&15)).And(int(x>>30&63), pairs.Empty)
	}
	return c
}

// wantDeltas returns the pairs that the change removes, and the pairs that it adds.
func wantDeltas(in *Input, i int) (deltas [2][64]uint64) {
	before := in.boards[i].Squares()
	after := before
	for c := in.change(i); c != 0; c >>= 16 {
		after[c&63] = quad.Piece(c >> 8 & 15)
		if uint8(c>>8)&pairs.Empty != 0 {
			after[c&63] = quad.NoPiece
		}
	}
	was, is := walkVictims(&before), walkVictims(&after)
	for from := range 64 {
		var same uint64 // squares of victims where neither piece of the pair changes
		for to := range 64 {
			if before[from] == after[from] && before[to] == after[to] {
				same |= 1 << to
			}
		}
		deltas[0][from], deltas[1][from] = was[from]&^(is[from]&same), is[from]&^(was[from]&same)
	}
	return deltas
}

// victimSets returns the squares of the victims for each square of an attacker.
func victimSets(list []pairs.Pair) (sets [64]uint64) {
	for _, p := range list {
		sets[p.From()] |= 1 << p.To()
	}
	return sets
}

// walkVictims returns, for each square, the pieces that its piece attacks or defends.
func walkVictims(squares *[64]quad.Piece) (sets [64]uint64) {
	occupied := uint64(0)
	for sq, p := range squares {
		if p.Kind() != quad.None {
			occupied |= 1 << sq
		}
	}
	for sq, p := range squares {
		b := uint64(1) << sq
		switch p.Kind() {
		case quad.None:
			b = 0
		case quad.Bishop:
			b = raywalk.Slider(b, 0, ^occupied)
		case quad.Rook, quad.CastlingRook:
			b = raywalk.Slider(0, b, ^occupied)
		case quad.Queen:
			b = raywalk.Slider(b, b, ^occupied)
		default:
			b = 0
			for to := range 64 {
				if leaps(p, to%8-sq%8, to/8-sq/8) {
					b |= 1 << to
				}
			}
		}
		sets[sq] = b & occupied
	}
	return sets
}

// leaps reports whether a pawn, knight or king attacks the square at a distance of files and ranks.
func leaps(p quad.Piece, files, ranks int) bool {
	switch distance := files*files + ranks*ranks; p.Kind() {
	case quad.Pawn:
		return distance == 2 && ranks == 1-2*int(p.Color())
	case quad.Knight:
		return distance == 5
	default:
		return distance == 1 || distance == 2
	}
}
