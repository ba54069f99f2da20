package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/internal/cli"
	"github.com/koggestone/koggestone/internal/cli/clitest"
)

// command runs the command on the given standard input.
func command(stdin string, args ...string) (code int, stdout, stderr string) {
	return clitest.Run(program(), stdin, args...)
}

func TestMain(m *testing.M) { clitest.Main(m, program()) }

func TestBadInput(t *testing.T) {
	clitest.BadInput(t, program, []clitest.BadInputTest{
		{"no command", "", `expected one of "attacks", "pairs", "trace", "network", "perft", ...; see koggestone --help`, []string{"--"}},
		{"unknown time of colours", "", `--color: expected auto, always or never, found "blue"`, []string{"info", "--color", "blue"}},
		{"unknown shell", "", `completion: expected bash, zsh or fish, found "powershell"`, []string{"completion", "powershell"}},
		{"no shell", "", `completion: expected bash, zsh or fish, found none`, []string{"completion"}},
		{"unknown command", "", "unknown command attack", []string{"attack"}},
		{"unknown flag", "", "unknown flag --shade; see koggestone info --help", []string{"info", "--shade"}},
		{"a position without its flag", "", "unexpected argument startpos; did you mean --fen startpos?; see koggestone attacks --help", []string{"attacks", "startpos"}},
		{"a direction without its flag", "", "unexpected argument east; did you mean --direction east?; see koggestone trace --help", []string{"trace", "east"}},
		{"a move without its flag", "", "unexpected argument e2e4; see koggestone perft --help", []string{"perft", "e2e4"}},
		{"a letter of two flags", "", "unknown flag -d; did you mean --depth or --divide?; see koggestone perft --help", []string{"perft", "-d", "3"}},
		{"a flag of other programs", "", "unknown flag --threads; did you mean --workers?; see koggestone uci --help", []string{"uci", "--threads", "4"}},
		{"a depth without its flag", "", "unexpected argument 5; did you mean --depth 5?; see koggestone perft --help", []string{"perft", "5"}},
		{"a pattern without its flag", "", "did you mean --only SliderAttacks?", []string{"bench", "SliderAttacks"}},
		{"a letter in upper case", "", "unknown flag -V; did you mean --version?", []string{"-V"}},
		{"a FEN without quotes", "", "unexpected argument w after --fen: quote the whole FEN, as in --fen 'rnbq... w KQkq - 0 1'", []string{"perft", "--depth", "3", "--fen", "8/8/8/8/8/8/k7/2K5", "w", "-", "-"}},
		{"no depth", "", "perft needs a depth, as in koggestone perft --depth 5", []string{"perft"}},
		{"help of an unknown command", "", "unknown command nope", []string{"help", "nope"}},
		{"control characters", "", `unknown command a\x1b[31mb`, []string{"a\x1b[31mb"}},
	})
	// Messages quote only a part of long arguments.
	long := strings.Repeat("x", 60_000)
	for _, args := range [][]string{{long}, {"perft", "--depth", "1", "--fen", long}, {"perft", "--depth", "1", "--mode", long}, {"count", long}} {
		code, _, stderr := command("", args...)
		if code != cli.ExitBadInput || len(stderr) > 1200 || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%.20q: exit %d, %d bytes: %.200q", args, code, len(stderr), stderr)
		}
	}
}

