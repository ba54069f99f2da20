package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/x/beamx"
	"github.com/koggestone/koggestone/beam/internal/files"
	"github.com/koggestone/koggestone/beam/internal/tree"
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/perft"
)

type perftCmd struct {
	Depth  int    `required:"" placeholder:"N" help:"Plies to play."`
	FEN    string `name:"fen" placeholder:"FEN" help:"The position: FEN, Shredder-FEN or X-FEN, with four to six fields. Default: the start position."`
	Ply    *int   `placeholder:"K" help:"Play and merge K plies one by one, with a shuffle each, and count the rest below blocks of positions. Default: 6, at most three less than the depth."`
	Divide bool   `help:"Also show the count of each move of the position. Positions are then merged below each move."`

	Shards  int    `default:"64" placeholder:"S" help:"The number of shards in which the positions of a ply are merged: several for each CPU of all workers. Default: ${default}."`
	Block   int    `default:"65536" placeholder:"P" help:"The maximum number of positions of a block. Default: ${default}."`
	Workers int    `placeholder:"W" help:"The number of threads for each block. Default: 1, on machines of more than 8 CPUs an eighth of them, since Prism works at 8 blocks at the same time."`
	Output  string `placeholder:"FILE" help:"Where the pipeline writes the counts, which the command reads: a file that all workers can reach, local, gs:// or s3://. Default: a temporary one, which suits runners on this machine."`
	Results string `placeholder:"DIR" help:"Keep the result of each block in DIR, local, gs:// or s3://, and reuse the results in it. A pipeline that failed or was killed resumes when the same command runs again."`
	JSON    bool   `name:"json" help:"Write one JSON object."`
}

// perftJSON is the output of perft --json.
type perftJSON struct {
	FEN     string             `json:"fen"`
	Depth   int                `json:"depth"`
	Ply     int                `json:"merged_plies"`
	Seconds float64            `json:"seconds"`
	Nodes   perft.Uint128      `json:"nodes"`
	Unique  []perft.Uint128    `json:"unique_positions,omitempty"` // by ply
	Moves   []perftMoveJSON    `json:"moves,omitempty"`
	Metrics map[string]float64 `json:"metrics,omitempty"`
}

type perftMoveJSON struct {
	Move  string        `json:"move"`
	Nodes perft.Uint128 `json:"nodes"`
}

// Run runs the pipeline and prints the counts.
func (c *perftCmd) Run(s *streams) error {
	t, err := c.tree()
	if err != nil {
		return err
	}
	dir, remove, err := temporary()
	if err != nil {
		return err
	}
	defer remove()
	file := cmp.Or(c.Output, filepath.Join(dir, "counts"))
	p, scope := beam.NewPipelineWithRoot()
	tree.Write(scope, file, t.Build(scope))
	start := time.Now()
	result, err := beamx.RunWithMetrics(context.Background(), p)
	if err != nil {
		return fmt.Errorf("%w: %w", errPipeline, err)
	}
	r := perftJSON{FEN: t.FEN, Depth: t.Depth, Ply: t.Ply, Seconds: time.Since(start).Seconds()}
	data, err := files.Read(context.Background(), file)
	if err != nil {
		return err
	}
	counts, err := tree.Read(bytes.NewReader(data))
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	r.set(t, counts)
	r.Metrics = metrics(result)
	if c.JSON {
		return json.NewEncoder(s.out).Encode(&r)
	}
	r.write(s)
	return nil
}

// prismBundles is how many bundles Prism works on at the same time.
const prismBundles = 8

// tree returns the tree that the flags describe.
func (c *perftCmd) tree() (*tree.Tree, error) {
	p := movegen.Start()
	if c.FEN != "" {
		var err error
		if p, err = movegen.ParseFEN(c.FEN); err != nil {
			return nil, fmt.Errorf("--fen: %w", err)
		}
	}
	t := &tree.Tree{FEN: p.FEN(), Depth: c.Depth, Shards: c.Shards, BlockLen: c.Block, Workers: c.Workers, Divide: c.Divide, Results: c.Results}
	t.Ply = max(min(c.Depth-3, 6), 0)
	if c.Divide {
		t.Ply = max(t.Ply, 1)
	}
	if c.Ply != nil {
		t.Ply = *c.Ply
	}
	if t.Workers == 0 {
		t.Workers = (runtime.GOMAXPROCS(0) + prismBundles - 1) / prismBundles
	}
	return t, t.Validate()
}

func (r *perftJSON) set(t *tree.Tree, counts map[string]perft.Uint128) {
	r.Nodes = counts[tree.NodesName]
	if !t.Divide {
		for ply := 0; ; ply++ {
			n, ok := counts[tree.UniqueName(ply)]
			if !ok {
				break
			}
			r.Unique = append(r.Unique, n)
		}
		return
	}
	for i, m := range t.Moves() {
		r.Moves = append(r.Moves, perftMoveJSON{m.String(), counts[tree.MoveName(i+1)]})
	}
	slices.SortFunc(r.Moves, func(a, b perftMoveJSON) int { return strings.Compare(a.Move, b.Move) })
}

// metrics returns the metrics of the steps; times are in seconds.
func metrics(result beam.PipelineResult) map[string]float64 {
	values := map[string]float64{}
	if result == nil {
		return values
	}
	for _, c := range result.Metrics().AllMetrics().Counters() {
		if c.Namespace() != "perft" {
			continue
		}
		name, value := c.Name(), float64(c.Result())
		if what, ok := strings.CutPrefix(name, "microseconds of "); ok {
			name, value = "core seconds of "+what, value/1e6
		}
		values[name] += value
	}
	return values
}

// write writes the moves, if there are any, the metrics, and the number of nodes.
func (r *perftJSON) write(s *streams) {
	for _, m := range r.Moves {
		fmt.Fprintf(s.out, "%s: %v\n", m.Move, m.Nodes)
	}
	if r.Unique != nil {
		fmt.Fprintf(s.out, "%-5s %13s\n", "ply", "unique")
		for ply, n := range r.Unique {
			fmt.Fprintf(s.out, "%-5d %13v\n", ply, n)
		}
	}
	fmt.Fprintln(s.out)
	for _, name := range slices.Sorted(maps.Keys(r.Metrics)) {
		digits := 0
		if strings.HasPrefix(name, "core seconds") {
			digits = 3
		}
		fmt.Fprintf(s.out, "%-24s %13.*f\n", name, digits, r.Metrics[name])
	}
	fmt.Fprintf(s.out, "\ndepth %d, merged down to ply %d: %.3f s, %.1f million nodes/s\nnodes %v\n",
		r.Depth, r.Ply, r.Seconds, r.Nodes.Float64()/max(r.Seconds, 1e-9)/1e6, r.Nodes)
}
