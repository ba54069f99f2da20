package pairs_test

import (
	"flag"
	"iter"
	"math/rand/v2"
	"testing"

	"github.com/koggestone/koggestone/internal/corpus"
	"github.com/koggestone/koggestone/internal/corpus/parsed"
	"github.com/koggestone/koggestone/internal/pathtest"
	"github.com/koggestone/koggestone/internal/simd"
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/pairs"
	"github.com/koggestone/koggestone/quad"
)

// stepOf returns the step that plays m, a legal move.
func stepOf(p movegen.Position, m movegen.Move) step {
	from, to := m.From(), m.To()
	piece := p.Board.At(from)
	s := step{p.Board, []square{{from, quad.NoPiece}}}
	switch {
	case m.IsCastling():
		s.change = append(s.change, square{m.RookFrom(), quad.NoPiece}, square{to, piece},
			square{m.RookTo(), quad.MakePiece(piece.Color(), quad.Rook)})
		return s
	case m.IsEnPassant():
		s.change = append(s.change, square{from&^7 | to&7, quad.NoPiece})
	case m.IsPromotion():
		piece = quad.MakePiece(piece.Color(), m.Promotion())
	case piece.Kind() == quad.CastlingRook:
		piece = quad.MakePiece(piece.Color(), quad.Rook)
	}
	s.change = append(s.change, square{to, piece})
	return s
}

// positions yields positions of random games that start in the corpus, from composed positions, and from
// positions with many queens.
func positions(tb testing.TB, n int) iter.Seq[movegen.Position] {
	var composed []movegen.Position
	starts := parsed.Positions(corpus.Games(), corpus.Chess960(), corpus.Tricky(), corpus.Standard())
	for fen := range corpus.Composed(1, 4000, corpus.AllPieces) {
		p, err := movegen.ParseFEN(fen)
		if err != nil {
			tb.Fatal(err)
		}
		composed = append(composed, p)
	}
	return func(yield func(movegen.Position) bool) {
		rng := rand.New(rand.NewPCG(1, 2))
		var moves []movegen.Move
		for i := 0; n > 0; i++ {
			p := starts[i%len(starts)]
			switch i % 4 {
			case 2:
				p = composed[37*i%len(composed)]
			case 3:
				p = crowd(rng, p)
			}
			for range 12 {
				if n--; n < 0 || !yield(p) {
					return
				}
				if moves = p.AppendLegalMoves(moves[:0]); len(moves) == 0 {
					break
				}
				p = p.Play(moves[rng.IntN(len(moves))])
			}
		}
	}
}

// crowd puts queens and other pieces of both colours on empty squares.
func crowd(rng *rand.Rand, p movegen.Position) movegen.Position {
	for range 4 + rng.IntN(40) {
		sq := rng.IntN(64)
		kind := quad.Queen
		if rng.IntN(3) == 0 {
			kind = [...]quad.Kind{quad.Rook, quad.Bishop, quad.Knight}[rng.IntN(3)]
		}
		if p.Board.At(sq) == quad.NoPiece {
			p.Board.Set(sq, quad.MakePiece(quad.Color(rng.IntN(2)), kind))
		}
	}
	return p
}

// count returns how many cases a test runs: a tenth with -short.
func count(full int) int {
	if testing.Short() {
		return full / 10
	}
	return full
}

var manyPositions = flag.Int("pairs.positions", 1500, "positions of TestMoves; 100000 have four million moves")

// TestMoves compares the deltas of every legal move, and refreshes, with the oracle.
func TestMoves(t *testing.T) {
	all := variants(t)
	pathtest.Each(t, func(t *testing.T, _ simd.Path) {
		moves, i := 0, 0
		for p := range positions(t, count(*manyPositions)) {
			v := &all[i%len(all)]
			i++
			var board [64]uint8
			v.rules.Mailbox(&board, p.Board)
			v.checkRefresh(t, &board)
			for _, m := range p.AppendLegalMoves(nil) {
				v.check(t, &board, v.change(stepOf(p, m)))
				moves++
			}
		}
		t.Logf("%d moves", moves)
	})
}

// anyBoard returns a board where about one square in every has a piece, or more.
func anyBoard(rng *rand.Rand, v *variant, every int) (board [64]uint8) {
	for sq := range board {
		board[sq] = uint8(rng.Uint32())
		if rng.IntN(every) != 0 {
			board[sq] = board[sq]&0xf0 | v.rules.Code(quad.NoPiece)
		}
	}
	return board
}

// TestAnything uses arbitrary boards and updates.
func TestAnything(t *testing.T) {
	all := variants(t)
	pathtest.Each(t, func(t *testing.T, _ simd.Path) {
		rng := rand.New(rand.NewPCG(3, 4))
		for i := range count(60000) {
			v := &all[i%len(all)]
			board := anyBoard(rng, v, 1+i%7)
			c := anyChange(rng)
			v.check(t, &board, c)
			if i%8 == 0 {
				v.checkRefresh(t, &board)
			}
		}
	})
}

// anyChange returns a change of up to four squares, often on one line.
func anyChange(rng *rand.Rand) (c pairs.Update) {
	sq, by := rng.IntN(64), [...]int{1, 8, 9, 7, rng.IntN(64)}[rng.IntN(5)]
	for range rng.IntN(5) {
		code := uint8(rng.Uint32())
		c = c.And(sq, code)
		sq = (sq + by) & 63
	}
	return c
}

// TestApply checks that the board after an update agrees with the oracle, and that its pairs
// are the old pairs without the removed pairs and with the added pairs.
func TestApply(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	all := variants(t)
	for i := range count(20000) {
		v := &all[i%len(all)]
		board, u := anyBoard(rng, v, 1+i%7), anyChange(rng)
		want, got := board, board
		v.apply(&want, u)
		v.rules.Apply(&got, u)
		for sq := range got {
			got[sq] &= pairs.Empty | 15 // an update may have other bits
		}
		for sq := range want {
			want[sq] &= pairs.Empty | 15
		}
		if got != want {
			t.Fatalf("%s: Apply(%#x) = %x, want %x", v.name, uint64(u), got, want)
		}
		back, ok := v.rules.Difference(&board, &got)
		if !ok {
			t.Fatalf("%s: no difference after the update %#x of at most four squares", v.name, uint64(u))
		}
		again := board
		v.rules.Apply(&again, back)
		v.check(t, &board, back)
		if left, ok := v.rules.Difference(&again, &got); left != 0 || !ok {
			t.Fatalf("%s: %#x, %v is left after the difference %#x", v.name, uint64(left), ok, uint64(back))
		}
	}
}

// TestDifferenceLimit: four squares are a difference, five are not, whether pieces come or go.
func TestDifferenceLimit(t *testing.T) {
	for _, v := range variants(t) {
		for arriving := range 6 {
			for leaving := range 6 - arriving {
				var before, after [64]uint8
				for sq := range before {
					before[sq], after[sq] = v.rules.Code(quad.NoPiece), v.rules.Code(quad.NoPiece)
				}
				for k := range arriving {
					after[8*k] = v.rules.Code(quad.WhiteKnight)
				}
				for k := range leaving {
					before[63-k] = v.rules.Code(quad.BlackRook)
				}
				u, ok := v.rules.Difference(&before, &after)
				if v.apply(&before, u); ok != (arriving+leaving <= 4) || ok && before != after || !ok && u != 0 {
					t.Errorf("%s: %d pieces come and %d go: %#x, %v", v.name, arriving, leaving, uint64(u), ok)
				}
			}
		}
	}
}
