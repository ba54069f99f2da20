package tree

import (
	"errors"
	"flag"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/local"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/log"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism"
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/perft"
)

func TestMain(m *testing.M) {
	flag.Parse()
	log.LogLevel, log.LogKind = "error", "text"
	beam.Init()
	os.Exit(m.Run())
}

// countTree counts tr on Prism.
func countTree(t *testing.T, tr Tree) (map[string]perft.Uint128, error) {
	t.Helper()
	if err := tr.Validate(); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "counts")
	p, s := beam.NewPipelineWithRoot()
	Write(s, file, tr.Build(s))
	if _, err := beam.Run(t.Context(), "prism", p); err != nil {
		return nil, err
	}
	in, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	counts, err := Read(in)
	if err != nil {
		t.Fatal(err)
	}
	return counts, nil
}

// The pipeline and package perft count the same, for any cut, shards and blocks, and
// also in trees that end above the cut.
func TestTrees(t *testing.T) {
	for _, c := range []struct {
		fen                          string
		depth, ply, shards, blockLen int
	}{
		{movegen.Start().FEN(), 0, 0, 1, 1},
		{movegen.Start().FEN(), 4, 0, 3, 10},
		{movegen.Start().FEN(), 5, 5, 3, 1000},
		{"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5, 3, 7, 500},
		{"bnrbnkrq/pppppppp/8/8/8/8/PPPPPPPP/BNRBNKRQ w CGcg - 0 1", 4, 3, 2, 5000},
		{"7k/5Q2/8/6K1/8/8/8/8 w - - 0 1", 4, 3, 4, 3}, // mates on the way
		{"7k/5KQ1/8/8/8/8/8/8 b - - 0 1", 3, 2, 4, 3},  // mate
	} {
		p, err := movegen.ParseFEN(c.fen)
		if err != nil {
			t.Fatal(err)
		}
		tr := Tree{FEN: c.fen, Depth: c.depth, Ply: c.ply, Shards: c.shards, BlockLen: c.blockLen, Workers: 2}
		counts, err := countTree(t, tr)
		if err != nil {
			t.Fatal(err)
		}
		want, err := perft.Count(t.Context(), p, c.depth, perft.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if counts[NodesName] != want.Nodes {
			t.Errorf("%+v: %v nodes, want %v", tr, counts[NodesName], want.Nodes)
		}
		for ply := range c.ply + 1 {
			positions, err := perft.Expand(t.Context(), []perft.Weighted{{Board: p.Board, Side: p.Side, Ways: perft.Uint128{Lo: 1}}}, ply, perft.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if n := counts[UniqueName(ply)]; n != (perft.Uint128{Lo: uint64(len(positions))}) {
				t.Errorf("%+v: %v positions at ply %d, want %d", tr, n, ply, len(positions))
			}
		}
		if c.depth == 0 {
			continue
		}
		tr.Divide, tr.Ply = true, max(c.ply, 1)
		if counts, err = countTree(t, tr); err != nil {
			t.Fatal(err)
		}
		children, err := perft.Divide(t.Context(), p, c.depth, perft.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for i, child := range children {
			if n := counts[MoveName(i+1)]; n != child.Nodes {
				t.Errorf("%+v: %v nodes below %v, want %v", tr, n, child.Move, child.Nodes)
			}
		}
	}
}

// One in twenty blocks fails or panics at random, and Prism then ends the pipeline. When it
// is restarted with the stored results until it succeeds, the number is right, and each
// block is counted once.
func TestFaults(t *testing.T) {
	var mu sync.Mutex
	rng := rand.New(rand.NewPCG(3, 4))
	counted := map[string]int{}
	failed := 0
	fault = func(b *Block) error {
		mu.Lock()
		defer mu.Unlock()
		if rng.IntN(20) == 0 {
			failed++
			if failed%2 == 0 {
				panic("a panic for a test")
			}
			return errors.New("an error for a test")
		}
		counted[string(encodeBlock(*b))]++
		return nil
	}
	defer func() { fault = nil }()
	tr := Tree{FEN: movegen.Start().FEN(), Depth: 6, Ply: 3, Shards: 8, BlockLen: 100, Workers: 1, Results: filepath.Join(t.TempDir(), "results")}
	for round := 0; ; round++ {
		counts, err := countTree(t, tr)
		if err == nil {
			if counts[NodesName] != (perft.Uint128{Lo: 119060324}) {
				t.Errorf("%v nodes, want 119060324", counts[NodesName])
			}
			break
		}
		if text := err.Error(); !strings.Contains(text, "for a test") {
			t.Fatal(err)
		}
		if round == 100 {
			t.Fatal("never done")
		}
	}
	results, err := filepath.Glob(tr.Results + "/*")
	if err != nil {
		t.Fatal(err)
	}
	if failed == 0 || len(counted) < 54 || len(results) != len(counted) {
		t.Errorf("%d failures, %d blocks, %d results", failed, len(counted), len(results))
	}
	for _, n := range counted {
		if n != 1 {
			t.Errorf("a block was counted %d times", n)
		}
	}

	// A result that is damaged, or of another block, ends the pipeline.
	fault = nil
	for _, text := range [][]byte{[]byte("no result\n"), readFile(t, results[1])} {
		before := readFile(t, results[0])
		os.WriteFile(results[0], text, 0o666)
		if _, err := countTree(t, tr); err == nil || !strings.Contains(err.Error(), results[0]+": ") {
			t.Errorf("%.20q: error %v", text, err)
		}
		os.WriteFile(results[0], before, 0o666)
	}
}

func readFile(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}
