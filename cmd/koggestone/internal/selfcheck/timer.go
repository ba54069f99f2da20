package selfcheck

import (
	"fmt"
	"slices"
	"time"

	"github.com/koggestone/koggestone/internal/cputime"
	"github.com/koggestone/koggestone/internal/simd"
)

const (
	// BatchSize is the number of positions in a batch.
	BatchSize = 4096
	// loopSize is how many positions a loop over a function of one position has. Its results fit into the
	// first-level cache, as they do in a program that uses each at once.
	loopSize = 64
	// fewPositions is how many positions a batch of a slow function has.
	fewPositions = 256
	// Rounds is how often each function is measured on each path. The measurements are interleaved, so that
	// other load on the machine affects all of them.
	Rounds = 15
	// maxSample is the longest duration of a sample.
	maxSample = 25 * time.Millisecond
)

// A Row is a function and its measurements.
type Row struct {
	*Call
	run     func(lo, hi int)
	samples [][]float64 // ns for each position, by path and round
}

// A Timer measures functions on all paths of this CPU, on positions from games.
type Timer struct {
	Rows  []Row
	in    *Input
	paths []simd.Path
}

// NewTimer returns a Timer of the functions.
func NewTimer(calls []Call) *Timer {
	t := &Timer{in: gamesInput(BatchSize), paths: simd.Paths()}
	for k := range calls {
		t.Rows = append(t.Rows, Row{&calls[k], calls[k].bind(t.in).run, make([][]float64, len(t.paths))})
	}
	return t
}

// Check compares the results on every path with the oracles. It returns an error that describes the first
// difference.
func (t *Timer) Check() error {
	for _, r := range t.Rows {
		n := min(r.input.count(t.in), max(r.N, fewPositions))
		var want []any
		on(simd.Generic, func() { want = r.expect(t.in, n) })
		for _, path := range t.paths {
			var i int
			var difference string
			on(path, func() { i, difference = r.compare(t.in, [][2]int{{0, n}}, want) })
			if i >= 0 {
				return fmt.Errorf("difference: %v on path %v, position %d: %s", r.Call, path, i, difference)
			}
		}
	}
	return nil
}

// Measure takes samples for about the given time, and after each round calls progress with the number of rounds.
func (t *Timer) Measure(total time.Duration, progress func(rounds int)) {
	slice := min(total/time.Duration(max(len(t.Rows)*len(t.paths), 1)*Rounds), maxSample)
	for round := range Rounds {
		for _, r := range t.Rows {
			for k, path := range t.paths {
				on(path, func() { r.samples[k] = append(r.samples[k], r.sample(slice)) })
			}
		}
		progress(round + 1)
	}
}

// sample measures for about d and returns the ns of CPU time for each position.
func (r *Row) sample(d time.Duration) float64 {
	r.run(0, r.N) // warms up the caches and the vector units
	n := 0
	begin, start := time.Now(), cputime.Now()
	for {
		for size := 0; size < BatchSize; size += r.N { // the clock is only read after many positions
			r.run(0, r.N)
			n += r.N
		}
		if time.Since(begin) >= d {
			return float64(cputime.Now()-start) / float64(n)
		}
	}
}

// NS returns the median time on a path, in ns for each position.
func (r *Row) NS(path int) float64 {
	return slices.Sorted(slices.Values(r.samples[path]))[len(r.samples[path])/2]
}
