package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/koggestone/koggestone/movegen"
)

// The tests run their own binary as the engines: with the argument fake-engine it speaks
// UCI and behaves as its next argument says.
func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == "fake-engine" {
		fakeEngine(os.Args[2])
		return
	}
	os.Exit(m.Run())
}

// fakeEngine plays random moves. In its third search it misbehaves as how describes.
func fakeEngine(how string) {
	rng := rand.New(rand.NewPCG(1, uint64(len(how))))
	p, searches := movegen.Start(), 0
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		words := strings.Fields(lines.Text())
		switch words[0] {
		case "uci":
			fmt.Println("Fake engine\nid name fake\nuciok")
		case "isready":
			fmt.Println("readyok")
		case "setoption":
			if strings.Join(words, " ") != "setoption name Hash value 3" {
				os.Exit(1)
			}
		case "position":
			p = movegen.Start()
			for _, word := range words[min(3, len(words)):] {
				m, err := p.ParseMove(word)
				if err != nil {
					os.Exit(1)
				}
				p = p.Play(m)
			}
		case "go":
			searches++
			answer := ""
			if searches == 3 {
				switch how {
				case "crash":
					os.Exit(3)
				case "sleep":
					continue
				case "illegal":
					answer = "e1e8"
				case "silent":
					answer = " "
				}
			}
			if moves := p.AppendLegalMoves(nil); answer == "" {
				answer = moves[rng.IntN(len(moves))].String()
			}
			fmt.Printf("info depth 1 score cp 0\nbestmove %s ponder a1a1\n", answer)
		}
	}
}

// fake returns the argument of the command for a fake engine.
func fake(how string) string { return how + "=" + os.Args[0] + " fake-engine " + how }

func TestLosses(t *testing.T) {
	for _, c := range []struct{ how, margin, message string }{
		{"crash", "1m", "the program ended"},
		{"sleep", "2s", "no move in time"}, // the other engine moves within it, also on a busy machine
		{"illegal", "1m", "illegal move"},
		{"silent", "1m", "illegal move"},
	} {
		t.Run(c.how, func(t *testing.T) {
			var stdout, stderr bytes.Buffer
			err := run(context.Background(), []string{"--games", "2", "--tc", "0.1", "--margin", c.margin, "--option", "Hash=3", fake(c.how), fake("random")}, &stdout, &stderr)
			if err != nil {
				t.Fatal(err)
			}
			// The first game is lost in its third move. In the second, a new process does the same.
			// An engine that plays an illegal move is killed as well.
			if want := "2 games: +0 =0 -2, 0.0 %"; !strings.Contains(stdout.String(), want) {
				t.Errorf("%q, expected %q", stdout.String(), want)
			}
			if n := strings.Count(stderr.String(), c.message); n != 2 {
				t.Errorf("%q, expected %q twice", stderr.String(), c.message)
			}
		})
	}
}

