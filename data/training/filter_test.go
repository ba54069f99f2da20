package training

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/koggestone/koggestone/internal/binpacktest"
	"github.com/koggestone/koggestone/internal/formats"
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/quad"
)

// randomEntries returns the entries of random games.
func randomEntries(seed uint64, games int) (entries []Entry) {
	_, rows := binpacktest.File(seed, 1, games)
	for _, row := range rows {
		entries = append(entries, Entry(row))
	}
	return entries
}

// sieveOf returns the entries that a filter keeps.
func sieveOf(f Filter, entries []Entry) (kept []Entry) {
	s := newSieve(newSelector(f), rand.NewPCG(1, 2))
	for i := range entries {
		if s.keeps(&entries[i]) {
			kept = append(kept, entries[i])
		}
	}
	return kept
}

// Filters without random numbers keep exactly what their definitions say. The piece count is
// the exception: a weight of 0 drops a count, and others are kept at random.
func TestFilterRules(t *testing.T) {
	entries := randomEntries(1, 150)
	material := func(e *Entry) int {
		n := 0
		for sq := range 64 {
			piece := e.Position.Board.At(sq)
			value := [8]int{quad.Pawn: 208, quad.Knight: 781, quad.Bishop: 825, quad.Rook: 1276, quad.CastlingRook: 1276, quad.Queen: 2538}[piece.Kind()]
			if piece.Color() != e.Position.Side {
				value = -value
			}
			n += value
		}
		return max(n, -n)
	}
	quiet := func(e *Entry) bool {
		to := e.Position.Board.At(e.Move.To())
		capture := to.Kind() != quad.None && to.Color() != e.Position.Side && !e.Move.IsCastling()
		return !capture && !e.Position.InCheck()
	}
	for name, test := range map[string]struct {
		filter Filter
		keeps  func(e *Entry) bool
	}{
		"Quiet":   {Filter{Quiet: true}, quiet},
		"MinPly":  {Filter{MinPly: 40}, func(e *Entry) bool { return e.Ply >= 40 }},
		"MinEval": {Filter{MinPly: 1, MinEval: 900}, func(e *Entry) bool { return e.Ply >= 1 && material(e) >= 900 }},
		"weights": {Filter{MinPly: 1, PieceCounts: [5]float64{1, 1, 0, 0, 0}}, func(e *Entry) bool {
			return e.Ply >= 1 && (Filter{PieceCounts: [5]float64{1, 1, 0, 0, 0}}).has(e)
		}},
	} {
		kept := sieveOf(test.filter, entries)
		wanted := 0
		for i := range entries {
			if e := &entries[i]; e.Score != formats.NoScore && test.keeps(e) {
				wanted++
			}
		}
		for i := range kept {
			if e := &kept[i]; e.Score == formats.NoScore || !test.keeps(e) {
				t.Fatalf("%s: kept %+v", name, *e)
			}
		}
		if len(kept) < wanted/50 || len(kept) > wanted || wanted == len(entries) {
			t.Errorf("%s: kept %d of %d entries, at most %d", name, len(kept), len(entries), wanted)
		}
	}
	if (&Filter{MinEval: 1000, PieceCounts: [5]float64{1}}).Active() {
		t.Error("a filter by the material alone is active")
	}
}

// has reports whether the number of pieces has a weight.
func (f Filter) has(e *Entry) bool { return f.weight(popcount(e.Position.Board.Occupied())) > 0 }

func popcount(set uint64) (n int) {
	for ; set != 0; set &= set - 1 {
		n++
	}
	return n
}

// near fails unless n of total is the share p within five standard deviations.
func near(t *testing.T, what string, n, total int, p float64) {
	t.Helper()
	mean, deviation := float64(total)*p, math.Sqrt(float64(total)*p*(1-p))
	if math.Abs(float64(n)-mean) > 5*deviation+1 {
		t.Errorf("%s: %d of %d, expected %.0f ± %.0f", what, n, total, mean, deviation)
	}
}

