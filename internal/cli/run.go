// Package cli contains what the subcommands share: streams, exit codes, messages, flags,
// sizes, input and output files, and the progress display.
package cli

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/alecthomas/kong"
	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/internal/cli/textboard"
)

// Exit codes.
const (
	ExitOK         = 0
	ExitDifference = 1
	ExitBadInput   = 2
	exitInterrupt  = 130 // what shells report for a process that an interrupt has ended
)

// Streams are the files that a command reads and writes. Out is buffered, and flushed when the
// command returns. Long commands flush it more often, so that readers of a pipe see the first results
// early.
type Streams struct {
	In     io.Reader
	Out    *bufio.Writer
	Stdout io.Writer // the writer under Out
	Err    io.Writer
	Colour bool // Out is a terminal that shows colours
	Width  int  // columns of the terminal Out; 0 if Out is not a terminal

	stderr   io.Writer      // the writer under Err
	messages *messageWriter // the same as Err
	status   *statusLine    // the status line on Err; nil if that is not a terminal
}

// ErrDifference is the error of a command that has found and printed a difference.
var ErrDifference = errors.New("difference found")

// A Program is a set of subcommands, or one command.
type Program struct {
	Families []any      // pointers to structs of kong commands, each with Run(*Streams) error
	External []External // commands that are programs of their own; they are also in Families
	Single   *Single    // the program's one command; nil if there are Families

	Vars map[string]func() string // the texts for ${NAME} in the flags' help
}

// A Single is a program without subcommands.
type Single struct {
	Name, Help string
	Command    any // pointer to a struct of flags and arguments that contains Common and has Run(*Streams) error
}

// name returns the name of the program.
func (p Program) name() string {
	if p.Single != nil {
		return p.Single.Name
	}
	return "koggestone"
}

// Run runs the program with the given arguments and returns its exit code.
func (p Program) Run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	status := newStatusLine(stderr)
	out := &lostOutput{Writer: status.over(stdout)}
	messages := &messageWriter{w: status.over(stderr)}
	s := &Streams{
		In:       stdin,
		Out:      bufio.NewWriterSize(out, 1<<16),
		Stdout:   stdout,
		Width:    terminalWidth(stdout),
		Err:      messages,
		Colour:   IsTerminal(stdout) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb",
		stderr:   stderr,
		messages: messages,
		status:   status,
	}
	err := p.parseAndRun(args, s)
	if out.written && discards(stdout) {
		WriteMessage(s.Err, "note: standard output is closed")
	}
	var other *exitError
	switch {
	case errors.As(err, &other):
		return other.code
	case err == nil, isBrokenPipe(err): // the reader of a pipe has read enough
		return ExitOK
	case errors.Is(err, ErrDifference):
		return ExitDifference
	}
	WriteMessage(s.Err, "%v", err)
	if errors.Is(err, errInterrupted) {
		return exitInterrupt
	}
	return ExitBadInput
}

// isBrokenPipe reports whether the output is a pipe without a reader.
func isBrokenPipe(err error) bool {
	return slices.ContainsFunc(BrokenPipe, func(e error) bool { return errors.Is(err, e) })
}

// A ColourFlag selects whether text has colours.
type ColourFlag string

// AfterApply sets the colours of s.
func (c ColourFlag) AfterApply(s *Streams) error {
	if c != "auto" {
		s.Colour = c == "always"
	}
	return nil
}

// A versionFlag prints the version and ends the program.
type versionFlag bool

// BeforeReset prints the version and the system that the program runs on.
func (versionFlag) BeforeReset(parser *kong.Kong) error {
	version, revision := Version()
	if revision != "" {
		version += ", revision " + revision
	}
	fmt.Fprintf(parser.Stdout, "%s %s, %s, %s/%s, path %s\n", parser.Model.Name, version, runtime.Version(), runtime.GOOS, runtime.GOARCH, koggestone.Implementation())
	parser.Exit(0)
	return nil
}

// Common contains the flags that all commands share.
type Common struct {
	Color   ColourFlag  `enum:"auto,always,never" default:"auto" placeholder:"WHEN" help:"Colours: auto (on terminals, unless NO_COLOR is set), always or never."`
	Version versionFlag `help:"Print the version."`
}

