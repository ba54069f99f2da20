// Command engine is a small complete chess engine that shows how an engine uses
// koggestone: it speaks UCI and searches by alpha-beta.
//
//	engine         UCI on standard input and output
//	engine bench   searches known positions and prints nodes and a signature
//
// Read state.go first (what is carried along from position to position), then pick.go
// (the order of moves), search.go and uci.go.
package main

import (
	"fmt"
	"hash/fnv"
	"io"
	"os"
	"time"

	"github.com/koggestone/koggestone/movegen"
)

func main() {
	switch {
	case len(os.Args) == 1:
		serve(os.Stdin, os.Stdout)
	case len(os.Args) == 2 && os.Args[1] == "bench":
		bench(os.Stdout, 9)
	default:
		fmt.Fprintln(os.Stderr, "engine: expected no argument, or bench")
		os.Exit(2)
	}
}

// benchPositions are an opening, middle games, endings, a mate and a game of Chess960.
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

// bench searches the positions and prints the nodes, and a hash of all results, which
// every path of the library must share.
func bench(w io.Writer, depth int) {
	hash, nodes, start := fnv.New64a(), uint64(0), time.Now()
	for _, fen := range benchPositions {
		p, err := movegen.ParseFEN(fen)
		if err != nil {
			panic(err) // a typing error above
		}
		s := newSearch(16)
		best, score := s.run(p, nil, limits{depth: depth}, func(int, int) {})
		nodes += s.nodes
		fmt.Fprintf(hash, "%v %d %d\n", best, score, s.nodes)
	}
	fmt.Fprintf(w, "nodes %d\nnodes/s %.0f\nsignature %016x\n", nodes, float64(nodes)/time.Since(start).Seconds(), hash.Sum64())
}
