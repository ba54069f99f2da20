package raylist

import (
	"testing"
	"time"
	"unsafe"

	"github.com/koggestone/koggestone/movegen"
)

// cyclesPerSecond returns the clock of this core, from the best of many short
// runs of a chain of multiplications, which take 3 cycles each on the x86-64
// cores of the last ten years. It is an estimate.
func cyclesPerSecond() float64 {
	const chain = 100_000
	best := time.Hour
	x := uint64(3)
	for range 100 {
		start := time.Now()
		for range chain / 4 {
			x *= x
			x *= x
			x *= x
			x *= x
		}
		best = min(best, time.Since(start))
	}
	if x&1 == 0 {
		panic("a power of 3 is even")
	}
	return 3 * chain / best.Seconds()
}

// A pass times one run over all positions.
type pass struct {
	b    *testing.B
	best time.Duration
}

// run measures f, which returns the number of moves in all positions. It fails if
// that is not want.
func (p *pass) run(f func() int, want int) {
	p.best = time.Hour
	for p.b.Loop() {
		start := time.Now()
		n := f()
		p.best = min(p.best, time.Since(start))
		if n != want {
			p.b.Fatalf("%d moves, want %d", n, want)
		}
	}
	p.b.ReportMetric(float64(want)/p.best.Seconds()/1e6, "Mmoves/s")
}

// BenchmarkLoop measures the branchless loop and the two nested loops: moves per
// second, turns per move and cycles per turn of the best pass, and the bytes that the
// loop reads. The positions are unrelated ones from played games, or those of a tree
// in the order of its search, which are similar and so easier for branch prediction.
func BenchmarkLoop(b *testing.B) {
	b.Run("positions=games", func(b *testing.B) { benchmarkLoop(b, boards(b)) })
	b.Run("positions=tree", func(b *testing.B) { benchmarkLoop(b, tree(b, 600)) })
}

func benchmarkLoop(b *testing.B, all []*Position) {
	var l List
	moves, turns := 0, 0
	for _, p := range all {
		us, _ := p.opponents()
		turns += generateBranchy(us, &p.board, &l)
		moves += l.Len()
	}
	for _, form := range []struct {
		name string
		f    func(s *side, board *mailbox, l *List)
	}{
		{"branchless", generate},
		{"branchy", func(s *side, board *mailbox, l *List) { generateBranchy(s, board, l) }},
	} {
		b.Run("form="+form.name, func(b *testing.B) {
			p := pass{b: b}
			p.run(func() (n int) {
				for _, p := range all {
					us, _ := p.opponents()
					form.f(us, &p.board, &l)
					n += l.Len()
				}
				return n
			}, moves)
			b.ReportMetric(float64(turns)/float64(moves), "turns/move")
			b.ReportMetric(p.best.Seconds()/float64(turns)*cyclesPerSecond(), "cycles/turn")
			b.ReportMetric(float64(unsafe.Sizeof(mailbox{})+2*unsafe.Sizeof(side{})), "table-B")
		})
	}
}

// BenchmarkLegal measures the generation of legal moves here and in movegen.
func BenchmarkLegal(b *testing.B) {
	all := games(b)
	own := boards(b)
	var l List
	moves := 0
	for _, q := range all {
		moves += q.CountLegal()
	}
	b.Run("generator=raylist", func(b *testing.B) {
		p := pass{b: b}
		p.run(func() (n int) {
			for _, p := range own {
				p.GenerateLegal(&l)
				n += l.Len()
			}
			return n
		}, moves)
	})
	b.Run("generator=movegen", func(b *testing.B) {
		p := pass{b: b}
		var buf []movegen.Move
		p.run(func() (n int) {
			for _, q := range all {
				buf = q.AppendLegalMoves(buf[:0])
				n += len(buf)
			}
			return n
		}, moves)
	})
}

// BenchmarkPerft measures whole trees, with every move made.
func BenchmarkPerft(b *testing.B) {
	for _, tree := range []struct {
		name, fen string
		depth     int
		nodes     uint64
	}{
		{"start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 4, 197281},
		{"kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3, 97862},
	} {
		b.Run("position="+tree.name, func(b *testing.B) {
			p, _ := parse(b, tree.fen)
			for b.Loop() {
				if n := p.Perft(tree.depth); n != tree.nodes {
					b.Fatalf("%d nodes, want %d", n, tree.nodes)
				}
			}
			b.ReportMetric(float64(tree.nodes)*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
		})
	}
}

// boards returns the positions of games, converted to this package.
func boards(b *testing.B) (all []*Position) {
	for _, q := range games(b) {
		p, err := New(q)
		if err != nil {
			b.Fatal(err)
		}
		all = append(all, p)
	}
	return all
}

// tree returns the first n positions at ply 2 of kiwipete's tree.
func tree(b *testing.B, n int) (all []*Position) {
	p, _ := parse(b, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
	var moves, replies List
	p.GenerateLegal(&moves)
	for _, m := range moves.Moves() {
		u := p.Do(m)
		p.GenerateLegal(&replies)
		for _, m := range replies.Moves() {
			q := *p
			q.Do(m)
			all = append(all, &q)
		}
		p.Undo(m, u)
	}
	return all[:n]
}
