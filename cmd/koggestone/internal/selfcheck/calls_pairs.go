package selfcheck

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"sync"

	"github.com/koggestone/koggestone/internal/mailbox"
	"github.com/koggestone/koggestone/pairs"
	"github.com/koggestone/koggestone/quad"
)

// network returns the rules for package quad's codes, with all pairs, and the features of a network. It makes them
// on the first call, because they take megabytes that no other command needs.
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

// featureRow is the length of a row of features.
const featureRow = 288

// pairsCalls returns the functions of package pairs.
func pairsCalls() []Call {
	const walks = "walks from every piece"
	return []Call{
		{Package: "pairs", Name: "RefreshBoard", Oracle: walks, N: loopSize, input: boards, bind: refresh, want: func(in *Input, i int) any {
			return walkVictims(in.boards().all[i].Board.Squares())
		}},
		{Package: "pairs", Name: "Deltas", Oracle: walks, N: loopSize, input: boards, bind: deltas, want: wantDeltas},
		{Package: "pairs", Name: "FillBatch", Oracle: "the generic path", N: fewPositions, Batch: true, input: boards, bind: fill},
		accumulate[int16](),
		accumulate[int8](),
	}
}

func refresh(in *Input) calls {
	rules, _ := network()
	lists := make([]pairs.List, in.n)
	return calls{run: func(lo, hi int) {
		all := in.boards().all
		for i := lo; i < hi; i++ {
			rules.RefreshBoard(&lists[i], all[i].Board)
		}
	}, result: func(i int) any { return victimSets(lists[i].Pairs()) }}
}

func deltas(in *Input) calls {
	rules, _ := network()
	dst, mailboxes := make([]pairs.Deltas, in.n), make([][64]uint8, in.n)
	for i := range mailboxes {
		rules.Mailbox(&mailboxes[i], in.boards().all[i].Board)
	}
	changes := in.changes()
	return calls{run: func(lo, hi int) {
		for i := lo; i < hi; i++ {
			rules.Deltas(&dst[i], &mailboxes[i], changes[i])
		}
	}, result: func(i int) any { return [2][64]uint64{victimSets(dst[i].Removed()), victimSets(dst[i].Added())} }}
}

func fill(in *Input) calls {
	_, inputs := network()
	var all []quad.Board
	for _, p := range in.boards().all {
		all = append(all, p.Board)
	}
	var rows [2][]int32 // for both sides
	for c := range rows {
		rows[c] = make([]int32, (in.n+room)*featureRow)
	}
	return calls{run: func(lo, hi int) {
		inputs.FillBatch(rows[0][lo*featureRow:hi*featureRow], rows[1][lo*featureRow:hi*featureRow], all[lo:hi])
	}, result: func(i int) any {
		var f [2][featureRow]int32
		for c := range f { // the order of the features can differ
			copy(f[c][:], rows[c][i*featureRow:])
			slices.Sort(f[c][:])
		}
		return f
	}}
}

// accumulatorWidth is the length of each of weightRows rows of weights. They all fit in the second-level cache.
const accumulatorWidth, weightRows = 1024, 64

// accumulate returns the row for pairs.Accumulate with a type of weights. It adds and removes four rows.
func accumulate[W int8 | int16]() Call {
	network := sync.OnceValues(func() (weights []W, biases []int16) {
		rng := rand.New(rand.NewPCG(1, 2))
		for range accumulatorWidth * weightRows {
			weights = append(weights, W(rng.Uint32()))
		}
		for range accumulatorWidth {
			biases = append(biases, int16(rng.Uint32()))
		}
		return weights, biases
	})
	lists := func(in *Input, i int) (all [8]uint32) {
		x := in.noise(i)
		for k := range all {
			all[k] = uint32(x >> (8 * k) % weightRows)
		}
		return all
	}
	c := Call{Package: "pairs", Name: fmt.Sprintf("Accumulate, %T", W(0)), Oracle: "adds weight by weight", N: loopSize}
	c.bind = into(func(in *Input, dst [][accumulatorWidth]int16, lo, hi int) {
		weights, biases := network()
		for i := lo; i < hi; i++ {
			rows := lists(in, i)
			pairs.Accumulate(dst[i][:], biases, weights, rows[:4], rows[4:])
		}
	})
	c.want = func(in *Input, i int) any {
		weights, biases := network()
		sum := [accumulatorWidth]int16(biases)
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
	}
	return c
}

// anyChange returns a change of board i: usually a piece that moves to any square, and otherwise up to four
// squares.
func (in *Input) anyChange(i int) pairs.Update {
	x := in.noise(i)
	from, to, code := int(x>>58), int(x>>52&63), uint8(x>>48&15)
	if occupied := bits.RotateLeft64(in.boards().all[i].Board.Occupied(), -from); occupied != 0 {
		from = (from + bits.TrailingZeros64(occupied)) & 63
	}
	c := pairs.MoveUpdate(from, to, code)
	if x>>46&3 == 0 {
		c = c.And(int(x>>40&63), uint8(x>>36&15)).And(int(x>>30&63), pairs.Empty)
	}
	return c
}

// wantDeltas returns the pairs that the change removes, and the pairs that it adds.
func wantDeltas(in *Input, i int) any {
	before := in.boards().all[i].Board.Squares()
	after := before
	for c := in.changes()[i]; c != 0; c >>= 16 {
		after[c&63] = quad.Piece(c >> 8 & 15)
		if uint8(c>>8)&pairs.Empty != 0 {
			after[c&63] = quad.NoPiece
		}
	}
	var deltas [2][64]uint64
	was, is := walkVictims(before), walkVictims(after)
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

// victimSets returns the victims' squares for each attacker's square.
func victimSets(list []pairs.Pair) (sets [64]uint64) {
	for _, p := range list {
		sets[p.From()] |= 1 << p.To()
	}
	return sets
}

// walkVictims returns, for each square, the pieces that its piece attacks or defends.
func walkVictims(squares [64]quad.Piece) (sets [64]uint64) {
	var m mailbox.Board
	var occupied uint64
	for sq, p := range squares {
		if m[sq] = uint8(p); p.Kind() != quad.None {
			occupied |= 1 << sq
		}
	}
	for sq := range sets {
		sets[sq] = m.AttacksFrom(sq) & occupied
	}
	return sets
}
