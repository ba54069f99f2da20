// Package check implements the commands verify, bench and info.
package check

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/koggestone/koggestone/cmd/koggestone/internal/selfcheck"
	"github.com/koggestone/koggestone/internal/cli"
)

type verifyCmd struct {
	Duration  time.Duration `default:"15s" excludes:"positions" placeholder:"TIME" help:"How long to check. Ctrl-C stops earlier. Default: ${default}."`
	Positions *int          `placeholder:"N" help:"Check this number of boards instead, however long it takes."`
	Only      string        `placeholder:"PATTERN" help:"Check only functions whose name, such as quad.Vision, matches this regular expression, in upper or lower case."`
	Seed      uint64        `default:"1" placeholder:"S" help:"Seed of the boards. The same seed produces the same boards on every machine. Default: ${default}."`
}

func (*verifyCmd) Examples() []string {
	return []string{
		"koggestone verify --positions 5000 --seed 7",
		"koggestone verify --positions 5000 --only movegen",
	}
}

// Run checks and reports.
func (c *verifyCmd) Run(s *cli.Streams) error {
	positions := 0 // no limit
	if c.Positions != nil {
		if positions = *c.Positions; positions < 1 {
			return fmt.Errorf("--positions: expected 1 or more, found %d", positions)
		}
	}
	if c.Duration <= 0 {
		return fmt.Errorf("--duration: expected more than 0, found %v", c.Duration)
	}
	calls, err := choose((*selfcheck.Call).Verified, c.Only)
	if err != nil {
		return err
	}
	ctx, stop := cli.Interruptible()
	defer stop()
	if positions == 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, c.Duration)
		defer cancel()
	}
	start := time.Now()
	bar := s.NewProgress("verify")
	defer bar.Stop()
	v := selfcheck.Verifier{Calls: calls, Seed: c.Seed}
	err = v.Run(ctx, positions, func(n int) { bar.Show(fmt.Sprintf("verify %d positions", n), int64(n), int64(positions)) })
	bar.Stop()
	if err != nil {
		fmt.Fprintln(s.Out, err)
		return cli.ErrDifference
	}
	stopped := ""
	if errors.Is(ctx.Err(), context.Canceled) {
		stopped = "stopped, "
	}
	fmt.Fprintf(s.Out, "%s (%sseed %d, %.1f s)\n", v.Summary(), stopped, c.Seed, time.Since(start).Seconds())
	return nil
}

// Commands are the commands of this package.
type Commands struct {
	Verify verifyCmd `cmd:"" help:"Compare every function with an oracle, on every path such as avx2."`
	Bench  benchCmd  `cmd:"" help:"Measure every function on every path of this CPU."`
	Info   infoCmd   `cmd:"" help:"Show the version, the CPU, and the selected path, such as avx2."`
}
