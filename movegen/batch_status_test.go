package movegen

import (
	"math/rand/v2"
	"testing"

	"github.com/koggestone/koggestone/internal/pathtest"
	"github.com/koggestone/koggestone/internal/simd"
	"github.com/koggestone/koggestone/quad"
)

// wantStatus returns the status of a valid position by the calls for one position.
func wantStatus(p *Position, clocks bool) (s Status) {
	moves := len(p.AppendLegalMoves(nil))
	if p.InCheck() {
		s |= StatusCheck
	}
	if moves == 0 && p.InCheck() {
		s |= StatusCheckmate
	}
	if moves == 0 && !p.InCheck() {
		s |= StatusStalemate
	}
	if p.HasInsufficientMaterial() {
		s |= StatusInsufficientMaterial
	}
	if clocks && p.HalfMoves >= 100 {
		s |= StatusFiftyMoves
	}
	if clocks && p.HalfMoves >= 150 {
		s |= StatusSeventyFiveMoves
	}
	return s
}

// ends are positions at which games end, or nearly.
var ends = []string{
	"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",                                     // stalemate
	"7k/6Q1/6K1/8/8/8/8/8 b - - 150 90",                                  // checkmate, seventy-five moves
	"8/8/8/8/8/5k2/8/R3K3 b Q - 99 80",                                   //
	"8/8/8/8/8/5k2/8/Q3K3 w - - 100 80",                                  // fifty moves
	"8/8/8/8/8/5k2/8/4K3 w - - 149 80",                                   // insufficient material
	"8/8/8/2b5/8/5k2/8/B3K3 w - - 0 1",                                   // bishops on squares of one colour
	"8/8/8/3b4/8/5k2/8/B3K3 w - - 0 1",                                   // of both
	"8/8/8/3n4/8/5k2/8/4K3 w - - 0 1",                                    // one knight
	"8/8/8/3nn3/8/5k2/8/4K3 w - - 0 1",                                   // two
	"rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",      // checkmate
	"8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1",                                  // en passant would uncover the king
	"k7/8/8/K2pP2q/8/8/8/8 w - - 0 1",                                    //
	"8/8/8/1k6/3Pp3/8/8/4KQ2 b - d3 0 1",                                 // check
	"8/6bb/8/8/R1pP2k1/4P3/P7/K7 b - d3 0 1",                             //
	"1k6/1P6/1K6/8/8/8/8/8 b - - 65535 65535",                            // stalemate
	"nqrk1r1b/pppp1ppp/8/8/8/8/PPPPPPPP/1KR5 w C - 7 9",                  // Chess960
	"8/8/8/8/4k3/8/8/qK6 w - - 0 1",                                      //
	"r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4", // checkmate
}

