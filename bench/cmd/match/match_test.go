package main

import (
	"bufio"
	"bytes"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/quad"
)

// The test program is also an engine, if its first argument is "standin".
func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == "standin" {
		standIn(os.Args[2])
		return
	}
	os.Exit(m.Run())
}

// standIn is a UCI engine that depends on nothing except the position and the nodes: from 1000 nodes it mates or captures the most
// valuable piece, otherwise its moves are arbitrary. After ten plies of a game it does what the argument says.
func standIn(fault string) {
	pos, plies := movegen.Start(), 0
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		line := in.Text()
		switch word, rest, _ := strings.Cut(line, " "); word {
		case "uci":
			fmt.Println("id name stand-in\n\nuciok")
		case "isready":
			fmt.Println("readyok")
		case "position":
			fen, moves, _ := strings.Cut(strings.TrimPrefix(rest, "fen "), " moves ")
			var err error
			if pos, err = movegen.ParseFEN(fen); err != nil {
				panic(err)
			}
			plies = 0
			for _, word := range strings.Fields(moves) {
				m, err := pos.ParseMove(word)
				if err != nil {
					panic(err)
				}
				pos, plies = pos.Play(m), plies+1
			}
		case "go":
			nodes := 0
			fmt.Sscanf(rest, "nodes %d", &nodes)
			if fault == "timed" && plies > 0 && rest != "movetime 20" {
				os.Exit(3)
			}
			move := choose(pos, nodes).String()
			if plies >= 10 {
				switch fault {
				case "illegal":
					move = "e1e9"
				case "crash":
					os.Exit(3)
				case "silent":
					continue
				}
			}
			fmt.Printf("info depth 1 score cp %d nodes %d pv %s\n", balance(pos), nodes, move)
			fmt.Printf("info depth 2 score cp 0 upperbound nodes %d pv %s\nbestmove %s ponder a2a3\n", nodes, move, move)
		}
	}
}

// balance is the material in centipawns as the side to move sees it.
func balance(pos movegen.Position) (sum int) {
	for _, p := range strings.Fields(pos.FEN())[0] {
		sum += map[rune]int{'P': 100, 'N': 300, 'B': 300, 'R': 500, 'Q': 900, 'p': -100, 'n': -300, 'b': -300, 'r': -500, 'q': -900}[p]
	}
	if pos.Side == quad.Black {
		return -sum
	}
	return sum
}

func choose(pos movegen.Position, nodes int) movegen.Move {
	moves := pos.AppendLegalMoves(nil)
	best, most := moves[pos.Key()%uint64(len(moves))], 0
	for _, m := range moves {
		child := pos.Play(m)
		value := pos.Captured(m).Order()
		if child.IsCheckmate() {
			value = 100
		}
		if value > most && nodes >= 1000 {
			best, most = m, value
		}
	}
	return best
}

// engine returns the command of a stand-in.
func engine(t *testing.T, fault string) string {
	program, err := os.Executable()
	if err != nil || strings.Contains(program, " ") {
		t.Skipf("the test's program is %q, %v", program, err)
	}
	return program + " standin " + fault
}

// play runs the command and returns its summary and the lines of its file.
func play(t *testing.T, args ...string) (line string, file []string) {
	t.Helper()
	var stdout bytes.Buffer
	if err := run(args, &stdout); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(args[slices.Index(args, "--out")+1])
	if err != nil {
		t.Fatal(err)
	}
	return stdout.String(), strings.Split(strings.TrimSpace(string(text)), "\n")
}

