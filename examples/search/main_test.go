package main

import (
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/koggestone/koggestone/internal/corpus"
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/quad"
)

// TestPage looks for the declarations that docs/engines.md shows.
func TestPage(t *testing.T) {
	program, err := os.ReadFile("main.go")
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile("../../docs/engines.md")
	if err != nil {
		t.Fatal(err)
	}
	shown := regexp.MustCompile("(?s)```go\n(// \\w+ .*?)```").FindAllSubmatch(page, -1)
	for _, m := range shown {
		if !strings.Contains(string(program), string(m[1])) {
			t.Errorf("main.go does not contain:\n%s", m[1])
		}
	}
	if len(shown) != 4 {
		t.Errorf("%d blocks in docs/engines.md, expected 4", len(shown))
	}
}

// TestPlies plays random moves and null moves. What play updates must equal what the position has, and the stages must
// return each legal move once.
func TestPlies(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 9))
	s := new(search)
	random := rand.New(rand.NewPCG(1, 2))
	for i := range weights {
		weights[i] = int16(random.Uint32())
	}
	kinds := map[string]bool{}
	for _, suite := range []corpus.Suite{corpus.Tricky(), corpus.Chess960()} {
		for fen := range suite.FENs() {
			p, err := movegen.ParseFEN(fen)
			if err != nil {
				t.Fatal(err)
			}
			s.set(p, nil)
			for at := range 40 {
				here := &s.plies[at]
				p := &here.pos
				var expected accumulator
				expected.refresh(p)
				if here.key != p.Key() || here.pawnKey != p.PawnKey() || here.material != p.Material() || here.sums != expected ||
					here.pieceKeys != [2]uint64{p.NonPawnKey(quad.White), p.NonPawnKey(quad.Black)} || s.keys[len(s.keys)-1] != here.key {
					t.Fatalf("%s after %+v: %+v", p.FEN(), here.change, here)
				}
				legal := p.AppendLegalMoves(nil)
				if len(legal) == 0 {
					break
				}
				hash := movegen.Move(rng.Uint32())
				if at%2 == 0 {
					hash = legal[rng.IntN(len(legal))]
				}
				var moves []movegen.Move
				here.start(hash)
				for m := s.next(here, lastStage, hash); m != 0; m = s.next(here, lastStage, hash) {
					moves = append(moves, m.Move())
				}
				if p.IsLegal(hash) && moves[0] != hash {
					t.Fatalf("%s: %v is first, expected %v", p.FEN(), moves[0], hash)
				}
				m := moves[rng.IntN(len(moves))]
				slices.Sort(moves)
				slices.Sort(legal)
				if !slices.Equal(moves, legal) {
					t.Fatalf("%s: %v, expected %v", p.FEN(), moves, legal)
				}
				if m.IsCastling() {
					kinds["castling"] = true
				} else if m.IsEnPassant() {
					kinds["en passant"] = true
				} else if m.IsPromotion() {
					kinds["promotion"] = true
				}
				if rng.IntN(8) == 0 && !here.node.InCheck() {
					m = 0
					kinds["null"] = true
				}
				s.play(at, m)
			}
		}
	}
	if len(kinds) != 4 {
		t.Errorf("only %v were played", kinds)
	}
}
