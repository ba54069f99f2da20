package uci

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/koggestone/koggestone/perft"
)

func run(t *testing.T, commands string) string {
	t.Helper()
	var out bytes.Buffer
	if err := Run(context.Background(), strings.NewReader(commands), &out, perft.Options{}); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestHandshake(t *testing.T) {
	got := run(t, "uci\nsetoption name Hash value 1\n\nisready\nquit\nisready\n")
	if !strings.HasPrefix(got, "id name ") || !strings.HasSuffix(got, "\nuciok\nreadyok\n") {
		t.Errorf("got %q, expected an id, uciok, and readyok once", got)
	}
}

func TestPerft(t *testing.T) {
	for _, c := range []struct {
		commands string
		want     []string
	}{
		{"go perft 3\n", []string{"e2e4: 600\n", "a2a3: 380\n", "\n\nNodes searched: 8902\n"}},
		{"position startpos moves e2e4 e7e5 g1f3 b8c6 f1c4 g8f6\ngo perft 1\n", []string{"e1g1: 1\n", "Nodes searched: 33\n"}},
		{"position fen 4k3/8/8/8/8/8/8/4K2R w K -\ngo perft 6", []string{"Nodes searched: 764643\n"}},
		{"position fen 5k2/8/8/8/8/8/8/5K1R w K - 0 1\ngo perft 1", []string{"f1h1: 1\n"}},
		{"position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1\nucinewgame\ngo perft 2\n", []string{"Nodes searched: 400\n"}},
		{"position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\ngo perft 2\n", []string{"\nNodes searched: 0\n"}},
	} {
		got := run(t, c.commands)
		for _, want := range c.want {
			if !strings.Contains(got, want) {
				t.Errorf("%q: got %q, expected it to contain %q", c.commands, got, want)
			}
		}
	}
}

func TestDisplay(t *testing.T) {
	got := run(t, "position startpos moves e2e4\nd\n")
	for _, want := range []string{
		"P P P P . P P P\n", "Fen: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\n", "Key: ",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("got %q, expected it to contain %q", got, want)
		}
	}
}

// Bad commands get one line and leave the position alone.
func TestErrors(t *testing.T) {
	for _, c := range []struct{ command, want string }{
		{"position", `position "": expected startpos or fen`},
		{"position startpos e2e4", `expected startpos or fen`},
		{"position fen 8/8 w - -", `FEN: piece placement, offset 3`},
		{"position startpos moves e2e4 e2e4", `move 2: movegen: move "e2e4": expected a legal move`},
		{"go", `expected perft and a depth`},
		{"go depth 3", `expected perft and a depth`},
		{"go perft 0", `expected a depth from 1`},
		{"go perft x", `expected a depth from 1`},
		{"hello", `command "hello": expected uci`},
	} {
		got := run(t, c.command+"\ngo perft 1\n")
		first, rest, _ := strings.Cut(got, "\n")
		if !strings.HasPrefix(first, "info string error: ") || !strings.Contains(first, c.want) {
			t.Errorf("%q: got %q, expected an error with %q", c.command, first, c.want)
		}
		if !strings.Contains(rest, "Nodes searched: 20\n") {
			t.Errorf("%q: then %q, expected 20 nodes", c.command, rest)
		}
	}
}

type brokenWriter struct{}

var errBroken = errors.New("broken")

func (brokenWriter) Write([]byte) (int, error) { return 0, errBroken }

func TestEnds(t *testing.T) {
	if err := Run(context.Background(), strings.NewReader("isready\nisready\n"), brokenWriter{}, perft.Options{}); err != errBroken {
		t.Errorf("got error %v, expected that of the writer", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var out bytes.Buffer
	if err := Run(ctx, strings.NewReader("isready\n"), &out, perft.Options{}); err != nil || out.Len() != 0 {
		t.Errorf("got %q, %v after the context ended, expected nothing", out.String(), err)
	}
}
