package perft

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/koggestone/koggestone/movegen"
)

// nodesOf returns n, which must fit.
func nodesOf(n *big.Int) Uint128 {
	return Uint128{Hi: new(big.Int).Rsh(n, 64).Uint64(), Lo: new(big.Int).And(n, new(big.Int).SetUint64(math.MaxUint64)).Uint64()}
}

// A ply of positions with their ways, as a map with numbers of any size.
type bigPly map[movegen.Position]*big.Int

// next returns the ply after all moves.
func (b bigPly) next() bigPly {
	next := bigPly{}
	for p, ways := range b {
		for _, m := range p.AppendLegalMoves(nil) {
			child := p.Play(m)
			child.HalfMoves, child.FullMoves = 0, 1
			if next[child] == nil {
				next[child] = new(big.Int)
			}
			next[child].Add(next[child], ways)
		}
	}
	return next
}

// If few positions have many ways, the ways and sums need all 128 bits. More bits are an
// error.
func TestManyWays(t *testing.T) {
	const fen = "7k/8/8/8/8/8/8/K7 w - - 0 1"
	p := parse(t, fen)
	ply := bigPly{p: big.NewInt(1)}
	for depth := 1; ; depth++ {
		ply = ply.next()
		sum := new(big.Int)
		for _, ways := range ply {
			sum.Add(sum, ways)
		}
		if sum.BitLen() < 62 {
			continue
		}
		if testing.Short() && sum.BitLen() > 70 {
			return
		}
		r, err := Count(t.Context(), p, depth, Options{Merge: true})
		if sum.BitLen() > 128 {
			if err == nil || !strings.Contains(err.Error(), "128") {
				t.Errorf("depth %d: %v nodes, error %v, want one, as %v does not fit", depth, r.Nodes, err, sum)
			}
			return
		}
		if err != nil || r.Nodes != nodesOf(sum) {
			t.Errorf("depth %d: %v nodes, error %v, want %v", depth, r.Nodes, err, sum)
		}
		if depth%5 > 0 {
			continue
		}
		all, err := Expand(t.Context(), []Weighted{{p.Board, p.Side, Uint128{Lo: 1}}}, depth, Options{})
		if err != nil || len(all) != len(ply) {
			t.Fatalf("depth %d: %d positions, error %v, want %d", depth, len(all), err, len(ply))
		}
		for i := range all {
			want := ply[all[i].Position()]
			if want == nil || all[i].Ways != nodesOf(want) || i > 0 && all[i-1].Compare(&all[i]) >= 0 {
				t.Fatalf("depth %d: position %d, %v ways, want %v, in order", depth, i, all[i].Ways, want)
			}
		}
	}
}

// The count of positions of both sides, with duplicates, is the sum of single counts, in all
// modes, with and without merging, for any memory.
func TestCountWeighted(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	var positions []Weighted
	for _, c := range mergeCases {
		p := parse(t, c.fen)
		for range 2 {
			all, err := Expand(t.Context(), []Weighted{{p.Board, p.Side, Uint128{Lo: 3}}}, rng.IntN(3), Options{})
			if err != nil {
				t.Fatal(err)
			}
			positions = append(positions, all[:min(len(all), 200)]...)
		}
	}
	positions = append(positions, positions[:50]...)
	rng.Shuffle(len(positions), func(i, j int) { positions[i], positions[j] = positions[j], positions[i] })
	for depth := range 4 {
		var want Uint128
		for i := range positions {
			r, err := Count(t.Context(), positions[i].Position(), depth, Options{Mode: ModeBulk, Workers: 1})
			if err != nil {
				t.Fatal(err)
			}
			n, _ := r.Nodes.times(positions[i].Ways.Lo)
			want = want.Add(n)
		}
		for _, opts := range []Options{
			{}, {Mode: ModeSingle, Workers: 2}, {Mode: ModeBulk, Workers: 3}, {Mode: ModeBatch, Workers: 1},
			{Merge: true}, {Merge: true, Memory: 1, Workers: 2}, {Merge: true, Mode: ModeBulk},
		} {
			r, err := CountWeighted(t.Context(), positions, depth, opts)
			if err != nil || r.Nodes != want || r.Unique != nil {
				t.Errorf("depth %d, %+v: %v, error %v, want %v", depth, opts, r, err, want)
			}
		}
	}
	for _, opts := range []Options{{Stats: true}, {Workers: -1}} {
		if _, err := CountWeighted(t.Context(), positions, 2, opts); err == nil {
			t.Errorf("%+v: no error", opts)
		}
	}
	for _, opts := range []Options{{}, {Merge: true}} {
		if r, err := CountWeighted(t.Context(), nil, 3, opts); err != nil || r.Nodes != (Uint128{}) {
			t.Errorf("no positions: %v, error %v", r.Nodes, err)
		}
	}
	p := movegen.Start()
	for _, mode := range []Mode{ModeSingle, ModeBulk, ModeBatch} {
		for _, ways := range []Uint128{{Hi: 1 << 62}, {Hi: math.MaxUint64 / 20, Lo: math.MaxUint64}} {
			if _, err := CountWeighted(t.Context(), []Weighted{{p.Board, p.Side, ways}}, 1, Options{Mode: mode, Workers: 1}); err != errTooLarge {
				t.Errorf("%v: 20 times %v: error %v", mode, ways, err)
			}
		}
	}
	if _, err := CountWeighted(t.Context(), []Weighted{{}}, 2, Options{}); err == nil {
		t.Error("an empty board: no error")
	}
}

