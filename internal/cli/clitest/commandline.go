package clitest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/alecthomas/kong"
	"github.com/koggestone/koggestone/internal/cli"
	"github.com/koggestone/koggestone/internal/corpus"
	"github.com/koggestone/koggestone/internal/simd"
)

var (
	trials     = flag.Int("cli.trials", 0, "number of random command lines that TestCommandLine runs as processes; make fuzz-cli and make exact set it")
	firstTrial = flag.Uint64("cli.first", 1, "the number of the first random command line")
)

// CommandLines tests a program, with Main as its TestMain, by random command lines: every flag of every command with
// hostile values. The exit code is 0, 1 or 2, messages are single lines, nothing panics, and only the named outputs
// change. All paths print the same.
func CommandLines(t *testing.T, program func() cli.Program) {
	n := 100
	if testing.Short() {
		n = 60
	}
	if *trials > 0 {
		n = 0
	}
	dir := filepath.Join(t.TempDir(), "trial")
	for k := range uint64(n) {
		x := newTrial(t, program, dir, *firstTrial+k)
		first := ""
		for _, path := range simd.Paths() {
			x.prepare(t)
			restore := simd.Force(path)
			code, stdout, stderr := Run(program(), x.stdin, x.args...)
			restore()
			x.check(t, code, stdout, stderr)
			if said := x.said(code, stdout, stderr); x.samePaths && path != simd.Generic && said != first {
				t.Errorf("%v: path %v says\n%.500s\ngeneric\n%.500s", x, path, said, first)
			} else {
				first = said
			}
			if !x.samePaths {
				break
			}
		}
		if t.Failed() {
			return
		}
	}
	if testing.Short() {
		return // emulators cannot run the test as a command
	}
	for k := range uint64(max(*trials, 8)) {
		x := newTrial(t, program, dir, *firstTrial+k)
		x.prepare(t)
		code, stdout, stderr := x.process(t)
		x.check(t, code, stdout, stderr)
		if t.Failed() {
			return
		}
		if k%1000 == 999 {
			t.Logf("%d command lines", k+1)
		}
	}
}

// A trial is a command line with its inputs.
type trial struct {
	number  uint64
	name    string // name of the subcommand
	args    []string
	stdin   string
	dir     string
	outputs []string          // the files that may change
	rejects []string          // the files that may change in a run of annotate that fails
	before  map[string]string // contents of the files of dir
	// samePaths is true if every path must print the same.
	samePaths bool
}

// String returns the trial as a line for a shell.
func (x *trial) String() string {
	return fmt.Sprintf("-cli.first=%d: koggestone %.2000q with standard input %.500q", x.number, x.args, x.stdin)
}

// hostile are values for a flag of any kind.
var hostile = []string{
	"", " ", "-", "--", "-1", "0", "x", "\x00", "\xff\xfe", "a\nb", "\x1b[2J", "%s%n%d", "../../..", "~", "*", "'\"`$(true)",
	"9223372036854775807", "9223372036854775808", "-9223372036854775809", "1e9", "0x7fffffff", "١", "NaN", "true", "é\u202e",
	strings.Repeat("9", 60_000), strings.Repeat("x ", 30_000), strings.Repeat("/", 5000), "null", "all",
}

// sensible are values for the flags of the command by name. None of them runs long.
var sensible = map[string][]string{
	"depth":     {"0", "1", "2", "3", "3"},
	"workers":   {"0", "1", "2", "3", "17", "4096", "4097"},
	"mode":      {"single", "bulk", "batch", "auto"},
	"memory":    {"1KiB", "1MiB", "64MiB", "8589934591GiB", "8589934592GiB"},
	"max-nodes": {"0", "1", "400", "10000", "340282366920938463463374607431768211455", "340282366920938463463374607431768211456"},
	"show":      {"all", "threats", "attacks,pinned", "hanging,", ",", "xrays,xrays"},
	"direction": {"n", "north-east", "SW", "up"},
	"sliders":   {"both", "white", "a1,h8", "a1,,h8", "i9"},
	"n":         {"1", "8", "64", "65"},
	"network":   {"serial", "kogge-stone", "brent-kung"},
	"trace":     {"q1", "Q8", "q64", "q0", "q-1", "q"},
	"positions": {"1", "7", "600"},
	"seed":      {"0", "1", "18446744073709551615", "18446744073709551616"},
	"duration":  {"1ms", "0s", "-1s", "1ns", "10"},
	"columns":   {"all", "-", "legal_moves", "moves,phase", "king,king", "legal_targets,key", "legal_moves,"},
	"format":    {"csv", "ndjson", "fen", "arrow"},
	"from":      {"fen", "scored", "csv", "ndjson", "pgn", "viri", "marlin", "bullet"},
	"where":     {"true", "in_check", "legal_moves > 20 and not in_check", "fen contains 'w'", "score > 1", "int(fen) > 0", "popcount(checkers) == 1"},
	"sample":    {"0", "0.5", "1", "1.5"},
	"shard":     {"0/1", "1/2", "2/2", "1/0", "0/1048576"},
	"carry":     {"-", "score", "result,score"},
	"only":      {"koggestone[.]rayattacks$", "quad[.]threats$", "zzz", "(", "^$"},
}