// Random, SoftPlies and ByResult keep the shares of their definitions.
func TestRandomFilters(t *testing.T) {
	const runs = 200000
	for _, random := range []int{1, 3, 10, 150} {
		s := newSieve(newSelector(Filter{Random: random}), rand.NewPCG(5, uint64(random)))
		n, pairs, last := 0, 0, false
		for range runs {
			passes := s.Passes(1, 0, 0)
			if passes {
				s.Gap = s.gap()
				n++
				if last {
					pairs++
				}
			}
			last = passes
		}
		p := 1 / float64(random+1)
		near(t, "random", n, runs, p)
		near(t, "two random ones in a row", pairs, runs, p*p)
	}
	f := Filter{SoftPlies: 20, PlyCurve: DefaultFilter().PlyCurve}
	s := newSelector(f)
	for ply, want := range map[int]float64{0: 0.1, 3: 0.125, 6: 0.15, 8: 0.2, 10: 0.25, 14: 0.5, 18: 0.75, 19: 0.875} {
		if got := s.softKept[ply]; math.Abs(got-want) > 1e-12 {
			t.Errorf("ply %d: %v, expected %v", ply, got, want)
		}
	}
	if len(s.softKept) != 20 {
		t.Errorf("%d plies", len(s.softKept))
	}
	// The model at ply 64, where its polynomials are sums: a is 115.392, b is 47.392.
	for _, test := range []struct {
		score, result int
		want          float64
	}{{240, 1, 0.49996}, {240, -1, 0.00762}, {240, 0, 0.49242}, {-240, -1, 0.49996}, {0, 0, 0.83892}, {32000, 1, 1}} {
		if got := resultShare(test.score, 64, test.result); math.Abs(got-test.want) > 1e-4 {
			t.Errorf("score %d, result %d: %v, expected %v", test.score, test.result, got, test.want)
		}
	}
	v := newSieve(newSelector(Filter{ByResult: true, SoftPlies: 20, PlyCurve: f.PlyCurve}), rand.NewPCG(6, 7))
	e := randomEntries(2, 1)[0]
	e.Score, e.Ply, e.Result = 240, 8, 1
	n := 0
	for range runs {
		v.dropped = Dropped{}
		v.byScore(e.Score, e.Ply, e.Result)
		if v.dropped.SoftPly+v.dropped.ByResult == 0 {
			n++
		}
	}
	near(t, "both", n, runs, 0.2*resultShare(240, 8, 1))
}

// The table of gaps does not change them.
func TestGaps(t *testing.T) {
	for _, random := range []int{1, 2, 10, 150, 1 << 20, math.MaxInt} {
		s := newSieve(newSelector(Filter{Random: random}), rand.NewPCG(1, 2))
		numbers := rand.NewPCG(1, 2)
		numbers.Uint64() // of newSieve
		for range 100000 {
			if got, want := s.gap(), s.gapOf(numbers.Uint64()); got != want || got < 0 || random == math.MaxInt && got == 0 {
				t.Fatalf("%d: %d, expected %d", random, got, want)
			}
		}
	}
}

// The bounds of the win rate model decide as the model.
func TestFits(t *testing.T) {
	r := rand.New(rand.NewPCG(14, 15))
	for range 200000 {
		score, ply, result, u := r.IntN(6000)-3000, r.IntN(300), r.IntN(3)-1, r.Float64()
		if r.IntN(100) == 0 {
			score = r.IntN(1<<16) - 1<<15
		}
		if got, want := fits(score, ply, result, u), u < resultShare(score, ply, result); got != want {
			t.Fatalf("score %d, ply %d, result %d, %v: %v, expected %v", score, ply, result, u, got, want)
		}
	}
}

// A table by ply has no more plies than there are.
func TestSoftPlies(t *testing.T) {
	s := newSelector(Filter{SoftPlies: math.MaxInt})
	if n := len(s.softKept); n != math.MaxUint16+1 {
		t.Errorf("%d plies", n)
	}
}

