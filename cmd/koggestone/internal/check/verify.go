package check

import (
	"fmt"
	"time"

	"github.com/koggestone/koggestone/cmd/koggestone/internal/cli"
	"github.com/koggestone/koggestone/cmd/koggestone/internal/selfcheck"
	"github.com/koggestone/koggestone/cmd/koggestone/internal/textboard"
)

type verifyCmd struct {
	Positions int    `default:"1000000" placeholder:"N" help:"Number of boards to check. Default: ${default}."`
	Moves     bool   `xor:"what" help:"Compare the move generators of movegen and movegen/raylist instead, in positions of random games."`
	Counts    bool   `xor:"what" help:"Compare the counts of movegen.CountLegalBatch instead: on every path with counts and lists of single positions, for some positions also with movegen/raylist, and the paths with one another on random boards."`
	Seed      uint64 `default:"1" placeholder:"S" help:"Seed of the boards. The same seed gives the same boards on every machine. Default: ${default}."`
}

func (*verifyCmd) Examples() []string {
	return []string{
		"koggestone verify --positions 5000",
		"koggestone verify --moves --positions 100000",
	}
}

// Run checks and reports.
func (c *verifyCmd) Run(s *cli.Streams) error {
	if c.Positions < 1 {
		return fmt.Errorf("--positions: expected 1 or more, found %d", c.Positions)
	}
	v, what := selfcheck.VerifyFunctions, "verify"
	switch {
	case c.Moves:
		v, what = selfcheck.VerifyMoves, "verify --moves"
	case c.Counts:
		v, what = selfcheck.VerifyCounts, "verify --counts"
	}
	return c.verify(s, v(c.Seed), what)
}

// verify runs v and reports.
func (c *verifyCmd) verify(s *cli.Streams, v selfcheck.Verifier, what string) error {
	start := time.Now()
	bar := s.NewProgress(int64(c.Positions), what)
	bar.Unit = "positions"
	defer bar.Stop()
	found := v.Verify(c.Positions, func(n int) { bar.Add(int64(n)) })
	bar.Stop()
	if found != nil {
		writeDifference(s, found)
		return cli.ErrDifference
	}
	fmt.Fprintf(s.Out, "%s (seed %d, %.1f s)\n", v.Verified(), c.Seed, time.Since(start).Seconds())
	return nil
}

// writeDifference writes d as text, as boards, and as a Go test.
func writeDifference(s *cli.Streams, d *selfcheck.Difference) {
	fmt.Fprintf(s.Out, "difference: %s\n", d.Summary)
	if d.Detail != "" {
		fmt.Fprintf(s.Out, "\n%s\n", d.Detail)
	}
	var boards []textboard.Board
	for _, set := range d.Given {
		boards = append(boards, textboard.OfSet(set.Title, set.Squares))
	}
	if d.Wrong {
		wrong := textboard.OfSet("wrong", d.Got&d.Want)
		wrong.Mark(d.Got&^d.Want, '+', textboard.Fresh)
		wrong.Mark(d.Want&^d.Got, '-', textboard.Fresh)
		boards = append(boards, textboard.OfSet("got", d.Got), textboard.OfSet("want", d.Want), wrong)
	}
	if len(boards) > 0 {
		fmt.Fprintln(s.Out)
		textboard.Write(s.Out, s.Colour, 4, boards...)
	}
	if d.Wrong {
		fmt.Fprintf(s.Out, "\n+ got but not wanted, - wanted but not got\ngot  %v\nwant %v\n", textboard.Hex(d.Got), textboard.Hex(d.Want))
	}
	if d.Test != "" {
		fmt.Fprintf(s.Out, "\n%s", d.Test)
	}
}
