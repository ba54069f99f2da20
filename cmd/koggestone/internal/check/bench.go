package check

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"time"

	"github.com/koggestone/koggestone/cmd/koggestone/internal/cli"
	"github.com/koggestone/koggestone/cmd/koggestone/internal/selfcheck"
	"github.com/koggestone/koggestone/internal/simd"
)

type benchCmd struct {
	Duration time.Duration `default:"10s" placeholder:"TIME" help:"Total time of the measurement, without the trees of package perft. Default: ${default}."`
	Quick    bool          `help:"Measure for 1.5 s. The results are rough."`
	Only     string        `placeholder:"PATTERN" help:"Measure only functions whose name, such as quad.Vision, matches this regular expression. Upper and lower case are equal."`
	JSON     bool          `name:"json" help:"Write one JSON object. Times are nanoseconds for each position, or for each word in package prefix."`
}

func (*benchCmd) Examples() []string {
	return []string{
		"koggestone bench --quick --only SliderAttacks",
	}
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
	Perft          []treeJSON        `json:"perft"`
}

type functionJSON struct {
	Package  string       `json:"package"`
	Function string       `json:"function"`
	N        int          `json:"n"` // positions of a call; 1 for a function of one position
	Paths    []timingJSON `json:"paths"`
}

type timingJSON struct {
	Path      string  `json:"path"`
	NS        float64 `json:"ns_per_position"`
	Ratio     float64 `json:"ratio_to_generic"`
	Bandwidth float64 `json:"gb_per_s,omitempty"` // read and written
}

// generalisedJSON compares a function that accepts a direction with the eight functions
// named after directions. Times are nanoseconds for one position and all directions.
type generalisedJSON struct {
	Function    string  `json:"function"`
	Named       float64 `json:"named_ns"`
	Generalised float64 `json:"generalised_ns"`
	Ratio       float64 `json:"ratio_to_named"`
}

// treeJSON is a tree counted in a mode.
type treeJSON struct {
	Function string     `json:"function"`
	Position string     `json:"position"`
	Depth    int        `json:"depth"`
	Nodes    uint64     `json:"nodes"`
	Paths    []rateJSON `json:"paths"`
}

type rateJSON struct {
	Path  string  `json:"path"`
	Rate  float64 `json:"million_nodes_per_s"`
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
	timed, trees, err := c.choose(simd.Paths())
	if err != nil {
		return err
	}
	timer := selfcheck.NewTimer(timed, simd.Paths())
	bar := s.NewProgress(selfcheck.Rounds, "bench")
	bar.Unit = "rounds"
	defer bar.Stop()
	err = timer.Check()
	if err == nil {
		timer.Measure(c.Duration, func() { bar.Add(1) })
		err = selfcheck.MeasureTrees(trees)
	}
	bar.Stop()
	if err != nil {
		fmt.Fprintln(s.Out, err)
		return cli.ErrDifference
	}
	r := benchResults(timer.Rows, trees)
	if c.JSON {
		return json.NewEncoder(s.Out).Encode(r)
	}
	r.write(s.Out)
	return nil
}

// choose returns the functions and the trees that match --only.
func (c *benchCmd) choose(paths []simd.Path) (timed []selfcheck.Function, trees []selfcheck.Tree, err error) {
	only, err := regexp.Compile("(?i)" + c.Only)
	if err != nil {
		return nil, nil, fmt.Errorf("--only: expected a regular expression, found %q: %w", c.Only, err)
	}
	timed = slices.DeleteFunc(selfcheck.Timed(), func(f selfcheck.Function) bool {
		f.Named = false
		return !only.MatchString(f.Package + "." + f.Title())
	})
	trees = slices.DeleteFunc(selfcheck.Trees(paths), func(t selfcheck.Tree) bool {
		return !only.MatchString("perft." + t.Function())
	})
	if len(timed)+len(trees) == 0 {
		return nil, nil, fmt.Errorf("--only: expected a pattern of a function's name, as in quad.Vision, found %q, which matches none", c.Only)
	}
	return timed, trees, nil
}

// benchResults returns the medians and their ratios.
func benchResults(rows []selfcheck.Row, trees []selfcheck.Tree) *benchJSON {
	info := collectInfo()
	r := &benchJSON{Implementation: info.Implementation, CPU: info.CPU, Go: info.Go, N: selfcheck.BatchSize, Rounds: selfcheck.Rounds}
	named := map[string]float64{}
	for k := range rows {
		row := &rows[k]
		generic := row.NS(0)
		if row.Named {
			named[row.Name] = generic
			continue
		}
		if beside, ok := named[row.Name]; ok {
			r.Generalised = append(r.Generalised, generalisedJSON{row.Name, beside, generic, generic / beside})
			continue
		}
		f := functionJSON{Package: row.Package, Function: row.Title(), N: row.N}
		for p, path := range row.Paths {
			ns := row.NS(p)
			f.Paths = append(f.Paths, timingJSON{path.String(), ns, generic / ns, float64(row.Bytes) / ns})
		}
		r.Functions = append(r.Functions, f)
	}
	for k := range trees {
		t := &trees[k]
		row := treeJSON{Function: t.Function(), Position: t.Name, Depth: t.Depth, Nodes: t.Nodes}
		for p, path := range t.Paths {
			row.Paths = append(row.Paths, rateJSON{path.String(), t.Rate(p), t.Rate(p) / t.Rate(0)})
		}
		r.Perft = append(r.Perft, row)
	}
	return r
}
