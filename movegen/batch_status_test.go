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
