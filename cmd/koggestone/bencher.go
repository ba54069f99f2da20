package main

import (
	"fmt"
	"slices"
	"time"

	"github.com/koggestone/koggestone/internal/positions"
	"github.com/koggestone/koggestone/internal/simd"
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/quad"
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
	// memorySize is how many words a batch has that no cache near the core holds:
	// 8 MB a slice.
	memorySize = 1 << 20
	// maxSample is how long a sample takes at most, where few functions are measured.
	maxSample = 25 * time.Millisecond
)

// A row is a subject with what it is timed on.
type row struct {
	subject
	work work // the whole input
	step int  // positions of a call, or of a loop of calls
	// bytes is how many bytes a word of a call takes of the memory, read and
	// written; 0 if that is of no interest.
	bytes int
}

// A bencher times rows on paths.
type bencher struct {
	rows    []row
	paths   []simd.Path
	samples [][][]float64 // ns a position by row, path and round
}

// newBencher returns a bencher of the subjects. The input is the positions from
// games, each for White and for Black, over and over up to benchSize; package
// prefix gets the sliders of that and, once more, of memorySize positions.
func newBencher(subjects []subject, paths []simd.Path) *bencher {
	b := &bencher{paths: paths}
	in, out := gamesInput(), newOutput(benchSize)
	out.counts = make([]uint16, benchSize)
	all := work{in: in, out: out, hi: benchSize}
	var large *work
	for _, s := range subjects {
		r := row{subject: s, work: all, step: benchSize}
		pkg, _ := s.split()
		if !s.isBatch() && pkg != "movegen" { // a loop over few would teach the branches of generators
			r.step = loopSize
		}
		if pkg == "prefix" {
			r.bytes = 8 * (s.inPlace + 1)
			if large == nil {
				large = memoryWork(in)
			}
			b.rows = append(b.rows, r)
			r.work, r.step = *large, large.hi
		}
		b.rows = append(b.rows, r)
	}
	b.samples = make([][][]float64, len(b.rows))
	for k := range b.samples {
		b.samples[k] = make([][]float64, len(paths))
	}
	return b
}

// gamesInput returns the input of benchSize positions.
func gamesInput() *input {
	in := newInput(benchSize)
	games := positions.Games()
	for i := range benchSize {
		p := &games[i/2%len(games)]
		c := positions.Colour(i % 2)
		d, o := p.Diagonal(c), p.Orthogonal(c)
		in.gens[diagonalGen][i] = d
		in.gens[orthogonalGen][i] = o
		in.gens[sliderGen][i] = d | o
		in.gens[otherGen][i] = p[1-c][positions.King]
		in.empty[i] = ^p.Occupied()
		in.setBoard(i, quadBoard(p), quad.Color(c))
	}
	in.counted = new(movegen.Batch)
	for all := gamePositions(); len(in.positions) < benchSize; {
		p := all[len(in.positions)%len(all)]
		in.positions = append(in.positions, p)
		in.counted.Append(p)
	}
	return in
}

// memoryWork returns work of memorySize words, with only the columns that package
// prefix takes, those of in over and over.
func memoryWork(in *input) *work {
	large := new(input)
	for _, g := range []int{sliderGen, otherGen} {
		large.gens[g] = slices.Repeat(in.gens[g], memorySize/benchSize)
	}
	return &work{in: large, out: &output{words: make([]uint64, memorySize)}, hi: memorySize}
}

// memoryCopy is what the batches of package prefix are held to where the memory
// is what limits them.
func memoryCopy() subject {
	return subject{name: prefixPackage + "memory copy", inPlace: 1, shape: wordColumn, onePath: true,
		run: func(w work) { copy(w.out.words[w.lo:w.hi], w.in.gens[sliderGen][w.lo:w.hi]) }}
}

// pathsOf returns how many of the paths concern row k.
func (b *bencher) pathsOf(k int) int {
	if b.rows[k].onePath {
		return 1
	}
	return len(b.paths)
}

// check compares the results of every path with those of the first, which is
// generic, or with what they must be if the subject is asserted, and returns an
// error that tells the first difference.
func (b *bencher) check() error {
	for k, r := range b.rows {
		slots := r.shape.slots()
		generic := make([]uint64, r.work.hi*slots)
		if r.asserted {
			o := &oracle{in: r.work.in}
			for i := range generic {
				generic[i] = r.want(o, i/slots, i%slots)
			}
		}
		for p := range b.pathsOf(k) {
			restore := simd.Force(b.paths[p])
			r.run(r.work)
			restore()
			for i := range r.work.hi {
				for slot := range slots {
					got := r.work.out.at(r.shape, i, slot)
					want := &generic[i*slots+slot]
					if p == 0 && !r.asserted {
						*want = got
					} else if got != *want {
						other := "on path " + b.paths[0].String()
						if r.asserted {
							other = "expected"
						}
						return fmt.Errorf("difference: %s on path %v, position %d, word %d: %v, %s %v",
							r.name, b.paths[p], i, slot, hex(got), other, hex(*want))
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
	for k := range b.rows {
		cells += b.pathsOf(k)
	}
	slice := min(total/time.Duration(max(cells, 1)*rounds), maxSample)
	for range rounds {
		for k := range b.rows {
			for p := range b.pathsOf(k) {
				b.samples[k][p] = append(b.samples[k][p], b.sample(k, p, slice))
			}
		}
		done()
	}
}

// sample returns the ns a position of row k on path p, measured for about d.
func (b *bencher) sample(k, p int, d time.Duration) float64 {
	defer simd.Force(b.paths[p])()
	run, w := b.rows[k].run, b.rows[k].work
	size := w.hi
	w.hi = b.rows[k].step
	run(w) // warms the caches and the vector units
	n := 0
	start := time.Now()
	for {
		for lo := 0; lo < size; lo += w.hi { // looks at the clock after as many positions
			run(w)
		}
		n++
		if t := time.Since(start); t >= d {
			return float64(t.Nanoseconds()) / float64(n*size)
		}
	}
}

// median returns the median of the samples of row k on path p, of the first path
// for a row that is the same on all.
func (b *bencher) median(k, p int) float64 {
	samples := slices.Sorted(slices.Values(b.samples[k][p]))
	return samples[len(samples)/2]
}
