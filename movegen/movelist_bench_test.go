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
		{"AppendCaptures+AppendQuiets", func(i int) {
			n.Set(&ps[i])
			sink += len(n.AppendQuiets(n.AppendCaptures(buf[:0])))
		}},
		{"AppendChecks", func(i int) { n.Set(&ps[i]); sink += len(n.AppendChecks(buf[:0])) }},
		{"Count", func(i int) { n.Set(&ps[i]); sink += n.Count() }},
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
