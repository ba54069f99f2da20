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

	"github.com/koggestone/koggestone/internal/pathtest"
	"github.com/koggestone/koggestone/internal/simd"
	"github.com/koggestone/koggestone/movegen"
)

func quiet(int, int) {}

// Every path of the library leads the search through the same nodes.
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

func TestMates(t *testing.T) {
	for _, c := range []struct {
		fen  string
		in   int // moves
		best string
	}{
		{"6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", 1, "d1d8"},
		{"kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2, "a1a6"},
		{"r2qkb1r/pp2nppp/3p4/2pNN1B1/2BnP3/3P4/PPP2PPP/R2bK2R w KQkq - 1 0", 2, "d5f6"},
		{"1rb4r/pkPp3p/1b1P3n/1Q6/N3Pp2/8/P1P3PP/7K w - - 1 0", 2, "b5d5"},
		{"r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3, "f6a6"},
	} {
		p, err := movegen.ParseFEN(c.fen)
		if err != nil {
			t.Fatal(err)
		}
		best, score := newSearch(1).run(p, nil, limits{depth: 2*c.in + 3}, quiet)
		if want := mateScore - 2*c.in + 1; score != want || best.String() != c.best {
			t.Errorf("%s: %v with score %d, expected %s, mate in %d, score %d", c.fen, best, score, c.best, c.in, want)
		}
	}
}

// What is carried along from position to position is what one computes from scratch.
func TestState(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, fen := range benchPositions {
		p, err := movegen.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		s := newState(p)
		for range 100 {
			moves := s.pos.AppendLegalMoves(nil)
			if len(moves) == 0 {
				break
			}
			var child state
			s.play(&child, moves[rng.IntN(len(moves))])
			if want := newState(child.pos); child != want {
				t.Fatalf("%s: %+v, from scratch %+v", child.pos.FEN(), child, want)
			}
			s = child
		}
	}
}

// A side and its mirror image are worth the same.
func TestEvaluate(t *testing.T) {
	for _, fen := range benchPositions {
		p, err := movegen.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		q := p
		q.Board, q.Side = p.Board.FlipColors(), p.Side.Other()
		a, b := newState(p), newState(q)
		if a.evaluate() != b.evaluate() {
			t.Errorf("%s: %d, with the sides changed %d", fen, a.evaluate(), b.evaluate())
		}
	}
}

// The picker gives each legal move once.
func TestPick(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	var history [1 << 12]int32
	for i := range history {
		history[i] = rng.Int32N(3) - 1
	}
	for _, fen := range benchPositions {
		p, err := movegen.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		for range 60 {
			moves := p.AppendLegalMoves(nil)
			if len(moves) == 0 {
				break
			}
			left := map[movegen.Move]bool{}
			for _, m := range moves {
				left[m] = true
			}
			draw := func() movegen.Move { // a legal move, or any
				if rng.IntN(2) == 0 {
					return movegen.Move(rng.Uint32())
				}
				return moves[rng.IntN(len(moves))]
			}
			var n movegen.Node
			n.Set(&p)
			k := new(picker)
			k.start(&n, &p, &history, draw(), [2]movegen.Move{draw(), draw()}, false)
			for m := k.pick(); m != 0; m = k.pick() {
				if !left[m] {
					t.Fatalf("%s: %v comes twice or is not legal", p.FEN(), m)
				}
				delete(left, m)
			}
			if len(left) > 0 {
				t.Fatalf("%s: %v never come", p.FEN(), left)
			}
			p.PlayInto(&p, moves[rng.IntN(len(moves))])
		}
	}
}

// A game of the engine against itself, a few milliseconds a move, is legal and ends.
func TestSelfPlay(t *testing.T) {
	thinking := 10 * time.Millisecond
	if testing.Short() {
		thinking = time.Millisecond
	}
	s := newSearch(4)
	p := movegen.Start()
	var keys []uint64
	for ply := 0; ; ply++ {
		s.stop.Store(false)
		best, _ := s.run(p, keys, limits{time: thinking}, quiet)
		if best == 0 {
			if len(p.AppendLegalMoves(nil)) > 0 {
				t.Fatalf("%s: no move", p.FEN())
			}
			return
		}
		if !p.IsLegal(best) {
			t.Fatalf("%s: %v is not legal", p.FEN(), best)
		}
		keys = append(keys, p.Key())
		p.PlayInto(&p, best)
		if movegen.Repetitions(p.Key(), keys, int(p.HalfMoves)) >= 2 || p.HalfMoves >= 100 || p.HasInsufficientMaterial() {
			return
		}
		if ply > 12000 {
			t.Fatal("the game does not end")
		}
	}
}

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

// hears waits until the engine has printed a line that begins with prefix, and forgets
// what came before it.
func (s *session) hears(t *testing.T, prefix string) string {
	t.Helper()
	for range 3000 {
		s.mu.Lock()
		text := s.out.String()
		s.mu.Unlock()
		for line := range strings.Lines(text) {
			if strings.HasPrefix(line, prefix) && strings.HasSuffix(line, "\n") {
				s.mu.Lock()
				s.out.Next(strings.Index(text, line) + len(line))
				s.mu.Unlock()
				return strings.TrimSpace(line)
			}
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatalf("no line %q", prefix)
	return ""
}

func TestUCI(t *testing.T) {
	s := newSession()
	s.say("uci")
	s.hears(t, "uciok")
	s.say("isready")
	s.hears(t, "readyok")
	s.say("position startpos moves e2e4 e7e5 g1f3")
	s.say("go depth 3")
	s.hears(t, "info depth 3 ")
	s.hears(t, "bestmove ")
	s.say("go infinite")
	s.say("isready") // answered during the search
	s.hears(t, "readyok")
	s.say("stop")
	s.hears(t, "bestmove ")
	s.say("go wtime 1000 btime 1000 winc 10 binc 10 movestogo 3")
	s.hears(t, "bestmove ")
	s.say("go perft 3")
	s.hears(t, "bestmove 0000")
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

// Whatever words come, the engine answers isready and ends at quit.
func TestUCIRandom(t *testing.T) {
	words := strings.Fields("uci isready ucinewgame setoption name Hash value 1 -1 position startpos fen moves e2e4 e7e5 a7a8q 0000 " +
		"8/8/8/8/8/8/8/8 7k/8/8/8/8/8/8/K7 w b KQkq - 0 1 go depth 2 nodes movetime 3 wtime btime winc movestogo 99999999999999999999 stop infinite \x00 ü")
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
