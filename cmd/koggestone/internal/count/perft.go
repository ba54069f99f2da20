package count

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"time"

	"github.com/koggestone/koggestone/internal/cli"
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/perft"
)

type perftCmd struct {
	Depth   int         `required:"" placeholder:"N" help:"Depth in plies."`
	FEN     cli.FEN     `name:"fen" placeholder:"FEN" help:"The position, or startpos. FEN, Shredder-FEN and X-FEN are accepted, with four to six fields. Default: startpos."`
	Divide  bool        `help:"Also show the count of each move."`
	Workers cli.Workers `placeholder:"W" help:"Number of threads. Default: one for each CPU."`
	Mode    string      `placeholder:"MODE" help:"single plays every move. bulk counts the moves of the last ply without playing them. batch counts the last plies of many positions at once. Default: batch; bulk without assembly; single with --stats."`
	Merge   bool        `xor:"stats" help:"Count equal positions of a ply only once, as long as that saves time, and show how many different positions each ply has. With --divide, positions are merged below each move, and their numbers are not shown."`
	Memory  string      `needs:"merge" placeholder:"SIZE" help:"With --merge, the most resident memory of the whole process, such as 512MiB or 4GiB. The program takes 26 MiB and each worker 2.5 to 12 MiB; at least 1 MiB remains for positions. A ply that does not fit is merged in several passes, or positions that do not fit are counted without merging. Default: on Linux half of the memory that the machine and the container have free, elsewhere 1GiB."`
	Stats   bool        `xor:"stats" help:"Also count captures, en passant, castles, promotions, checks, discovered and double checks, and mates of the last ply."`
	JSON    bool        `name:"json" help:"Write one JSON object."`
}

func (*perftCmd) Examples() []string {
	return []string{
		"koggestone perft --depth 6",
		"koggestone perft --depth 6 --divide --fen '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -'",
		"koggestone perft --depth 7 --merge",
	}
}

// perftJSON is what perft --json writes.
type perftJSON struct {
	FEN     string          `json:"fen"`
	Depth   int             `json:"depth"`
	Mode    string          `json:"mode"`
	Merge   bool            `json:"merge,omitempty"`
	Memory  int64           `json:"memory,omitempty"` // bytes
	Workers int             `json:"workers"`
	Seconds float64         `json:"seconds"`
	Nodes   perft.Uint128   `json:"nodes"`
	Stats   *moveCounts     `json:"stats,omitempty"`
	Unique  []uint64        `json:"unique_positions,omitempty"` // by ply
	Moves   []perftMoveJSON `json:"moves,omitempty"`
}

type perftMoveJSON struct {
	Move  string        `json:"move"`
	Nodes perft.Uint128 `json:"nodes"`
	Stats *moveCounts   `json:"stats,omitempty"`
}

// deepest is the largest depth that gets no note: the start position has 8.9e15 nodes at depth 11.
const deepest = 11

// moveKinds lists what --stats counts: for each kind of move, a column and a name in JSON.
var moveKinds = [...]struct {
	column, json string
	of           func(s *perft.Stats) uint64
}{
	{"captures", "captures", func(s *perft.Stats) uint64 { return s.Captures }},
	{"ep", "en_passant", func(s *perft.Stats) uint64 { return s.EnPassant }},
	{"castles", "castles", func(s *perft.Stats) uint64 { return s.Castles }},
	{"promos", "promotions", func(s *perft.Stats) uint64 { return s.Promotions }},
	{"checks", "checks", func(s *perft.Stats) uint64 { return s.Checks }},
	{"disc", "discovered_checks", func(s *perft.Stats) uint64 { return s.DiscoveredChecks }},
	{"double", "double_checks", func(s *perft.Stats) uint64 { return s.DoubleChecks }},
	{"mates", "mates", func(s *perft.Stats) uint64 { return s.Mates }},
}

// moveCounts are numbers of moves, in the order of moveKinds.
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
func (c *perftCmd) Run(s *cli.Streams) error {
	p, err := c.position()
	if err != nil {
		return err
	}
	opts, err := c.options()
	if err != nil {
		return err
	}
	return c.count(s, p, opts)
}

func (c *perftCmd) position() (movegen.Position, error) {
	if c.FEN == "" {
		return movegen.Start(), nil
	}
	p, err := movegen.ParseFEN(string(c.FEN))
	if err != nil {
		return p, fmt.Errorf("--fen: %w", err)
	}
	return p, nil
}

