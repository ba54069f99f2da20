package main

import (
	"context"
	"fmt"

	"github.com/koggestone/koggestone/bench/peers"
	"github.com/koggestone/koggestone/internal/simd"
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/perft"
)

// A standardPosition is one of the six positions that move generators are checked
// with, and its published counts.
type standardPosition struct {
	name, fen string
	nodes     []uint64 // by depth, from 1 on; 0 where not needed

	// The depths: rivals, and the library in mode bulk and in its default mode, count for
	// 0.1 to 1 s. Other programs, and the library beside them, count for a few seconds,
	// because the start of a program is included.
	bulk, batch, deep int
	peers             [3]int // by the order of peers.All
}

var standard = [...]standardPosition{
	{"start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
		[]uint64{20, 400, 8902, 197281, 4865609, 119060324, 3195901860}, 6, 6, 7, [3]int{4, 4, 4}},
	{"kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
		[]uint64{48, 2039, 97862, 4085603, 193690690, 8031647685}, 5, 5, 6, [3]int{3, 3, 3}},
	{"position3", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
		[]uint64{14, 191, 2812, 43238, 674624, 11030083, 178633661, 3009794393}, 7, 7, 8, [3]int{5, 5, 5}},
	{"position4", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
		[]uint64{6, 264, 9467, 422333, 15833292, 706045033}, 5, 6, 6, [3]int{4, 4, 4}},
	{"position5", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
		[]uint64{44, 1486, 62379, 2103487, 89941194, 3048196529}, 5, 5, 6, [3]int{3, 3, 3}},
	{"position6", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
		[]uint64{46, 2079, 89890, 3894594, 164075551, 6923051137}, 5, 5, 6, [3]int{3, 3, 3}},
}

// A tree is a position and the depth at which its leaves are counted.
type tree struct {
	*standardPosition
	depth int
}

// leaves returns the published count.
func (t tree) leaves() uint64 { return t.nodes[t.depth-1] }

// count counts the leaves by the library.
func (t tree) count(opts perft.Options) (uint64, error) {
	p, err := movegen.ParseFEN(t.fen)
	if err != nil {
		return 0, err
	}
	r, err := perft.Count(context.Background(), p, t.depth, opts)
	return r.Nodes.Lo, err
}

// benchmark returns a benchmark of count, which returns the number of leaves. A run may be
// long, so it has no warm-up, and each run is checked.
func (t tree) benchmark(name string, path simd.Path, count func() (uint64, error)) *benchmark {
	b := &benchmark{name: name, path: path, ops: int(t.leaves()), perSecond: "nodes/s", once: true}
	var failed error
	b.run = func() {
		if failed != nil {
			return
		}
		got, err := count()
		if err != nil {
			failed = different("%s, depth %d: %v", t.name, t.depth, err)
		} else if got != t.leaves() {
			failed = different("%s, depth %d: %d leaves, expected %d", t.name, t.depth, got, t.leaves())
		}
	}
	b.failed = func() error { return failed }
	b.check = func() error {
		b.run()
		return failed
	}
	return b
}

// perftBenchmarks counts the trees of the standard positions by one thread.
func perftBenchmarks(quick bool, programs []program) (all []*benchmark) {
	for i := range standard {
		p := &standard[i]
		add := func(by string, path simd.Path, depth int, count func(t tree) (uint64, error)) *benchmark {
			if quick && depth > 2 {
				depth--
			}
			t := tree{p, depth}
			name := fmt.Sprintf("Perft/position=%s/depth=%d/by=%s", p.name, depth, by)
			b := t.benchmark(name, path, func() (uint64, error) { return count(t) })
			b.threads = 1 // also for the garbage collector
			all = append(all, b)
			return b
		}
		for k, peer := range peers.All() {
			add(peer.Name, best(), p.peers[k], func(t tree) (uint64, error) { return peer.Perft(t.fen, t.depth) })
		}
		ours := func(name string, path simd.Path, opts perft.Options) {
			opts.Workers = 1
			depths := []int{p.batch}
			if opts.Mode == perft.ModeBulk {
				depths[0] = p.bulk
			} else if len(programs) > 0 && p.deep != p.batch {
				depths = append(depths, p.deep)
			}
			for _, depth := range depths {
				add(name, path, depth, func(t tree) (uint64, error) { return t.count(opts) })
			}
		}
		ours("koggestone-bulk", best(), perft.Options{Mode: perft.ModeBulk})
		ours("koggestone-one-ply", best(), perft.Options{Plies: 1})
		for _, path := range simd.Paths() {
			if path != best() {
				ours("koggestone-"+path.String(), path, perft.Options{})
			}
		}
		ours("koggestone", best(), perft.Options{})
		for _, q := range programs {
			b := add(q.name, best(), p.deep-q.less, func(t tree) (uint64, error) { return q.perft(t) })
			b.program, b.of = q.name, p.name
		}
	}
	return all
}