// Parser returns the parser of the command line args. If args start with a command, the parser only knows this
// command's family, so that it does not have to prepare all flags. Without args, it knows all commands.
func (p Program) Parser(args []string, options ...kong.Option) (*kong.Kong, error) {
	options = append([]kong.Option{
		kong.Name(p.name()),
		kong.Description("Attacks and legal moves on chess boards by Kogge-Stone fills."),
		kong.PostBuild(func(parser *kong.Kong) error { return kong.Visit(parser.Model.Node, p.expandHelp) }),
		kong.Help(helpWithExamples),
		kong.Bind(new(Streams)),
		kong.KindMapper(reflect.String, kong.MapperFunc(decodeString)),
		kong.KindMapper(reflect.Int, kong.MapperFunc(decodeInt)),
		kong.KindMapper(reflect.Uint64, kong.MapperFunc(decodeUint)),
	}, options...)
	if p.Single != nil {
		return kong.New(p.Single.Command, append(options, kong.Description(p.Single.Help))...)
	}
	for _, family := range p.families(args) {
		options = append(options, kong.Embed(family))
	}
	return kong.New(new(Common), options...)
}

// families returns the families of commands that the command line args can need.
func (p Program) families(args []string) []any {
	if len(args) == 0 {
		return p.Families
	}
	if slices.Equal(args, []string{"--version"}) {
		return nil
	}
	for i, family := range p.Families {
		for _, command := range reflect.VisibleFields(reflect.TypeOf(family).Elem()) {
			if strings.EqualFold(command.Name, args[0]) {
				return p.Families[i : i+1]
			}
		}
	}
	return p.Families
}

// expandHelp replaces the variables in the help of a flag or argument. The parser's own variables, such as
// ${default}, stay. The parser could also replace ours, but it would look for each variable in each text of each
// flag.
func (p Program) expandHelp(node kong.Visitable, next kong.Next) error {
	if v, ok := node.(*kong.Value); ok && strings.Contains(v.Help, "${") {
		v.Help = os.Expand(v.Help, func(name string) string {
			if text := p.Vars[name]; text != nil {
				return text()
			}
			return "${" + name + "}"
		})
	}
	return next(nil)
}

// decodeString sets a string from the command line. The parser's own function replaces bytes
// that are not UTF-8, but file names can contain any bytes.
func decodeString(ctx *kong.DecodeContext, target reflect.Value) error {
	t, err := ctx.Scan.PopValue("string")
	if err != nil {
		return err
	}
	target.SetString(t.String())
	return nil
}

// decodeInt and decodeUint set a number from decimal digits. The parser's own functions also accept the
// forms of Go's literals, so that 010 would be 8.
func decodeInt(ctx *kong.DecodeContext, target reflect.Value) error {
	t, err := ctx.Scan.PopValue("int")
	if err != nil {
		return err
	}
	n, err := strconv.ParseInt(t.String(), 10, target.Type().Bits())
	if err != nil {
		return fmt.Errorf("expected a whole number, found %q", t.String())
	}
	target.SetInt(n)
	return nil
}

func decodeUint(ctx *kong.DecodeContext, target reflect.Value) error {
	t, err := ctx.Scan.PopValue("uint")
	if err != nil {
		return err
	}
	n, err := strconv.ParseUint(t.String(), 10, target.Type().Bits())
	if err != nil {
		return fmt.Errorf("expected a whole number from 0 to 2^64-1, found %q", t.String())
	}
	target.SetUint(n)
	return nil
}

