package stats

import (
	"fmt"
	"math"
)

// A Distribution counts values. Counts[i] is the number of values from Low + i*Step to below
// Low + (i+1)*Step. The first also counts smaller values, and the last greater ones.
type Distribution struct {
	Name   string  `json:"name"`
	Title  string  `json:"title"`
	Unit   string  `json:"unit"`
	Low    int     `json:"low"`
	Step   int     `json:"step"`
	Counts []int64 `json:"counts"`

	N     int64   `json:"positions"`
	Mean  float64 `json:"mean"`
	Least int     `json:"least"` // 0 if there are no values, like the fields below
	Most  int     `json:"most"`
	// Below and Above are the numbers of values beyond the range of Counts.
	Below int64 `json:"below,omitempty"`
	Above int64 `json:"above,omitempty"`
	// Quartiles are the values that a quarter, a half and three quarters of the values do not
	// exceed, rounded to Step and limited to the range of Counts.
	Quartiles [3]int `json:"quartiles"`

	sum float64
}

// newDistribution returns an empty Distribution of values from low to high.
func newDistribution(name, title, unit string, low, high, step int) *Distribution {
	d := &Distribution{Name: name, Title: title, Unit: unit, Low: low, Step: step, Counts: make([]int64, (high-low)/step+1)}
	d.reset()
	return d
}

func (d *Distribution) reset() {
	clear(d.Counts)
	d.N, d.sum, d.Least, d.Most, d.Below, d.Above = 0, 0, math.MaxInt, math.MinInt, 0, 0
}

// high returns the start of the last step.
func (d *Distribution) high() int { return d.Low + (len(d.Counts)-1)*d.Step }

// add counts a value.
func (d *Distribution) add(value int) {
	i := value - d.Low
	if d.Step > 1 {
		i = int(math.Floor(float64(i) / float64(d.Step)))
	}
	d.Counts[max(0, min(i, len(d.Counts)-1))]++
	if value < d.Low {
		d.Below++
	} else if value > d.high() {
		d.Above++
	}
	d.N++
	d.sum += float64(value)
	d.Least, d.Most = min(d.Least, value), max(d.Most, value)
}

// merge adds the counts of a Distribution with the same range.
func (d *Distribution) merge(other *Distribution) {
	for i, n := range other.Counts {
		d.Counts[i] += n
	}
	d.N += other.N
	d.Below += other.Below
	d.Above += other.Above
	d.sum += other.sum
	d.Least, d.Most = min(d.Least, other.Least), max(d.Most, other.Most)
}

// finish computes the fields that depend on the counts.
func (d *Distribution) finish() {
	if d.N == 0 {
		d.Least, d.Most = 0, 0
		return
	}
	d.Mean = d.sum / float64(d.N)
	var below int64
	for i, n := range d.Counts {
		for q := range d.Quartiles {
			// The first value at which the sum reaches the share.
			if share := d.share(q); below < share && share <= below+n {
				d.Quartiles[q] = d.Low + i*d.Step
			}
		}
		below += n
	}
}

// share returns how many values are at or below quartile q.
func (d *Distribution) share(q int) int64 { return (d.N*int64(q+1) + 3) / 4 }

// quartile returns quartile q as text, as a bound if it is beyond the range of Counts.
func (d *Distribution) quartile(q int) string {
	switch share := d.share(q); {
	case share <= d.Below:
		return fmt.Sprintf("< %d", d.Low)
	case share > d.N-d.Above:
		return fmt.Sprintf("> %d", d.high())
	}
	return fmt.Sprint(d.Quartiles[q])
}

// used returns the index of the first count that is not 0, and the index after the last.
func (d *Distribution) used() (first, end int) {
	end = len(d.Counts)
	for first < end && d.Counts[first] == 0 {
		first++
	}
	for end > first && d.Counts[end-1] == 0 {
		end--
	}
	return first, end
}