// count counts below p and reports.
func (c *perftCmd) count(s *cli.Streams, p movegen.Position, opts perft.Options) (err error) {
	r := perftJSON{FEN: p.FEN(), Depth: c.Depth, Mode: opts.Mode.String(), Merge: opts.Merge, Memory: opts.Memory, Workers: opts.Workers}
	if opts.Merge {
		defer boundMemory(&opts)()
	}
	if c.Depth > deepest {
		defer s.NoteLater("--depth %d may run for years, because each ply has about 30 times the nodes of the one before; interrupt to see how far it came", c.Depth)()
	}
	bar, start := showProgress(s, &opts)
	defer bar.Stop()
	ctx, stop := cli.Interruptible()
	defer stop()
	var counted perft.Uint128
	show := opts.Progress
	opts.Progress = func(p perft.Progress) { counted = p.Nodes; show(p) }
	var children []perft.Child
	if c.Divide {
		children, err = perft.Divide(ctx, p, c.Depth, opts)
	} else {
		children = make([]perft.Child, 1)
		children[0].Result, err = perft.Count(ctx, p, c.Depth, opts)
	}
	bar.Stop()
	if errors.Is(err, context.Canceled) {
		return c.interrupted(s, start, counted, children)
	}
	if err != nil {
		return err
	}
	taken := time.Since(start)
	r.Seconds = taken.Seconds()
	r.sum(children, c.Divide, c.Stats)
	if !c.Divide {
		r.Unique = children[0].Unique
	}
	if c.JSON {
		return json.NewEncoder(s.Out).Encode(&r)
	}
	r.write(s.Out, taken)
	return nil
}

// interrupted prints the finished moves of --divide, and returns an error that says how far the count has come.
func (c *perftCmd) interrupted(s *cli.Streams, start time.Time, counted perft.Uint128, moves []perft.Child) error {
	err := cli.Interrupted(start)
	if c.Divide && len(moves) > 0 && !c.JSON {
		for _, m := range moves {
			fmt.Fprintf(s.Out, "%v: %v\n", m.Move, m.Nodes)
		}
		return fmt.Errorf("%w: these moves are finished, others are not", err)
	}
	if counted != (perft.Uint128{}) {
		return fmt.Errorf("%w: at least %v nodes of depth %d, from the parts of the tree that are finished", err, counted, c.Depth)
	}
	hint := ""
	if !c.Divide {
		hint = ", or --divide"
	}
	return fmt.Errorf("%w; no part of depth %d was finished; try --depth %d first%s", err, c.Depth, min(c.Depth-1, 8), hint)
}

// showProgress returns a bar that shows how far a count with opts has come, and when the
// clock for the rate starts. A count with Merge has several phases.
func showProgress(s *cli.Streams, opts *perft.Options) (bar *cli.Progress, start time.Time) {
	bar, start = s.NewProgress("perft"), time.Now()
	var last perft.Progress
	phase := 0
	opts.Progress = func(p perft.Progress) {
		if p.Done < last.Done || p.Parts != last.Parts {
			phase++
		}
		if opts.Merge && p.Nodes == (perft.Uint128{}) {
			bar.Show(fmt.Sprintf("perft merging ply %d", phase), 0, 0)
		} else {
			bar.Show("perft "+rate(p.Nodes, time.Since(start)), int64(p.Done), int64(p.Parts))
		}
		last = p
	}
	return bar, start
}

// options returns the options of package perft for the flags.
func (c *perftCmd) options() (opts perft.Options, err error) {
	opts = perft.Options{Workers: c.Workers.Number(), Mode: perft.FastestMode(), Stats: c.Stats, Merge: c.Merge}
	if c.Stats {
		opts.Mode = perft.ModeSingle
	}
	least := 0
	if c.Divide {
		least = 1
	}
	if c.Depth < least {
		return opts, fmt.Errorf("--depth: expected %d or more, found %d", least, c.Depth)
	}
	if c.Mode != "" {
		mode, err := perft.ParseMode(c.Mode)
		if err != nil || mode == perft.ModeAuto {
			return opts, fmt.Errorf("--mode: expected single, bulk or batch, found %q", c.Mode)
		}
		if c.Stats && mode != perft.ModeSingle {
			return opts, fmt.Errorf("--stats plays every move: expected --mode single, found %s", c.Mode)
		}
		opts.Mode = mode
	}
	if c.Merge {
		opts.Memory = defaultMemory(os.ReadFile)
		if c.Memory != "" {
			if opts.Memory, err = cli.ParseSize(c.Memory); err != nil {
				return opts, fmt.Errorf("--memory: %w", err)
			}
		}
	}
	return opts, nil
}

// sum adds up the children's numbers in r. If divide is set, it also adds each child to r.
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
