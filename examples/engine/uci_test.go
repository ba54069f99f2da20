package main

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/koggestone/koggestone/examples/engine/search"
	"github.com/koggestone/koggestone/internal/pathtest"
	"github.com/koggestone/koggestone/internal/simd"
	"github.com/koggestone/koggestone/movegen"
)

// A session collects what the engine prints.
type session struct {
	in  *io.PipeWriter
	mu  sync.Mutex
	out bytes.Buffer
	end chan struct{}
}

func (s *session) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.out.Write(p)
}

func newSession() *session {
	r, w := io.Pipe()
	s := &session{in: w, end: make(chan struct{})}
	go func() {
		defer close(s.end)
		serve(r, s)
		r.Close()
	}()
	return s
}

func (s *session) say(line string) { fmt.Fprintln(s.in, line) }

// hears waits until the engine has printed a line that begins with prefix, and forgets what came before it. If
// the engine ends first, the test fails; if it hangs, go test shows it at its timeout.
func (s *session) hears(t *testing.T, prefix string) string {
	t.Helper()
	for {
		ended := s.hasEnded()
		if _, line := s.until(prefix); line != "" {
			return strings.TrimSpace(line)
		}
		if ended {
			t.Fatalf("the engine has ended without a line %q", prefix)
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// until returns the first whole line that begins with prefix, and the output before it, and forgets both. It
// returns empty texts if there is none.
func (s *session) until(prefix string) (before, line string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	text, at := s.out.String(), 0
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, prefix) && strings.HasSuffix(line, "\n") {
			s.out.Next(at + len(line))
			return text[:at], line
		}
		at += len(line)
	}
	return "", ""
}

func (s *session) hasEnded() bool {
	select {
	case <-s.end:
		return true
	default:
		return false
	}
}

// silent checks that the engine answers isready without having printed a line that begins
// with prefix.
func (s *session) silent(t *testing.T, prefix string) {
	t.Helper()
	s.say("isready")
	for {
		ended := s.hasEnded()
		if before, line := s.until("readyok"); line != "" {
			if strings.Contains("\n"+before, "\n"+prefix) {
				t.Errorf("%q in %q", prefix, before)
			}
			return
		}
		if ended {
			t.Fatal("the engine has ended without readyok")
		}
		time.Sleep(10 * time.Millisecond)
	}
}

func TestUCI(t *testing.T) {
	s := newSession()
	s.say("uci")
	s.hears(t, "option name Hash type spin default 16 min 1 ")
	s.hears(t, "uciok")
	s.say("setoption name Hash value 2")
	s.say("isready")
	s.hears(t, "readyok")
	s.say("position startpos moves e2e4 e7e5 g1f3")
	s.say("go depth 4")
	s.hears(t, "info depth 3 ")
	if line := s.hears(t, "info depth 4 "); len(strings.Fields(line[strings.Index(line, " pv ")+4:])) < 2 {
		t.Errorf("%s: expected a line of several moves", line)
	}
	if line := s.hears(t, "bestmove "); !strings.Contains(line, " ponder ") {
		t.Errorf("%s: expected a move to ponder on", line)
	}
	s.say("go infinite")
	s.say("isready") // answered during the search
	s.hears(t, "readyok")
	s.say("some unknown words") // do not end the search
	s.silent(t, "bestmove ")
	s.say("stop")
	s.hears(t, "bestmove ")
	s.say("go wtime 1000 btime 1000 winc 10 binc 10 movestogo 3")
	s.hears(t, "bestmove ")
	s.say("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1") // stalemate
	s.say("go movetime 5")
	s.hears(t, "bestmove 0000")
	s.say("position startpos moves e2e5")
	s.hears(t, "info string position: ")
	s.say("go infinite")
	s.say("quit")
	s.hears(t, "bestmove ")
	<-s.end
}

// Limits that a user interface sends, also after an overrun, end a search without stop.
func TestGo(t *testing.T) {
	s := newSession()
	for _, c := range []struct{ line, best string }{
		{"go wtime 0 btime 0", "bestmove "},
		{"go wtime -20 btime -20 winc 0", "bestmove "},
		{"go wtime 99999999999999999999 btime 5 depth 2", "bestmove "},
		{"go movetime 0", "bestmove "},
		{"go movetime -5", "bestmove "},
		{"go movetime", "bestmove "},
		{"go depth 0", "bestmove "},
		{"go depth x", "bestmove "},
		{"go nodes 1", "bestmove "},
		{"go nodes 1000", "bestmove "},
		{"go unknown 5 depth 3 words", "bestmove "},
		{"go depth 3 searchmoves a2a3", "bestmove a2a3"},
		{"go searchmoves e2e5 h2h3 depth 3", "bestmove h2h3"},
		{"go nodes 1 searchmoves a2a4 ", "bestmove a2a4"},
	} {
		s.say("position startpos")
		s.say(c.line)
		if got := s.hears(t, "bestmove "); !strings.HasPrefix(got, c.best) || got == "bestmove 0000" {
			t.Errorf("%s: %s, expected %s...", c.line, got, c.best)
		}
	}
	s.say("go depth x")
	s.hears(t, `info string go: depth: expected a number, found "x"`)
	s.say("setoption name Hash value 0")
	s.hears(t, `info string setoption: option Hash: expected 1 to 65536 megabytes, found "0"`)
	s.say("quit")
	<-s.end
}

// With UCI_Chess960 castling is king takes rook, also from the usual squares.
func TestCastlingNotation(t *testing.T) {
	s := newSession()
	for _, c := range []struct{ option, want string }{{"true", "bestmove e1h1"}, {"false", "bestmove e1g1"}} {
		s.say("setoption name UCI_Chess960 value " + c.option)
		for _, move := range []string{"e1g1", "e1h1"} {
			s.say("position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1")
			s.say("go depth 1 searchmoves " + move)
			if got := s.hears(t, "bestmove "); got != c.want {
				t.Errorf("UCI_Chess960 %s: %s, expected %s", c.option, got, c.want)
			}
		}
	}
	s.say("quit")
	<-s.end
}

// Infinite and pondering searches print their move only after stop or ponderhit, even if the search
// itself ends at once.
func TestRelease(t *testing.T) {
	for _, position := range []string{"fen 8/8/8/4k3/8/8/4K3/8 w - - 0 1", "fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "startpos"} {
		for _, c := range []struct{ line, end string }{
			{"go infinite", "stop"},
			{"go", "stop"},
			{"go ponder wtime 100 btime 100", "ponderhit"},
			{"go ponder depth 1", "ponderhit"},
			{"go ponder movetime 1", "stop"},
		} {
			s := newSession()
			s.say("position " + position)
			s.say(c.line)
			time.Sleep(20 * time.Millisecond)
			s.silent(t, "bestmove ")
			s.say(c.end)
			s.hears(t, "bestmove ")
			s.say("quit")
			<-s.end
		}
	}
}

// At the end of the input a search with limits is finished.
func TestEnd(t *testing.T) {
	var out bytes.Buffer
	serve(strings.NewReader("position startpos\ngo depth 4"), &out)
	if !strings.Contains(out.String(), "info depth 4 ") {
		t.Errorf("%s: expected depth 4", out.String())
	}
	out.Reset()
	serve(strings.NewReader("go infinite"), &out)
	if !strings.Contains(out.String(), "bestmove ") {
		t.Errorf("%s: expected a move", out.String())
	}
}

// Whatever words come, the engine answers isready and ends at quit.
func TestUCIRandom(t *testing.T) {
	words := strings.Fields("uci isready ucinewgame setoption name Hash value 1 -1 position startpos fen moves e2e4 e7e5 a7a8q 0000 " +
		"8/8/8/8/8/8/8/8 7k/8/8/8/8/8/8/K7 w b KQkq - 0 1 go ponder ponderhit searchmoves depth 2 nodes movetime 3 wtime btime winc movestogo 99999999999999999999 stop infinite \x00 ü")
	rng := rand.New(rand.NewPCG(5, 6))
	s := newSession()
	lines := 2000
	if testing.Short() {
		lines = 200
	}
	for range lines {
		var line []string
		for range rng.IntN(8) {
			line = append(line, words[rng.IntN(len(words))])
		}
		s.say(strings.Join(line, " "))
	}
	s.say("position startpos")
	s.say("isready")
	s.hears(t, "readyok")
	s.say("quit")
	<-s.end
}

// The search visits the same nodes on every path of the library.
func TestSignature(t *testing.T) {
	first := ""
	pathtest.Each(t, func(t *testing.T, path simd.Path) {
		var out bytes.Buffer
		bench(&out, 5)
		lines := strings.Split(out.String(), "\n")
		if got := lines[0] + lines[2]; first == "" {
			first = got
		} else if got != first {
			t.Errorf("%s, on another path %s", got, first)
		}
	})
}

// A line that is too long is skipped with a message, and the next command is answered.
func TestLongLine(t *testing.T) {
	var out bytes.Buffer
	serve(strings.NewReader("uci\n"+strings.Repeat("x ", longestLine)+"\nisready\nquit\n"), &out)
	if text := out.String(); !strings.HasSuffix(text, "info string a line of more than 1048576 bytes is skipped\nreadyok\n") {
		t.Errorf("%.500q", text)
	}
}

// After an error in the position there is no move, because the position is not known.
func TestBadPosition(t *testing.T) {
	for _, position := range []string{"startpos moves e2e5", "fen 8/8/8/8/8/8/8/8 w - - 0 1", "fen x"} {
		var out bytes.Buffer
		serve(strings.NewReader("position startpos moves d2d4\nposition "+position+"\ngo depth 3\nposition startpos\ngo depth 1\n"), &out)
		text := out.String()
		if !strings.HasPrefix(text, "info string position: ") || !strings.Contains(text, "\nbestmove 0000\ninfo string go: the position is unknown") || strings.Count(text, "bestmove ") != 2 {
			t.Errorf("%s: %q", position, text)
		}
	}
}

// go mate N ends if there is a mate in N moves, and also if there is none.
func TestGoMate(t *testing.T) {
	for position, want := range map[string]string{
		"fen r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1": "bestmove f6a6",
		"fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1":       "bestmove ",
	} {
		var out bytes.Buffer
		serve(strings.NewReader("position "+position+"\ngo mate 3\n"), &out)
		if !strings.Contains(out.String(), want) {
			t.Errorf("%s: %q", position, out.String())
		}
	}
}

// UCI counts moves to mate, not plies: with 1 and 2 plies it is the first move of the side to move, or the last one
// of the side that is mated.
func TestMovesToMate(t *testing.T) {
	for score, want := range map[int]int{
		search.MateScore - 1: 1, search.MateScore - 3: 2, search.MateScore - 5: 3, search.MateScore - 199: 100,
		-search.MateScore + 2: -1, -search.MateScore + 4: -2, -search.MateScore + 200: -100,
		search.MateScore - 201: 0, -search.MateScore + 202: 0, 0: 0, 900: 0, -900: 0,
	} {
		if got := movesToMate(score); got != want {
			t.Errorf("score %d: mate in %d, want %d", score, got, want)
		}
	}
}

// Castling is written as the king's move, or with UCI_Chess960 as the king's square and the rook's.
func TestCastlingText(t *testing.T) {
	p, err := movegen.ParseFEN("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	for text, of960 := range map[string]string{"e1g1": "e1h1", "e1c1": "e1a1", "e1e2": "e1e2"} {
		m, err := p.ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		if got, got960 := (&server{}).text(m), (&server{chess960: true}).text(m); got != text || got960 != of960 {
			t.Errorf("%s, %s, want %s, %s", got, got960, text, of960)
		}
	}
}

// A move takes at most a third of the clock, so that the overhead remains.
func TestClock(t *testing.T) {
	s := &server{overhead: defaultOverhead, pos: movegen.Start()}
	for line, want := range map[string]time.Duration{
		"wtime 1000 btime 1 winc 10":             85 * time.Millisecond,
		"wtime 60 winc 10000":                    10 * time.Millisecond,
		"wtime 30":                               time.Millisecond,
		"wtime 0":                                time.Millisecond,
		"wtime 90030 movestogo 1":                30 * time.Second,
		"wtime 1000 btime 1 winc 0 movestogo 40": 65 * time.Millisecond,
	} {
		g, err := s.parseGo(strings.Fields(line))
		if err != nil || g.limits.Time > want || g.limits.Soft > g.limits.Time || g.limits.Soft < time.Millisecond {
			t.Errorf("%s: %v, %v, expected at most %v", line, g.limits, err, want)
		}
	}
	s.setOption(strings.Fields("name Move Overhead value 500"))
	if g, _ := s.parseGo(strings.Fields("wtime 530 winc 1000")); g.limits.Time > 10*time.Millisecond {
		t.Errorf("%v with an overhead of 500 ms", g.limits)
	}
	if err := s.setOption(strings.Fields("name Move Overhead value 5001")); err == nil {
		t.Error("an overhead of 5001 ms")
	}
}