// onlyMoves are positions with one legal move, of a slider: in each direction, to each rank.
var onlyMoves = []string{
	"3k3Q/8/3K3b/8/8/8/8/8 b - - 0 1",
	"k1K5/8/8/8/R7/8/8/6q1 b - - 0 1",
	"8/4b3/r2B4/8/8/8/8/K1k5 w - - 0 1",
	"K7/Q7/8/1R6/8/8/3b4/k7 b - - 0 1",
	"5K2/R7/8/1R6/8/8/k1b5/8 b - - 0 1",
	"8/8/7B/8/8/1QK5/5b2/2k5 b - - 0 1",
	"8/8/4Q3/8/8/5k1K/8/5Rb1 b - - 0 1",
	"4R3/1k6/8/8/8/8/6r1/1K2q3 w - - 0 1",
	"k7/1QK5/8/8/8/8/1r1B4/8 b - - 0 1",
	"8/3R4/k6R/7r/1K6/8/8/8 b - - 0 1",
	"8/Q3n3/8/8/q7/8/2k5/K7 w - - 0 1",
	"8/8/6K1/8/6N1/6r1/7k/5Q2 b - - 0 1",
	"K1k5/Q7/r7/8/8/n7/8/8 w - - 0 1",
	"8/8/8/8/8/4K1BQ/8/5kr1 b - - 0 1",
	"4k2Q/8/4K3/2b5/8/8/3B4/8 b - - 0 1",
	"k7/8/8/7q/5Bq1/8/8/7K w - - 0 1",
	"8/8/q2B4/8/7b/8/8/2k1K3 w - - 0 1",
	"8/3Q4/7n/8/6qK/5k2/8/8 w - - 0 1",
	"8/7k/4B3/4q1K1/1q6/8/8/8 w - - 0 1",
	"8/8/8/8/1Q6/2N5/k3K3/b7 b - - 0 1",
	"B7/1q6/8/8/6k1/8/7K/4q3 w - - 0 1",
	"3K1k2/8/8/8/8/2q5/8/3q2R1 w - - 0 1",
	"q7/8/8/8/8/8/1Rb5/K5k1 w - - 0 1",
	"q7/8/8/8/8/5R2/2k5/K7 w - - 0 1",
	"K7/8/1Q6/Q6r/k7/8/8/8 b - - 0 1",
	"8/7q/K7/1q2R3/2k5/8/8/8 w - - 0 1",
	"8/8/8/Q7/8/5r2/8/k1K5 b - - 0 1",
	"1n6/8/8/8/8/Q7/7r/k1K5 b - - 0 1",
	"4B3/8/8/8/8/K7/8/k4R1q b - - 0 1",
	"r6Q/6R1/2K5/8/8/7k/8/8 b - - 0 1",
	"8/6q1/2k5/7K/8/8/R6q/8 w - - 0 1",
	"8/4k3/8/8/8/R3qq2/8/4K3 w - - 0 1",
	"5k1K/8/8/8/3R4/1n6/8/7q w - - 0 1",
	"2n4Q/8/8/8/q7/8/5K1k/8 b - - 0 1",
	"7K/2k2q2/4Rb2/8/8/8/8/8 w - - 0 1",
	"K1k5/Qb6/8/8/8/8/8/8 w - - 0 1",
	"2R4q/8/5k1K/8/1n6/8/8/8 w - - 0 1",
	"K7/8/k7/8/8/1q6/6n1/7B w - - 0 1",
	"Q1b5/8/8/8/8/8/2K5/k7 b - - 0 1",
	"3b4/1N6/R7/8/8/8/k1K5/8 b - - 0 1",
	"8/8/3Q4/kb5K/8/8/8/R7 b - - 0 1",
	"8/q7/2r3K1/8/6k1/8/6B1/8 w - - 0 1",
	"8/qq6/8/8/K7/4Q3/k7/8 w - - 0 1",
	"1R6/7b/8/8/8/1K6/8/k6Q b - - 0 1",
	"4k3/6q1/8/8/2q5/8/8/KR6 w - - 0 1",
	"K1k5/8/8/8/8/r7/8/R7 w - - 0 1",
	"8/8/6Qq/7R/7k/8/8/K7 b - - 0 1",
	"8/8/7k/3q1K2/7q/8/4R3/8 w - - 0 1",
	"8/8/8/r7/5K2/Q7/2Q5/k7 b - - 0 1",
	"8/8/8/8/8/1q6/kQ6/2K5 b - - 0 1",
	"8/5q2/8/8/K7/8/1R6/Q6k b - - 0 1",
	"b7/1N6/8/8/8/8/2QK4/k7 b - - 0 1",
	"8/5Kbk/8/8/7R/2q5/8/8 b - - 0 1",
	"8/8/b7/k1Q5/8/K7/7B/8 b - - 0 1",
	"5k2/7K/8/3b3q/6Q1/8/8/8 w - - 0 1",
	"b2K4/5k2/8/8/6Q1/8/5Q2/8 b - - 0 1",
	"7r/6b1/8/8/8/8/5k1K/1Q6 w - - 0 1",
	"2q3K1/6b1/3B2k1/8/8/8/8/8 w - - 0 1",
}

