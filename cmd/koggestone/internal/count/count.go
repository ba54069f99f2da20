// Package count implements the commands that count legal moves: perft, count, epd and uci.
package count

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/koggestone/koggestone/cmd/koggestone/internal/uci"
	"github.com/koggestone/koggestone/internal/cli"
	"github.com/koggestone/koggestone/internal/lines"
	"github.com/koggestone/koggestone/perft"
	"github.com/koggestone/koggestone/quad"
)

type countCmd struct {
	File      string      `arg:"" help:"A file of FEN or EPD lines, or - for standard input. Files may be compressed with gzip, zstd or bzip2. Lines have four to six fields of FEN; EPD operations and text after a semicolon are ignored. Blank lines and lines that start with # are skipped. The numbers of moves are written to standard output, one line each, in order. A summary goes to standard error."`
	Echo      bool        `xor:"form,json" help:"Write each input line after its number, separated by a tab."`
	Total     bool        `xor:"form" help:"Write only the total numbers of positions and moves."`
	JSON      bool        `name:"json" xor:"json" help:"Write one JSON object for each position, with line, fen and moves. With --total, write one object with positions, moves, skipped and seconds."`
	KeepGoing bool        `help:"Report malformed lines on standard error and skip them. Without it, the first one ends the command with exit code 2."`
	Workers   cli.Workers `placeholder:"W" help:"Number of threads. Default: one for each CPU."`
}

func (*countCmd) Examples() []string {
	return []string{
		"koggestone count positions.fen --total",
		"koggestone count --echo - < positions.fen",
	}
}

// WritesRows reports whether each position gets a row.
func (c *countCmd) WritesRows() bool { return !c.Total }

// countTotals is the object that count --total --json writes.
type countTotals struct {
	Positions uint64  `json:"positions"`
	Moves     uint64  `json:"moves"`
	Skipped   uint64  `json:"skipped"`
	Seconds   float64 `json:"seconds"`
}

// Run counts and reports.
func (c *countCmd) Run(s *cli.Streams) error {
	in, err := s.OpenInput(c.File)
	if err != nil {
		return err
	}
	defer in.Close()
	start := time.Now()
	totals, err := c.count(s, in, start)
	if err == nil && totals.Positions == 0 {
		err = errors.New("expected FEN or EPD lines, found none")
		if totals.Skipped > 0 {
			err = fmt.Errorf("expected FEN or EPD lines, found only malformed ones: %d", totals.Skipped)
		}
	}
	if errors.Is(err, errWrite) {
		return err
	} else if err != nil {
		return fmt.Errorf("%s: %w", in.Name, withHint(err))
	}
	totals.Seconds = time.Since(start).Seconds()
	if c.Total {
		if c.JSON {
			return json.NewEncoder(s.Out).Encode(totals)
		}
		_, err := fmt.Fprintf(s.Out, "positions %d\nmoves %d\n", totals.Positions, totals.Moves)
		if err != nil || totals.Skipped == 0 {
			return err
		}
	}
	cli.WriteMessage(s.Err, "%s: positions: %d, moves: %d, malformed lines skipped: %d%s",
		in.Name, totals.Positions, totals.Moves, totals.Skipped, cli.Took(totals.Seconds, totals.Positions))
	return nil
}

// withHint adds to an error about a line that begins like a tag of a PGN which command reads games.
func withHint(err error) error {
	if bad := (*quad.FENError)(nil); errors.As(err, &bad) && bad.Offset == 0 && strings.HasSuffix(bad.Problem, `found "["`) {
		return fmt.Errorf("%w; koggestone annotate reads games in PGN", err)
	}
	return err
}

// errWrite marks the errors of writing results.
var errWrite = errors.New("cannot write")

// count counts the moves for each line, writes the results and returns the sums. If a
// malformed line ends it, it has already written the results for the lines before.
func (c *countCmd) count(s *cli.Streams, in *cli.Input, start time.Time) (totals countTotals, err error) {
	defer s.IfInterrupted("the rest was not counted")()
	bar := s.NewProgress("count")
	defer bar.Stop()
	f := lineForm{echo: c.Echo, silent: c.Total, json: c.JSON, keepGoing: c.KeepGoing}
	for b := range countLines(in, c.Workers.Number(), f) {
		totals.Positions += uint64(b.positions)
		totals.Moves += b.moves
		if len(b.results) > 0 {
			s.Out.Write(b.results)
			if err := s.Out.Flush(); err != nil {
				return totals, fmt.Errorf("%w: %w", errWrite, err)
			}
		}
		for _, err := range b.errs {
			var malformed *lines.Error
			if !c.KeepGoing || !errors.As(err, &malformed) {
				return totals, err
			}
			totals.Skipped++
			cli.WriteMessage(s.Err, "%s: %v", in.Name, err)
		}
		bar.Show("count "+cli.Rate(time.Since(start).Seconds(), totals.Positions), in.Consumed(), in.Size)
	}
	return totals, nil
}

// Commands are the commands of this package.
type Commands struct {
	Perft perftCmd `cmd:"" help:"Count the leaf nodes of the tree of legal moves."`
	Count countCmd `cmd:"" help:"Count the legal moves of each position in a file or stream."`
	EPD   epdCmd   `cmd:"" name:"epd" help:"Check the node counts of a test suite."`
	UCI   uciCmd   `cmd:"" name:"uci" help:"Run as a UCI engine that only counts, for perft checkers."`
}

type uciCmd struct {
	Workers cli.Workers `placeholder:"W" help:"Number of threads. Default: one for each CPU."`
}

// Help returns the commands that the engine answers.
func (*uciCmd) Help() string {
	return "It answers position, go perft N, d, stop and quit. The option Threads is --workers, and Hash, in MiB, counts like perft --merge --memory. A count of more than four plies ends at stop, quit or the end of the input."
}

// Run answers the commands of standard input.
func (c *uciCmd) Run(s *cli.Streams) error {
	return uci.Run(context.Background(), s.In, s.Out, perft.Options{Workers: c.Workers.Number()})
}
