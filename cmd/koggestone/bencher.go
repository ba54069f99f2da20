package main

import (
	"fmt"
	"slices"
	"time"

	"github.com/koggestone/koggestone/internal/positions"
	"github.com/koggestone/koggestone/internal/simd"
)

const (
	// benchSize is how many positions a batch has.
	benchSize = 4096
	// loopSize is how many positions a loop over a function of one position has:
	// few enough for 32 words each to stay in the first cache, as they would where
	// results are used at once.
	loopSize = 64
	// rounds is how often every function is measured on every path, in turn, so
	// that what slows the machine for a while falls on all of them.
	rounds = 15
)

// A bencher times subjects on paths.
type bencher struct {
	subjects []subject
	paths    []simd.Path
	in       *input
	out      *output
	samples  [][][]float64 // ns a position by subject, path and round
}

// newBencher returns a bencher whose input is the positions from games, each for
// White and for Black, over and over up to benchSize.
func newBencher(subjects []subject, paths []simd.Path) *bencher {
	b := &bencher{subjects: subjects, paths: paths, in: newInput(benchSize), out: newOutput(benchSize)}
	games := positions.Games()
	for i := range benchSize {
		p := &games[i/2%len(games)]
		c := positions.Colour(i % 2)
		d, o := p.Diagonal(c), p.Orthogonal(c)
		b.in.gens[diagonalGen][i] = d
		b.in.gens[orthogonalGen][i] = o
		b.in.gens[sliderGen][i] = d | o
		b.in.gens[otherGen][i] = p[1-c][positions.King]
		b.in.empty[i] = ^p.Occupied()
	}
	for range subjects {
		b.samples = append(b.samples, make([][]float64, len(paths)))
	}
	return b
}

// all is the work of a whole input.
func (b *bencher) all() work { return work{in: b.in, out: b.out, hi: benchSize} }

// pathsOf returns how many of the paths concern subject k.
func (b *bencher) pathsOf(k int) int {
	if b.subjects[k].onePath {
		return 1
	}
	return len(b.paths)
}

// check compares the results of every path with those of the first, which is
// generic, and returns an error that tells the first difference.
func (b *bencher) check() error {
	generic := newOutput(benchSize)
	for k, s := range b.subjects {
		for p := range b.pathsOf(k) {
			restore := simd.Force(b.paths[p])
			w := b.all()
			if p == 0 {
				w.out = generic
			}
			s.run(w)
			restore()
			for i := range benchSize {
				for slot := range s.shape.slots() {
					got, want := w.out.at(s.shape, i, slot), generic.at(s.shape, i, slot)
					if got != want {
						return fmt.Errorf("difference: %s on path %v, position %d, word %d: %v, on path %v %v",
							s.name, b.paths[p], i, slot, hex(got), b.paths[0], hex(want))
					}
				}
			}
		}
	}
	return nil
}

// measure takes samples for about the given time, and calls done after each round.
func (b *bencher) measure(total time.Duration, done func()) {
	cells := 0
	for k := range b.subjects {
		cells += b.pathsOf(k)
	}
	slice := total / time.Duration(cells*rounds)
	for range rounds {
		for k := range b.subjects {
			for p := range b.pathsOf(k) {
				b.samples[k][p] = append(b.samples[k][p], b.sample(k, p, slice))
			}
		}
		done()
	}
}

// sample returns the ns a position of subject k on path p, measured for about d.
func (b *bencher) sample(k, p int, d time.Duration) float64 {
	defer simd.Force(b.paths[p])()
	run, w := b.subjects[k].run, b.all()
	if s := &b.subjects[k]; !s.isBatch() {
		w.hi = loopSize
	}
	run(w) // warms the caches and the vector units
	n := 0
	start := time.Now()
	for {
		for lo := 0; lo < benchSize; lo += w.hi { // looks at the clock after as many positions
			run(w)
		}
		n++
		if t := time.Since(start); t >= d {
			return float64(t.Nanoseconds()) / float64(n*benchSize)
		}
	}
}

// median returns the median of the samples of subject k on path p, of the first
// path for a subject that is the same on all.
func (b *bencher) median(k, p int) float64 {
	samples := slices.Sorted(slices.Values(b.samples[k][p]))
	return samples[len(samples)/2]
}