// The share of positions by piece count follows a history that this test keeps anew, with sums
// over all counts each time.
func TestPieceCounts(t *testing.T) {
	f := DefaultFilter()
	s := newSieve(newSelector(f), rand.NewPCG(8, 9))
	spline := map[int]float64{0: 0, 8: 0.4, 16: 1, 24: 1, 32: 0.75, 4: 0.1875, 12: 0.725, 20: 1.053125, 28: 0.890625}
	for n, want := range spline {
		if got := s.weights[n]; math.Abs(got-want) > 1e-12 {
			t.Errorf("weight of %d: %v, expected %v", n, got, want)
		}
	}
	r := rand.New(rand.NewPCG(10, 11))
	var seen [33]float64
	alpha := 1.0
	sum := func(x []float64) (total float64) {
		for _, v := range x {
			total += v
		}
		return total
	}
	for step := 1; step <= 45000; step++ {
		n := 2 + r.IntN(16) + r.IntN(15)
		seen[n]++
		if step == 100 || step == 500 || step == 1000 || step == 2500 || step == 5000 || step >= 10000 && step%10000 == 0 {
			least := math.Inf(1)
			for k, v := range seen {
				if v > 0 && s.weights[k] > 0 {
					least = math.Min(least, s.weights[k]/sum(s.weights[:])/(v/sum(seen[:])))
				}
			}
			alpha = 0.025 / least
			if step%10000 == 0 {
				for k := range seen {
					seen[k] /= 2
				}
			}
		}
		want := 0.0
		if seen[n] > 0 {
			want = math.Min(1, alpha*s.weights[n]/sum(s.weights[:])/(seen[n]/sum(seen[:])))
		}
		if got := s.countShare(n); math.Abs(got-want) > 1e-9 {
			t.Fatalf("step %d, %d pieces: %v, expected %v", step, n, got, want)
		}
	}
}

// Positions with more than 32 pieces are dropped and do not belong to the history, with and without equal
// frequencies.
func TestMoreThan32Pieces(t *testing.T) {
	for _, f := range []Filter{DefaultFilter(), {MinPly: 1}} {
		s := newSieve(newSelector(f), rand.NewPCG(12, 13))
		if got := s.countShare(32); got <= 0 {
			t.Errorf("32 pieces: %v, expected more than 0", got)
		}
		for n := 33; n <= 64; n++ {
			if got := s.countShare(n); got != 0 {
				t.Errorf("%d pieces: %v, expected 0", n, got)
			}
		}
		if s.steps != 1 || s.seenTotal != 1 || s.seen[32] != 1 {
			t.Errorf("%d steps, %v seen, expected 1", s.steps, s.seenTotal)
		}
	}
	p, err := movegen.ParseFEN("rnbqkbnr/pppppppp/8/8/7p/8/PPPPPPPP/RNBQKBNR w KQkq - 0 9")
	if err != nil {
		t.Fatal(err)
	}
	s := newSieve(newSelector(Filter{MinPly: 1}), rand.NewPCG(14, 15))
	if s.keeps(&Entry{Position: p, Ply: 16, Score: 5}) || s.take() != (Dropped{PieceCount: 1}) {
		t.Error("a position with 33 pieces is kept, or dropped for another reason")
	}
}

// MinEval drops positions with a smaller difference of material, for either side, and keeps one that is equal.
func TestMinEval(t *testing.T) {
	for _, c := range []struct {
		fen  string
		eval int // by the values of nnue-pytorch's simple_eval: pawn 208, knight 781, bishop 825, rook 1276, queen 2538
	}{
		{"4k3/8/8/8/8/8/4P3/4K3 w - - 0 30", 208},
		{"4k3/4p3/8/8/8/8/8/4K3 w - - 0 30", 208},
		{"2n1k3/8/8/8/8/8/8/2B1K3 b - - 0 30", 825 - 781},
		{"3qk3/8/8/8/8/8/8/R3K3 w - - 0 30", 2538 - 1276},
	} {
		p, err := movegen.ParseFEN(c.fen)
		if err != nil {
			t.Fatal(err)
		}
		for least, want := range map[int]bool{c.eval - 1: true, c.eval: true, c.eval + 1: false} {
			// All counts of pieces are equally frequent, and a sieve keeps about 1 of 33 at first: count only its reason.
			s := newSieve(newSelector(Filter{MinEval: least, MinPly: 1}), rand.NewPCG(16, 17))
			s.keeps(&Entry{Position: p, Ply: 60, Score: 5})
			if got := s.take().SmallEval == 0; got != want {
				t.Errorf("%s, MinEval %d: kept %v, expected %v", c.fen, least, got, want)
			}
		}
	}
}