// With 0 plies Expand sorts and merges. Too little memory is an error.
func TestExpand(t *testing.T) {
	start, black := movegen.Start(), movegen.Start()
	black.Side = black.Side.Other()
	in := []Weighted{{start.Board, black.Side, Uint128{Lo: 5}}, {start.Board, start.Side, Uint128{Lo: 1}}, {start.Board, black.Side, Uint128{Lo: 2}}}
	all, err := Expand(t.Context(), in, 0, Options{})
	want := []Weighted{{start.Board, start.Side, Uint128{Lo: 1}}, {start.Board, black.Side, Uint128{Lo: 7}}}
	if err != nil || !slices.Equal(all, want) {
		t.Errorf("got %v, error %v, want %v", all, err, want)
	}
	for ply, want := range a083276 {
		if testing.Short() && ply > 4 {
			break
		}
		if all, err = Expand(t.Context(), in[1:2], ply, Options{Workers: 1 + ply%2}); err != nil || uint64(len(all)) != want {
			t.Errorf("ply %d: %d positions, error %v, want %d", ply, len(all), err, want)
		}
	}
	if all, err = Expand(t.Context(), in[1:2], 5, Options{Memory: 4 << 20}); err == nil || !strings.Contains(err.Error(), "memory") {
		t.Errorf("%d positions in 4 MiB, error %v", len(all), err)
	}
	if all, err = Expand(t.Context(), nil, 5, Options{}); err != nil || len(all) != 0 {
		t.Errorf("no positions: %d, error %v", len(all), err)
	}
}

