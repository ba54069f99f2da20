// Package cli is what the subcommands share: streams, exit codes, messages, flags, sizes,
// input and output files, and progress bars.
package cli

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
	"golang.org/x/term"
)

// Exit codes.
const (
	ExitOK         = 0
	ExitDifference = 1
	ExitBadInput   = 2
)

// Streams are the files that a command reads and writes. What is written to Out is
// complete when the command returns; long commands flush it more often.
type Streams struct {
	In     io.Reader
	Out    *bufio.Writer
	Stdout io.Writer // the writer under Out
	Err    io.Writer
	Colour bool // Out is a terminal that shows colours

	status *statusLine // of Err; nil if that is not a terminal
}

// ErrDifference is returned by a command that found a difference and has printed it.
var ErrDifference = errors.New("difference found")

// A Program is a set of subcommands.
type Program struct {
	Commands any               // a pointer to a struct of kong commands, each with Run(*Streams) error
	Vars     map[string]string // variables of the help texts
}

// Run runs the program with the given arguments and returns its exit code.
func (p Program) Run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	status := newStatusLine(stderr)
	s := &Streams{
		In:     stdin,
		Out:    bufio.NewWriterSize(status.over(stdout), 1<<16),
		Stdout: stdout,
		Err:    status.over(stderr),
		Colour: IsTerminal(stdout) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb",
		status: status,
	}
	err := p.parseAndRun(args, s)
	switch {
	case err == nil, isBrokenPipe(err): // the reader of a pipe has seen enough
		return ExitOK
	case errors.Is(err, ErrDifference):
		return ExitDifference
	}
	WriteMessage(s.Err, "%v", err)
	return ExitBadInput
}

// isBrokenPipe reports whether err says that nobody reads the output any more.
func isBrokenPipe(err error) bool {
	return slices.ContainsFunc(BrokenPipe, func(e error) bool { return errors.Is(err, e) })
}

// Parser returns the parser of the program's command line.
func (p Program) Parser(options ...kong.Option) (*kong.Kong, error) {
	return kong.New(p.Commands, append([]kong.Option{
		kong.Name("koggestone"),
		kong.Description("Attacks and legal moves on chess boards by Kogge-Stone fills."),
		kong.Vars(p.Vars),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}),
		kong.Help(helpWithExamples),
	}, options...)...)
}

func (p Program) parseAndRun(args []string, s *Streams) error {
	helped := false
	parser, err := p.Parser(
		kong.Writers(s.Out, s.Err),
		kong.Exit(func(int) { helped = true }), // --help asks to exit, but tests must continue
	)
	if err != nil {
		return err
	}
	ctx, err := parser.Parse(args)
	if helped {
		return s.Out.Flush()
	}
	err = sayWhere(err)
	if err == nil {
		err = refuseEmpty(ctx)
	}
	if err == nil {
		err = ctx.Run(s)
	}
	if flushErr := s.Out.Flush(); err == nil {
		err = flushErr
	}
	return err
}

// sayWhere adds a pointer to the help to an error of the command line, unless the error is
// about the value of a flag.
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

// WriteMessage writes a message to w as one line. Control characters are quoted, and the
// middle of a very long message is left out.
func WriteMessage(w io.Writer, format string, args ...any) {
	const start, end = 800, 200
	text := strconv.Quote(strings.ReplaceAll(fmt.Sprintf(format, args...), "\n", " "))
	text = strings.NewReplacer(`\"`, `"`, `\\`, `\`).Replace(text[1 : len(text)-1])
	if len(text) > start+end {
		text = strings.ToValidUTF8(text[:start], "") + " ... " + strings.ToValidUTF8(text[len(text)-end:], "")
	}
	fmt.Fprintln(w, "koggestone:", text)
}

// IsTerminal reports whether w is a terminal.
func IsTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}
