package search

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/koggestone/koggestone/internal/pathtest"
	"github.com/koggestone/koggestone/internal/simd"
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/quad"
)

// The search visits the same nodes on every path of the library.
func TestSignature(t *testing.T) {
	first := ""
	pathtest.Each(t, func(t *testing.T, path simd.Path) {
		var out bytes.Buffer
		Bench(&out, 5)
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
		s := New(1)
		s.Set(p, nil, Limits{Depth: 2*c.in + 6})
		best, score := s.Run(nil)
		if want := mateScore - 2*c.in + 1; score != want || best.String() != c.best {
			t.Errorf("%s: %v with score %d, expected %s, mate in %d, score %d", c.fen, best, score, c.best, c.in, want)
		}
	}
}

// A state that moves have updated equals one computed from scratch.
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
			s.play(&child, moves[rng.IntN(len(moves))], new(movegen.Change))
			if want := newState(child.pos); child != want {
				t.Fatalf("%s: %+v, from scratch %+v", child.pos.FEN(), child, want)
			}
			s = child
		}
	}
}

// A position and its mirror image have the same value.
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

// The picker returns each legal move once.
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
	for _, fen := range benchPositions {
		p, err := movegen.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		s := New(1)
		for _, n := range []uint64{1, 2, 100, 5000} {
			s.Set(p, nil, Limits{Nodes: n, Depth: 6})
			if best, _ := s.Run(nil); !p.IsLegal(best) || s.Nodes() > n {
				t.Errorf("%s: %v after %d nodes, limit %d", fen, best, s.Nodes(), n)
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

// Losing captures come last, by the value of victim and attacker.
func TestLosingCaptures(t *testing.T) {
	p, err := movegen.ParseFEN("3k4/1p1p4/p1n1p3/8/8/2R5/4Q3/4K3 w - - 0 1") // Rxc6, Qxa6, Qxe6 lose
	if err != nil {
		t.Fatal(err)
	}
	var n movegen.Node
	var history [1 << 12]int32
	n.Set(&p)
	k := new(picker)
	k.start(&n, &p, &history, 0, [2]movegen.Move{}, false)
	var order []string
	for m := k.pick(); m != 0; m = k.pick() {
		order = append(order, m.String())
	}
	if got := strings.Join(order[len(order)-3:], " "); got != "c3c6 e2e6 e2a6" && got != "c3c6 e2a6 e2e6" {
		t.Errorf("the last moves are %s, expected c3c6 before the captures of pawns", got)
	}
}

// recorder is an accumulator whose value is the board itself.
type recorder [maxPly + 2]quad.Board

func (r *recorder) Set(p *movegen.Position) { r[0] = p.Board }
func (r *recorder) Pass(ply int)            { r[ply+1] = r[ply] }
func (r *recorder) Play(ply int, c *movegen.Change) {
	b := r[ply]
	clear := func(sq uint8) { b.Set(int(sq), quad.NoPiece) }
	clear(c.From)
	if c.Captured != quad.NoPiece {
		clear(c.CapturedOn)
	}
	if c.Castles {
		clear(c.RookFrom)
		b.Set(int(c.RookTo), quad.MakePiece(c.Piece.Color(), quad.Rook))
	}
	b.Set(int(c.To), c.Placed)
	r[ply+1] = b
}

// An accumulator sees every move of the search, and changes nothing of it.
func TestAccumulator(t *testing.T) {
	for _, fen := range benchPositions {
		p, err := movegen.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		var r recorder
		plain, followed := New(1), New(1)
		followed.Accumulator = &r
		plain.Set(p, nil, Limits{Depth: 5})
		followed.Set(p, nil, Limits{Depth: 5})
		plainBest, _ := plain.Run(nil)
		best, _ := followed.Run(nil)
		if best != plainBest || plain.Nodes() != followed.Nodes() {
			t.Errorf("%s: %v in %d nodes, with an accumulator %v in %d", fen, plainBest, plain.Nodes(), best, followed.Nodes())
		}
		for ply := range 3 { // of the last line that was searched
			got, want := r[ply], followed.plies[ply].state.pos.Board
			for sq, piece := range want.Squares() {
				if piece.Kind() == quad.CastlingRook {
					piece = quad.MakePiece(piece.Color(), quad.Rook)
				}
				other := got.At(sq)
				if other.Kind() == quad.CastlingRook {
					other = quad.MakePiece(other.Color(), quad.Rook)
				}
				if piece != other {
					t.Fatalf("%s: ply %d, square %d: %v, expected %v", fen, ply, sq, other, piece)
				}
			}
			if best == 0 {
				break
			}
		}
	}
}