func (p Program) parseAndRun(args []string, s *Streams) error {
	helped := false
	line, completing := os.LookupEnv("COMP_LINE") // a shell asks for completions
	parsed := args
	if p.Single == nil {
		parsed = asFlags(args)
	}
	if completing {
		parsed = nil
		if at, err := strconv.Atoi(os.Getenv("COMP_POINT")); err == nil {
			line = line[:min(max(at, 0), len(line))]
		}
		if done, err := p.completeExternal(s, line, args); done {
			return err
		}
	} else if e, rest := p.external(parsed); e != nil {
		return e.Run(s, rest)
	}
	parser, err := p.Parser(parsed,
		kong.Writers(s.Out, s.Err),
		kong.Bind(s),
		kong.Exit(func(int) { helped = true }), // --help asks to exit, but tests must continue
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, WrapUpperBound: s.Width}),
	)
	if err != nil {
		return err
	}
	if completing {
		word := line[strings.LastIndexByte(line, ' ')+1:]
		if len(args) == 3 { // from bash: the command, the word to complete, and the word before it
			word = args[1]
		}
		for _, completion := range p.completions(parser.Model.Node, line, word) {
			fmt.Fprintln(s.Out, completion)
		}
		return s.Out.Flush()
	}
	if len(parsed) == 0 && p.Single == nil { // all on one screen
		s.WriteText("", parser.Model.Help)
		fmt.Fprintln(s.Out)
		for _, command := range parser.Model.Children {
			s.WriteText(fmt.Sprintf("  %-10s  ", command.Name), command.Help)
		}
		fmt.Fprintln(s.Out, "\nTry: koggestone perft --depth 6")
		s.WriteText("     ", "koggestone annotate games.pgn --out games.parquet")
		fmt.Fprintln(s.Out)
		s.WriteText("", "koggestone COMMAND --help describes a command and has examples. koggestone attacks, trace and network alone show a demonstration.")
		return s.Out.Flush()
	}
	ctx, err := parser.Parse(parsed)
	if helped {
		return s.Out.Flush()
	}
	err = p.explain(err)
	for _, check := range []func(*kong.Context) error{refuseEmpty, refuseIdle, s.checkOutput} {
		if err == nil {
			err = check(ctx)
		}
	}
	if err == nil {
		err = ctx.Run(s)
	}
	if flushErr := s.Out.Flush(); err == nil {
		err = flushErr
	}
	return err
}

// asFlags returns the arguments, with the words help and version replaced by the flags, because people type them.
// If there is only --color, it returns none.
func asFlags(args []string) []string {
	words := args
	for len(words) > 0 && strings.HasPrefix(words[0], "--color=") {
		words = words[1:]
	}
	switch {
	case len(words) == 0:
		return nil
	case words[0] == "help" && (len(words) == 1 || len(words) == 2 && slices.Contains([]string{"help", "--help", "-h"}, words[1])), words[0] == "-help":
		return []string{"--help"}
	case words[0] == "help" && len(words) == 2:
		return []string{words[1], "--help"}
	case words[0] == "version" && len(words) == 1:
		return []string{"--version"}
	}
	return args
}

// valueErrors replaces the parser's messages about a flag's value, because they name token kinds
// instead of the mistake.
var valueErrors = []struct{ pattern, message string }{
	{`^(--\S+): (?:expected .* value but got "EOL" .*|missing value, expecting .*)$`, "$1: expected a value, found none"},
	{`^(--\S+): expected int value but got "(-\d+)" .*$`, "$1: expected a whole number from 0, found $2"},
	{`^(--\S+): expected .* value but got "(-[^"]*)" \((?:long|short) flag\).*$`, "$1: expected a value, found $2; write $1=$2 if that is the value"},
	{`^(--\S+): bool value must be .* but got (".*")$`, "$1: expected true or false, found $2"},
	{`^(--\S+): expected a float but got (".*") \(string\)$`, "$1: expected a number, found $2"},
	{`^(--\S+): expected duration but got (".*"): time: .*$`, "$1: expected a time such as 500ms, 10s or 1m30s, found $2"},
}

// enumError matches the parser's message about a value that is not in a flag's enumeration.
var enumError = regexp.MustCompile(`^(--\S+) must be one of ("\S+") but got (".*")$`)

