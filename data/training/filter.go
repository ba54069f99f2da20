package training

import (
	"math"
	"math/bits"
	"math/rand/v2"

	"github.com/koggestone/koggestone/internal/formats"
	"github.com/koggestone/koggestone/quad"
)

// A Filter selects positions for training, with the parameters of nnue-pytorch's loader (Tomasz Sobczyk,
// Joost VandeVondele and others). The comment on each field ends with the parameter's name there. The
// zero Filter keeps everything. As in nnue-pytorch, a Filter also keeps everything if Quiet, ByResult,
// Random, MinPly and SoftPlies are all zero. Otherwise it also drops positions without a score (32002). A
// zero score after a score beyond ±100 counts as missing if the game was not drawn.
//
// PieceCounts needs to count earlier positions. Each worker has its own counts. If it reads several
// chunks side by side, it has separate counts for every chunk.
type Filter struct {
	Quiet     bool // drop positions in check and positions where the move captures; filtered
	ByResult  bool // keep a position with the probability of its result, given score and ply; wld_filtered
	Random    int  // keep a random share of 1/(Random+1) of the positions; random_fen_skipping
	MinPly    int  // drop positions at lower plies; early_fen_skipping + 1
	SoftPlies int  // below this ply, keep positions with the probability of PlyCurve; soft_early_fen_skipping
	// MinEval drops positions if the material of both sides differs by less;
	// simple_eval_skipping.
	MinEval int
	// PlyCurve is the share of positions to keep by ply, as points in order: X is a ply and Y the
	// share. The curve is linear between the points, and ends with share 1 at ply SoftPlies;
	// ply_x1 to ply_y4.
	PlyCurve [4]Point
	// PieceCounts are the desired relative frequencies of positions with 0, 8, 16, 24 and 32
	// pieces. A spline interpolates the values between; pc_y0 to pc_y4. If all are zero, all
	// counts are equally frequent.
	PieceCounts [5]float64
}

// A Point is a point of a curve.
type Point struct{ X, Y float64 }

// DefaultFilter returns the default values of nnue-pytorch's config.py.
func DefaultFilter() Filter {
	return Filter{
		Quiet:       true,
		ByResult:    true,
		SoftPlies:   20,
		MinEval:     -1,
		PlyCurve:    [4]Point{{0, 0.1}, {6, 0.15}, {10, 0.25}, {18, 0.75}},
		PieceCounts: [5]float64{0, 0.4, 1, 1, 0.75},
	}
}

// Active reports whether f drops anything.
func (f *Filter) Active() bool {
	return f.Quiet || f.ByResult || f.Random > 0 || f.MinPly > 0 || f.SoftPlies > 0
}

// A selector is a Filter with its tables. All workers read it.
type selector struct {
	Filter
	softKept    []float64   // the share of positions to keep, by ply below SoftPlies
	weights     [33]float64 // desired frequencies, by piece count
	weightTotal float64
	logSkip     float64 // the logarithm of the probability to skip at random
	gaps        []int16 // gapOf by the highest bits of u, or -1 if these bits do not determine it
}

const gapBits = 11

func newSelector(f Filter) *selector {
	s := &selector{Filter: f}
	for ply := range min(max(f.SoftPlies, 0), math.MaxUint16+1) {
		s.softKept = append(s.softKept, min(max(f.softShare(float64(ply)), 0), 1))
	}
	for n := range s.weights {
		s.weights[n] = f.weight(n)
		s.weightTotal += s.weights[n]
	}
	if s.weightTotal <= 0 {
		for n := range s.weights {
			s.weights[n] = 1
		}
		s.weightTotal = float64(len(s.weights))
	}
	if f.Random > 0 {
		s.logSkip = math.Log1p(-1 / (float64(f.Random) + 1))
		s.gaps = make([]int16, 1<<gapBits)
		for k := range s.gaps {
			first := uint64(k) << (64 - gapBits)
			s.gaps[k] = -1
			if gap := s.gapOf(first); gap == s.gapOf(first|(1<<(64-gapBits)-1)) && gap <= math.MaxInt16 {
				s.gaps[k] = int16(gap)
			}
		}
	}
	return s
}

// gapOf returns how many failures come before a success, for a random number u. A larger u
// never has a smaller result. It is at most 1<<30.
func (s *selector) gapOf(u uint64) int {
	return int(min(math.Log(1-float64(u>>11)*0x1p-53)/s.logSkip, 1<<30))
}

