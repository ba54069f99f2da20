// Command record times the library and its rivals and writes a record in the format of Go
// benchmarks, which benchstat reads.
//
//	record                                     everything, to bench/record/<cpu>/<date>.txt
//	record --only 'Union/.*call=batch'         some, by regular expression
//	record --rounds 1 --quick --out /dev/null  only to see that all of it runs
//	record --program 'other-1.2=./other --fen {fen} --depth {depth}'
//
// The result of every benchmark is checked first. Then every benchmark runs once in each
// round, so that a disturbance of the machine affects all of them. A sample is repeated if
// a reference loop before or after it shows that something else slows the core, until
// --patience is used up. Every sample is one line of the record. An operation (the op of
// ns/op) is one position, and for perft one leaf.
//
// It exits with 0 on success, with 1 if a result is wrong, and with 2 and one line on
// standard error if an argument is bad.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/alecthomas/kong"
	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// Exit codes.
const (
	exitOK        = 0
	exitDifferent = 1
	exitBadInput  = 2
)

// cli is the command line.
type cli struct {
	Rounds   int           `default:"15" help:"How often each benchmark is sampled. Default: ${default}."`
	Only     string        `placeholder:"PATTERN" help:"Run only benchmarks whose name, as in Union/sliders=1+1/call=one/by=avx2, matches this regular expression."`
	Quick    bool          `help:"Shorter samples, smaller batches and trees: rough figures."`
	Patience time.Duration `default:"2m" placeholder:"TIME" help:"How long, in all, to wait for a quiet core and to take samples again around which it was not. Default: ${default}."`
	Out      string        `type:"path" placeholder:"FILE" help:"Where the record goes. Default: record/<cpu>/<date>.txt."`
	Program  []string      `sep:"none" placeholder:"NAME=COMMAND" help:"Also run perft by another program, on deep trees beside ours. It must count {fen} to {depth} in one thread; {depth-1} to {depth-3} make a slower program count less deep; no shell is involved. The number of leaves must follow the word nodes ('Nodes searched: 20') or be the last number that it prints. Repeatable."`
	List     bool          `help:"Write the names of the benchmarks and do nothing."`
}

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

// run runs the command with the given arguments and returns its exit code.
func run(args []string, stdout, stderr io.Writer) int {
	err := parseAndRun(args, stdout, stderr)
	if err == nil {
		return exitOK
	}
	fmt.Fprintln(stderr, "record:", strings.ReplaceAll(err.Error(), "\n", " "))
	if errors.As(err, new(*differenceError)) {
		return exitDifferent
	}
	return exitBadInput
}

func parseAndRun(args []string, stdout, stderr io.Writer) error {
	var c cli
	helped := false
	parser, err := kong.New(&c,
		kong.Name("record"),
		kong.Description("Times the library beside its rivals."),
		kong.Writers(stdout, stderr),
		kong.Exit(func(int) { helped = true }), // --help asks to exit; a test must live on
	)
	if err != nil {
		return err
	}
	if _, err := parser.Parse(args); err != nil || helped {
		return err
	}
	return c.record(stdout, stderr)
}

// record measures and writes.
func (c *cli) record(stdout, stderr io.Writer) error {
	if c.Rounds < 1 {
		return fmt.Errorf("--rounds: expected 1 or more, found %d", c.Rounds)
	}
	if c.Patience < 0 {
		return fmt.Errorf("--patience: expected 0 or more, found %v", c.Patience)
	}
	only, err := regexp.Compile(c.Only)
	if err != nil {
		return fmt.Errorf("--only: expected a regular expression, found %q: %w", c.Only, err)
	}
	var programs []program
	for _, text := range c.Program {
		p, err := parseProgram(text)
		if err != nil {
			return fmt.Errorf("--program: %w", err)
		}
		programs = append(programs, p)
	}
	var chosen []*benchmark
	for _, b := range everything(c.Quick, programs) {
		if only.MatchString(b.name) {
			chosen = append(chosen, b)
		}
	}
	if len(chosen) == 0 {
		return fmt.Errorf("--only: expected a pattern of a benchmark's name (--list shows them), found %q, which matches none", c.Only)
	}
	if c.List {
		for _, b := range chosen {
			fmt.Fprintln(stdout, b.name)
		}
		return nil
	}

	now := time.Now()
	header := collectHeader(c.command(programs), now)
	out := c.Out
	if out == "" {
		out = filepath.Join("record", slug(header.get("cpu")), now.Format(time.DateOnly)+".txt")
	}
	bar := progressbar.NewOptions(len(chosen)*(c.Rounds+1),
		progressbar.OptionSetWriter(stderr),
		progressbar.OptionSetVisibility(isTerminal(stderr)),
		progressbar.OptionSetDescription("record"),
		progressbar.OptionThrottle(100*time.Millisecond),
		progressbar.OptionShowCount(),
		progressbar.OptionSetPredictTime(true))
	// The file is written at the end: an interrupted record would look like a complete one.
	var text bytes.Buffer
	err = measure(&text, header, chosen, c.Rounds, sampleTime(c.Quick), c.Patience, func() { bar.Add(1) })
	bar.Clear()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(out), 0o777); err != nil {
		return err
	}
	if err := os.WriteFile(out, text.Bytes(), 0o666); err != nil {
		return err
	}
	fmt.Fprintf(stdout, "%s: %d benchmarks, %d rounds, %.0f s\n", out, len(chosen), c.Rounds, time.Since(now).Seconds())
	return nil
}

// everything returns all benchmarks, in the order of the record.
func everything(quick bool, programs []program) []*benchmark {
	in := newInputs()
	var all []*benchmark
	all = append(all, unionBenchmarks(in)...)
	all = append(all, rayBenchmarks(in)...)
	all = append(all, threatBenchmarks(in)...)
	all = append(all, callBenchmarks(in)...)
	all = append(all, pairBenchmarks()...)
	all = append(all, crossoverBenchmarks(in)...)
	all = append(all, batchSizeBenchmarks(in, quick)...)
	all = append(all, workerBenchmarks(in, quick)...)
	all = append(all, countBenchmarks(in)...)
	all = append(all, batchBenchmarks(in)...)
	all = append(all, nodeBenchmarks(in)...)
	all = append(all, searchBenchmarks(quick)...)
	return append(all, perftBenchmarks(quick, programs)...)
}

// isTerminal reports whether w is a terminal.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}