// explain rewrites the parser's errors about a flag's value. To all other errors of the parser
// it adds the command that prints the help.
func (p Program) explain(err error) error {
	var wrong *kong.ParseError
	if !errors.As(err, &wrong) {
		return err
	}
	if text := err.Error(); strings.HasPrefix(text, "--") {
		for _, e := range valueErrors {
			if pattern := regexp.MustCompile(e.pattern); pattern.MatchString(text) {
				return errors.New(pattern.ReplaceAllString(text, e.message))
			}
		}
		if m := enumError.FindStringSubmatch(text); m != nil {
			values := strings.FieldsFunc(m[2], func(c rune) bool { return c == ',' || c == '"' })
			last := len(values) - 1
			return fmt.Errorf("%s: expected %s or %s, found %s", m[1], strings.Join(values[:last], ", "), values[last], m[3])
		}
		return err
	}
	command := ""
	unknown := regexp.MustCompile(unknownFlag).FindStringSubmatch(err.Error())
	if node := selected(wrong.Context); node.Type == kong.CommandNode || p.Single != nil {
		if p.Single == nil {
			command = " " + node.Name
		}
		if err.Error() == "missing flags: --depth=N" {
			return fmt.Errorf("%s needs a depth, as in koggestone %s --depth 5", node.Name, node.Name)
		}
		if err.Error() == `expected "<file>"` {
			err = fmt.Errorf("%s needs a file, or - for standard input, as in koggestone %s FILE", node.Name, node.Name)
		} else if value, ok := strings.CutPrefix(err.Error(), "unexpected argument "); ok {
			for _, p := range wrong.Context.Path {
				if p.Flag != nil && p.Flag.Name == "fen" && !strings.Contains(fmt.Sprint(wrong.Context.FlagValue(p.Flag)), " ") {
					return fmt.Errorf("%w after --fen: quote the whole FEN, as in --fen 'rnbq... w KQkq - 0 1'", err)
				}
			}
			err = fmt.Errorf("%w%s", err, meant(node, value))
		} else if unknown != nil {
			err = errors.New(unknown[1] + similar(node, unknown[2], unknown[3]))
		}
	} else if unknown != nil {
		err = errors.New(unknown[1] + similar(wrong.Context.Model.Node, unknown[2], unknown[3]))
	} else if name, ok := strings.CutPrefix(err.Error(), "unexpected argument "); ok {
		switch err = fmt.Errorf("unknown command %s", name); name {
		case "help":
			err = errors.New("help: expected at most one command, found several")
		case "version":
			err = errors.New("version: expected no arguments, found some")
		}
	}
	return fmt.Errorf("%w; see %s%s --help", err, p.name(), command)
}

// selected returns the command of a command line, or the program if it has no commands.
func selected(ctx *kong.Context) *kong.Node {
	if node := ctx.Selected(); node != nil {
		return node
	}
	return ctx.Model.Node
}

// meant returns a suggestion for an argument whose flag is missing, or "".
func meant(node *kong.Node, argument string) string {
	_, err := strconv.ParseUint(argument, 10, 64)
	name := ""
	switch {
	case err == nil:
		name = "depth"
	case strings.Contains(argument, "/") || argument == "startpos":
		name = "fen"
	case new(Direction).UnmarshalText([]byte(argument)) == nil:
		name = "direction"
	case hasFlag(node, "only"):
		name = "only"
	}
	if !hasFlag(node, name) {
		return ""
	}
	if strings.Contains(argument, " ") {
		argument = "'" + argument + "'"
	}
	return "; did you mean --" + name + " " + argument + "?"
}

// unknownFlag is the parser's message about a flag that does not exist, with its suggestion.
const unknownFlag = `^(unknown flag (--?)([^\s,]*))(?:, did you mean "-[^-]"\?)?$`

// otherNames are the names that other programs give to flags of this one.
var otherNames = map[string]string{"output": "out", "threads": "workers", "jobs": "workers", "j": "workers", "position": "fen"}

// similar returns a suggestion for an unknown flag, or "".
func similar(node *kong.Node, dashes, name string) string {
	var found []string
	if other := otherNames[name]; hasFlag(node, other) {
		found = []string{"--" + other}
	} else if dashes == "-" {
		for _, f := range slices.Concat(node.AllFlags(true)...) {
			if strings.HasPrefix(f.Name, strings.ToLower(name)) {
				found = append(found, "--"+f.Name)
			}
		}
	}
	if len(found) == 0 || len(found) > 3 {
		return ""
	}
	return "; did you mean " + strings.Join(found, " or ") + "?"
}

func hasFlag(node *kong.Node, name string) bool {
	return slices.ContainsFunc(node.Flags, func(f *kong.Flag) bool { return f.Name == name })
}

