package main

import (
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"strings"
	"time"

	"github.com/koggestone/koggestone/internal/simd"
)

type benchCmd struct {
	Duration time.Duration `default:"10s" help:"How long to measure, all in all; the trees of package perft come on top. Default: ${default}."`
	Quick    bool          `help:"Measure for 1.5 s: rough figures."`
	Only     string        `placeholder:"PATTERN" help:"Measure only the functions whose name, as in quad.Vision, matches this regular expression, in upper or lower case."`
	JSON     bool          `name:"json" help:"Write one JSON object; times are nanoseconds a position, or a word of package prefix."`
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
	Perft          []perftBenchJSON  `json:"perft"`
}

type functionJSON struct {
	Package  string       `json:"package"`
	Function string       `json:"function"`
	N        int          `json:"n"` // positions of a call, 1 of a function of one position
	Paths    []timingJSON `json:"paths"`
}

type timingJSON struct {
	Path      string  `json:"path"`
	NS        float64 `json:"ns_per_position"`
	Ratio     float64 `json:"ratio_to_generic"`
	Bandwidth float64 `json:"gb_per_s,omitempty"` // read and written
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
	timed, trees, err := c.choose()
	if err != nil {
		return err
	}
	b := newBencher(timed, simd.Paths())
	bar := newProgress(s, rounds, "bench")
	err = b.check()
	if err == nil {
		b.measure(c.Duration, func() { bar.Add(1) })
		err = measurePerft(trees, b.paths)
	}
	bar.Clear()
	if err != nil {
		fmt.Fprintln(s.out, err)
		return errDifference
	}
	r := b.results()
	r.Perft = perftResults(trees, b.paths)
	if c.JSON {
		return json.NewEncoder(s.out).Encode(r)
	}
	r.write(s.out)
	return nil
}

// choose returns the subjects and the trees that --only means.
func (c *benchCmd) choose() (timed []subject, trees []perftRow, err error) {
	only, err := regexp.Compile("(?i)" + c.Only)
	if err != nil {
		return nil, nil, fmt.Errorf("--only: expected a regular expression, found %q: %w", c.Only, err)
	}
	prefixes := false // of package prefix there are some
	for _, sub := range append(subjects(), movegenSubjects()...) {
		pkg, name := sub.split()
		name = strings.TrimPrefix(name, namedPrefix)
		if sub.untimed || !only.MatchString(pkg+"."+name) {
			continue
		}
		if pkg == "prefix" && !prefixes {
			prefixes = true
			timed = append(timed, memoryCopy())
		}
		timed = append(timed, sub)
	}
	trees = perftRows(only.MatchString)
	if len(timed)+len(trees) == 0 {
		return nil, nil, fmt.Errorf("--only: expected a pattern of a function's name, as in quad.Vision, found %q, which matches none", c.Only)
	}
	return timed, trees, nil
}

// results returns the medians and their ratios.
func (b *bencher) results() *benchJSON {
	info := collectInfo()
	r := &benchJSON{Implementation: info.Implementation, CPU: info.CPU, Go: info.Go, N: benchSize, Rounds: rounds}
	named := map[string]float64{}
	for k := range b.rows {
		row := &b.rows[k]
		generic := b.median(k, 0)
		pkg, name := row.split()
		if kind, ok := strings.CutPrefix(name, namedPrefix); ok {
			named[kind] = generic
			continue
		}
		if beside, ok := named[name]; ok {
			r.Generalised = append(r.Generalised, generalisedJSON{name, beside, generic, generic / beside})
			continue
		}
		f := functionJSON{Package: pkg, Function: name, N: 1}
		if row.isBatch() {
			f.N = row.work.hi
		}
		for p := range b.pathsOf(k) {
			ns := b.median(k, p)
			f.Paths = append(f.Paths, timingJSON{b.paths[p].String(), ns, generic / ns, float64(row.bytes) / ns})
		}
		r.Functions = append(r.Functions, f)
	}
	return r
}

// write writes the results as tables, one for each package.
func (r *benchJSON) write(w io.Writer) {
	fmt.Fprintf(w, "%s, %s, path %s\n", r.CPU, r.Go, r.Implementation)
	if len(r.Functions) > 0 {
		fmt.Fprintf(w, "ns a position, medians of %d interleaved rounds, positions from games, batches of %d, single calls over %d\n", r.Rounds, r.N, loopSize)
	}
	for rest := r.Functions; len(rest) > 0; {
		n := 1
		for n < len(rest) && rest[n].Package == rest[0].Package {
			n++
		}
		writePackage(w, rest[:n])
		rest = rest[n:]
	}
	if len(r.Perft) > 0 {
		writePerft(w, r.Perft)
	}
	if len(r.Generalised) == 0 {
		return
	}
	fmt.Fprintf(w, "\nThe eight named functions (shift by constants, inlined) and the generalised ones (rotate by the\ndirection's amount), ns a position for all eight directions\n\n")
	fmt.Fprintf(w, nameColumn+" %9s %12s %7s\n", "function", "named", "generalised", "ratio")
	for _, g := range r.Generalised {
		fmt.Fprintf(w, nameColumn+" %9.2f %12.2f %6.2fx\n", g.Function, g.Named, g.Generalised, g.Ratio)
	}
}

// nameColumn is the format of the first column.
const nameColumn = "%-25s"

// writePackage writes the table of the functions of one package. Where bandwidths
// were measured it has them, and the length of the call.
func writePackage(w io.Writer, functions []functionJSON) {
	wide := functions[0].Paths[0].Bandwidth > 0
	fmt.Fprintf(w, "\n%s", functions[0].Package)
	if wide {
		fmt.Fprint(w, ": ns a word; GB/s read and written, beside those of a copy")
	}
	if functions[0].Package == "movegen" {
		fmt.Fprintf(w, ": single calls over %d positions, too, the side to move as in the games", benchSize)
	}
	fmt.Fprintf(w, "\n"+nameColumn, "function")
	if wide {
		fmt.Fprintf(w, " %8s", "n")
	}
	longest := functions[0].Paths // of some functions there is but one
	for _, f := range functions {
		if len(f.Paths) > len(longest) {
			longest = f.Paths
		}
	}
	for i, p := range longest {
		fmt.Fprintf(w, " %9s", p.Path)
		if i > 0 {
			fmt.Fprintf(w, " %7s", "ratio")
		}
		if wide {
			fmt.Fprintf(w, " %6s", "GB/s")
		}
	}
	fmt.Fprintln(w)
	for _, f := range functions {
		fmt.Fprintf(w, nameColumn, f.Function)
		if wide {
			fmt.Fprintf(w, " %8d", f.N)
		}
		for i, p := range f.Paths {
			fmt.Fprintf(w, " %9.2f", p.NS)
			if i > 0 {
				fmt.Fprintf(w, " %6.2fx", p.Ratio)
			}
			if wide {
				fmt.Fprintf(w, " %6.1f", p.Bandwidth)
			}
		}
		fmt.Fprintln(w)
	}
}