// unbounded are flags that run without end for some of the hostile values, as documented.
var unbounded = []string{"positions", "duration", "only"}

func newTrial(t *testing.T, program func() cli.Program, dir string, number uint64) *trial {
	r := rand.New(rand.NewPCG(number, 1))
	x := &trial{number: number, dir: dir}
	parser, err := program().Parser(nil)
	if err != nil {
		t.Fatal(err)
	}
	commands := slices.DeleteFunc(parser.Model.Children, func(node *kong.Node) bool { return node.Passthrough }) // other programs
	if len(commands) == 0 {
		commands = []*kong.Node{parser.Model.Node}
	}
	node := commands[r.IntN(len(commands))]
	for (node.Name == "bench" || node.Name == "verify") && r.IntN(10) > 0 { // they are slow
		node = commands[r.IntN(len(commands))]
	}
	x.name = node.Name
	x.samePaths = !slices.Contains([]string{"bench", "verify", "info"}, x.name)
	x.stdin = x.text(r)
	var args [][]string
	for _, f := range node.Flags {
		wanted := f.Required && r.IntN(20) > 0 || x.name == "bench" && f.Name == "only" || x.name == "verify" && f.Name == "positions"
		if !wanted && r.IntN(4) > 0 {
			continue
		}
		for range 1 + r.IntN(20)/19 { // some flags twice
			args = append(args, x.flag(r, f))
		}
	}
	for _, p := range node.Positional {
		if p.Required && r.IntN(20) > 0 || r.IntN(2) == 0 {
			args = append(args, []string{x.file(r)})
		}
	}
	if r.IntN(20) == 0 {
		args = append(args, []string{hostile[r.IntN(len(hostile))]})
	}
	r.Shuffle(len(args), func(i, j int) { args[i], args[j] = args[j], args[i] })
	if node.Type == kong.CommandNode && r.IntN(50) > 0 {
		x.args = []string{x.name}
	}
	x.args = slices.Concat(append([][]string{x.args}, args...)...)
	return x
}

// flag returns a flag with a value.
func (x *trial) flag(r *rand.Rand, f *kong.Flag) []string {
	name := "--" + f.Name
	if f.Target.Kind() == reflect.Bool {
		if r.IntN(20) == 0 {
			name += "=" + hostile[r.IntN(len(hostile))]
		}
		return []string{name}
	}
	value := hostile[r.IntN(len(hostile))]
	switch {
	case f.Name == "fen":
		value = x.fen(r)
	case f.Name == "svg", f.Name == "html", f.Name == "out", f.Name == "rejects", f.Name == "report" && f.Target.Kind() == reflect.String:
		value = x.out(r)
		if f.Name == "rejects" {
			x.rejects = append(x.rejects, x.outputs[len(x.outputs)-1])
		}
	case len(sensible[f.Name]) > 0 && (r.IntN(4) > 0 || slices.Contains(unbounded, f.Name)):
		value = sensible[f.Name][r.IntN(len(sensible[f.Name]))]
	}
	if r.IntN(2) == 0 {
		return []string{name, value}
	}
	return []string{name + "=" + value}
}

// games are the FENs that are mutated.
var games = append(slices.Collect(corpus.Tricky().FENs()), slices.Collect(corpus.Games().FENs())...)

// fen returns a FEN, usually mutated, or arbitrary text.
func (x *trial) fen(r *rand.Rand) string {
	switch r.IntN(20) {
	case 0, 1:
		return hostile[r.IntN(len(hostile))]
	case 2:
		return "startpos"
	}
	return mutate(r, games[r.IntN(len(games))], r.IntN(3))
}