// A match continues from its file of results, and all games in it follow the rules.
func TestResults(t *testing.T) {
	file := filepath.Join(t.TempDir(), "results.tsv")
	for _, games := range []string{"4", "10"} {
		var stdout, stderr bytes.Buffer
		args := []string{"--games", games, "--nodes", "10", "--concurrency", "2", "--results", file, "--option", "Hash=3", fake("one"), fake("other")}
		if err := run(context.Background(), args, &stdout, &stderr); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(stdout.String(), "one against other, "+games+" games: ") || stderr.Len() > 0 {
			t.Errorf("%s games: %q, %q", games, stdout.String(), stderr.String())
		}
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for line := range strings.Lines(string(data)) {
		columns := strings.Split(strings.TrimSpace(line), "\t")
		if len(columns) != 5 || seen[columns[0]+" "+columns[1]] {
			t.Fatalf("line %q", line)
		}
		seen[columns[0]+" "+columns[1]] = true
		p, keys := movegen.Start(), []uint64(nil)
		for _, text := range strings.Fields(columns[4]) {
			if _, reason := verdict(&p, keys); reason != "" {
				t.Fatalf("game %s: moves after %s", columns[0], reason)
			}
			m, err := p.ParseMove(text)
			if err != nil {
				t.Fatal(err)
			}
			keys = append(keys, p.Key())
			p = p.Play(m)
		}
		points, reason := verdict(&p, keys)
		if columns[1] == "1" {
			points = 2 - points
		}
		if reason != columns[3] || fmt.Sprint(points) != columns[2] {
			t.Errorf("game %s: %s, %s half points, expected %s, %d", columns[0], columns[3], columns[2], reason, points)
		}
	}
	if len(seen) != 10 {
		t.Errorf("%d games in the file, expected 10", len(seen))
	}
}

// A match ends soon after its context, and its engines end with it.
func TestCancel(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	var stdout, stderr bytes.Buffer
	args := []string{"--games", "200000", "--tc", "1000", "--option", "Hash=3", fake("sleep"), fake("random")}
	if err := run(ctx, args, &stdout, &stderr); err != nil || stderr.Len() > 0 {
		t.Error(err, stderr.String())
	}
}

func TestErrors(t *testing.T) {
	bad := filepath.Join(t.TempDir(), "bad")
	if err := os.WriteFile(bad, []byte("e4 e5\ne4 e4\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ args, message string }{
		{"--games 3", "--games: expected an even number"},
		{"--tc x", "--tc: expected SECONDS+INCREMENT"},
		{"--tc 0", "--tc: expected SECONDS+INCREMENT"},
		{"--tc 1+-1", "--tc: expected SECONDS+INCREMENT"},
		{"--concurrency 0", "--concurrency"},
		{"--option Hash", "--option: expected NAME=VALUE"},
		{"--openings " + bad, "bad:2: "},
		{"--results " + bad, "bad:1: expected pair, game and half points"},
	} {
		args := append(strings.Fields(c.args), fake("one"), fake("other"))
		if err := run(context.Background(), args, new(bytes.Buffer), new(bytes.Buffer)); err == nil || !strings.Contains(err.Error(), c.message) {
			t.Errorf("%s: %v, expected %q", c.args, err, c.message)
		}
	}
	for _, player := range []string{"engine", "=engine", "name=", "name=/does/not/exist"} {
		if err := run(context.Background(), []string{player, fake("other")}, new(bytes.Buffer), new(bytes.Buffer)); err == nil {
			t.Errorf("%s: no error", player)
		}
	}
}

// The built-in openings are legal and different, and end with White to move.
func TestOpenings(t *testing.T) {
	list, err := parseOpenings(openings, "openings.txt")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, moves := range list {
		p := movegen.Start()
		for _, text := range moves {
			m, err := p.ParseMove(text)
			if err != nil {
				t.Fatal(err)
			}
			p = p.Play(m)
		}
		if seen[p.FEN()] || len(moves)%2 != 0 || p.CountLegal() == 0 {
			t.Errorf("%v: %s", moves, p.FEN())
		}
		seen[p.FEN()] = true
	}
	if len(list) < 100 {
		t.Errorf("%d openings, expected 100 for 200 games", len(list))
	}
}

func TestVerdict(t *testing.T) {
	for _, c := range []struct {
		fen    string
		white  int
		reason string
	}{
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0, ""},
		{"3R2k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", 2, "checkmate"},
		{"3R2k1/5ppp/8/8/8/8/8/6K1 b - - 100 90", 2, "checkmate"},
		{"6k1/8/8/8/8/8/5PPP/3r2K1 w - - 0 1", 0, "checkmate"},
		{"k7/2Q5/8/8/8/8/8/6K1 b - - 0 1", 1, "stalemate"},
		{"k7/8/8/8/8/8/8/5NK1 b - - 0 1", 1, "insufficient material"},
		{"k7/8/8/8/8/8/8/5RK1 b - - 100 90", 1, "fifty moves"},
		{"k7/8/8/8/8/8/8/5RK1 b - - 99 90", 0, ""},
	} {
		p, err := movegen.ParseFEN(c.fen)
		if err != nil {
			t.Fatal(err)
		}
		if white, reason := verdict(&p, nil); white != c.white || reason != c.reason {
			t.Errorf("%s: %d, %q, expected %d, %q", c.fen, white, reason, c.white, c.reason)
		}
	}
	p, keys := movegen.Start(), []uint64(nil)
	for i, text := range strings.Fields("g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8") {
		if _, reason := verdict(&p, keys); reason != "" {
			t.Fatalf("%s after %d moves", reason, i)
		}
		m, err := p.ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		keys = append(keys, p.Key())
		p = p.Play(m)
	}
	if points, reason := verdict(&p, keys); points != 1 || reason != "repetition" {
		t.Errorf("%d, %q, expected a draw by repetition", points, reason)
	}
}

// The figures agree with others that were computed by hand.
func TestScore(t *testing.T) {
	var s score
	for range 3 {
		s.add(2, 2)
	}
	for range 4 {
		s.add(2, 0)
	}
	s.add(1, 0)
	s.add(0, 0)
	s.add(0, 1)
	// Of ten pairs, x = 1, 1, 1, 1/2 four times, 1/4 twice, 0: the mean is 0.55, the sum of
	// squared deviations 3*0.45^2 + 4*0.05^2 + 2*0.3^2 + 0.55^2 = 1.1.
	mean, stderr := s.mean()
	if math.Abs(mean-0.55) > 1e-12 || math.Abs(stderr-math.Sqrt(1.1/9/10)) > 1e-12 {
		t.Errorf("mean %v, standard error %v", mean, stderr)
	}
	if s.n() != 20 || s.games != [3]int{8, 2, 10} || s.pairs != [5]int{1, 2, 4, 0, 3} {
		t.Errorf("%+v", s)
	}
	for mean, want := range map[float64]float64{0.5: 0, 0.75: 190.848, 0.24: -200.24, 0: math.Inf(-1), 1: math.Inf(1), -1: math.Inf(-1)} {
		if got := elo(mean); got != want && math.Abs(got-want) > 0.01 {
			t.Errorf("elo(%v) = %v, expected %v", mean, got, want)
		}
	}
	if got, want := s.String(), "20 games: +10 =2 -8, 55.0 %, pairs [1 2 4 0 3]; Elo +35, 95 % from -120 to +207 (pentanomial)"; got != want {
		t.Errorf("%s, expected %s", got, want)
	}
}
