package count

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/koggestone/koggestone/cmd/koggestone/internal/cli"
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/perft"
	"github.com/koggestone/koggestone/perft/plan"
)

// planFlags are the flags of perft for counts in blocks.
type planFlags struct {
	Plan         *int     `placeholder:"K" help:"Write a plan that divides the positions of ply K into blocks. Blocks can be counted on any machine, in any order. Each position is one line of text."`
	Blocks       *int     `placeholder:"N" help:"With --plan, the number of blocks."`
	RunPlan      string   `name:"run" placeholder:"PLAN" help:"Count one block of a plan and write the result. PLAN is a file, or - for standard input. The result depends only on the plan and the block."`
	Block        *int     `placeholder:"I" help:"With --run, the number of the block, from 0."`
	MergeResults bool     `help:"Add up results. There must be one result for each block of the plan. Repeated results of a block must agree and count once."`
	Files        []string `arg:"" optional:"" name:"file" help:"With --merge-results, files of results, or - for standard input. A file may hold several."`
}

// mode returns the flag that selects a step of a count in blocks, or "".
func (f *planFlags) mode() string {
	switch {
	case f.Plan != nil:
		return "--plan"
	case f.RunPlan != "":
		return "--run"
	case f.MergeResults:
		return "--merge-results"
	}
	return ""
}

// check returns an error if flags contradict one another.
func (c *perftCmd) check() error {
	mode := c.mode()
	for _, rule := range []struct {
		flag  string
		given bool
		modes []string // that allow the flag
		plain string   // expected without these modes, or "" if the flag is allowed
	}{
		{"--plan", c.Plan != nil, []string{"--plan"}, ""},
		{"--run", c.RunPlan != "", []string{"--run"}, ""},
		{"--merge-results", c.MergeResults, []string{"--merge-results"}, ""},
		{"--blocks", c.Blocks != nil, []string{"--plan"}, "--plan"},
		{"--block", c.Block != nil, []string{"--run"}, "--run"},
		{"a file", len(c.Files) > 0, []string{"--merge-results"}, "--merge-results"},
		{"--depth", c.Depth != nil, []string{"--plan"}, ""},
		{"--fen", c.FEN != "", []string{"--plan"}, ""},
		{"--divide", c.Divide, nil, ""},
		{"--stats", c.Stats, nil, ""},
		{"--json", c.JSON, []string{"--merge-results"}, ""},
		{"--merge", c.Merge, []string{"--run"}, ""},
		{"--mode", c.Mode != "", []string{"--run"}, ""},
		{"--plies", c.Plies != 0, []string{"--run"}, ""},
		{"--checkpoint", c.Checkpoint != "", nil, ""},
		{"--memory", c.Memory != "", []string{"--plan", "--run"}, ""},
		{"--workers", c.Workers != 0, []string{"--plan", "--run"}, ""},
	} {
		if !rule.given {
			continue
		}
		fits := mode == "" && rule.plain == ""
		for _, m := range rule.modes {
			fits = fits || m == mode
		}
		switch {
		case fits:
		case mode == "":
			return fmt.Errorf("%s: expected %s", rule.flag, rule.plain)
		default:
			return fmt.Errorf("%s: expected without %s", mode, rule.flag)
		}
	}
	switch {
	case mode == "--plan" && c.Blocks == nil:
		return errors.New("--plan: expected --blocks")
	case mode == "--run" && c.Block == nil:
		return errors.New("--run: expected --block")
	case mode == "--merge-results" && len(c.Files) == 0:
		return errors.New("--merge-results: expected files of results")
	case c.Depth == nil && (mode == "" || mode == "--plan"):
		return errors.New("--depth: expected the number of plies to play")
	}
	return nil
}

// writePlan writes the plan for the tree below p.
func (c *perftCmd) writePlan(s *cli.Streams, p movegen.Position, opts perft.Options) error {
	bar, _ := c.showProgress(s, &opts)
	defer bar.Stop()
	made, err := plan.New(context.Background(), p, *c.Depth, *c.Plan, *c.Blocks, opts)
	bar.Stop()
	if err != nil {
		return err
	}
	_, err = made.WriteTo(s.Out)
	return err
}

// runPlan counts a block of a plan and writes the result.
func (c *perftCmd) runPlan(s *cli.Streams, opts perft.Options) error {
	in, err := s.OpenInput(c.RunPlan)
	if err != nil {
		return err
	}
	defer in.Close()
	p, err := plan.Read(in)
	if err != nil {
		return fmt.Errorf("%s: %w", in.Name, err)
	}
	if opts.Merge {
		defer boundMemory(&opts)()
	}
	bar, _ := c.showProgress(s, &opts)
	defer bar.Stop()
	r, err := p.Run(context.Background(), *c.Block, opts)
	bar.Stop()
	if err != nil {
		return err
	}
	_, err = r.WriteTo(s.Out)
	return err
}

// mergedJSON is what perft --merge-results --json writes.
type mergedJSON struct {
	Plan   string      `json:"plan"` // hash
	Blocks int         `json:"blocks"`
	Nodes  perft.Nodes `json:"nodes"`
}

// mergeResults adds up results.
func (c *perftCmd) mergeResults(s *cli.Streams) error {
	var sum plan.Sum
	for _, file := range c.Files {
		in, err := s.OpenInput(file)
		if err != nil {
			return err
		}
		results, err := plan.ReadResults(in)
		in.Close()
		for _, r := range results {
			if err == nil {
				err = sum.Add(r)
			}
		}
		if err != nil {
			return fmt.Errorf("%s: %w", in.Name, err)
		}
	}
	nodes, err := sum.Nodes()
	if err != nil {
		return err
	}
	hash, blocks := sum.Plan()
	if c.JSON {
		return json.NewEncoder(s.Out).Encode(mergedJSON{hash.String(), blocks, nodes})
	}
	fmt.Fprintf(s.Out, "plan %v, %d blocks\nnodes %v\n", hash, blocks, nodes)
	return nil
}
