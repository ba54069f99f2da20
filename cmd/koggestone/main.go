// Command koggestone computes, shows and checks attacks on chess boards, and counts
// legal moves.
//
//	koggestone attacks --fen FEN | FILE | -    attacks of every colour and type of slider
//	koggestone trace --fen FEN -d north        one fill, step by step
//	koggestone pairs --fen FEN --move MOVE     pieces that attack or defend others, and what a move changes
//	koggestone perft --depth 6                 leaves of the tree of legal moves
//	koggestone perft --plan 4 --blocks 100     the same in blocks, on many machines
//	koggestone count FILE | -                  legal moves of every position of a stream
//	koggestone annotate FILE --columns LIST    facts about every position of files, as columns
//	koggestone stats FILE                      what the positions of files are like
//	koggestone epd FILE                        the counts of a suite of positions
//	koggestone uci                             for perft checkers
//	koggestone network --n 8 --trace q5        a parallel-prefix network
//	koggestone verify                          every function and path against an oracle
//	koggestone verify --moves                  two move generators against one another
//	koggestone verify --counts                 counts of batches against lists and single counts
//	koggestone bench                           time of every function and path
//	koggestone info                            which path runs here, and why
//
// It exits with 0 if all is well, 1 if verify, bench or epd found a difference, and 2,
// with one line on standard error, if an input or an argument is bad.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/alecthomas/kong"
	"github.com/koggestone/koggestone/data/annotate/task"
	"github.com/koggestone/koggestone/data/records"
	"golang.org/x/term"
)

// Exit codes.
const (
	exitOK         = 0
	exitDifference = 1
	exitBadInput   = 2
)

// cli is the command line.
type cli struct {
	Attacks  attacksCmd  `cmd:"" help:"Show the squares that the sliders of each colour attack, or with --show all that the pieces see."`
	Trace    traceCmd    `cmd:"" help:"Show an occluded fill step by step: generator and propagator."`
	Pairs    pairsCmd    `cmd:"" help:"List threat pairs: the pieces that attack or defend others, and what a move changes."`
	Perft    perftCmd    `cmd:"" help:"Count the leaves of the tree of legal moves."`
	Count    countCmd    `cmd:"" help:"Count the legal moves of every position of a stream of FEN or EPD lines."`
	Annotate annotateCmd `cmd:"" help:"Write facts about every position of files as columns of CSV, NDJSON, Parquet, Arrow or numpy, or as data for training."`
	Stats    statsCmd    `cmd:"" help:"Count what the positions of files are like: legal moves, checks, material, duplicates; as text, JSON or a page with plots."`
	EPD      epdCmd      `cmd:"" name:"epd" help:"Check the counts of a suite of positions."`
	UCI      uciCmd      `cmd:"" name:"uci" help:"Answer perft checkers in the universal chess interface: position, go perft N, d, quit. A count of more than four plies is stopped by stop, by quit and by the end of the input."`
	Network  networkCmd  `cmd:"" help:"Draw a network of # operators, and what an output of it depends on."`
	Verify   verifyCmd   `cmd:"" help:"Check every function on every path of this CPU against a ray-walk oracle."`
	Bench    benchCmd    `cmd:"" help:"Time every function on every path of this CPU."`
	Info     infoCmd     `cmd:"" help:"Show version, CPU, and which path runs and why."`
}

// streams is what a command reads and writes. What is written to out is complete
// when the command returns; long commands flush it on the way.
type streams struct {
	in          io.Reader
	out         *bufio.Writer
	stdout      io.Writer // what out writes to
	err         io.Writer
	colour      bool // out is a terminal that may be sent colours
	errTerminal bool // err is a terminal
}

// errDifference says that a difference was found and has been shown.
var errDifference = errors.New("difference found")

func main() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }

// run runs the command with the given arguments and returns its exit code.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	err := parseAndRun(args, &streams{
		in:          stdin,
		out:         bufio.NewWriterSize(stdout, 1<<16),
		stdout:      stdout,
		err:         stderr,
		colour:      isTerminal(stdout) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb",
		errTerminal: isTerminal(stderr),
	})
	switch {
	case err == nil, slices.ContainsFunc(brokenPipe, func(e error) bool { return errors.Is(err, e) }): // the reader of a pipe has seen enough
		return exitOK
	case errors.Is(err, errDifference):
		return exitDifference
	}
	tell(stderr, "%v", err)
	return exitBadInput
}

// tell writes a message to w: one line, without what would move a terminal's cursor,
// and without the middle of what is too long to be read.
func tell(w io.Writer, format string, args ...any) {
	const start, end = 800, 200
	text := strconv.Quote(strings.ReplaceAll(fmt.Sprintf(format, args...), "\n", " "))
	text = strings.NewReplacer(`\"`, `"`, `\\`, `\`).Replace(text[1 : len(text)-1])
	if len(text) > start+end {
		text = strings.ToValidUTF8(text[:start], "") + " ... " + strings.ToValidUTF8(text[len(text)-end:], "")
	}
	fmt.Fprintln(w, "koggestone:", text)
}

func parseAndRun(args []string, s *streams) error {
	var c cli
	helped := false
	parser, err := kong.New(&c,
		kong.Name("koggestone"),
		kong.Description("Attacks and legal moves on chess boards by Kogge-Stone fills."),
		kong.Writers(s.out, s.err),
		kong.Exit(func(int) { helped = true }), // --help asks to exit; a test must live on
		kong.Vars(helpTexts()),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}),
		kong.Help(helpWithExamples),
	)
	if err != nil {
		return err
	}
	ctx, err := parser.Parse(args)
	if helped {
		return s.out.Flush()
	}
	err = sayWhere(err)
	if err == nil {
		err = refuseEmpty(ctx)
	}
	if err == nil {
		err = ctx.Run(s)
	}
	if flushErr := s.out.Flush(); err == nil {
		err = flushErr
	}
	return err
}

// helpTexts is what --help says of names that are listed elsewhere.
func helpTexts() map[string]string {
	return map[string]string{
		"colour_sets": setNames(false),
		"us_sets":     setNames(true),
		"formats":     strings.Join(task.FormatsOut, ", "),
	}
}

// sayWhere adds to an error of the command line where help is, unless the error is about
// the value of a flag.
func sayWhere(err error) error {
	var wrong *kong.ParseError
	if !errors.As(err, &wrong) || strings.HasPrefix(err.Error(), "--") {
		return err
	}
	command := ""
	if node := wrong.Context.Selected(); node != nil {
		command = " " + node.Name
	}
	return fmt.Errorf("%w; see koggestone%s --help", err, command)
}

// isTerminal tells whether w is a terminal.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// openInput returns the input that a file name means, - for standard input, decompressed,
// and its name for messages.
func openInput(s *streams, file string) (name string, in io.ReadCloser, err error) {
	if file == "-" {
		name, in = "standard input", io.NopCloser(s.in)
	} else {
		f, err := os.Open(file)
		if err != nil {
			return file, nil, err
		}
		if info, err := f.Stat(); err == nil && info.IsDir() {
			f.Close()
			return file, nil, fmt.Errorf("%s: a folder, expected a file", file)
		}
		name, in = file, f
	}
	plain, err := records.Decompress(in)
	if err != nil {
		in.Close()
		return name, nil, fmt.Errorf("%s: %w", name, err)
	}
	return name, plainInput{plain, in}, nil
}

// plainInput is an input that is decompressed.
type plainInput struct {
	io.ReadCloser
	raw io.Closer
}

func (p plainInput) Close() error { return errors.Join(p.ReadCloser.Close(), p.raw.Close()) }
