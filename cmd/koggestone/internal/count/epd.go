package count

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"
	"unsafe"

	"github.com/koggestone/koggestone/internal/cli"
	"github.com/koggestone/koggestone/internal/epd"
	"github.com/koggestone/koggestone/perft"
)

type epdCmd struct {
	File     string      `arg:"" help:"A test suite, or - for standard input. Files may be compressed with gzip, zstd or bzip2. Each line is a FEN of four to six fields, followed by counts such as ;D3 8902. Blank lines and lines that start with # are skipped."`
	Depth    int         `placeholder:"MAX" help:"Skip counts of a greater depth. Default: check all."`
	MaxNodes string      `placeholder:"M" help:"Skip counts of more nodes. Default: check all."`
	Workers  cli.Workers `placeholder:"W" help:"Number of threads. Default: one for each CPU."`
}

func (*epdCmd) Examples() []string {
	return []string{
		"koggestone epd suite.epd --max-nodes 10000000",
	}
}

// Run reads a whole suite and then checks its counts.
func (c *epdCmd) Run(s *cli.Streams) error {
	limit := epd.Limit{Depth: c.Depth}
	switch {
	case c.Depth < 0:
		return fmt.Errorf("--depth: expected 0 (no limit) or more, found %d", c.Depth)
	case c.MaxNodes != "":
		var err error
		if limit.Nodes, err = perft.ParseUint128(c.MaxNodes); err != nil {
			return fmt.Errorf("--max-nodes: %w", err)
		}
	}
	lines, err := c.read(s)
	if err != nil {
		return err
	}
	nodes, unchecked := perft.Uint128{}, 0
	for _, l := range lines {
		within := l.Within(limit)
		if len(within) == 0 {
			unchecked++
		}
		for _, count := range within {
			nodes = nodes.Add(count.Nodes)
		}
	}
	if unchecked == len(lines) {
		return errors.New("--depth, --max-nodes: expected limits with counts to compare, found none within them: nothing was compared")
	}
	bar := s.NewProgress("epd")
	defer bar.Stop()
	start := time.Now()
	var sum perft.Uint128 // counted so far, except for depth 1
	var last uint64       // nodes in the current count
	opts := perft.Options{Workers: c.Workers.Number(), Progress: func(p perft.Progress) {
		sum = sum.Add(perft.Uint128{Lo: p.Nodes.Lo - last})
		if last = p.Nodes.Lo; p.Done == p.Parts {
			last = 0
		}
		bar.Show("epd "+rate(sum, time.Since(start)), millions(sum), millions(nodes))
	}}
	failed := 0
	for _, l := range lines {
		wrong, err := l.Check(context.Background(), limit, opts)
		if err != nil {
			return err
		}
		if len(wrong) > 0 {
			failed++
		}
		for _, m := range wrong {
			fmt.Fprintf(s.Out, "line %d: %v: %s\n", l.Number, m, l.FEN)
		}
		if err := s.Out.Flush(); err != nil {
			return err
		}
	}
	bar.Stop()
	if unchecked > 0 {
		fmt.Fprintf(s.Out, "lines without a count within the limits, counted as passed: %d\n", unchecked)
	}
	fmt.Fprintf(s.Out, "%d passed, %d failed\n", len(lines)-failed, failed)
	if failed > 0 {
		return cli.ErrDifference
	}
	return nil
}

// millions returns a number of nodes in millions, or a large number if it does not fit.
func millions(n perft.Uint128) int64 { return int64(min(n.Float64()/1e6, math.MaxInt64/2)) }

// mostMemory is how many bytes a suite's lines can take, which is enough for 200,000
// positions with six counts each.
const mostMemory = 64 << 20

func (c *epdCmd) read(s *cli.Streams) (lines []epd.Line, err error) {
	in, err := s.OpenInput(c.File)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	memory := 0
	for line, err := range epd.Lines(in) {
		if err != nil {
			return nil, fmt.Errorf("%s: %w", in.Name, withHint(err))
		}
		memory += int(unsafe.Sizeof(line)) + len(line.FEN) + cap(line.Counts)*int(unsafe.Sizeof(epd.Count{}))
		if memory > mostMemory {
			return nil, fmt.Errorf("%s: line %d: expected the end of the suite, which takes more than %d MiB", in.Name, line.Number, mostMemory>>20)
		}
		lines = append(lines, line)
	}
	if len(lines) == 0 {
		return nil, fmt.Errorf("%s: expected lines of a FEN and counts, found none", in.Name)
	}
	if !slices.ContainsFunc(lines, func(l epd.Line) bool { return len(l.Counts) > 0 }) {
		return nil, fmt.Errorf("%s: expected counts such as ;D3 8902, found none: nothing was compared", in.Name)
	}
	return lines, nil
}
