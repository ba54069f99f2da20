package search

import (
	"fmt"
	"hash/fnv"
	"io"
	"time"

	"github.com/koggestone/koggestone/movegen"
)

// benchPositions are an opening, middle games, endgames, a mate and a game of Chess960.
var benchPositions = []string{
	"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
	"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
	"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
	"r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
	"r1bq1rk1/pp2ppbp/2np1np1/8/3NP3/2N1BP2/PPPQ2PP/R3KB1R w KQ - 3 9",
	"2rq1rk1/pb1n1ppN/4p3/1pb5/3P1Pn1/P1N5/1PQ1B1PP/R1B2RK1 b - - 0 16",
	"8/8/1p1r1k2/p1pPN1p1/P3KnP1/1P6/8/3R4 b - - 0 1",
	"5rk1/q6p/2p3bR/1pPp1rP1/1P1Pp3/P3B1Q1/1K3P2/R7 w - - 93 90",
	"6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1",
	"nrbbqkrn/pppppppp/8/8/8/8/PPPPPPPP/NRBBQKRN w KQkq - 0 1",
}

// Bench searches known positions and prints the nodes, and as the last line a signature: a
// hash of all moves, scores and nodes, which is the same on every path of the library.
func Bench(w io.Writer, depth int) {
	hash, nodes, start := fnv.New64a(), uint64(0), time.Now()
	for _, fen := range benchPositions {
		p, err := movegen.ParseFEN(fen)
		if err != nil {
			panic(err) // a constant above is wrong
		}
		s := New(16)
		s.Set(p, nil, Limits{Depth: depth})
		best, score := s.Run(nil)
		nodes += s.Nodes()
		fmt.Fprintf(hash, "%v %d %d\n", best, score, s.Nodes())
	}
	fmt.Fprintf(w, "nodes %d\nnodes/s %.0f\nsignature %016x\n", nodes, float64(nodes)/time.Since(start).Seconds(), hash.Sum64())
}