func TestHelp(t *testing.T) {
	for _, args := range [][]string{
		{"--help"}, {"attacks", "--help"}, {"trace", "--help"}, {"bench", "--help"}, {"help"}, {"help", "perft"},
		{"help", "help"}, {"help", "--help"}, {"-help"}, {"--color=always", "help"},
	} {
		code, stdout, stderr := command("", args...)
		if code != cli.ExitOK || stderr != "" || strings.Count(stdout, "Usage: koggestone") != 1 {
			t.Errorf("%v: exit %d, %q, %q", args, code, stdout, stderr)
		}
	}
	if _, stdout, _ := command("", "--help"); !strings.Contains(stdout, "Exit codes: 0 done, 1 a comparison failed, 2 wrong use or input, 130 interrupted.") {
		t.Errorf("no exit codes in %q", stdout)
	}
	code, stdout, stderr := command("", "--color=always")
	if _, plain, _ := command(""); code != cli.ExitOK || stdout != plain {
		t.Errorf("--color=always: exit %d, %q, %q", code, stdout, stderr)
	}
	lines := strings.Split(stdout, "\n")
	if code != cli.ExitOK || stderr != "" || len(lines) > 24 || slices.ContainsFunc(lines, func(line string) bool { return len(line) > 80 }) {
		t.Errorf("without arguments: exit %d, %d lines, %q, %q", code, len(lines), stdout, stderr)
	}
	parser, err := program().Parser(nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, node := range parser.Model.Children {
		if !strings.Contains(stdout, "\n  "+node.Name+" ") {
			t.Errorf("the help does not list %s", node.Name)
		}
	}
}

// Text has colours only on terminals, or with --color always.
func TestColor(t *testing.T) {
	for args, want := range map[string]bool{"": false, "--color=auto": false, "--color=never": false, "--color=always": true} {
		_, stdout, _ := command("", strings.Fields("trace "+args)...)
		for _, code := range []string{"\x1b[1;35mq", "\x1b[1;32m1", "\x1b[1;30;43m+", "\x1b[1;37;41m-"} { // a piece, in the set, new, lost
			if got := strings.Contains(stdout, code); got != want {
				t.Errorf("trace %s: %q in the text: %v, want %v", args, code, got, want)
			}
		}
	}
}

func TestVersion(t *testing.T) {
	for _, arg := range []string{"--version", "version"} {
		code, stdout, stderr := command("", arg)
		if want := ", path " + koggestone.Implementation() + "\n"; code != cli.ExitOK || stderr != "" || !strings.HasPrefix(stdout, "koggestone ") || !strings.HasSuffix(stdout, want) {
			t.Errorf("%s: exit %d, %q, %q", arg, code, stdout, stderr)
		}
	}
}

// A shell asks for completions by COMP_LINE.
func TestCompletion(t *testing.T) {
	for line, want := range map[string]string{
		"koggestone pe":                        "perft",
		"koggestone trace --h":                 "--help --html",
		"koggestone network --network br":      "brent-kung",
		"koggestone network --network=s":       "--network=serial",
		"koggestone trace --direction s":       "south south-east south-west",
		"koggestone trace -d north-":           "north-east north-west",
		"koggestone attacks --show attacks,pi": "attacks,pinned attacks,pinners",
		"koggestone attacks --show th":         "threats",
		"koggestone completion ":               "bash fish zsh",
		"":                                     "",
	} {
		t.Setenv("COMP_LINE", line)
		code, stdout, stderr := command("")
		if got := strings.Join(strings.Fields(stdout), " "); code != cli.ExitOK || stderr != "" || got != want {
			t.Errorf("%q: exit %d, %q, %q, want %s", line, code, stdout, stderr, want)
		}
	}
	// bash replaces only the part after = and the line ends at the cursor.
	t.Setenv("COMP_LINE", "koggestone network --network=s --n 3")
	t.Setenv("COMP_POINT", fmt.Sprint(len("koggestone network --network=s")))
	if code, stdout, stderr := command("", "koggestone", "s", "="); code != cli.ExitOK || stdout != "serial\n" || stderr != "" {
		t.Errorf("exit %d, %q, %q", code, stdout, stderr)
	}
}

// What completion prints is code for the shell and no more, and no other program runs.
func TestCompletionCode(t *testing.T) {
	for shell, want := range map[string]string{"bash": "complete ", "zsh": "autoload ", "fish": "function "} {
		t.Setenv("PATH", t.TempDir())
		code, stdout, stderr := command("", "completion", shell)
		if code != cli.ExitOK || !strings.HasPrefix(stdout, want) || stderr != "" {
			t.Errorf("%s: exit %d, %q, %q", shell, code, stdout, stderr)
		}
	}
}

// The usual line for bash runs without a message and enables completion.
func TestCompletionInBash(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil || testing.Short() { // emulators cannot run the test as a command
		t.Skip(err)
	}
	cmd := exec.Command(bash, "-c", `source <("$0" completion bash) && complete -p koggestone`, os.Args[0])
	cmd.Env = append(os.Environ(), clitest.AsCommand+"=1")
	output, err := cmd.CombinedOutput()
	if err != nil || !strings.HasPrefix(string(output), "complete ") || strings.Count(string(output), "\n") != 1 {
		t.Errorf("%v, %q", err, output)
	}
}

// A value that is missing or has the wrong type is named in plain words.
func TestFlagValues(t *testing.T) {
	for line, want := range map[string]string{
		"perft --depth":                "--depth: expected a value, found none",
		"perft --depth --divide":       "--depth: expected a value, found --divide; write --depth=--divide if that is the value",
		"perft --depth -1":             "--depth: expected a whole number from 0, found -1",
		"perft --depth 0x3":            `--depth: expected a whole number, found "0x3"`,
		"perft --depth 1_0":            `--depth: expected a whole number, found "1_0"`,
		"help perft epd":               "help: expected at most one command, found several; see koggestone --help",
		"version 1":                    "version: expected no arguments, found some; see koggestone --help",
		"count none":                   "none: no such file or directory",
		"perft --depth x":              `--depth: expected a whole number, found "x"`,
		"perft --fen":                  "--fen: expected a value, found none",
		"perft --depth 1 --workers":    "--workers: expected a value, found none",
		"attacks --show":               "--show: expected a value, found none",
		"trace --direction":            "--direction: expected a value, found none",
		"verify --seed=-1":             `--seed: expected a whole number from 0 to 2^64-1, found "-1"`,
		"bench --duration x":           `--duration: expected a time such as 500ms, 10s or 1m30s, found "x"`,
		"network --network --trace q1": "--network: expected a value, found --trace; write --network=--trace if that is the value",
	} {
		code, stdout, stderr := command("", strings.Fields(line)...)
		if code != cli.ExitBadInput || stdout != "" || stderr != "koggestone: "+want+"\n" {
			t.Errorf("%s: exit %d, %q, %q, want %q", line, code, stdout, stderr, want)
		}
	}
}

// A flag that another flag, or its absence, leaves without an effect is an error.
func TestIdleFlags(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.svg")
	for line, want := range map[string]string{
		"attacks --narrow":                              "--narrow: expected --svg, without which it has no effect",
		"pairs --fen startpos --flip":                   "--flip: expected --svg, without which it has no effect",
		"trace --flip":                                  "--flip: expected --svg or --html, without which it has no effect",
		"trace --html - --narrow":                       "--narrow: expected --svg, without which it has no effect",
		"trace --animate":                               "--animate: expected --svg, without which it has no effect",
		"trace --svg - --json":                          "--json: expected --svg with a file, because --svg - writes only that to standard output",
		"trace --json --html -":                         "--json: expected --html with a file, because --html - writes only that to standard output",
		"network --svg - --json":                        "--json: expected --svg with a file, because --svg - writes only that to standard output",
		"pairs --check - --indices sfnnv16 --move e2e4": "--check and --move can't be used together",
		"pairs --check - --indices sfnnv16 --svg x":     "--check and --svg can't be used together",
		"pairs --check -":                               "--check: expected --indices",
		"perft --depth 1 --memory 64MiB":                "--memory: expected --merge, without which it has no effect",
		"perft --depth 1 --memory 64MiB --merge=false":  "--memory: expected --merge, without which it has no effect",
		"bench --duration 1s --quick":                   "--quick and --duration can't be used together",
		"verify --positions 1 --duration 1s":            "--positions and --duration can't be used together",
		"verify --positions 0":                          "--positions: expected 1 or more, found 0",
		"trace --animate=false":                         "",
		"attacks --narrow --flip --json --svg " + file:  "",
		"verify --positions 1 --only quad.threats$":     "",
	} {
		code, stdout, stderr := command("4k3/8/8/8/8/8/8/4K3 w - - 0 1\n", strings.Fields(line)...)
		if want == "" {
			if code != cli.ExitOK {
				t.Errorf("%s: exit %d, %q, %q", line, code, stdout, stderr)
			}
		} else if code != cli.ExitBadInput || stdout != "" || stderr != "koggestone: "+want+"\n" {
			t.Errorf("%s: exit %d, %q, %q, want %q", line, code, stdout, stderr, want)
		}
	}
}

// An interrupt ends a command by its signal, after a line that says what is lost.
func TestInterrupted(t *testing.T) {
	if testing.Short() {
		t.Skip("emulators cannot run the test as the command")
	}
	for line, lost := range map[string]string{"bench --duration 1h": "no results", "count -": "the rest was not counted"} {
		// An interrupt that comes before the command has started prints nothing, so the next one waits longer.
		for wait := 500 * time.Millisecond; ; wait *= 2 {
			cmd := exec.Command(os.Args[0], strings.Fields(line)...)
			cmd.Env = append(os.Environ(), clitest.AsCommand+"=1")
			in, err := cmd.StdinPipe()
			var errs bytes.Buffer
			cmd.Stderr = &errs
			if err = errors.Join(err, cmd.Start()); err != nil {
				t.Fatal(err)
			}
			io.WriteString(in, "8/8/8/8/8/8/k7/2K5 w - -\n")
			time.Sleep(wait)
			cmd.Process.Signal(os.Interrupt)
			cmd.Wait()
			if regexp.MustCompile(`^koggestone: interrupted after [\d.]+ s: `+lost+"\n$").MatchString(errs.String()) && cmd.ProcessState.ExitCode() == -1 {
				break
			}
			if errs.Len() > 0 || cmd.ProcessState.ExitCode() != -1 {
				t.Errorf("%s: %v, %q", line, cmd.ProcessState, errs.String())
				break
			}
		}
	}
}

// Numbers are decimal, also with a zero in front.
func TestDecimalNumbers(t *testing.T) {
	if code, stdout, stderr := command("", "perft", "--depth", "03", "--workers", "01"); code != cli.ExitOK || !strings.HasSuffix(stdout, "nodes 8902\n") {
		t.Errorf("exit %d, %q, %q", code, stdout, stderr)
	}
	if _, stdout, _ := command("", "network", "--n", "010", "--json"); !strings.Contains(stdout, `"lines":10,`) {
		t.Errorf("%q, want ten lines", stdout)
	}
}

// attacks and trace read the placements that perft reads.
func TestOneParser(t *testing.T) {
	const fen = " 3k4/44/8/1111p111/8/8/8/4K3\tw  - -"
	for _, args := range [][]string{
		{"attacks", "--fen", fen}, {"trace", "--direction", "north", "--fen", fen}, {"perft", "--depth", "1", "--fen", fen},
	} {
		if code, stdout, stderr := command("", args...); code != cli.ExitOK {
			t.Errorf("%v: exit %d, %q, %q", args, code, stdout, stderr)
		}
	}
}

// startpos means the start position in every flag that is a FEN.
func TestStartpos(t *testing.T) {
	const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
	for _, args := range [][]string{{"attacks"}, {"trace", "-d", "ne"}, {"perft", "--depth", "2", "--divide", "--json"}} {
		_, want, _ := command("", append(args, "--fen", start)...)
		code, got, stderr := command("", append(args, "--fen=startpos")...)
		want, got = clitest.WithoutTimes(want), clitest.WithoutTimes(got)
		if code != cli.ExitOK || got != want || stderr != "" {
			t.Errorf("%v: exit %d, %q, %q", args, code, got, stderr)
		}
	}
}

// The parser of a command line with a command prepares the flags of this command's family alone.
func TestFamilies(t *testing.T) {
	for line, want := range map[string]string{
		"perft --depth 1": "perft count epd uci",
		"completion bash": "completion",
		"--version":       "",
		"--version x":     "attacks pairs trace network perft count epd uci annotate verify bench info completion",
		"nothing":         "attacks pairs trace network perft count epd uci annotate verify bench info completion",
	} {
		parser, err := program().Parser(strings.Fields(line))
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, node := range parser.Model.Children {
			names = append(names, node.Name)
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("%s: %s, want %s", line, got, want)
		}
	}
}
