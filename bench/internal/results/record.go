// Package results reads the records of bench/record, which are in Go's benchmark format,
// and the results of simulated kernels.
package results

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"golang.org/x/perf/benchfmt"
)

// A Record is one file of measurements of one CPU.
type Record struct {
	File   string // its name
	series []*Series
	config map[string]string
}

// A Series holds the measurements of one benchmark in all rounds.
type Series struct {
	Name   string // without "Benchmark": "Union/sliders=1+1/call=one/by=avx2"
	Line   int    // of the first round
	keys   map[string]string
	values map[string][]float64 // by unit
}

// required lists the keys that the head of a record must have.
var required = []string{"cpu", "go", "goamd64", "commit", "date", "path"}

// line matches the lines of a record. The format allows other lines; in a record they are
// an error.
var line = regexp.MustCompile(`^(Benchmark\S+\s+\S|Unit\s|[^\sA-Z:][^\sA-Z]*:(\s|$)|\s*$)`)

// Read reads a record from a file.
func Read(name string) (*Record, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	return Parse(data, name)
}

// Parse parses a record; errors call it name.
func Parse(data []byte, name string) (*Record, error) {
	number := 0
	for l := range bytes.Lines(data) {
		number++
		if !line.Match(l) {
			return nil, fmt.Errorf("%s:%d: %.40q: want a \"key: value\", or \"BenchmarkName 100 1.5 ns/op\"",
				name, number, bytes.TrimSpace(l))
		}
	}
	if len(data) > 0 && data[len(data)-1] != '\n' {
		return nil, fmt.Errorf("%s:%d: the last line has no end: the record is cut off", name, number)
	}
	rec := &Record{File: name, config: map[string]string{}}
	byName := map[string]*Series{}
	for r := benchfmt.NewReader(bytes.NewReader(data), name); r.Scan(); {
		switch got := r.Result().(type) {
		case *benchfmt.SyntaxError:
			return nil, got
		case *benchfmt.Result:
			_, at := got.Pos()
			full := got.Name.String()
			s := byName[full]
			if s == nil {
				s = &Series{Name: full, Line: at, keys: map[string]string{}, values: map[string][]float64{}}
				for _, part := range strings.Split(full, "/")[1:] {
					key, value, ok := strings.Cut(part, "=")
					if !ok {
						return nil, fmt.Errorf("%s:%d: Benchmark%s: %q: want key=value", name, at, full, part)
					}
					s.keys[key] = value
				}
				byName[full] = s
				rec.series = append(rec.series, s)
			}
			for _, v := range got.Values {
				if v.OrigUnit != "" { // benchfmt makes seconds of nanoseconds
					v.Value, v.Unit = v.OrigValue, v.OrigUnit
				}
				if !(v.Value > 0) || math.IsInf(v.Value, 0) {
					return nil, fmt.Errorf("%s:%d: %v %s: want a number above 0", name, at, v.Value, v.Unit)
				}
				s.values[v.Unit] = append(s.values[v.Unit], v.Value)
			}
			for _, c := range got.Config {
				rec.config[c.Key] = string(c.Value)
			}
		}
	}
	if len(rec.series) == 0 {
		return nil, fmt.Errorf("%s: no benchmarks: want lines like \"BenchmarkName 100 1.5 ns/op\"", name)
	}
	for _, key := range required {
		if rec.config[key] == "" {
			return nil, fmt.Errorf("%s:1: no line \"%s: ...\" before the benchmarks", name, key)
		}
	}
	if _, err := time.Parse(time.RFC3339, rec.Config("date")); err != nil {
		return nil, fmt.Errorf("%s: date: %s: want a date like 2006-01-02T15:04:05Z", name, rec.Config("date"))
	}
	return rec, nil
}

// Config returns the value of a key of the record's head, empty if it has none.
func (r *Record) Config(key string) string { return r.config[key] }

// Date returns the date of the record.
func (r *Record) Date() time.Time {
	t, _ := time.Parse(time.RFC3339, r.Config("date")) // Parse has checked it
	return t
}

// All returns the series of a benchmark, in the order of the record.
func (r *Record) All(benchmark string) (all []*Series) {
	for _, s := range r.series {
		if base, _, _ := strings.Cut(s.Name, "/"); base == benchmark {
			all = append(all, s)
		}
	}
	return all
}

// Rounds returns the median number of rounds of the series.
func (r *Record) Rounds() int {
	var rounds []int
	for _, s := range r.series {
		for _, v := range s.values {
			rounds = append(rounds, len(v))
		}
	}
	slices.Sort(rounds)
	return rounds[len(rounds)/2]
}

// Key returns the value of a key of the series' name, empty if it has none.
func (s *Series) Key(key string) string { return s.keys[key] }

// Rounds returns the number of rounds in a unit.
func (s *Series) Rounds(unit string) int { return len(s.values[unit]) }

// In returns the rounds' quartiles in a unit, and whether there are any.
func (s *Series) In(unit string) (Quartiles, bool) {
	if s == nil || len(s.values[unit]) == 0 {
		return Quartiles{}, false
	}
	return QuartilesOf(s.values[unit]), true
}

// Newest returns the newest record of each directory in dir, in the order of the
// directories' names. Records are called by their dates: the newest has the
// greatest name.
func Newest(dir string) ([]*Record, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var records []*Record
	for _, cpu := range entries {
		if !cpu.IsDir() {
			continue
		}
		files, err := filepath.Glob(filepath.Join(dir, cpu.Name(), "*.txt"))
		if err != nil {
			return nil, err
		}
		if len(files) == 0 {
			return nil, fmt.Errorf("%s: no record: want a file like 2006-01-02.txt", filepath.Join(dir, cpu.Name()))
		}
		newest := slices.MaxFunc(files, func(a, b string) int {
			return strings.Compare(strings.TrimSuffix(a, ".txt"), strings.TrimSuffix(b, ".txt"))
		})
		rec, err := Read(newest)
		if err != nil {
			return nil, err
		}
		records = append(records, rec)
	}
	if len(records) == 0 {
		return nil, errors.New(dir + ": no records: make bench writes one")
	}
	return records, nil
}

// Quartiles are the bounds of the middle half of some measurements, and their median.
type Quartiles struct{ Low, Median, High float64 }

// QuartilesOf returns the quartiles of some measurements, at least one. Between
// two of them it takes a weighted mean (Hyndman and Fan 1996, definition 7).
func QuartilesOf(values []float64) Quartiles {
	sorted := slices.Sorted(slices.Values(values))
	at := func(q float64) float64 {
		p := q * float64(len(sorted)-1)
		i := int(p)
		if i == len(sorted)-1 {
			return sorted[i]
		}
		return sorted[i] + (p-float64(i))*(sorted[i+1]-sorted[i])
	}
	return Quartiles{at(0.25), at(0.5), at(0.75)}
}

// Spread returns half the width of the middle half, as a share of the median.
func (q Quartiles) Spread() float64 { return (q.High - q.Low) / 2 / q.Median }

// Overlaps reports whether the middle halves of two series overlap. Then it is not known
// which is faster.
func (q Quartiles) Overlaps(p Quartiles) bool { return q.Low <= p.High && p.Low <= q.High }