// mutate changes n bytes of text.
func mutate(r *rand.Rand, text string, n int) string {
	b := []byte(text)
	for range n {
		const letters = "PNBRQKpnbrqk/12345678 wb-KQkqAHah0;\"\t\x00\xff9"
		at, c := r.IntN(len(b)+1), letters[r.IntN(len(letters))]
		switch {
		case r.IntN(3) == 0 || at == len(b):
			b = slices.Insert(b, at, c)
		case r.IntN(2) == 0 && len(b) > 1:
			b = slices.Delete(b, at, at+1)
		default:
			b[at] = c
		}
	}
	return string(b)
}

// text returns lines for a file or the standard input: FEN, EPD, UCI commands, or arbitrary
// text.
func (x *trial) text(r *rand.Rand) string {
	var b strings.Builder
	if r.IntN(10) == 0 {
		b.WriteString("\ufeff")
	}
	uci := []string{
		"uci", "isready", "d", "go perft 2", "go perft 3", "go depth 1", "go", "stop", "position startpos moves e2e4 e7e5",
		"position fen " + x.fen(r), "position startpos moves " + mutate(r, "g1f3 g8f6 f3g1", 1), "setoption name Hash value 1",
	}
	for range r.IntN(8) {
		switch kind := r.IntN(12); {
		case x.name == "uci" && kind < 10:
			b.WriteString(mutate(r, uci[r.IntN(len(uci))], r.IntN(8)/7))
		case kind == 0:
			b.WriteString(hostile[r.IntN(len(hostile))])
		case kind == 1:
			b.WriteString(strings.Repeat("x", 65_535+r.IntN(3)))
		case kind == 2:
			b.WriteString("# comment")
		case kind == 3:
			b.WriteString(x.fen(r) + mutate(r, ` ;D1 20 ;D2 400; id "a;b"; c0 "x"`, r.IntN(3)))
		default:
			b.WriteString(x.fen(r))
		}
		b.WriteString([]string{"\n", "\n", "\n", "\r\n", "\n\n"}[r.IntN(5)])
	}
	if r.IntN(2) == 0 {
		return strings.TrimRight(b.String(), "\r\n")
	}
	return b.String()
}

// file returns the name of an input.
func (x *trial) file(r *rand.Rand) string {
	return []string{
		"-", "-", "-", filepath.Join(x.dir, "in"), filepath.Join(x.dir, "in"), filepath.Join(x.dir, "missing"), x.dir,
		filepath.Join(x.dir, "in", "no folder"), os.DevNull, filepath.Join(x.dir, "link"), hostile[r.IntN(len(hostile))],
	}[r.IntN(11)]
}

// out returns the name of an output and remembers the file.
func (x *trial) out(r *rand.Rand) string {
	in := func(name string) string { return filepath.Join(x.dir, name) }
	value := []string{
		in("new.svg"), in("new.svg"), in("old.svg"), in("link"), in("dangling"), "-", x.dir, in("no/folder"), in("in/folder"), in("loop"),
		os.DevNull, in(strings.Repeat("n", 300)), "", "\x00", x.dir + "/",
	}[r.IntN(15)]
	switch filepath.Base(value) {
	case "link":
		x.outputs = append(x.outputs, in("old.svg"))
	case "dangling":
		x.outputs = append(x.outputs, in("target.svg"))
	default:
		x.outputs = append(x.outputs, value)
	}
	return value
}

// prepare makes the folder.
func (x *trial) prepare(t *testing.T) {
	t.Helper()
	err := os.RemoveAll(x.dir)
	for _, step := range []func() error{
		func() error { return os.Mkdir(x.dir, 0o755) },
		func() error { return os.WriteFile(filepath.Join(x.dir, "in"), []byte(x.stdin), 0o644) },
		func() error { return os.WriteFile(filepath.Join(x.dir, "old.svg"), []byte("old"), 0o600) },
	} {
		err = errors.Join(err, step())
	}
	if err != nil {
		t.Fatal(err)
	}
	for name, target := range map[string]string{"link": "old.svg", "dangling": "target.svg", "loop": "loop"} {
		os.Symlink(target, filepath.Join(x.dir, name)) // fails on systems without links, which is fine
	}
	x.before = x.files(t)
}

