package main

import (
	"strings"
	"testing"

	"github.com/koggestone/koggestone/cmd/koggestone/internal/cli"
	"github.com/koggestone/koggestone/cmd/koggestone/internal/clitest"
)

// command runs the command on the given standard input.
func command(stdin string, args ...string) (code int, stdout, stderr string) {
	return clitest.Run(program(), stdin, args...)
}

func TestMain(m *testing.M) { clitest.Main(m, program()) }

func TestBadInput(t *testing.T) {
	clitest.BadInput(t, program, []clitest.BadInputTest{
		{"no command", "", `expected one of "attacks", "pairs", "trace", "network", "perft", ...; see koggestone --help`, nil},
		{"unknown command", "", "unexpected argument attack", []string{"attack"}},
		{"unknown flag", "", "unknown flag --colour; see koggestone info --help", []string{"info", "--colour"}},
		{"control characters", "", `unexpected argument a\x1b[31mb`, []string{"a\x1b[31mb"}},
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
	for _, args := range [][]string{{"--help"}, {"attacks", "--help"}, {"trace", "--help"}, {"bench", "--help"}} {
		code, stdout, stderr := command("", args...)
		if code != cli.ExitOK || stderr != "" || !strings.Contains(stdout, "Usage: koggestone") {
			t.Errorf("%v: exit %d, %q, %q", args, code, stdout, stderr)
		}
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

// startpos is the start position wherever a FEN is.
func TestStartpos(t *testing.T) {
	const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
	for _, args := range [][]string{{"attacks"}, {"trace", "-d", "all"}, {"perft", "--depth", "2", "--divide", "--json"}} {
		_, want, _ := command("", append(args, "--fen", start)...)
		code, got, stderr := command("", append(args, "--fen=startpos")...)
		want, got = clitest.WithoutTimes(want), clitest.WithoutTimes(got)
		if code != cli.ExitOK || got != want || stderr != "" {
			t.Errorf("%v: exit %d, %q, %q", args, code, got, stderr)
		}
	}
}
