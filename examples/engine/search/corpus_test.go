package search

import (
	"bytes"
	"compress/gzip"
	"flag"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/koggestone/koggestone/internal/corpus"
	"github.com/koggestone/koggestone/movegen"
)

var writeCorpus = flag.String("write-corpus", "", "write the positions of corpus.Search to this file")

// A sampler is an Accumulator that keeps the positions of a few random nodes.
type sampler struct {
	search *Search
	rng    *rand.Rand
	seen   map[string]bool
	fens   []string
}

func (r *sampler) Set(*movegen.Position)           {}
func (r *sampler) Pass(int)                        {}
func (r *sampler) Play(ply int, _ *movegen.Change) { r.sample(&r.search.plies[ply+1].state.pos) }

// sample keeps one position in a thousand, without its clocks.
func (r *sampler) sample(p *movegen.Position) {
	if r.rng.IntN(1000) != 0 {
		return
	}
	fen := strings.Join(strings.Fields(p.FEN())[:4], " ")
	if !r.seen[fen] {
		r.seen[fen] = true
		r.fens = append(r.fens, fen)
	}
}

// TestWriteCorpus writes the positions of corpus.Search: nodes of searches from positions of
// games. It makes the file again if -write-corpus is set.
func TestWriteCorpus(t *testing.T) {
	if *writeCorpus == "" {
		t.Skip("-write-corpus is not set")
	}
	s := New(16)
	r := &sampler{search: s, rng: rand.New(rand.NewPCG(1, 2)), seen: map[string]bool{}}
	s.Accumulator = r
	for fen := range corpus.Games().FENs() {
		p, err := movegen.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		s.Clear()
		s.Set(p, nil, Limits{Nodes: 24000})
		s.Run(nil)
	}
	var file bytes.Buffer
	z, err := gzip.NewWriterLevel(&file, gzip.BestCompression)
	if err != nil {
		t.Fatal(err)
	}
	z.Write([]byte(strings.Join(r.fens, "\n") + "\n")) // to memory, without errors
	z.Close()
	if err := os.WriteFile(*writeCorpus, file.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d positions, %d bytes", len(r.fens), file.Len())
}
