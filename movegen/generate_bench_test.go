package movegen

import (
	"math/rand/v2"
	"testing"

	"github.com/koggestone/koggestone/internal/corpus"
	"github.com/koggestone/koggestone/internal/pathtest"
	"github.com/koggestone/koggestone/internal/simd"
)

// stream returns positions of games, one after another, more than the
// predictors of branches can learn.
func stream(tb testing.TB, n int) []Position {
	starts := positions(tb, corpus.Games())
	rng := rand.New(rand.NewPCG(3, 4))
	all := make([]Position, 0, n)
	var buf [256]Move
	for i := 0; len(all) < n; i++ {
		p := starts[i%len(starts)]
		for range 20 {
			moves := p.AppendLegalMoves(buf[:0])
			if len(moves) == 0 {
				break
			}
			all = append(all, p)
			p = p.Play(moves[rng.IntN(len(moves))])
		}
	}
	return all[:n]
}

// BenchmarkNode reports the ns a position of what a search asks at a node.
func BenchmarkNode(b *testing.B) {
	ps := stream(b, 20000)
	lists := make([][]Move, len(ps))
	for i := range ps {
		lists[i] = ps[i].AppendLegalMoves(nil)
	}
	var buf [320]Move
	var n Node
	sink := 0
	yes := func(x bool) {
		if x {
			sink++
		}
	}
	for _, c := range []struct {
		name string
		ask  func(i int)
	}{
		{"Position.AppendLegalMoves", func(i int) { sink += len(ps[i].AppendLegalMoves(buf[:0])) }},
		{"Set", func(i int) { n.Set(&ps[i]) }},
		{"AppendLegalMoves", func(i int) { n.Set(&ps[i]); sink += len(n.AppendLegalMoves(buf[:0])) }},
		{"Append captures, quiets", func(i int) {
			n.Set(&ps[i])
			sink += len(n.Append(n.Append(buf[:0], Captures), QueenPromotions|Quiets))
		}},
		{"AppendChecks", func(i int) { n.Set(&ps[i]); sink += len(n.AppendChecks(buf[:0])) }},
		{"CountLegal", func(i int) { n.Set(&ps[i]); sink += n.CountLegal() }},
		{"IsLegal/move", func(i int) {
			n.Set(&ps[i])
			for _, m := range lists[i] {
				yes(n.IsLegal(m))
			}
		}},
		{"GivesCheck/move", func(i int) {
			n.Set(&ps[i])
			for _, m := range lists[i] {
				yes(n.GivesCheck(m))
			}
		}},
	} {
		b.Run(c.name, func(b *testing.B) {
			pathtest.EachB(b, func(b *testing.B, _ simd.Path) {
				asked := 0
				for b.Loop() {
					for i := range ps {
						c.ask(i)
						asked++
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(asked), "ns/position")
			})
		})
	}
}

// BenchmarkPlay reports the ns of playing a move, one of each position, with what a
// search carries along; and of the exchanges of all captures.
func BenchmarkPlay(b *testing.B) {
	ps := stream(b, 20000)
	rng := rand.New(rand.NewPCG(5, 6))
	moves := make([]Move, len(ps))
	type capture struct {
		position int
		move     Move
	}
	var captures []capture
	var n Node
	for i := range ps {
		all := ps[i].AppendLegalMoves(nil)
		moves[i] = all[rng.IntN(len(all))]
		n.Set(&ps[i])
		for _, m := range n.Append(nil, Captures) {
			captures = append(captures, capture{i, m})
		}
	}
	var child Position
	var change Change
	key, won := uint64(0), 0
	run := func(name string, n int, f func(i int)) {
		b.Run(name, func(b *testing.B) {
			rounds := 0
			for b.Loop() {
				for i := range n {
					f(i)
				}
				rounds++
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(rounds*n), "ns/move")
		})
	}
	run("PlayInto", len(ps), func(i int) { ps[i].PlayInto(&child, moves[i]) })
	run("PlayChange", len(ps), func(i int) {
		ps[i].PlayChange(&child, moves[i], &change)
		key ^= change.Key
	})
	run("SEEAtLeast", len(captures), func(i int) {
		if ps[captures[i].position].SEEAtLeast(captures[i].move, 0, nil) {
			won++
		}
	})
	run("SEE", len(captures), func(i int) { won += ps[captures[i].position].SEE(captures[i].move, nil) })
}
