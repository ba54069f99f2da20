package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"runtime"
	"slices"
	"time"

	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/perft"
)

type perftCmd struct {
	Depth   int    `required:"" placeholder:"N" help:"Plies to play."`
	FEN     string `name:"fen" placeholder:"FEN" help:"The position: FEN, Shredder-FEN or X-FEN, with four to six fields. Default: the start position."`
	Divide  bool   `help:"Also show the count of each move of the position."`
	Workers int    `placeholder:"W" help:"How many threads count. Default: one for each CPU."`
	Mode    string `placeholder:"MODE" help:"single plays every move; bulk counts the moves of the last ply without playing them. Default: bulk, with --stats single."`
	Stats   bool   `help:"Also count captures, en passant, castles, promotions, checks, discovered and double checks, and mates of the last ply."`
	JSON    bool   `name:"json" help:"Write one JSON object."`
}

// perftJSON is what perft --json writes.
type perftJSON struct {
	FEN     string          `json:"fen"`
	Depth   int             `json:"depth"`
	Mode    string          `json:"mode"`
	Workers int             `json:"workers"`
	Seconds float64         `json:"seconds"`
	Nodes   perft.Nodes     `json:"nodes"`
	Stats   *moveCounts     `json:"stats,omitempty"`
	Moves   []perftMoveJSON `json:"moves,omitempty"`
}

type perftMoveJSON struct {
	Move  string      `json:"move"`
	Nodes perft.Nodes `json:"nodes"`
	Stats *moveCounts `json:"stats,omitempty"`
}

// moveKinds are the kinds of moves of --stats: their column and their name in JSON.
var moveKinds = [...]struct {
	column, json string
	of           func(s *perft.Stats) uint64
}{
	{"captures", "captures", func(s *perft.Stats) uint64 { return s.Captures }},
	{"en passant", "en_passant", func(s *perft.Stats) uint64 { return s.EnPassant }},
	{"castles", "castles", func(s *perft.Stats) uint64 { return s.Castles }},
	{"promotions", "promotions", func(s *perft.Stats) uint64 { return s.Promotions }},
	{"checks", "checks", func(s *perft.Stats) uint64 { return s.Checks }},
	{"discovered", "discovered_checks", func(s *perft.Stats) uint64 { return s.Discovered }},
	{"double", "double_checks", func(s *perft.Stats) uint64 { return s.Double }},
	{"mates", "mates", func(s *perft.Stats) uint64 { return s.Mates }},
}

// moveCounts are numbers of moves by moveKinds.
type moveCounts [len(moveKinds)]uint64

// MarshalJSON returns {"captures":34,...}.
func (n *moveCounts) MarshalJSON() ([]byte, error) {
	b := []byte{'{'}
	for k, kind := range moveKinds {
		if k > 0 {
			b = append(b, ',')
		}
		b = fmt.Appendf(b, "%q:%d", kind.json, n[k])
	}
	return append(b, '}'), nil
}

// Run counts and reports.
func (c *perftCmd) Run(s *streams) error {
	p := movegen.Start()
	if c.FEN != "" {
		var err error
		if p, err = movegen.ParseFEN(c.FEN); err != nil {
			return fmt.Errorf("--fen: %w", err)
		}
	}
	opts, err := c.options()
	if err != nil {
		return err
	}
	r := perftJSON{FEN: p.FEN(), Depth: c.Depth, Mode: opts.Mode.String(), Workers: opts.Workers}
	bar := newProgress(s, 1, "perft")
	start := time.Now()
	opts.Progress = func(p perft.Progress) {
		bar.ChangeMax(p.Parts)
		bar.Describe(fmt.Sprintf("perft %s", rate(p.Nodes, time.Since(start))))
		bar.Set(p.Done)
	}
	var children []perft.Child
	if c.Divide {
		children, err = perft.Divide(context.Background(), p, c.Depth, opts)
	} else {
		children = make([]perft.Child, 1)
		children[0].Result, err = perft.Count(context.Background(), p, c.Depth, opts)
	}
	bar.Clear()
	if err != nil {
		return err
	}
	taken := time.Since(start)
	r.Seconds = taken.Seconds()
	r.sum(children, c.Divide, c.Stats)
	if c.JSON {
		return json.NewEncoder(s.out).Encode(&r)
	}
	r.write(s.out, rate(r.Nodes, taken))
	return nil
}

// options returns what the flags ask of package perft.
func (c *perftCmd) options() (perft.Options, error) {
	opts := perft.Options{Workers: c.Workers, Mode: perft.Bulk, Stats: c.Stats}
	if opts.Workers == 0 {
		opts.Workers = runtime.GOMAXPROCS(0)
	}
	least := 0
	if c.Divide {
		least = 1
	}
	switch {
	case c.Depth < least:
		return opts, fmt.Errorf("--depth: expected %d or more, found %d", least, c.Depth)
	case c.Workers < 0:
		return opts, fmt.Errorf("--workers: expected 0 or more, found %d", c.Workers)
	case c.Mode == "single", c.Mode == "" && c.Stats:
		opts.Mode = perft.Single
	case c.Mode != "" && c.Mode != "bulk":
		return opts, fmt.Errorf("--mode: expected single or bulk, found %q", c.Mode)
	case c.Stats:
		return opts, fmt.Errorf("--stats plays every move: expected --mode single, found %s", c.Mode)
	}
	return opts, nil
}

// sum sets the numbers of r to those of the children, which divide also shows one
// by one.
func (r *perftJSON) sum(children []perft.Child, divide, stats bool) {
	if stats {
		r.Stats = new(moveCounts)
	}
	for _, child := range children {
		m := perftMoveJSON{Move: child.Move.String(), Nodes: child.Nodes}
		if stats {
			m.Stats = new(moveCounts)
			for k, kind := range moveKinds {
				m.Stats[k] = kind.of(&child.Stats)
				r.Stats[k] += m.Stats[k]
			}
		}
		r.Nodes = r.Nodes.Add(child.Nodes)
		if divide {
			r.Moves = append(r.Moves, m)
		}
	}
	slices.SortFunc(r.Moves, func(a, b perftMoveJSON) int { return cmp.Compare(a.Move, b.Move) })
}

// write writes the moves, if there are, the stats, and the number of nodes.
func (r *perftJSON) write(w io.Writer, rate string) {
	if r.Stats == nil {
		for _, m := range r.Moves {
			fmt.Fprintf(w, "%s: %v\n", m.Move, m.Nodes)
		}
	} else {
		fmt.Fprintf(w, "%-5s %13s", "move", "nodes")
		for _, kind := range moveKinds {
			fmt.Fprintf(w, " %12s", kind.column)
		}
		fmt.Fprintln(w)
		for _, m := range append(r.Moves, perftMoveJSON{"all", r.Nodes, r.Stats}) {
			fmt.Fprintf(w, "%-5s %13v", m.Move, m.Nodes)
			for _, n := range m.Stats {
				fmt.Fprintf(w, " %12d", n)
			}
			fmt.Fprintln(w)
		}
	}
	if r.Moves != nil || r.Stats != nil {
		fmt.Fprintln(w)
	}
	fmt.Fprintf(w, "depth %d, mode %s, workers %d: %.3f s, %s\nnodes %v\n", r.Depth, r.Mode, r.Workers, r.Seconds, rate, r.Nodes)
}

// rate returns the number of nodes a second in words.
func rate(n perft.Nodes, d time.Duration) string {
	return fmt.Sprintf("%.1f million nodes/s", n.Float64()/max(d.Seconds(), 1e-9)/1e6)
}
