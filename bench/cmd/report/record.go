package main

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"golang.org/x/perf/benchfmt"
)

// A record is one file of measurements, in Go's benchmark format.
type record struct {
	file   string // relative to the root
	series []*series
}

// A series holds the measurements of one benchmark in all rounds.
type series struct {
	benchmark string            // "Union"
	keys      map[string]string // parts of the name "Union/sliders=1+1/call=one/by=avx2"
	config    map[string]string // key: value lines before the first round
	values    map[string][]float64
}

// date returns the day of the first round.
func (s *series) date() string { return s.config["date"][:len("2006-01-02")] }

func readRecord(root, name string) (*record, error) {
	f, err := os.Open(filepath.Join(root, name))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	rec, byName := &record{file: name}, map[string]*series{}
	reader := benchfmt.NewReader(f, name)
	for reader.Scan() {
		result, ok := reader.Result().(*benchfmt.Result)
		if !ok {
			return nil, fmt.Errorf("%v", reader.Result())
		}
		full := result.Name.String()
		s := byName[full]
		if s == nil {
			s = &series{keys: map[string]string{}, config: map[string]string{}, values: map[string][]float64{}}
			parts := strings.Split(full, "/")
			s.benchmark = parts[0]
			for _, part := range parts[1:] {
				key, value, _ := strings.Cut(part, "=")
				s.keys[key] = value
			}
			for _, c := range result.Config {
				s.config[c.Key] = string(c.Value)
			}
			for _, key := range []string{"cpu", "go", "commit", "date", "path"} {
				if s.config[key] == "" {
					return nil, fmt.Errorf("%s: no line \"%s: ...\" before Benchmark%s", name, key, full)
				}
			}
			if _, err := time.Parse(time.RFC3339, s.config["date"]); err != nil || !slices.Contains(paths, s.config["path"]) {
				return nil, fmt.Errorf("%s: Benchmark%s: bad date %q or path %q", name, full, s.config["date"], s.config["path"])
			}
			byName[full], rec.series = s, append(rec.series, s)
		}
		for _, v := range result.Values {
			if v.OrigUnit != "" { // benchfmt makes seconds of nanoseconds
				v.Value, v.Unit = v.OrigValue, v.OrigUnit
			}
			if !(v.Value > 0) {
				return nil, fmt.Errorf("%s: Benchmark%s: expected a number above 0, found %v %s", name, full, v.Value, v.Unit)
			}
			s.values[v.Unit] = append(s.values[v.Unit], v.Value)
		}
	}
	if len(rec.series) == 0 {
		return nil, fmt.Errorf("%s: expected benchmarks (%v)", name, reader.Err())
	}
	return rec, reader.Err()
}

// config returns the value of a key in the record's head.
func (r *record) config(key string) string { return r.series[0].config[key] }

func (r *record) of(benchmark string) (all []*series) {
	for _, s := range r.series {
		if s.benchmark == benchmark {
			all = append(all, s)
		}
	}
	return all
}

// quartiles are the median of some measurements, and the bounds of their middle half. The zero
// value means that there are no measurements.
type quartiles struct{ low, median, high float64 }

func (s *series) in(unit string) quartiles {
	if s == nil {
		return quartiles{}
	}
	return quartilesOf(s.values[unit])
}

// quartilesOf interpolates between neighbours (Hyndman and Fan 1996, definition 7).
func quartilesOf(values []float64) quartiles {
	if len(values) == 0 {
		return quartiles{}
	}
	sorted := slices.Sorted(slices.Values(values))
	at := func(q float64) float64 {
		i, part := math.Modf(q * float64(len(sorted)-1))
		return sorted[int(i)]*(1-part) + sorted[min(int(i)+1, len(sorted)-1)]*part
	}
	return quartiles{at(0.25), at(0.5), at(0.75)}
}

// spread returns half the middle half's width, as a share of the median.
func (q quartiles) spread() float64 { return (q.high - q.low) / 2 / q.median }

// overlaps reports whether the middle halves overlap. If they do, it is not known which is
// faster.
func (q quartiles) overlaps(p quartiles) bool { return q.low <= p.high && p.low <= q.high }
