package main

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/koggestone/koggestone/movegen"
)

// move matches a move and its comment.
var move = regexp.MustCompile(`\d+\.+ (\S+) \{ (?:\[%eval (?:-?\d+\.\d\d|#-?\d+)\] )?\[%clk 0:0[0-4]:[0-5]\d\] \} `)

// check replays the games of a file, whose results must follow from their last positions, unless a player gave up.
func check(t *testing.T, text string, games int) {
	t.Helper()
	sections := strings.Split(strings.TrimSuffix(text, "\n\n"), "\n\n")
	if len(sections) != 2*games {
		t.Fatalf("%d sections, expected %d", len(sections), 2*games)
	}
	for i := 0; i < len(sections); i += 2 {
		tags, moves := sections[i], sections[i+1]
		_, result, _ := strings.Cut(tags, "[Result \"")
		result, _, _ = strings.Cut(result, "\"")
		p := movegen.Start()
		for _, found := range move.FindAllStringSubmatch(moves, -1) {
			m, err := p.ParseSAN(found[1])
			if err != nil {
				t.Fatalf("game %d: %v", i/2+1, err)
			}
			p.PlayInto(&p, m)
		}
		if rest := move.ReplaceAllString(moves, ""); rest != result {
			t.Errorf("game %d: result %q, and after the moves %.80q", i/2+1, result, rest)
		}
		over := p.CountLegal() == 0
		if mated := p.IsCheckmate(); mated && result == "1/2-1/2" || over && !mated && result != "1/2-1/2" {
			t.Errorf("game %d: result %s at %s", i/2+1, result, p.FEN())
		}
	}
}

func TestGames(t *testing.T) {
	var out strings.Builder
	players := []*player{{"a", 100, rating}, {"b", 200, rating}, {"c", 400, rating}}
	tournament(&out, players, openings[:2])
	check(t, out.String(), 2)
}

// TestFile reads the file of the project.
func TestFile(t *testing.T) {
	text, err := os.ReadFile("../games.pgn")
	if err != nil {
		t.Fatal(err)
	}
	check(t, string(text), len(openings))
}