// The engine with more nodes wins. An interrupted match that is continued has the results of one that was not, and openings are
// balanced and different.
func TestMatch(t *testing.T) {
	dir := t.TempDir()
	args := func(games, parallel, out string) []string {
		return []string{"--engine", engine(t, "none"), "--nodes", "2000,10", "--games", games, "--parallel", parallel, "--out", filepath.Join(dir, out), "--option", "Hash=1"}
	}
	line, whole := play(t, args("24", "2", "whole")...)
	var won, drew, lost int
	if n, err := fmt.Sscanf(line, "24 games: A won %d, drew %d, lost %d", &won, &drew, &lost); n != 3 || won+drew+lost != 24 || won < 12 || lost > 0 {
		t.Errorf("%v: %s", err, line)
	}
	if !strings.HasSuffix(line, "games lost by faults: A 0, B 0\n") || len(whole) != 13 {
		t.Errorf("%d lines, %s", len(whole), line)
	}

	play(t, args("8", "1", "cut")...)
	file, err := os.OpenFile(filepath.Join(dir, "cut"), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	file.WriteString("7\t2\tmate 8") // a line that was cut off
	file.Close()
	if eight, cut := play(t, args("0", "1", "cut")...); !strings.HasPrefix(eight, "8 games") || len(cut) != 6 || cut[5] != "7\t2\tmate 8" {
		t.Errorf("the result so far:\n%s%s", eight, strings.Join(cut, "\n"))
	}
	if again, cut := play(t, args("24", "1", "cut")...); again != line || !slices.Equal(sorted(cut), sorted(whole)) {
		t.Errorf("continued:\n%s%s\nnot interrupted:\n%s%s", again, strings.Join(cut, "\n"), line, strings.Join(whole, "\n"))
	}
	if again, _ := play(t, args("0", "1", "cut")...); again != line {
		t.Errorf("summary: %s", again)
	}

	fens, ends := map[string]bool{}, map[string]int{}
	for _, line := range whole[1:] {
		p, err := parsePair(line)
		if err != nil {
			t.Fatal(err)
		}
		pos, err := movegen.ParseFEN(p.fen)
		if err != nil || balance(pos) != 0 || fens[p.fen] {
			t.Errorf("%q, %v: it is not balanced, or it is not new", p.fen, err)
		}
		fens[p.fen] = true
		for _, g := range p.games {
			ends[strings.Fields(g.end)[0]]++
		}
	}
	if ends["mate"] == 0 || ends["mate"] != won {
		t.Errorf("%d games won, but they ended by %v", won, ends)
	}

	err = run(append(args("24", "1", "cut"), "--seed", "2"), new(bytes.Buffer))
	if err == nil || !strings.Contains(err.Error(), "line 1: the results are of a match with other settings") {
		t.Errorf("another seed: %v", err)
	}
}

func sorted(lines []string) []string {
	lines = slices.Clone(lines)
	slices.Sort(lines)
	return lines
}

// An engine with a fault loses each game with either colour, and the match continues.
func TestFaults(t *testing.T) {
	for _, c := range []struct{ fault, want string }{
		{"illegal", `fault: illegal move "e1e9" in `},
		{"crash", "fault: crash 1"},
	} {
		t.Run(c.fault, func(t *testing.T) {
			t.Parallel()
			line, file := play(t, "--engine", engine(t, "none"), "--other", engine(t, c.fault), "--nodes", "10", "--games", "2",
				"--out", filepath.Join(t.TempDir(), "out"))
			if !strings.HasPrefix(line, "2 games: A won 2, drew 0, lost 0 (100.0 %); Elo of A +Inf, 95 % from -Inf to +Inf") ||
				!strings.HasSuffix(line, "A 0, B 2\n") {
				t.Error(line)
			}
			for _, line := range file[1:] {
				if strings.Count(line, "\t2\t"+c.want) != 2 {
					t.Errorf("expected %q twice in %q", c.want, line)
				}
			}
		})
	}
}

// An engine that does not answer loses with either colour. It may lose before it is silent if this machine is busy.
func TestSilence(t *testing.T) {
	a := player{name: "A", command: strings.Fields(engine(t, "none")), nodes: 10, silence: time.Hour}
	b := player{name: "B", command: strings.Fields(engine(t, "silent")), nodes: 10, silence: 100 * time.Millisecond}
	defer a.stop()
	defer b.stop()
	for i, sides := range [][2]*player{{&b, &a}, {&a, &b}} {
		got, err := new(match).play(movegen.Start(), sides[0], sides[1])
		if err != nil || got.halves != 2*i || !strings.HasPrefix(got.end, "fault: no answer ") {
			t.Errorf("%s against %s: %v, %v", sides[0].name, sides[1].name, got, err)
		}
	}
}

// A clock of a nanosecond is too short for White's first move.
func TestClock(t *testing.T) {
	line, file := play(t, "--engine", engine(t, "none"), "--clock", "1ns+1h", "--games", "2", "--out", filepath.Join(t.TempDir(), "out"))
	if !strings.HasPrefix(line, "2 games: A won 1, drew 0, lost 1 (50.0 %); Elo of A +0.0, ") || !strings.HasSuffix(line, "A 1, B 1\n") ||
		!strings.HasPrefix(file[1], "0\t0\tfault: no time left 0\t2\tfault: no time left 0\t") {
		t.Errorf("%s%s", line, file[1])
	}
}

func TestMoveTime(t *testing.T) {
	line, file := play(t, "--engine", engine(t, "timed"), "--movetime", "20ms", "--games", "2", "--out", filepath.Join(t.TempDir(), "out"))
	if !strings.HasSuffix(line, "games lost by faults: A 0, B 0\n") || !strings.Contains(file[0], ", move time 20ms, ") {
		t.Errorf("%s%s", line, strings.Join(file, "\n"))
	}
}

func TestRuling(t *testing.T) {
	for fen, want := range map[string]string{
		"7k/6Q1/6K1/8/8/8/8/8 b - - 100 90":                           "mate",
		"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1":                              "stalemate",
		"7k/8/6K1/8/8/8/8/6N1 b - - 0 1":                              "material",
		"7k/8/6K1/8/8/8/8/6R1 b - - 100 90":                           "fifty moves",
		"7k/8/6K1/8/8/8/8/6R1 b - - 99 90":                            "",
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1":    "",
		"rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1": "mate",
	} {
		pos, err := movegen.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		if got := ruling(&pos, nil); got != want {
			t.Errorf("%s: %q, want %q", fen, got, want)
		}
	}
	pos, keys := movegen.Start(), []uint64(nil)
	for i, word := range strings.Fields("g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8") {
		if got := ruling(&pos, keys); got != "" {
			t.Errorf("%q after %d plies", got, i)
		}
		m, err := pos.ParseMove(word)
		if err != nil {
			t.Fatal(err)
		}
		keys, pos = append(keys, pos.Key()), pos.Play(m)
	}
	if got := ruling(&pos, keys); got != "threefold" {
		t.Errorf("%q after the third time", got)
	}
}

func TestElo(t *testing.T) {
	for _, c := range []struct {
		pairs          [5]int
		elo, low, high float64
	}{
		{[5]int{10, 20, 40, 20, 10}, 0, -37.63, 37.63}, // 0.5 ± 0.05395
		{[5]int{25, 50, 150, 125, 50}, 54.74, 36.63, 73.14},
		{[5]int{0, 0, 50, 50, 0}, 88.74, 70.71, 107.25},
		{[5]int{0, 0, 0, 1, 1}, 338.04, 92.46, 1e9},  // 0.875 ± 0.245: the bound is 1
		{[5]int{0, 0, 0, 100, 0}, 190.85, -1e9, 1e9}, // equal pairs give no variance, so there are no bounds
	} {
		mean, low, high := interval(c.pairs)
		for i, got := range []float64{elo(mean), elo(low), elo(high)} {
			if want := []float64{c.elo, c.low, c.high}[i]; math.Abs(max(min(got, 1e9), -1e9)-want) > 0.01 {
				t.Errorf("%d: %.2f, want %.2f", c.pairs, got, want)
			}
		}
	}
}

func TestBadArguments(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out")
	base := []string{"--engine", "/nonexistent/engine", "--out", out}
	for _, c := range []struct {
		args []string
		want string
	}{
		{base, "expected --nodes, --clock or --movetime"},
		{append(base, "--nodes", "1", "--clock", "1s+0s"), "expected --nodes, --clock or --movetime"},
		{append(base, "--nodes", "1", "--movetime", "20ms"), "expected --nodes, --clock or --movetime"},
		{append(base, "--movetime", "20us"), "--movetime: expected at least 1ms, found 20µs"},
		{append(base, "--nodes", "5,x"), `--nodes: expected one or two numbers from 1, found "5,x"`},
		{append(base, "--clock", "8"), `--clock: expected a time and an increment such as 8s+80ms, found "8"`},
		{append(base, "--nodes", "5", "--games", "3"), "--games: expected an even number, found 3"},
		{append(base, "--nodes", "5", "--parallel", "0"), "--parallel: expected 1 or more, found 0"},
		{append(base, "--nodes", "5", "extra"), `expected only flags, found "extra"`},
		{append(base, "--nodes", "5"), "engine A: fork/exec /nonexistent/engine"},
		{[]string{"--nodes", "5", "--out", out}, "--engine: expected the command of an engine"},
		{base[:2], "--out: expected a file for the results"},
	} {
		if err := run(c.args, new(bytes.Buffer)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, want %q", c.args, err, c.want)
		}
	}
	settings, twice := "A: engine, B: engine, nodes 5 and 5, options [], seed 1\n", "3\t0\tmate 9\t1\tmaterial 80\tfen\n"
	for text, want := range map[string]string{
		"another file\n":            "line 1: the results are of a match with other settings",
		"another file":              "line 1: the results are of a match with other settings",
		settings + "3\t0\n":         "line 2: expected 6 fields, found 2",
		settings + twice + twice:    "line 3: pair 3 is there twice",
		settings[:9] + settings:     "line 1: the results are of a match with other settings",
		settings[:9]:                "engine A: fork/exec /nonexistent/engine",
		settings + twice + "4\t0\t": "engine A: fork/exec /nonexistent/engine",
	} {
		if err := os.WriteFile(out, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		if err := run(append(base, "--nodes", "5"), new(bytes.Buffer)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("file %q: %v, want %q", text, err, want)
		}
	}
}
