package stats

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// Thousands returns n with commas: 1,234,567.
func Thousands(n int64) string {
	digits := strconv.FormatInt(n, 10)
	start := 0
	if n < 0 {
		start = 1
	}
	for i := len(digits) - 3; i > start; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}

// percent returns n as a share of all: "12.3 %".
func percent(n, all int64) string {
	return strconv.FormatFloat(100*float64(n)/float64(max(all, 1)), 'f', 1, 64) + " %"
}

// A figure is a line of the summary.
type figure struct {
	Name string
	N    int64
	Of   int64 // the total; 0 to show no share
}

// Width returns the width of a bar of at most 100.
func (f figure) Width() float64 { return 100 * float64(f.N) / float64(max(f.Of, 1)) }

// Value and Percent return the figure as text.
func (f figure) Value() string { return Thousands(f.N) }

func (f figure) Percent() string {
	if f.Of == 0 {
		return ""
	}
	return percent(f.N, f.Of)
}

func share(name string, n, of int64) figure {
	return figure{name, n, of}
}

// summary returns the figures. Zeros without information are left out.
func (s *Stats) summary() (counts, facts []figure) {
	all := s.Report.Positions
	counts = append(counts, figure{Name: "positions", N: all})
	if s.Games > 0 {
		counts = append(counts, figure{Name: "games that start", N: s.Games})
	}
	counts = append(counts, share("distinct", s.Distinct(), all), share("duplicates", s.Report.Duplicates, all))
	if s.Report.Forgotten > 0 {
		counts = append(counts, share("not remembered, which may have come again", s.Report.Forgotten, all))
	}
	for k, l := range s.Legality {
		switch {
		case k == 0:
			counts = append(counts, share("legal", l.N, all))
		case l.N > 0:
			counts = append(counts, share("not legal: "+l.Title, l.N, all))
		}
	}
	if s.Report.Rejected > 0 {
		counts = append(counts, figure{Name: "records that hold no position", N: s.Report.Rejected})
	}
	if s.Report.Unsampled > 0 {
		counts = append(counts, figure{Name: "records that are not in the sample", N: s.Report.Unsampled})
	}
	for _, f := range s.Shares {
		facts = append(facts, share(f.Title, f.N, s.Legality[0].N))
	}
	var results int64
	for _, r := range s.Results {
		results += r.N
	}
	for _, r := range s.Results {
		if results > 0 {
			facts = append(facts, share(r.Title, r.N, results))
		}
	}
	return counts, facts
}

// String returns the line with the mean, the quartiles and the range.
func (d *Distribution) String() string {
	between := " "
	if d.share(0) <= d.Below || d.share(2) > d.N-d.Above {
		between = ", " // bounds have two words
	}
	quartiles := strings.Join([]string{d.quartile(0), d.quartile(1), d.quartile(2)}, between)
	text := fmt.Sprintf("mean %.1f, quartiles %s, from %d to %d", d.Mean, quartiles, d.Least, d.Most)
	if d.Unit != "" {
		text += " " + d.Unit
	}
	return text
}

// mostLines is the maximum number of lines of a distribution as text.
const mostLines = 24

// WriteText writes s for a terminal.
func (s *Stats) WriteText(w io.Writer) error {
	var b strings.Builder
	counts, facts := s.summary()
	for _, figures := range [][]figure{counts, facts} {
		for _, f := range figures {
			b.WriteString(strings.TrimRight(fmt.Sprintf("%-44s %16s  %8s", f.Name, f.Value(), f.Percent()), " ") + "\n")
		}
		b.WriteByte('\n')
	}
	for _, d := range s.Distributions {
		if d.N > 0 {
			d.writeText(&b)
		}
	}
	_, err := io.WriteString(w, strings.TrimSuffix(b.String(), "\n"))
	return err
}

func (d *Distribution) writeText(b *strings.Builder) {
	fmt.Fprintf(b, "%s: %s\n", d.Title, d)
	first, end := d.used()
	join := niceStep(end-first, mostLines)
	start := first - ((first+d.Low/d.Step)%join+join)%join // so that steps of ten start at tens
	sums := make([]int64, (end-start+join-1)/join)
	for i := first; i < end; i++ {
		sums[(i-start)/join] += d.Counts[i]
	}
	most := slices.Max(sums)
	for line, n := range sums {
		from := d.Low + (start+line*join)*d.Step
		label := strconv.Itoa(from)
		switch last := min(from+join*d.Step, d.Low+len(d.Counts)*d.Step) - 1; {
		case line == 0 && d.Least < from:
			label = fmt.Sprintf("to %d", last)
		case line == len(sums)-1 && d.Most > last:
			label = fmt.Sprintf("from %d", from)
		case last > from:
			label += " to " + strconv.Itoa(last)
		}
		text := fmt.Sprintf("%16s  %7s  %s", label, percent(n, d.N), strings.Repeat("#", int((n*40+most-1)/most)))
		b.WriteString(strings.TrimRight(text, " ") + "\n")
	}
	b.WriteByte('\n')
}

// niceStep returns the least of 1, 2, 5, 10, 20, ... that divides n into at most most steps.
func niceStep(n, most int) int {
	for step := 1; ; step *= 10 {
		for _, k := range []int{1, 2, 5} {
			if (n+step*k-1)/(step*k) <= most {
				return step * k
			}
		}
	}
}