// softShare returns the share of positions to keep at a ply.
func (f *Filter) softShare(ply float64) float64 {
	end := Point{float64(f.SoftPlies), 1}
	points := append(f.PlyCurve[:len(f.PlyCurve):len(f.PlyCurve)], end)
	if ply <= points[0].X {
		return points[0].Y
	}
	for i, b := range points[1:] {
		a := points[i]
		if ply < a.X || ply > b.X {
			continue
		}
		if a.X == b.X {
			return a.Y
		}
		return a.Y + (ply-a.X)/(b.X-a.X)*(b.Y-a.Y)
	}
	return 1
}

// weight returns how frequent positions with n pieces should be: a cubic Hermite spline
// through PieceCounts, but not below 0.
func (f *Filter) weight(n int) float64 {
	y := f.PieceCounts
	switch {
	case n <= 0:
		return y[0]
	case n >= 32:
		return y[4]
	}
	slope := func(k int) float64 { return (y[min(k+1, 4)] - y[max(k-1, 0)]) / float64(min(k+1, 4)-max(k-1, 0)) }
	k, t := n/8, float64(n%8)/8
	t2, t3 := t*t, t*t*t
	return max(0, (2*t3-3*t2+1)*y[k]+(t3-2*t2+t)*slope(k)+(3*t2-2*t3)*y[k+1]+(t3-t2)*slope(k+1))
}

// A sieve applies a selector to a worker's positions, in order.
type sieve struct {
	*selector
	formats.Gate // the tests that do not need the board
	random       *rand.PCG
	dropped      Dropped // what the other tests dropped

	// The history of piece counts.
	seen      [33]float64
	seenTotal float64
	steps     int64
	alpha     float64
}

func newSieve(s *selector, random *rand.PCG) *sieve {
	v := &sieve{selector: s, random: random, alpha: 1}
	v.Gate = formats.Gate{MinPly: s.MinPly, LastPly: -1, LastScore: formats.NoScore}
	v.Gap = v.gap()
	return v
}

// gap returns how many positions to skip before the next one.
func (s *sieve) gap() int {
	if s.selector.Random <= 0 {
		return 0
	}
	u := s.random.Uint64()
	if gap := s.gaps[u>>(64-gapBits)]; gap >= 0 {
		return int(gap)
	}
	return s.gapOf(u)
}

// take returns how many positions have been dropped since the last call, by reason.
func (s *sieve) take() Dropped {
	d := s.dropped
	d.NoScore, d.EarlyPly, d.Random = s.NoScore, s.Early, s.Gate.Random
	s.dropped, s.NoScore, s.Early, s.Gate.Random = Dropped{}, 0, 0, 0
	return d
}

// float returns a random number of at least 0 and below 1.
func (s *sieve) float() float64 { return float64(s.random.Uint64()>>11) * 0x1p-53 }

// keeps reports whether a position is kept.
func (s *sieve) keeps(e *Entry) bool {
	if !s.Passes(e.Score, e.Ply, e.Result) {
		return false
	}
	s.Gap = s.gap()
	return s.byScore(e.Score, e.Ply, e.Result) && s.rest(e)
}

// byScore applies the tests that do not need the board, after the tests of the gate. Except for
// the piece count, all tests depend only on the position and random numbers, so the cheap tests
// come first.
func (s *sieve) byScore(score int16, ply uint16, result int8) bool {
	if int(ply) < len(s.softKept) && s.float() >= s.softKept[ply] {
		s.dropped.SoftPly++
		return false
	}
	if s.ByResult && !fits(int(score), int(ply), int(result), s.float()) {
		s.dropped.ByResult++
		return false
	}
	return true
}

// rest applies the tests that need the board.
func (s *sieve) rest(e *Entry) bool {
	b := &e.Position.Board
	if s.Quiet && e.Move != 0 && b.ByColor(e.Position.Side.Other())>>(e.Move>>6&63)&1 != 0 {
		s.dropped.CaptureOrCheck++ // en passant does not count as a capture here
		return false
	}
	if s.MinEval > 0 {
		if v := simpleEval(b); max(v, -v) < s.MinEval {
			s.dropped.SmallEval++
			return false
		}
	}
	if s.Quiet && formats.InCheck(b, e.Position.Side) {
		s.dropped.CaptureOrCheck++
		return false
	}
	if s.float() >= s.countShare(bits.OnesCount64(b.Occupied())) {
		s.dropped.PieceCount++
		return false
	}
	return true
}

