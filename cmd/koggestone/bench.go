package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/koggestone/koggestone/internal/simd"
)

type benchCmd struct {
	Duration time.Duration `default:"10s" help:"How long to measure, all in all. Default: ${default}."`
	Quick    bool          `help:"Measure for 1.5 s: rough figures."`
	JSON     bool          `name:"json" help:"Write one JSON object; times are nanoseconds a position."`
}

// benchJSON is what bench --json writes.
type benchJSON struct {
	Implementation string            `json:"implementation"`
	CPU            string            `json:"cpu"`
	Go             string            `json:"go"`
	N              int               `json:"n"` // positions of a batch
	Rounds         int               `json:"rounds"`
	Functions      []functionJSON    `json:"functions"`
	Generalised    []generalisedJSON `json:"generalised"`
}

type functionJSON struct {
	Function string       `json:"function"`
	Paths    []timingJSON `json:"paths"`
}

type timingJSON struct {
	Path  string  `json:"path"`
	NS    float64 `json:"ns_per_position"`
	Ratio float64 `json:"ratio_to_generic"`
}

// generalisedJSON compares the functions that take a direction with the eight
// named ones: nanoseconds a position for all eight directions.
type generalisedJSON struct {
	Function    string  `json:"function"`
	Named       float64 `json:"named_ns"`
	Generalised float64 `json:"generalised_ns"`
	Ratio       float64 `json:"ratio_to_named"`
}

// Run measures and reports.
func (c *benchCmd) Run(s *streams) error {
	if c.Quick {
		c.Duration = 1500 * time.Millisecond
	}
	if c.Duration <= 0 {
		return fmt.Errorf("--duration: expected more than 0, found %v", c.Duration)
	}
	var timed []subject
	for _, sub := range subjects() {
		if !sub.untimed {
			timed = append(timed, sub)
		}
	}
	b := newBencher(timed, simd.Paths())
	if err := b.check(); err != nil {
		fmt.Fprintln(s.out, err)
		return errDifference
	}
	bar := newProgress(s, rounds, "bench")
	b.measure(c.Duration, func() { bar.Add(1) })
	bar.Clear()
	r := b.results()
	if c.JSON {
		return json.NewEncoder(s.out).Encode(r)
	}
	r.write(s.out)
	return nil
}

// results returns the medians and their ratios.
func (b *bencher) results() *benchJSON {
	info := collectInfo()
	r := &benchJSON{Implementation: info.Implementation, CPU: info.CPU, Go: info.Go, N: benchSize, Rounds: rounds}
	named := map[string]float64{}
	for k, s := range b.subjects {
		generic := b.median(k, 0)
		if kind, ok := strings.CutPrefix(s.name, namedPrefix); ok {
			named[kind] = generic
			continue
		}
		if s.onePath {
			r.Generalised = append(r.Generalised, generalisedJSON{s.name, named[s.name], generic, generic / named[s.name]})
			continue
		}
		f := functionJSON{Function: s.name}
		for p, path := range b.paths {
			ns := b.median(k, p)
			f.Paths = append(f.Paths, timingJSON{path.String(), ns, generic / ns})
		}
		r.Functions = append(r.Functions, f)
	}
	return r
}

// write writes the results as tables.
func (r *benchJSON) write(w io.Writer) {
	fmt.Fprintf(w, "%s, %s, path %s\n", r.CPU, r.Go, r.Implementation)
	fmt.Fprintf(w, "ns a position, medians of %d interleaved rounds, positions from games, batches of %d, single calls over %d\n\n", r.Rounds, r.N, loopSize)
	const name = "%-25s"
	fmt.Fprintf(w, name, "function")
	for i, p := range r.Functions[0].Paths {
		fmt.Fprintf(w, " %9s", p.Path)
		if i > 0 {
			fmt.Fprintf(w, " %7s", "ratio")
		}
	}
	fmt.Fprintln(w)
	for _, f := range r.Functions {
		fmt.Fprintf(w, name, f.Function)
		for i, p := range f.Paths {
			fmt.Fprintf(w, " %9.2f", p.NS)
			if i > 0 {
				fmt.Fprintf(w, " %6.2fx", p.Ratio)
			}
		}
		fmt.Fprintln(w)
	}
	fmt.Fprintf(w, "\nThe eight named functions (shift by constants, inlined) and the generalised ones (rotate by the\ndirection's amount), ns a position for all eight directions\n\n")
	fmt.Fprintf(w, name+" %9s %12s %7s\n", "function", "named", "generalised", "ratio")
	for _, g := range r.Generalised {
		fmt.Fprintf(w, name+" %9.2f %12.2f %6.2fx\n", g.Function, g.Named, g.Generalised, g.Ratio)
	}
}