// files returns the contents of the files in the folder.
func (x *trial) files(t *testing.T) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(x.dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		files[path] = d.Type().String()
		if d.Type().IsRegular() {
			held, err := os.ReadFile(path)
			files[path] += string(held)
			return err
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// process runs the trial as a process with limits.
func (x *trial) process(t *testing.T) (code int, stdout, stderr string) {
	ctx := t.Context()
	if deadline, ok := t.Deadline(); ok { // of go test, so that a trial that hangs is named
		var cancel func()
		ctx, cancel = context.WithDeadline(ctx, deadline.Add(-time.Second))
		defer cancel()
	}
	for i, arg := range x.args { // arguments of processes cannot contain zero bytes
		x.args[i] = strings.ReplaceAll(arg, "\x00", "")
	}
	cmd := exec.CommandContext(ctx, os.Args[0], x.args...)
	cmd.Env = append(os.Environ(), AsCommand+"=1")
	cmd.Dir = x.dir
	cmd.Stdin = strings.NewReader(x.stdin)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) || ctx.Err() != nil {
		t.Errorf("%v: %v, %v", x, err, ctx.Err())
	}
	return cmd.ProcessState.ExitCode(), out.String(), errs.String()
}

// trouble matches text that no output may contain.
var trouble = regexp.MustCompile(`panic|goroutine \d|runtime error|SIG[A-Z]{3}|nil pointer|%!|\.koggestone-`)

// check fails the test unless the outcome is documented.
func (x *trial) check(t *testing.T, code int, stdout, stderr string) {
	t.Helper()
	fail := func(format string, args ...any) {
		t.Helper()
		t.Errorf("%v:\nexit %d, %s; standard output %.300q, standard error %.1000q", x, code, fmt.Sprintf(format, args...), stdout, stderr)
	}
	if code != cli.ExitOK && code != cli.ExitDifference && code != cli.ExitBadInput {
		fail("which is none of the command's")
	}
	if code == cli.ExitDifference && x.name != "epd" {
		fail("a difference")
	}
	if found := trouble.FindString(stdout + stderr); found != "" {
		fail("it says %q", found)
	}
	lines := strings.SplitAfter(stderr, "\n")
	if last := len(lines) - 1; lines[last] != "" {
		fail("the last message does not end")
	}
	for _, line := range lines[:len(lines)-1] {
		if !strings.HasPrefix(line, "koggestone: ") || len(line) > 1100 || strings.ContainsFunc(line[:len(line)-1], func(c rune) bool { return c < ' ' || c == 0x7f }) {
			fail("message %.300q", line)
		}
	}
	messages := len(lines) - 1
	annotates := x.name == "koggestone-annotate"
	if annotates { // messages of the first 20 rejected records, of more, and the report
		if messages > 22 || code == cli.ExitBadInput && messages == 0 {
			fail("%d messages", messages)
		}
	} else if keepGoing := slices.ContainsFunc(x.args, func(a string) bool { return strings.HasPrefix(a, "--keep-going") }); !keepGoing &&
		(code == cli.ExitBadInput && messages != 1 || code != cli.ExitBadInput && messages > 1) || code == cli.ExitBadInput && messages == 0 {
		fail("%d messages", messages)
	}
	picture := strings.HasPrefix(stdout, "<svg") || strings.HasPrefix(stdout, "<!DOCTYPE html>") // --svg - replaces the other output
	if code == cli.ExitOK && slices.Contains(x.args, "--json") && !slices.Contains(x.args, "--help") && !picture {
		for line := range strings.Lines(stdout) {
			if !json.Valid([]byte(line)) {
				fail("no JSON: %.300q", line)
				break
			}
		}
	}
	after := x.files(t)
	before := maps.Clone(x.before)
	may := x.outputs
	if code != cli.ExitOK {
		if may = nil; annotates {
			may = x.rejects
			if slices.ContainsFunc(x.args, func(a string) bool { return strings.HasPrefix(a, "--strict") }) { // the rows before are complete
				may = x.outputs
			}
		}
	}
	for _, name := range may {
		for _, files := range []map[string]string{before, after} {
			maps.DeleteFunc(files, func(file, _ string) bool {
				return file == name || strings.HasPrefix(file, name+string(filepath.Separator))
			})
		}
	}
	if !maps.Equal(after, before) {
		fail("files were %.300q, are %.300q", before, after)
	}
}

// differs matches text that may differ between runs and paths.
var differs = regexp.MustCompile(`, path [a-z0-9]+\n|"memory":[0-9]+|"seconds":[0-9.e+-]+|"mode":"[a-z]+"|mode [a-z]+(, merged)?, workers|"unique_positions":[0-9,[\]]+|ply +unique\n([0-9]+ +[0-9]+\n)*|(, )?[0-9.]+ s(, [0-9.]+ million (nodes|positions)/s)?`)

// said returns the output that must be the same on all paths.
func (x *trial) said(code int, stdout, stderr string) string {
	return differs.ReplaceAllString(fmt.Sprintln(code, stdout, stderr), "")
}