// WriteMessage writes a message to w as one line. It quotes control characters, and leaves out the middle of a very long
// message.
func WriteMessage(w io.Writer, format string, args ...any) {
	const start, end = 800, 200
	text := strconv.Quote(strings.ReplaceAll(fmt.Sprintf(format, args...), "\n", " "))
	text = strings.NewReplacer(`\"`, `"`, `\\`, `\`).Replace(text[1 : len(text)-1])
	if len(text) > start+end {
		text = strings.ToValidUTF8(text[:start], "") + " ... " + strings.ToValidUTF8(text[len(text)-end:], "")
	}
	io.WriteString(w, "koggestone: "+text+"\n")
}

// NoteLater writes a note to s.Err after a second, unless stop is called before. No note appears after stop has returned.
func (s *Streams) NoteLater(format string, args ...any) (stop func()) {
	var mu sync.Mutex
	stopped := false
	timer := time.AfterFunc(time.Second, func() {
		mu.Lock()
		defer mu.Unlock()
		if !stopped {
			WriteMessage(s.Err, "note: "+format, args...)
		}
	})
	return func() {
		timer.Stop()
		mu.Lock()
		defer mu.Unlock()
		stopped = true
	}
}

// A messageWriter writes messages to standard error. Several goroutines can use it.
type messageWriter struct {
	mu sync.Mutex
	w  io.Writer
}

func (w *messageWriter) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.w.Write(p)
}

// writeLast writes the last message before the process ends. It keeps the lock, so that later calls of
// other methods do not return.
func (w *messageWriter) writeLast(format string, args ...any) {
	w.mu.Lock()
	WriteMessage(w.w, format, args...)
}

// lostOutput remembers whether something has been written.
type lostOutput struct {
	io.Writer
	written bool
}

func (w *lostOutput) Write(p []byte) (int, error) {
	w.written = true
	return w.Writer.Write(p)
}

// A rowWriter is a command that writes a row for each position. WritesRows reports whether the rows go to standard output.
type rowWriter interface{ WritesRows() bool }

// checkOutput returns an error if a command would work for rows that nobody can read. Other commands only get a note:
// they also have an exit code, and programs that only want this code often open /dev/null for reading and writing.
func (s *Streams) checkOutput(ctx *kong.Context) error {
	if c, ok := selected(ctx).Target.Addr().Interface().(rowWriter); !ok || !c.WritesRows() || !discards(s.Stdout) {
		return nil
	}
	return errors.New("standard output is closed: expected an open file; to discard the rows, open /dev/null for writing alone")
}

// AnnounceInput says that a command waits for standard input if that is a terminal.
func (s *Streams) AnnounceInput() {
	if IsTerminal(s.In) {
		WriteMessage(s.Err, "reading standard input")
	}
}

// IsTerminal reports whether a reader or writer is a terminal.
func IsTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	if ok {
		_, ok = terminalColumns(f)
	}
	return ok
}

// terminalWidth returns how many columns the terminal w has, or 0 if w is not a terminal.
func terminalWidth(w io.Writer) int {
	if f, ok := w.(*os.File); ok {
		if columns, ok := terminalColumns(f); ok {
			return cmp.Or(columns, 80)
		}
	}
	return 0
}

// WriteBoards writes boards side by side, at most perRow in a row, and fewer if the terminal is too
// narrow.
func (s *Streams) WriteBoards(perRow int, boards ...textboard.Board) {
	textboard.Write(s.Out, s.Colour, s.columns(), perRow, boards...)
}

// exampler is a command with examples in its help. An example is a command line for a shell.
type exampler interface{ Examples() []string }

// Examples returns the examples of a command's help.
func Examples(node *kong.Node) []string {
	if e, ok := node.Target.Addr().Interface().(exampler); ok {
		return e.Examples()
	}
	return nil
}

// helpWithExamples writes a command's help and examples. The flags of all commands come last.
func helpWithExamples(o kong.HelpOptions, ctx *kong.Context) error {
	node := selected(ctx)
	if node.Type == kong.CommandNode {
		for _, f := range ctx.Model.Flags {
			f.Group = &kong.Group{Key: "all", Title: "Flags of all commands:"}
		}
		node.Flags, ctx.Model.Flags = append(node.Flags, ctx.Model.Flags...), nil
	}
	if err := kong.DefaultHelpPrinter(o, ctx); err != nil {
		return err
	}
	if node.Type == kong.ApplicationNode {
		comparison := ", 1 a comparison failed"
		if len(node.Children) == 0 {
			comparison = "" // a program of one command compares nothing
		}
		fmt.Fprintf(ctx.Stdout, "\nExit codes: 0 done%s, 2 wrong use or input, 130 interrupted.\n", comparison)
	}
	for i, e := range Examples(node) {
		if i == 0 {
			fmt.Fprintln(ctx.Stdout, "\nExamples:")
		}
		fmt.Fprintln(ctx.Stdout, "  "+e)
	}
	return nil
}
