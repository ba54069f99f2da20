package main

import (
	"fmt"
	"hash/maphash"
	"io"
	"runtime"
	"sync"
	"time"

	"github.com/koggestone/koggestone/internal/cputime"
	"github.com/koggestone/koggestone/internal/simd"
	"github.com/koggestone/koggestone/movegen"
)

// A suite collects the benchmarks.
type suite struct {
	quick     bool
	positions []movegen.Position // of games
	searched  []movegen.Position // of searches
	all       []*benchmark
}

// A benchmark is a function to time.
type benchmark struct {
	name  string                                // as in "Union/sliders=1+1/call=one/by=avx2"
	path  simd.Path                             // the path that it runs on
	ops   int                                   // positions or leaves in a run
	run   func() error                          // an error is a wrong result
	rest  func()                                // a part of run that is not in question; its time is subtracted
	check func() error                          // compares the result with the first method's
	time  func(runs int) (time.Duration, error) // runs another program that times itself; nil if run is timed
	long  bool                                  // a sample is one run, on one thread and without a warm-up
	once  bool                                  // a sample is one run, so that the branch predictor does not learn the inputs
	runs  int                                   // runs of a sample
}

// A difference is a wrong result.
type difference string

func (d difference) Error() string { return string(d) }

const errDiffers difference = "the results differ from what the first method returned"

// A question is a result that several methods compute from the same inputs.
type question struct {
	name string // name of the benchmarks without the method
	n    int    // number of inputs
	ops  int    // number of operations; 0 means n

	// How many inputs a call gets: when it is timed, and when its result is checked. 0
	// means all.
	step, checkStep int

	// result hashes the results of the last call, and clears them.
	result func() uint64

	// rest does what the methods do for all inputs beside answering. Its time is subtracted. It can be nil.
	rest func()

	first func() uint64 // hashes all results of the first method
}

// A method computes the results of inputs lo to hi-1.
type method func(lo, hi int)

// paths adds a benchmark of the library on each path.
func (s *suite) paths(q *question, call method, result ...func() uint64) {
	for _, path := range simd.Paths() {
		s.add(q, path.String(), path, call, result...)
	}
}

// add adds a benchmark. Its results must equal the results of the first method on the
// generic path. If the method puts its results elsewhere than the question's other methods,
// pass another function result for them.
func (s *suite) add(q *question, by string, path simd.Path, call method, result ...func() uint64) {
	result = append(result, q.result)
	each := func(step int, call method, after func()) {
		for lo := 0; lo < q.n; lo += step {
			call(lo, min(lo+step, q.n))
			after()
		}
	}
	all := func() (h uint64) {
		result[0]() // clears what another benchmark left
		each(q.checkStep, call, func() { h = h*31 + result[0]() })
		return h
	}
	if q.first == nil {
		q.first = all
		if q.ops == 0 {
			q.ops = q.n
		}
		if q.step == 0 {
			q.step = q.n
		}
		if q.checkStep == 0 {
			q.checkStep = q.step
		}
	}
	s.all = append(s.all, &benchmark{name: q.name + "/by=" + by, path: path, ops: q.ops, rest: q.rest,
		run: func() error {
			each(q.step, call, func() {})
			return nil
		},
		check: func() error {
			got := all()
			defer simd.Force(simd.Generic)()
			if want := q.first(); got != want {
				return errDiffers
			}
			return nil
		}})
}

var seed = sync.OnceValue(maphash.MakeSeed)

// take hashes values in order, and clears them.
func take[T comparable](values []T) (h uint64) {
	for i := range values {
		h = h*31 + maphash.Comparable(seed(), values[i])
	}
	clear(values)
	return h
}

// takeSet is like take, but the hash does not depend on the order.
func takeSet[T comparable](values []T) (h uint64) {
	for i := range values {
		h += maphash.Comparable(seed(), values[i])
	}
	clear(values)
	return h
}

// best returns the best path of this CPU.
func best() simd.Path {
	paths := simd.Paths()
	return paths[len(paths)-1]
}

// measure checks the benchmarks, samples each in every round, and writes the samples. It calls
// done after each check and each sample.
func measure(w io.Writer, benchmarks []*benchmark, rounds int, sample, patience time.Duration, done func()) error {
	for _, b := range benchmarks {
		if err := b.prepare(sample); err != nil {
			return fmt.Errorf("%s: %w", b.name, err)
		}
		done()
	}
	quiet := newWatch(patience)
	for range rounds {
		for _, b := range benchmarks {
			elapsed, err := quiet.sample(b)
			if err != nil {
				return fmt.Errorf("%s: %w", b.name, err)
			}
			n := b.runs * b.ops
			fmt.Fprintf(w, "Benchmark%s %d %.4g ns/op\n", b.name, n, float64(elapsed.Nanoseconds())/float64(n))
			done()
		}
	}
	return nil
}

// enter sets the path and the number of threads, and returns a function that restores them.
func (b *benchmark) enter() (leave func()) {
	restore := simd.Force(b.path)
	if !b.long {
		return restore
	}
	threads := runtime.GOMAXPROCS(1) // also for the garbage collector
	return func() {
		runtime.GOMAXPROCS(threads)
		restore()
	}
}

// prepare checks the result and finds how many runs take about the given time.
func (b *benchmark) prepare(sample time.Duration) error {
	defer b.enter()()
	b.runs = 1
	if b.long {
		_, err := b.repeat()
		return err
	}
	if err := b.check(); err != nil || b.once {
		return err
	}
	for {
		elapsed, err := b.repeat()
		if err != nil {
			return err
		}
		if elapsed >= sample/2 {
			b.runs = max(1, int(float64(b.runs)*float64(sample)/float64(elapsed)+0.5))
			return nil
		}
		b.runs *= 2
	}
}

// sample returns the CPU time of b.runs runs.
func (b *benchmark) sample() (elapsed time.Duration, err error) {
	defer b.enter()()
	if b.long {
		runtime.GC() // so that it does not have to collect the garbage of others
	} else if b.time == nil {
		b.run() // warms up the caches and the vector units
	}
	return b.repeat()
}

// repeat returns the CPU time of b.runs runs.
func (b *benchmark) repeat() (elapsed time.Duration, err error) {
	if b.time != nil {
		return b.time(b.runs)
	}
	start := cputime.Now()
	for i := 0; i < b.runs && err == nil; i++ {
		err = b.run()
	}
	elapsed = cputime.Now() - start
	if b.rest != nil {
		start = cputime.Now()
		for range b.runs {
			b.rest()
		}
		elapsed -= cputime.Now() - start
	}
	return elapsed, err
}
