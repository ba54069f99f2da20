// Command record times the library and its rivals and writes a record in the format of Go
// benchmarks, which benchstat reads.
//
//	record                                     everything, to bench/record/<cpu>/<date>.txt
//	record --only 'Union/.*call=batch'         some, by regular expression
//	record --rounds 1 --quick --out /dev/null  only to see that all of it runs
//	record --vectors ../build/export           also the rivals in C, beside the kernels that make export wrote
//	record --program 'other-1.2=./other --fen {fen} --depth {depth}'
//
// All methods of a question must give the same answer before they are timed. Then every
// benchmark runs once in each round, so that a disturbance of the machine affects all of them.
// Each sample is one line of the record, on Unix in CPU time. An operation (the op of ns/op) is one position, or
// for perft one leaf.
//
// It exits with 1 if a result is wrong, and with 2 if an argument is bad.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"github.com/koggestone/koggestone/bench/vectors"
	"github.com/koggestone/koggestone/internal/corpus"
	"github.com/koggestone/koggestone/internal/corpus/parsed"
)

func main() {
	err := run(os.Args[1:], os.Stdout)
	if err == nil || errors.Is(err, flag.ErrHelp) {
		return
	}
	fmt.Fprintln(os.Stderr, "record:", err)
	if errors.As(err, new(difference)) {
		os.Exit(1)
	}
	os.Exit(2)
}

// run runs the command with the given arguments.
func run(args []string, stdout io.Writer) error {
	flags := flag.NewFlagSet("record", flag.ContinueOnError)
	rounds := flags.Int("rounds", 15, "how often each benchmark is sampled")
	pattern := flags.String("only", "", "run only the benchmarks with names, such as Union/sliders=1+1/call=one/by=avx2, that match this regular `expression`")
	quick := flags.Bool("quick", false, "take shorter samples and count smaller trees")
	patience := flags.Duration("patience", 2*time.Minute, "how long, in all, to wait for a quiet core and to repeat disturbed samples")
	out := flags.String("out", "", "write the record to this `file` instead of record/<cpu>/<date>.txt")
	list := flags.Bool("list", false, "list the names of the benchmarks and exit")
	kernels := flags.String("vectors", "", "also compile and run the rivals in C (needs clang), beside the exported kernels in this `folder`, if there are any")
	var programs []program
	flags.Func("program", "also run perft by another program, as `NAME=COMMAND`: a shell command that counts {fen} to {depth} "+
		"in one thread, or to {depth-1} to {depth-3} if it is slow, and prints the number of leaves; repeatable", func(text string) error {
		p, err := parseProgram(text)
		programs = append(programs, p)
		return err
	})
	if err := flags.Parse(args); err != nil {
		return err
	}
	only, err := regexp.Compile(*pattern)
	switch {
	case err != nil:
		return fmt.Errorf("--only: %w", err)
	case flags.NArg() > 0:
		return fmt.Errorf("expected only flags, found %q", flags.Arg(0))
	case *rounds < 1:
		return fmt.Errorf("--rounds: expected 1 or more, found %d", *rounds)
	}
	s := everything(*quick, programs)
	if *kernels != "" {
		end, err := s.vectors(*kernels)
		if errors.Is(err, vectors.ErrMissing) {
			fmt.Fprintln(stdout, "record:", err)
		} else if err != nil {
			return fmt.Errorf("--vectors: %w", err)
		} else {
			defer end()
		}
	}
	var chosen []*benchmark
	for _, b := range s.all {
		if only.MatchString(b.name) {
			chosen = append(chosen, b)
		}
	}
	if len(chosen) == 0 {
		return fmt.Errorf("--only: no benchmark matches %q; --list shows their names", *pattern)
	}
	if *list {
		for _, b := range chosen {
			fmt.Fprintln(stdout, b.name)
		}
		return nil
	}

	start, cpu := time.Now(), cpuName()
	if *out == "" {
		*out = filepath.Join("record", slug(cpu), start.Format(time.DateOnly)+".txt")
	}
	bar := progressbar.NewOptions(len(chosen)*(*rounds+1), progressbar.OptionSetDescription("record"),
		progressbar.OptionSetVisibility(term.IsTerminal(int(os.Stderr.Fd()))), progressbar.OptionShowCount())
	// The file is only written at the end, because an interrupted record would look complete.
	text := bytes.NewBufferString(header(cpu, start, command(*rounds, *patience, *pattern, *quick, *kernels, programs)))
	sample := 8 * time.Millisecond
	if *quick {
		sample = time.Millisecond
	}
	if err := measure(text, chosen, *rounds, sample, *patience, func() { bar.Add(1) }); err != nil {
		return err
	}
	bar.Clear()
	if err := os.MkdirAll(filepath.Dir(*out), 0o777); err != nil {
		return err
	}
	fmt.Fprintf(stdout, "%s: %d benchmarks, %d rounds, %.0f s\n", *out, len(chosen), *rounds, time.Since(start).Seconds())
	return os.WriteFile(*out, text.Bytes(), 0o666)
}

// everything returns all benchmarks, in the order of the record.
func everything(quick bool, programs []program) *suite {
	s := &suite{quick: quick, positions: positions(), searched: parsed.Positions(corpus.Search())}
	s.unions()
	s.rays()
	s.sets()
	s.pairs()
	s.counts()
	s.batches()
	s.nodes()
	s.perft(programs)
	return s
}
