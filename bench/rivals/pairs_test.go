package rivals

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/koggestone/koggestone/internal/corpus"
	"github.com/koggestone/koggestone/internal/simd"
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/pairs"
	"github.com/koggestone/koggestone/quad"
)

// A pairMove is a move of a game with the board before it, as an engine with a mailbox
// has it. It is small, so that caches hold them all.
type pairMove struct {
	before         [64]uint8
	change         pairs.Change
	from, to, code uint8
	kings          [2]uint8 // after the move
}

// pairMoves returns moves of games that go on at random from positions of played
// games, in order, with neither castling nor en passant: four thousand, more than
// branch predictors learn by heart. The boards are the same for an engine with magics.
func pairMoves(tb testing.TB, rules *pairs.Rules) (all []pairMove, boards []PairBoard) {
	rng := rand.New(rand.NewPCG(5, 6))
	for fen := range corpus.Games().FENs() {
		p, err := movegen.ParseFEN(fen)
		if err != nil {
			tb.Fatal(err)
		}
		for range 7 {
			moves := p.AppendLegalMoves(nil)
			if len(moves) == 0 {
				break
			}
			m := moves[rng.IntN(len(moves))]
			after := p.Play(m)
			if !m.IsCastling() && !m.IsEnPassant() {
				x := pairMove{from: uint8(m.From()), to: uint8(m.To())}
				rules.Mailbox(&x.before, p.Board)
				x.code = x.before[x.from]
				if m.IsPromotion() {
					x.code = rules.Code(quad.MakePiece(p.Side, m.Promotion()))
				}
				x.change = pairs.Move(m.From(), m.To(), x.code)
				for side := range x.kings {
					x.kings[side] = uint8(bits.TrailingZeros64(after.Board.Pieces(quad.Color(side), quad.King)))
				}
				all, boards = append(all, x), append(boards, *MakePairBoard(p.Board, &x.before))
			}
			p = after
		}
	}
	return all, boards
}

func pairRules(tb testing.TB) *pairs.Rules {
	rules, err := pairs.NewRules(pairs.StockfishCodes(), nil)
	if err != nil {
		tb.Fatal(err)
	}
	return rules
}

// TestPairDeltas: magics and package pairs find the same.
func TestPairDeltas(t *testing.T) {
	rules := pairRules(t)
	var d pairs.Deltas
	var r PairDeltas
	changed := 0
	all, boards := pairMoves(t, rules)
	for i := range all {
		x := &all[i]
		rules.Deltas(&d, &x.before, x.change)
		r.Change(&boards[i], int(x.from), int(x.to), x.code)
		for _, c := range []struct{ got, want []pairs.Pair }{{r.Removed[:r.R], d.Removed()}, {r.Added[:r.A], d.Added()}} {
			slices.Sort(c.got)
			slices.Sort(c.want)
			if !slices.Equal(c.got, c.want) {
				t.Fatalf("move %d, %s%s: %x, want %x", i, quad.SquareName(int(x.from)), quad.SquareName(int(x.to)), c.got, c.want)
			}
			changed += len(c.got)
		}
	}
	t.Logf("%d moves, %.1f pairs a move", len(all), float64(changed)/float64(len(all)))
}

// The loops of the benchmarks, each in a function of its own, as in an engine: a loop
// in a closure keeps its sums in memory.

//go:noinline
func pairDeltas(rules *pairs.Rules, moves []pairMove, d *pairs.Deltas) (sum int) {
	for i := range moves {
		x := &moves[i]
		rules.Deltas(d, &x.before, x.change)
		sum += len(d.Removed()) + len(d.Added())
	}
	return sum
}

//go:noinline
func pairLookups(moves []pairMove, boards []PairBoard, d *PairDeltas) (sum int) {
	for i := range moves {
		x := &moves[i]
		d.Change(&boards[i], int(x.from), int(x.to), x.code)
		sum += d.R + d.A
	}
	return sum
}

//go:noinline
func pairRefreshes(rules *pairs.Rules, moves []pairMove, l *pairs.List) (sum int) {
	for i := range moves {
		rules.Refresh(l, &moves[i].before)
		sum += len(l.Pairs())
	}
	return sum
}

func BenchmarkPairDeltas(b *testing.B) {
	rules := pairRules(b)
	all, boards := pairMoves(b, rules)
	var d pairs.Deltas
	want := pairDeltas(rules, all, &d)
	run := func(name string, sum func() int) {
		b.Run("by="+name, func(b *testing.B) {
			for b.Loop() {
				if got := sum(); got != want {
					b.Fatalf("%d pairs, expected %d", got, want)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(all)), "ns/move")
		})
	}
	var r PairDeltas
	run(FancyMagic, func() int { return pairLookups(all, boards, &r) })
	for _, path := range simd.Paths() {
		run(path.String(), func() int {
			defer simd.Force(path)()
			return pairDeltas(rules, all, &d)
		})
	}
}

func BenchmarkPairRefresh(b *testing.B) {
	rules := pairRules(b)
	all, _ := pairMoves(b, rules)
	var l pairs.List
	want := pairRefreshes(rules, all, &l)
	for _, path := range simd.Paths() {
		b.Run(fmt.Sprint("by=", path), func(b *testing.B) {
			defer simd.Force(path)()
			for b.Loop() {
				if got := pairRefreshes(rules, all, &l); got != want {
					b.Fatalf("%d pairs, expected %d", got, want)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(all)), "ns/board")
		})
	}
}

//go:noinline
func pairFeatures(rules *pairs.Rules, f *pairs.Features, moves []pairMove, d *pairs.Deltas, features *pairs.FeatureDeltas) (sum int) {
	for i := range moves {
		x := &moves[i]
		rules.Deltas(d, &x.before, x.change)
		f.Deltas(features, d, int(x.kings[0]), int(x.kings[1]))
		sum += len(features.Added(quad.White)) + len(features.Removed(quad.Black))
	}
	return sum
}

// BenchmarkPairFeatures finds the features of both sides that moves change: deltas in the
// pairs that SFNNv16 counts, alone, and with the numbers.
func BenchmarkPairFeatures(b *testing.B) {
	n := pairs.SFNNv16()
	rules, err := pairs.NewRules(pairs.StockfishCodes(), n.Counts)
	if err != nil {
		b.Fatal(err)
	}
	f, err := rules.Features(n)
	if err != nil {
		b.Fatal(err)
	}
	all, _ := pairMoves(b, rules)
	var d pairs.Deltas
	var features pairs.FeatureDeltas
	for _, path := range simd.Paths() {
		for name, sum := range map[string]func() int{
			"pairs":   func() int { return pairDeltas(rules, all, &d) },
			"numbers": func() int { return pairFeatures(rules, f, all, &d, &features) },
		} {
			b.Run(fmt.Sprintf("of=%s/by=%v", name, path), func(b *testing.B) {
				defer simd.Force(path)()
				want := sum()
				for b.Loop() {
					if got := sum(); got != want {
						b.Fatalf("%d, expected %d", got, want)
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(all)), "ns/move")
			})
		}
	}
}
