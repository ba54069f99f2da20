package uci

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
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
	got := run(t, "uci\nsetoption name Hash value 1\nsetoption name UCI_Chess960 value true\n\nisready\nquit\nisready\n")
	if !strings.Contains(got, "\noption name Threads type spin default ") || !strings.Contains(got, "\noption name Hash type spin default 0 min 0 ") {
		t.Errorf("got %q, expected the options Threads and Hash", got)
	}
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
		{"position fen 4k3/8/8/8/8/8/8/4K2R w K -\ngo perft 4", []string{"Nodes searched: 7059\n"}},
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

// The options change nothing in the counts of suites for checkers, which contain positions that no game
// reaches. A refused position counts nothing.
func TestSuite(t *testing.T) {
	const bishops = "position fen B6b/8/8/8/2K5/5k2/8/b6B b - - 0 1\n"
	for _, options := range []string{"", "setoption name Threads value 3\n", "setoption name Hash value 16\n", "setoption name threads value 1\nsetoption name hash value 1\n",
		"setoption name Hash value 16\nsetoption name Hash value 0\n"} {
		for depth, nodes := range []string{1: "6", 2: "106", 3: "1829", 4: "31151"} {
			if depth == 0 {
				continue
			}
			got := run(t, fmt.Sprintf("%s%sgo perft %d\n", options, bishops, depth))
			if !strings.HasSuffix(got, "\n\nNodes searched: "+nodes+"\n\n") {
				t.Errorf("%q: depth %d: got %q, expected %s nodes", options, depth, got, nodes)
			}
		}
		got := run(t, options+bishops+"position fen 4k2P/8/8/8/8/8/8/4K3 w - - 0 1\ngo perft 2\n")
		if strings.Contains(got, "Nodes searched") || !strings.Contains(got, "expected no pawn on rank 1 or 8") {
			t.Errorf("%q: got %q, expected an error and no count", options, got)
		}
	}
	got := run(t, "setoption name Move Overhead value 10\nsetoption name Clear Hash\n")
	if got != "info string option \"Move Overhead\" is ignored: there are only Threads and Hash\ninfo string option \"Clear Hash\" is ignored: there are only Threads and Hash\n" {
		t.Errorf("got %q, expected messages about ignored options", got)
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

// The answer to a bad command is one line. After a bad position, go and d fail until a position is valid.
func TestErrors(t *testing.T) {
	for _, c := range []struct{ command, want string }{
		{"position", `position: expected startpos or fen and a FEN, found ""`},
		{"position startpos e2e4", `expected startpos or fen`},
		{"position fen 8/8 w - -", `FEN: piece placement, offset 3`},
		{"position startpos moves e2e4 e2e4", `move 2: movegen: move "e2e4": expected a legal move`},
		{"go", `expected perft and a depth`},
		{"go depth 3", `expected perft and a depth`},
		{"go perft 0", `expected a depth from 1`},
		{"go perft x", `expected a depth from 1`},
		{"setoption name Threads value 0", `option Threads: expected a number from 1 to 4096, found "0"`},
		{"setoption name Hash value many", `option Hash: expected a number from 0 to`},
		{"setoption name Hash", `expected name, Threads or Hash, value and a number`},
		{"setoption", `expected name, Threads or Hash, value and a number`},
		{"hello", `go, d or quit, found "hello"`},
	} {
		if strings.HasPrefix(c.command, "position") {
			const unset = ": expected a valid position first, because the last one was an error\n"
			got := run(t, c.command+"\ngo perft 1\nd\n")
			if _, rest, _ := strings.Cut(got, "\n"); rest != "info string error: go"+unset+"bestmove 0000\ninfo string error: d"+unset {
				t.Errorf("%q: then %q, expected errors", c.command, rest)
			}
			c.command += "\nposition startpos"
		}
		got := run(t, c.command+"\ngo perft 1\n")
		first, rest, _ := strings.Cut(got, "\n")
		if strings.HasPrefix(c.command, "go") != strings.HasPrefix(rest, "bestmove 0000\n") {
			t.Errorf("%q: got %q, expected bestmove 0000 after go, and only then", c.command, got)
		}
		if !strings.HasPrefix(first, "info string error: ") || !strings.Contains(first, c.want) {
			t.Errorf("%q: got %q, expected an error with %q", c.command, first, c.want)
		}
		if !strings.Contains(rest, "Nodes searched: 20\n") {
			t.Errorf("%q: then %q, expected 20 nodes", c.command, rest)
		}
	}
}

// A conversation is a session that reads each answer at once.
type conversation struct {
	t   *testing.T
	in  *io.PipeWriter
	out *bufio.Scanner
	end chan error
}

func converse(t *testing.T) *conversation {
	inRead, inWrite := io.Pipe()
	outRead, outWrite := io.Pipe()
	c := &conversation{t, inWrite, bufio.NewScanner(outRead), make(chan error, 1)}
	go func() {
		c.end <- Run(t.Context(), inRead, outWrite, perft.Options{})
		outWrite.Close()
	}()
	return c
}

func (c *conversation) say(text string) { io.WriteString(c.in, text) }

// expect reads lines until a line begins with want.
func (c *conversation) expect(want string) {
	c.t.Helper()
	for c.out.Scan() {
		if strings.HasPrefix(c.out.Text(), want) {
			return
		}
	}
	c.t.Errorf("the answers ended without %q", want)
}

// over fails the test unless the session ends with err.
func (c *conversation) over(err error) {
	c.t.Helper()
	for c.out.Scan() {
	}
	if got := <-c.end; got != err {
		c.t.Errorf("the session ended with %v, expected %v", got, err)
	}
}

func TestDeepPerft(t *testing.T) {
	c := converse(t)
	c.say("position fen 4k3/8/8/8/8/8/8/4K2R w K -\ngo perft 6\n")
	c.expect("Nodes searched: 764643")
	c.in.Close()
	c.over(nil)
}

// The input is read during a count that would never end.
func TestCountStops(t *testing.T) {
	const endless = "go perft 40\n"
	t.Run("stop", func(t *testing.T) {
		c := converse(t)
		for range 3 {
			c.say(endless + "isready\n")
			c.expect("readyok")
			c.say("stop\n")
			c.expect("info string error: go perft 40: stopped")
			c.expect("bestmove 0000")
		}
		c.say("go perft 2\n")
		c.expect("Nodes searched: 400")
		c.in.Close()
		c.over(nil)
	})
	t.Run("quit", func(t *testing.T) {
		c := converse(t)
		c.say(endless + "quit\n")
		c.over(nil)
	})
	t.Run("end of input", func(t *testing.T) {
		c := converse(t)
		c.say(endless + "isready\n")
		c.expect("readyok")
		c.in.Close()
		c.over(nil)
	})
	t.Run("input fails", func(t *testing.T) {
		c := converse(t)
		c.say(endless)
		c.in.CloseWithError(errBroken)
		c.over(errBroken)
	})
	t.Run("commands wait", func(t *testing.T) {
		c := converse(t)
		c.say(endless + "position startpos moves e2e4\nnonsense\n" + strings.Repeat("d\n", mostHeld))
		c.expect(`info string error: "d": expected at most 100 commands during a count`)
		c.expect(`info string error: "d": expected at most 100 commands during a count`)
		c.say("isready\nstop\n")
		c.expect("readyok")
		c.expect("bestmove 0000")
		c.expect(`info string error: expected uci, isready, setoption, ucinewgame, position, go, d or quit, found "nonsense"`)
		for range mostHeld - 2 {
			c.expect("Fen: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1")
		}
		c.say("quit\n")
		c.over(nil)
	})
	t.Run("context", func(t *testing.T) {
		ctx, cancel := context.WithCancel(context.Background())
		in, write := io.Pipe()
		end := make(chan error)
		go func() { end <- Run(ctx, in, io.Discard, perft.Options{}) }()
		io.WriteString(write, endless)
		cancel()
		if err := <-end; err != nil {
			t.Errorf("got error %v", err)
		}
	})
}

// A line that is too long is reported, and the session continues.
func TestLongLine(t *testing.T) {
	got := run(t, "position startpos moves "+strings.Repeat("e2e4 ", longestLine/5)+"\nisready\nposition "+strings.Repeat("x", longestLine-10)+"\nisready\n")
	want := "info string error: line 1: expected at most 1048576 bytes, found more\nreadyok\n" +
		`info string error: position: expected startpos or fen and a FEN, found "` + strings.Repeat("x", 64) + `"... (1048566 bytes)` + "\nreadyok\n"
	if got != want {
		t.Errorf("got %.300q, expected %q", got, want)
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