// Ways of more than 64 bits are added and multiplied exactly. Sums of more than 128 bits are an error, whether
// equal roots, equal children, or the counts of both sides are added.
func TestLargeWays(t *testing.T) {
	most := Uint128{math.MaxUint64, math.MaxUint64}
	weigh := func(fen string, ways Uint128) Weighted {
		p := parse(t, fen)
		return Weighted{p.Board, p.Side, ways}
	}
	const white, black = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1"
	// A king on b1 or b2 comes from both.
	const a1, c1 = "7k/8/8/8/8/8/8/K7 w - - 0 1", "7k/8/8/8/8/8/8/2K5 w - - 0 1"
	half := Uint128{Hi: 1 << 63}
	share := nodesOf(new(big.Int).Div(new(big.Int).Lsh(big.NewInt(1), 128), big.NewInt(400))) // 400 of them fit
	for _, c := range []struct {
		name  string
		roots []Weighted
		depth int
		want  Uint128 // 0 if the count does not fit
	}{
		{"equal roots above 64 bits", []Weighted{weigh(white, Uint128{Lo: 1 << 63}), weigh(white, Uint128{Lo: 1 << 63})}, 2, Uint128{Hi: 400}},
		{"a root above 64 bits", []Weighted{weigh(white, Uint128{Hi: 3, Lo: 5})}, 3, Uint128{Hi: 3 * 8902, Lo: 5 * 8902}},
		// So many that a worker receives several at once.
		{"ways that differ above 64 bits", slices.Repeat([]Weighted{weigh(white, Uint128{Hi: 1, Lo: 5}), weigh(black, Uint128{Hi: 2, Lo: 5})}, 200), 2, Uint128{Hi: 200 * 3 * 400, Lo: 200 * 10 * 400}},
		{"equal roots above 128 bits", []Weighted{weigh(white, Uint128{Lo: 1}), weigh(white, most)}, 2, Uint128{}},
		{"both sides", []Weighted{weigh(white, share), weigh(black, Uint128{Lo: 1})}, 1, nodesOf(new(big.Int).Add(new(big.Int).Mul(bigOf(share), big.NewInt(20)), big.NewInt(20)))},
		{"both sides above 128 bits", []Weighted{weigh(white, share), weigh(black, share)}, 2, Uint128{}},
		{"leaves above 128 bits", []Weighted{weigh(white, most), weigh(black, Uint128{Lo: 1})}, 0, Uint128{}},
	} {
		for _, opts := range []Options{{}, {Merge: true}, {Merge: true, Mode: ModeBulk, Workers: 1}, {Mode: ModeBatch, Workers: 1}} {
			r, err := CountWeighted(t.Context(), c.roots, c.depth, opts)
			switch {
			case c.want == Uint128{} && err != errTooLarge:
				t.Errorf("%s, %+v: %v nodes, error %v, want %v", c.name, opts, r.Nodes, err, errTooLarge)
			case c.want != Uint128{} && (err != nil || r.Nodes != c.want):
				t.Errorf("%s, %+v: %v nodes, error %v, want %v", c.name, opts, r.Nodes, err, c.want)
			}
		}
	}
	for _, c := range []struct {
		name  string
		roots []Weighted
		plies int
		want  []Uint128 // in any order; nil if the ways do not fit
	}{
		{"two halves of 64 bits", []Weighted{weigh(a1, Uint128{Lo: 1 << 63}), weigh(a1, Uint128{Lo: 1<<63 + 1})}, 0, []Uint128{{Hi: 1, Lo: 1}}},
		{"two halves of 128 bits", []Weighted{weigh(a1, half), weigh(a1, half)}, 0, nil},
		{"children of a large root", []Weighted{weigh(a1, Uint128{Hi: 1, Lo: 5})}, 1, []Uint128{{Hi: 1, Lo: 5}, {Hi: 1, Lo: 5}, {Hi: 1, Lo: 5}}},
		{"equal children above 64 bits", []Weighted{weigh(a1, Uint128{Lo: 1 << 63}), weigh(c1, Uint128{Lo: 1<<63 + 1})}, 1,
			[]Uint128{{Lo: 1 << 63}, {Lo: 1<<63 + 1}, {Lo: 1<<63 + 1}, {Lo: 1<<63 + 1}, {Hi: 1, Lo: 1}, {Hi: 1, Lo: 1}}},
		{"equal children above 128 bits", []Weighted{weigh(a1, Uint128{Lo: 1}), weigh(c1, most)}, 1, nil},
	} {
		all, err := Expand(t.Context(), c.roots, c.plies, Options{})
		var got []Uint128
		for i := range all {
			got = append(got, all[i].Ways)
		}
		slices.SortFunc(got, Uint128.Cmp)
		switch {
		case c.want == nil && err != errTooLarge:
			t.Errorf("%s: ways %v, error %v, want %v", c.name, got, err, errTooLarge)
		case c.want != nil && (err != nil || !slices.Equal(got, c.want)):
			t.Errorf("%s: ways %v, error %v, want %v", c.name, got, err, c.want)
		}
	}
}

func bigOf(n Uint128) *big.Int {
	b := new(big.Int).SetUint64(n.Hi)
	return b.Or(b.Lsh(b, 64), new(big.Int).SetUint64(n.Lo))
}
