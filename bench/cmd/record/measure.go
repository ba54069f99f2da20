package main

import (
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"time"

	"golang.org/x/perf/benchfmt"

	"github.com/koggestone/koggestone/internal/simd"
)

// A benchmark is a function to time.
type benchmark struct {
	name string    // as in "Union/sliders=1+1/call=one/by=avx2"
	path simd.Path // which runs while it does
	ops  int       // positions, or leaves, of a run
	run  func()

	// check does the work of run and returns an error if a result is wrong.
	check func() error

	// failed returns the error of a later run; it is nil if none can fail.
	failed func() error

	// threads is GOMAXPROCS during a run; 0 leaves it unchanged.
	threads int
	// program is the name of the other program that counts, if any. Its wrong counts are
	// noted in the record and not timed.
	program string
	// of is the position below which it counts.
	of string
	// perSecond is the unit of operations a second, "" to leave it out.
	perSecond string
	// once is set for long runs: a sample is one run, without a warm-up.
	once bool

	runs int // of a sample, found by the first one
}

// A differenceError is a wrong result.
type differenceError struct{ text string }

func (e *differenceError) Error() string { return e.text }

// different returns a differenceError.
func different(format string, args ...any) error {
	return &differenceError{"difference: " + fmt.Sprintf(format, args...)}
}

// sampleTime returns the least duration of a sample.
func sampleTime(quick bool) time.Duration {
	if quick {
		return time.Millisecond
	}
	return 8 * time.Millisecond
}

// measure checks the benchmarks, samples each in every round, on a quiet core until
// patience is used up, and writes the samples. It calls done after each check and each
// sample.
func measure(w io.Writer, h header, benchmarks []*benchmark, rounds int, sample, patience time.Duration, done func()) error {
	benchmarks, wrong, err := prepareAll(benchmarks, sample, done)
	if err != nil {
		return err
	}
	if len(wrong) > 0 {
		h = append(slices.Clone(h), benchfmt.Config{Key: "wrong", Value: []byte(strings.Join(wrong, "; ")), File: true})
	}
	writer, quiet := benchfmt.NewWriter(w), newWatch(patience)
	for range rounds {
		for _, b := range benchmarks {
			elapsed := quiet.sample(b)
			if b.failed != nil {
				if err := b.failed(); err != nil {
					return fmt.Errorf("%s: %w", b.name, err)
				}
			}
			ops := b.runs * b.ops
			ns := float64(elapsed.Nanoseconds()) / float64(ops)
			result := &benchfmt.Result{
				Config: h,
				Name:   benchfmt.Name(b.name),
				Iters:  ops,
				Values: []benchfmt.Value{{Value: rounded(ns) / 1e9, Unit: "sec/op", OrigValue: rounded(ns), OrigUnit: "ns/op"}},
			}
			if b.perSecond != "" {
				result.Values = append(result.Values, benchfmt.Value{Value: rounded(1e9 / ns), Unit: b.perSecond})
			}
			if err := writer.Write(result); err != nil {
				return err
			}
			done()
		}
	}
	return nil
}

// prepareAll prepares the benchmarks and returns those with right results, and the wrong
// counts of other programs, as "other-1.0 on position3". Any other wrong result is an
// error, and so is a program without a right count.
func prepareAll(benchmarks []*benchmark, sample time.Duration, done func()) (right []*benchmark, wrong []string, err error) {
	failed := map[string]error{} // by program: the first error
	for _, b := range benchmarks {
		if err := b.prepare(sample); err != nil {
			err = fmt.Errorf("%s: %w", b.name, err)
			if b.program == "" {
				return nil, nil, err
			}
			if failed[b.program] == nil {
				failed[b.program] = err
			}
			wrong = append(wrong, fmt.Sprintf("%s on %s", b.program, b.of))
		} else {
			right = append(right, b)
		}
		done()
	}
	for _, b := range benchmarks {
		counts := func(c *benchmark) bool { return c.program == b.program }
		if err := failed[b.program]; err != nil && !slices.ContainsFunc(right, counts) {
			return nil, nil, err
		}
	}
	return right, wrong, nil
}

// rounded returns x with four significant digits, which is more precise than the clock.
func rounded(x float64) float64 {
	var r float64
	fmt.Sscan(fmt.Sprintf("%.4g", x), &r)
	return r
}

// enter sets the path and the number of threads, and returns a function that
// restores them.
func (b *benchmark) enter() (leave func()) {
	restore := simd.Force(b.path)
	if b.threads == 0 {
		return restore
	}
	threads := runtime.GOMAXPROCS(b.threads)
	return func() {
		runtime.GOMAXPROCS(threads)
		restore()
	}
}

// prepare checks the result and finds how many runs take about the given time.
func (b *benchmark) prepare(sample time.Duration) error {
	defer b.enter()()
	if err := b.check(); err != nil {
		return err
	}
	b.runs = 1
	if b.once {
		return nil
	}
	for {
		start := time.Now()
		for range b.runs {
			b.run()
		}
		elapsed := time.Since(start)
		if elapsed >= sample/2 {
			b.runs = max(1, int(float64(b.runs)*float64(sample)/float64(elapsed)+0.5))
			return nil
		}
		b.runs *= 2
	}
}

// sample returns the time of b.runs runs.
func (b *benchmark) sample() time.Duration {
	defer b.enter()()
	if b.once {
		runtime.GC() // what others left is not to be swept in its time
	} else {
		b.run() // warms the caches and the vector units
	}
	start := time.Now()
	for range b.runs {
		b.run()
	}
	return time.Since(start)
}
