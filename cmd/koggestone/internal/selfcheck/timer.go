package selfcheck

import (
	"fmt"
	"slices"
	"time"

	"github.com/koggestone/koggestone/internal/simd"
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/quad"
)

const (
	// BatchSize is the number of positions in a batch.
	BatchSize = 4096
	// LoopSize is the number of positions in a loop over a function of one position.
	// Results of 32 words for each position fit into the first-level cache, as they do if
	// each result is used at once.
	LoopSize = 64
	// Rounds is the number of measurements of each function on each path. They are
	// interleaved, so that other load on the machine affects all of them.
	Rounds = 15
	// fewPositions is the number of positions in a batch of a slow function.
	fewPositions = 256
	// memorySize is the number of words in a batch that does not fit into the caches of a
	// core: slices of 8 MB.
	memorySize = 1 << 20
	// maxSample is the longest duration of a sample.
	maxSample = 25 * time.Millisecond
)

// A Row is a function, its input and its measurements.
type Row struct {
	Function
	Paths []simd.Path // to be timed; only the first for plain Go
	N     int         // positions of a call
	// Bytes is the number of bytes read and written for each word, or 0 if memory does
	// not limit the function.
	Bytes int

	work    work        // the whole input
	step    int         // positions of a call, or of a loop of calls
	samples [][]float64 // ns for each position, by path and round
}

// A Timer times functions on paths.
type Timer struct {
	Rows  []Row
	paths []simd.Path
}

// NewTimer returns a Timer of the functions. The input is positions from games, each for
// White and for Black, repeated up to [BatchSize]. Functions of package prefix have a second
// row for 2^20 words, and there are rows of memory copies to compare them with.
func NewTimer(functions []Function, paths []simd.Path) *Timer {
	t := &Timer{paths: paths}
	in, out := gamesInput(), newOutput(BatchSize)
	all := work{in: in, out: out, hi: BatchSize}
	var large *work
	add := func(f Function) {
		r := Row{Function: f, Paths: paths, N: 1, work: all, step: BatchSize}
		if f.OnePath {
			r.Paths = paths[:1]
		}
		if f.slow {
			r.work.hi = fewPositions
		}
		switch {
		case f.Batch:
			r.step, r.N = r.work.hi, r.work.hi
		case f.Package != "movegen": // in a loop over few positions, branches would be predicted
			r.step = LoopSize
		}
		if f.Package == "prefix" {
			r.Bytes = 8 * (f.inPlace + 1)
			t.Rows = append(t.Rows, r)
			r.work, r.step, r.N = *large, large.hi, large.hi
		}
		t.Rows = append(t.Rows, r)
	}
	for _, f := range functions {
		if f.Package == "prefix" && large == nil {
			large = memoryWork(in)
			add(memoryCopy())
		}
		add(f)
	}
	for k := range t.Rows {
		t.Rows[k].samples = make([][]float64, len(t.Rows[k].Paths))
	}
	return t
}

// gamesInput returns the input of BatchSize positions.
func gamesInput() *input {
	in := newInput(BatchSize)
	games := gamePositions()
	for i := range BatchSize {
		b, c := games[i/2%len(games)].Board, quad.Color(i%2)
		for g, set := range gameSets(b, c) {
			in.gens[g][i] = set
		}
		in.empty[i] = b.Empty()
		in.setBoard(i, b, c)
	}
	in.counted = new(movegen.Batch)
	for i := range BatchSize {
		p := games[i%len(games)]
		in.positions = append(in.positions, p)
		in.counted.Append(p)
	}
	return in
}

// memoryWork returns work of memorySize words. It contains only the columns for package
// prefix, which repeat those of in.
func memoryWork(in *input) *work {
	large := new(input)
	for _, g := range []int{sliderGen, otherGen} {
		large.gens[g] = slices.Repeat(in.gens[g], memorySize/BatchSize)
	}
	return &work{in: large, out: &output{words: make([]uint64, memorySize)}, hi: memorySize}
}

// memoryCopy is a copy, to compare with batches of package prefix that memory limits.
func memoryCopy() Function {
	return Function{Package: "prefix", Name: "memory copy", Batch: true, inPlace: 1, result: words, OnePath: true,
		run: func(w work) { copy(w.out.words[w.lo:w.hi], w.in.gens[sliderGen][w.lo:w.hi]) }}
}

// Check compares the results of every path with those of the generic path or, for asserted
// functions, with the oracle. It returns an error for the first difference.
func (t *Timer) Check() error {
	for k := range t.Rows {
		r := &t.Rows[k]
		slots := r.result.slots
		expected, by := make([]uint64, r.work.hi*slots), "on path "+t.paths[0].String()
		if r.asserted {
			by = "expected"
			o := &oracle{in: r.work.in}
			for i := range expected {
				expected[i] = r.want(o, i/slots, i%slots)
			}
		}
		for p, path := range r.Paths {
			restore := simd.Force(path)
			r.run(r.work)
			restore()
			if r.unpack != nil {
				r.unpack(r.work)
			}
			for i := range r.work.hi {
				for slot := range slots {
					got, want := *r.result.word(r.work.out, i, slot), &expected[i*slots+slot]
					if p == 0 && !r.asserted {
						*want = got
					} else if got != *want {
						return fmt.Errorf("difference: %v on path %v, position %d, word %d: %#016x, %s %#016x",
							&r.Function, path, i, slot, got, by, *want)
					}
				}
			}
		}
	}
	return nil
}

// Measure takes samples for about the given time, and calls done after each round.
func (t *Timer) Measure(total time.Duration, done func()) {
	cells := 0
	for k := range t.Rows {
		cells += len(t.Rows[k].Paths)
	}
	slice := min(total/time.Duration(max(cells, 1)*Rounds), maxSample)
	for range Rounds {
		for k := range t.Rows {
			r := &t.Rows[k]
			for p, path := range r.Paths {
				r.samples[p] = append(r.samples[p], r.sample(path, slice))
			}
		}
		done()
	}
}

// sample returns the ns for each position of r on a path, measured for about d.
func (r *Row) sample(path simd.Path, d time.Duration) float64 {
	defer simd.Force(path)()
	run, w := r.run, r.work
	size := w.hi
	w.hi = r.step
	run(w) // warms the caches and the vector units
	n := 0
	start := time.Now()
	for {
		for lo := 0; lo < size; lo += w.hi { // reads the clock after the same number of positions
			run(w)
		}
		n++
		if t := time.Since(start); t >= d {
			return float64(t.Nanoseconds()) / float64(n*size)
		}
	}
}

// NS returns the median time of r on one of its Paths, in ns for each position.
func (r *Row) NS(path int) float64 {
	samples := slices.Sorted(slices.Values(r.samples[path]))
	return samples[len(samples)/2]
}
