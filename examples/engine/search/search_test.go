package search

import (
	"bytes"
	"math/rand/v2"
	"os"
	"regexp"
	"testing"
	"time"

	"github.com/koggestone/koggestone/movegen"
)

var positions = []string{
	"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
	"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
	"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
	"2rq1rk1/pb1n1ppN/4p3/1pb5/3P1Pn1/P1N5/1PQ1B1PP/R1B2RK1 b - - 0 16",
	"5rk1/q6p/2p3bR/1pPp1rP1/1P1Pp3/P3B1Q1/1K3P2/R7 w - - 93 90",
	"nrbbqkrn/pppppppp/8/8/8/8/PPPPPPPP/NRBBQKRN w KQkq - 0 1",
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
		s := New(1)
		s.Set(p, nil, Limits{Depth: 2*c.in + 6})
		best, score := s.Run(nil)
		if want := MateScore - 2*c.in + 1; score != want || best.String() != c.best {
			t.Errorf("%s: %v with score %d, expected %s, mate in %d, score %d", c.fen, best, score, c.best, c.in, want)
		}
	}
}

// A position and its mirror image have the same value.
func TestEvaluate(t *testing.T) {
	for _, fen := range positions {
		p, err := movegen.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		q := p
		q.Board, q.Side = p.Board.FlipColors(), p.Side.Other()
		if a, b := evaluate(&p), evaluate(&q); a != b {
			t.Errorf("%s: %d, with the sides changed %d", fen, a, b)
		}
	}
}

// A game of the engine against itself, a few milliseconds a move, is legal and ends.
func TestSelfPlay(t *testing.T) {
	thinking := 10 * time.Millisecond
	if testing.Short() {
		thinking = time.Millisecond
	}
	s := New(4)
	p := movegen.Start()
	var keys []uint64
	for ply := 0; ; ply++ {
		s.Set(p, keys, Limits{Time: thinking})
		best, _ := s.Run(nil)
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

// The nodes of a search with a limit of nodes, and its moves with a list of moves, keep to
// the limit. The expected line consists of legal moves.
func TestLimits(t *testing.T) {
	for _, fen := range positions {
		p, err := movegen.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		s := New(1)
		for _, n := range []uint64{1, 2, 100, 5000} {
			s.Set(p, nil, Limits{Nodes: n, Depth: 6})
			if best, _ := s.Run(nil); !p.IsLegal(best) || s.nodes > n {
				t.Errorf("%s: %v after %d nodes, limit %d", fen, best, s.nodes, n)
			}
		}
		for _, m := range p.AppendLegalMoves(nil) {
			s.Set(p, nil, Limits{Depth: 2, Moves: []movegen.Move{m}})
			if best, _ := s.Run(nil); best != m {
				t.Errorf("%s: %v, expected %v alone", fen, best, m)
			}
		}
		s.Set(p, nil, Limits{Depth: 5})
		s.Run(func(i Info) {
			q := p
			for _, m := range i.Line {
				if !q.IsLegal(m) {
					t.Fatalf("%s: line %v: %v is not legal", fen, i.Line, m)
				}
				q.PlayInto(&q, m)
			}
			if len(i.Line) == 0 || len(i.Line) > i.Depth {
				t.Errorf("%s: depth %d: line %v", fen, i.Depth, i.Line)
			}
		})
	}
}

// A mate that nothing can improve ends a search without limits.
func TestMateEnds(t *testing.T) {
	for _, fen := range []string{"7k/8/5KQ1/8/8/8/8/8 w - - 0 1", "7k/8/5K2/6Q1/8/8/8/8 b - - 0 1"} {
		p, err := movegen.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		s := New(1)
		s.Set(p, nil, Limits{Nodes: 20_000_000})
		if _, score := s.Run(nil); max(score, -score) < mateBound || s.nodes > 100_000 {
			t.Errorf("%s: score %d after %d nodes", fen, score, s.nodes)
		}
	}
}

// The list of a node has each legal move once, the hash move first and losing captures last.
func TestRate(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	var history [1 << 12]int32
	for i := range history {
		history[i] = rng.Int32N(3) - 1
	}
	here := new(ply)
	for _, fen := range append([]string{"3k4/1p1p4/p1n1p3/8/8/2R5/4Q3/4K3 w - - 0 1"}, positions...) {
		p, err := movegen.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		for range 60 {
			moves := p.AppendLegalMoves(nil)
			if len(moves) == 0 {
				break
			}
			hash := moves[rng.IntN(len(moves))]
			here.pos, here.killers = p, [2]movegen.Move{moves[0], movegen.Move(rng.Uint32())}
			here.node.Set(&p)
			list := here.rate(&history, hash, false)
			left := map[movegen.Move]bool{}
			for _, r := range list {
				left[movegen.Move(r&0xffff)] = true
			}
			for _, m := range moves {
				delete(left, m)
			}
			if len(list) != len(moves) || len(left) != 0 || movegen.Move(list[len(list)-1]&0xffff) != hash {
				t.Fatalf("%s: %d moves, expected %d; %v are not legal; the hash move is %v", p.FEN(), len(list), len(moves), left, hash)
			}
			for i, r := range list {
				if m := movegen.Move(r & 0xffff); m != hash && p.IsCapture(m) && p.SEE(m, &exchanges) < 0 && i > 0 && r > 0 {
					t.Fatalf("%s: the losing capture %v is %d of %d", p.FEN(), m, i, len(list))
				}
			}
			p.PlayInto(&p, moves[rng.IntN(len(moves))])
		}
	}
}

// TestPage looks for the declarations that docs/engines.md shows.
func TestPage(t *testing.T) {
	var programs []byte
	for _, name := range []string{"search.go", "pick.go", "../../../pairs/example_network_test.go"} {
		program, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		programs = append(programs, program...)
	}
	page, err := os.ReadFile("../../../docs/engines.md")
	if err != nil {
		t.Fatal(err)
	}
	shown := regexp.MustCompile("(?s)```go\n(// \\w+ .*?)```").FindAllSubmatch(page, -1)
	for _, m := range shown {
		if !bytes.Contains(programs, m[1]) {
			t.Errorf("no program contains:\n%s", m[1])
		}
	}
	if len(shown) != 2 {
		t.Errorf("%d blocks in docs/engines.md, expected 2", len(shown))
	}
}