// resultShare returns how probable a game's result is, given the score at a ply, by
// nnue-pytorch's win rate model.
func resultShare(score, ply, result int) float64 {
	m := &winModels[min(ply, len(winModels)-1)]
	x := min(max(float64(100*score)/208, -2000), 2000)
	switch {
	case result > 0:
		return logistic((m.a - x) / m.b)
	case result < 0:
		return logistic((m.a + x) / m.b)
	}
	return 1 - logistic((m.a-x)/m.b) - logistic((m.a+x)/m.b)
}

// fits reports whether u is below resultShare. In most cases, bounds of the logistic
// function are enough to decide.
func fits(score, ply, result int, u float64) bool {
	m := &winModels[min(ply, len(winModels)-1)]
	x := min(max(float64(100*score)/208, -2000), 2000)
	if result < 0 {
		x = -x
	}
	low, high := bounds((m.a - x) * m.scale)
	if result == 0 {
		low2, high2 := bounds((m.a + x) * m.scale)
		low, high = 1-high-high2, 1-low-low2
	}
	const rounding = 1e-9
	switch {
	case u < low-rounding:
		return true
	case u >= high+rounding:
		return false
	}
	return u < resultShare(score, ply, result)
}

// logistic falls from 1 to 0.
func logistic(z float64) float64 { return 1 / (1 + math.Exp(z)) }

// winModels contains the parameters of the win rate model by ply. If the score is a, half of the games
// are won.
var winModels = func() (models [241]struct{ a, b, scale float64 }) {
	for ply := range models {
		m := float64(ply) / 64
		a := ((-3.68389304*m+30.07065921)*m-60.52878723)*m + 149.53378557
		b := 1.5 * (((-2.0181857*m+15.85685038)*m-29.83452023)*m + 47.59078827)
		models[ply].a, models[ply].b, models[ply].scale = a, b, logisticSteps/b
	}
	return
}()

const (
	logisticSteps = 32 // steps of the table for each unit
	logisticEnd   = 16 * logisticSteps
)

// logistics are values of the logistic function, starting at -logisticEnd steps.
var logistics = func() (t [2*logisticEnd + 2]float64) {
	for k := range t {
		t[k] = logistic(float64(k-logisticEnd) / logisticSteps)
	}
	t[0], t[len(t)-1] = 1, 0
	return
}()

// bounds brackets the logistic function at the given number of steps from its centre.
func bounds(steps float64) (low, high float64) {
	k := int(min(max(steps, -logisticEnd), logisticEnd) + logisticEnd)
	return logistics[k+1], logistics[k]
}

// simpleEval returns the material balance.
func simpleEval(b *quad.Board) int {
	white, black := b.White(), b.Black()
	difference := func(set uint64) int { return bits.OnesCount64(set&white) - bits.OnesCount64(set&black) }
	return int(int16(208*difference(b.Pawns()) + 781*difference(b.Knights()) + 825*difference(b.Bishops()) +
		1276*difference(b.Rooks()) + 2538*difference(b.Queens())))
}

// countShare adds a position to the history of piece counts, and returns the probability of
// keeping it.
func (s *sieve) countShare(n int) float64 {
	if n > 32 {
		return 0
	}
	s.seen[n]++
	s.seenTotal++
	s.steps++
	switch {
	case s.steps == 100, s.steps == 500, s.steps == 1000, s.steps == 2500, s.steps == 5000, s.steps > 5000 && s.steps%10000 == 0:
		s.updateAlpha()
	}
	if s.weights[n] <= 0 || s.seen[n] <= 0 {
		return 0
	}
	return min(max(s.alpha*s.ratio(n), 0), 1)
}

// ratio returns how frequent positions with n pieces should be, relative to how frequent
// they have been.
func (s *sieve) ratio(n int) float64 {
	return s.seenTotal * s.weights[n] / (s.weightTotal * s.seen[n])
}

// updateAlpha finds the piece count that is most above its desired share, computes how
// likely positions with it are kept, and halves the history from time to time.
func (s *sieve) updateAlpha() {
	const leastKept = 1 - 0.975
	least := math.Inf(1)
	for n := range s.seen {
		if s.weights[n] > 0 && s.seen[n] > 0 {
			least = min(least, s.ratio(n))
		}
	}
	if !math.IsInf(least, 1) && least > 0 {
		s.alpha = leastKept / least
	}
	if s.steps%10000 == 0 {
		for n := range s.seen {
			s.seen[n] *= 0.5
		}
		s.seenTotal *= 0.5
	}
}
