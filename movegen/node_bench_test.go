package movegen

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/koggestone/koggestone/internal/corpus"
	"github.com/koggestone/koggestone/internal/pathtest"
	"github.com/koggestone/koggestone/internal/simd"
)

// BenchmarkNode reports the ns of the calls of a search for a position, Set included.
func BenchmarkNode(b *testing.B) {
	ps := positions(b, corpus.Search())
	lists := make([][]Move, len(ps))
	for i := range ps {
		lists[i] = ps[i].AppendLegalMoves(nil)
	}
	var buf [320]Move
	var pieces [320]PieceMove
	var n Node
	sink := 0
	const tactical = Captures | QueenPromotions
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
		{"Append captures", func(i int) { n.Set(&ps[i]); sink += len(n.Append(buf[:0], tactical)) }},
		{"Append captures, quiets", func(i int) {
			n.Set(&ps[i])
			sink += len(n.Append(n.Append(buf[:0], tactical), Quiets|Underpromotions))
		}},
		{"AppendPieceMoves", func(i int) { n.Set(&ps[i]); sink += len(n.AppendPieceMoves(pieces[:0], AllMoves)) }},
		{"AppendPieceMoves captures", func(i int) { n.Set(&ps[i]); sink += len(n.AppendPieceMoves(pieces[:0], tactical)) }},
		{"SEEAtLeast of captures", func(i int) {
			n.Set(&ps[i])
			for _, m := range n.AppendPieceMoves(pieces[:0], tactical) {
				yes(n.SEEAtLeast(m, 0, nil))
			}
		}},
		{"SEEAtLeast of quiets", func(i int) {
			n.Set(&ps[i])
			for _, m := range n.AppendPieceMoves(pieces[:0], Quiets) {
				yes(n.SEEAtLeast(m, -200, nil))
			}
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

// BenchmarkPlay reports the ns of playing one move of each position, with its change and its node,
// and of the exchanges of all captures.
func BenchmarkPlay(b *testing.B) {
	ps := slices.DeleteFunc(positions(b, corpus.Search()), func(p Position) bool { return p.CountLegal() == 0 })
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
	run("PlayChange, Set", len(ps), func(i int) {
		ps[i].PlayChange(&child, moves[i], &change)
		n.Set(&child)
		key ^= change.Key
	})
	run("SEE", len(captures), func(i int) { won += ps[captures[i].position].SEE(captures[i].move, nil) })
}

func BenchmarkPosition(b *testing.B) {
	all := positions(b, corpus.Games())
	var buf [256]Move
	moves := 0
	for _, p := range all {
		moves += len(p.AppendLegalMoves(nil))
	}
	run := func(name string, count func(p *Position) int) {
		b.Run("function="+name, func(b *testing.B) {
			for b.Loop() {
				n := 0
				for i := range all {
					n += count(&all[i])
				}
				if n != moves {
					b.Fatalf("%d moves, expected %d", n, moves)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(all)), "ns/position")
		})
	}
	run("CountLegal", func(p *Position) int { return p.CountLegal() })
	run("AppendLegalMoves", func(p *Position) int { return len(p.AppendLegalMoves(buf[:0])) })
	run("PlayInto", func(p *Position) int {
		legal := p.AppendLegalMoves(buf[:0])
		var child Position
		for _, m := range legal {
			p.PlayInto(&child, m)
		}
		return len(legal)
	})
}