// Every path says what the calls for one position say.
func TestStatusBatch(t *testing.T) {
	rng := rand.New(rand.NewPCG(211, 212))
	seen := map[Status]int{}
	check := func(b *Batch) {
		clocks := withData(b, WithClocks, rng)
		want, wantClocks := make([]Status, b.Len()), make([]Status, b.Len())
		for i := range want {
			p := clocks.At(i)
			want[i], wantClocks[i] = wantStatus(&p, false), wantStatus(&p, true)
			for bit := StatusCheck; bit <= StatusSeventyFiveMoves; bit <<= 1 {
				if wantClocks[i]&bit != 0 {
					seen[bit]++
				}
			}
		}
		pathtest.Each(t, func(t *testing.T, _ simd.Path) {
			got := make([]Status, b.Len())
			for _, c := range []struct {
				b    *Batch
				want []Status
			}{{b, want}, {clocks, wantClocks}} {
				StatusBatch(got, c.b)
				for i := range got {
					if got[i] != c.want[i] {
						t.Fatalf("position %d: %s: status %b, want %b", i, c.b.At(i).FEN(), got[i], c.want[i])
					}
				}
			}
		})
	}
	var b Batch
	for range 4 {
		for _, fen := range ends {
			b.Append(parse(t, fen))
		}
	}
	for _, fen := range onlyMoves {
		p := parse(t, fen)
		if p.CountLegal() != 1 {
			t.Fatalf("%s: %d legal moves", fen, p.CountLegal())
		}
		b.Append(p)
		p.Board, p.Side = p.Board.FlipColors(), p.Side.Other()
		b.Append(p)
	}
	check(&b)
	gameBatches(t, check)
	// Games with few pieces.
	b.Reset()
	for b.Len() < count(30_000) {
		b.Append(endgame(rng))
	}
	check(&b)
	t.Logf("%v", seen)
	for bit := StatusCheck; bit <= StatusSeventyFiveMoves; bit <<= 1 {
		if seen[bit] == 0 {
			t.Errorf("no position with status %b", bit)
		}
	}
}

// endgame returns a valid position with a few pieces, many of them beside a king.
func endgame(rng *rand.Rand) Position {
	for {
		var p Position
		p.FullMoves = 1
		squares := rng.Perm(64)
		put(&p.Board, 1<<squares[0], quad.King, quad.White)
		put(&p.Board, 1<<squares[1], quad.King, quad.Black)
		for _, sq := range squares[2 : 2+rng.IntN(4)] {
			kinds := [...]quad.Kind{quad.Knight, quad.Bishop, quad.Rook, quad.Queen, quad.Knight, quad.Bishop}
			put(&p.Board, 1<<sq, kinds[rng.IntN(len(kinds))], quad.Color(rng.IntN(2)))
		}
		p.Side = quad.Color(rng.IntN(2))
		if p.Validate() == nil {
			return p
		}
	}
}

// On boards that are no chess all paths agree.
func TestStatusBatchNonsense(t *testing.T) {
	b := nonsenseBatch(t, rand.New(rand.NewPCG(213, 214)), count(20_000))
	want := make([]Status, b.Len())
	pathtest.On(simd.Generic, func() { StatusBatch(want, b) })
	counts := definitionCounts(b)
	for i, n := range counts {
		if (n == 0) != (want[i]&(StatusCheckmate|StatusStalemate) != 0) {
			t.Fatalf("board %d: %d moves, status %b", i, n, want[i])
		}
	}
	pathtest.Each(t, func(t *testing.T, _ simd.Path) {
		got := make([]Status, b.Len())
		StatusBatch(got, b)
		for i := range got {
			if got[i] != want[i] {
				t.Fatalf("board %d: status %b, want %b\n%#x, side %d", i, got[i], want[i], b.Boards().At(i).Planes(), b.sides[i])
			}
		}
	})
}
