package check

import (
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"slices"
	"time"

	"github.com/koggestone/koggestone/cmd/koggestone/internal/selfcheck"
	"github.com/koggestone/koggestone/internal/cli"
	"github.com/koggestone/koggestone/internal/simd"
)

type benchCmd struct {
	Duration time.Duration `default:"10s" excludes:"quick" placeholder:"TIME" help:"Total time of the measurement. Default: ${default}."`
	Quick    bool          `help:"Measure for 1.5 s. The results are rough."`
	Only     string        `placeholder:"PATTERN" help:"Measure only functions whose name, such as quad.Vision, matches this regular expression, in upper or lower case."`
	JSON     bool          `name:"json" help:"Write one JSON object. Times are nanoseconds for each position, or for each leaf in package perft."`
}

func (*benchCmd) Examples() []string {
	return []string{
		"koggestone bench --quick --only SliderAttacks",
	}
}

// benchJSON is what bench --json writes.
type benchJSON struct {
	Implementation string         `json:"implementation"`
	CPU            string         `json:"cpu"`
	Go             string         `json:"go"`
	N              int            `json:"n"` // positions in a batch
	Rounds         int            `json:"rounds"`
	Functions      []functionJSON `json:"functions"`
}

type functionJSON struct {
	Package  string       `json:"package"`
	Function string       `json:"function"`
	N        int          `json:"n"` // positions in a call; 1 for a function of one position
	Paths    []timingJSON `json:"paths"`
}

type timingJSON struct {
	Path  string  `json:"path"`
	NS    float64 `json:"ns_per_position"`
	Ratio float64 `json:"ratio_to_generic"`
}

// Run measures and reports.
func (c *benchCmd) Run(s *cli.Streams) error {
	if c.Quick {
		c.Duration = 1500 * time.Millisecond
	}
	if c.Duration <= 0 {
		return fmt.Errorf("--duration: expected more than 0, found %v", c.Duration)
	}
	timed, err := choose((*selfcheck.Call).Timed, c.Only)
	if err != nil {
		return err
	}
	defer s.IfInterrupted("no results")()
	bar := s.NewProgress("bench  preparing")
	defer bar.Stop()
	timer := selfcheck.NewTimer(timed)
	err = timer.Check()
	if err == nil {
		bar.Show("bench", 0, selfcheck.Rounds)
		timer.Measure(c.Duration, func(rounds int) { bar.Show("bench", int64(rounds), selfcheck.Rounds) })
	}
	bar.Stop()
	if err != nil {
		fmt.Fprintln(s.Out, err)
		return cli.ErrDifference
	}
	r := benchResults(timer.Rows)
	if c.JSON {
		return json.NewEncoder(s.Out).Encode(r)
	}
	r.write(s.Out)
	return nil
}

// choose returns the functions of a sort that have a name matching a pattern.
func choose(sort func(*selfcheck.Call) bool, pattern string) ([]selfcheck.Call, error) {
	only, err := regexp.Compile("(?i)" + pattern)
	if err != nil {
		return nil, fmt.Errorf("--only: expected a regular expression, found %q: %w", pattern, err)
	}
	calls := slices.DeleteFunc(selfcheck.Calls(), func(c selfcheck.Call) bool { return !sort(&c) || !only.MatchString(c.String()) })
	if len(calls) == 0 {
		return nil, fmt.Errorf("--only: expected a pattern of a function's name, as in quad.Vision, found %q, which matches none", pattern)
	}
	return calls, nil
}

// benchResults returns the medians and their ratios.
func benchResults(rows []selfcheck.Row) *benchJSON {
	info := collectInfo()
	r := &benchJSON{Implementation: info.Implementation, CPU: info.CPU, Go: info.Go, N: selfcheck.BatchSize, Rounds: selfcheck.Rounds}
	for k := range rows {
		row := &rows[k]
		f := functionJSON{Package: row.Package, Function: row.Name, N: 1}
		if row.Batch {
			f.N = row.N
		}
		for p, path := range simd.Paths() {
			f.Paths = append(f.Paths, timingJSON{path.String(), row.NS(p), row.NS(0) / row.NS(p)})
		}
		r.Functions = append(r.Functions, f)
	}
	return r
}

// write writes the results as tables, one for each package.
func (r *benchJSON) write(w io.Writer) {
	fmt.Fprintf(w, "%s, %s, path %s\n", r.CPU, r.Go, r.Implementation)
	fmt.Fprintf(w, "ns for each position (perft: each leaf); x = speed against generic\nmedians of %d interleaved rounds, positions from games\n", r.Rounds)
	pkg, width := "", 0
	for _, f := range r.Functions {
		width = max(width, len(f.Package), len(f.Function))
	}
	for _, f := range r.Functions {
		if f.Package != pkg {
			pkg = f.Package
			fmt.Fprintf(w, "\n%-*s %8s", width, pkg, "n")
			for i, p := range f.Paths {
				fmt.Fprintf(w, " %8s", p.Path)
				if i > 0 {
					fmt.Fprintf(w, " %7s", "x")
				}
			}
			fmt.Fprintln(w)
		}
		fmt.Fprintf(w, "%-*s %8d", width, f.Function, f.N)
		for i, p := range f.Paths {
			fmt.Fprintf(w, " %8.2f", p.NS)
			if i > 0 {
				fmt.Fprintf(w, " %6.2fx", p.Ratio)
			}
		}
		fmt.Fprintln(w)
	}
}
