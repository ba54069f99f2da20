package main

import (
	"fmt"
	"hash/fnv"
	"io"
	"time"

	"github.com/koggestone/koggestone/examples/engine/search"
	"github.com/koggestone/koggestone/movegen"
)

// benchPositions are an opening, middle games, an endgame, a mate and a game of Chess960.
var benchPositions = []string{
	"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
	"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
	"r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
	"8/8/1p1r1k2/p1pPN1p1/P3KnP1/1P6/8/3R4 b - - 0 1",
	"6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1",
	"nrbbqkrn/pppppppp/8/8/8/8/PPPPPPPP/NRBBQKRN w KQkq - 0 1",
}

// bench searches known positions and prints the nodes. The last line is a signature, a hash of all
// moves, scores and nodes, which is the same on every path of the library.
func bench(w io.Writer, depth int) {
	hash, nodes, start := fnv.New64a(), uint64(0), time.Now()
	for _, fen := range benchPositions {
		p, err := movegen.ParseFEN(fen)
		if err != nil {
			panic(err) // a constant above is wrong
		}
		s := search.New(16)
		s.Set(p, nil, search.Limits{Depth: depth})
		var last search.Info
		best, score := s.Run(func(i search.Info) { last = i })
		nodes += last.Nodes
		fmt.Fprintf(hash, "%v %d %d\n", best, score, last.Nodes)
	}
	fmt.Fprintf(w, "nodes %d\nnodes/s %.0f\nsignature %016x\n", nodes, float64(nodes)/time.Since(start).Seconds(), hash.Sum64())
}
