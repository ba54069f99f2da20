package stats

import (
	"strings"
	"testing"
)

// A quartile beyond the range is shown as a bound, not as the end of the range.
func TestQuartileBounds(t *testing.T) {
	for _, test := range []struct {
		values []int
		want   string
	}{
		{[]int{-10, 0, 10, 20}, "quartiles -50 0 0, from -10 to 20 centipawns"},
		{[]int{-2000, -2000, 2000, 2000}, "quartiles -2000 -2000 2000, from -2000 to 2000 centipawns"},
		{[]int{-9000, -2001, 5, 2001}, "quartiles < -2000, < -2000, 0, from -9000 to 2001 centipawns"},
		{[]int{30, 2001, 2030, 32000}, "quartiles 0, > 2000, > 2000, from 30 to 32000 centipawns"},
	} {
		d := newDistribution("score", "Scores", "centipawns", -2000, 2000, 50)
		for _, v := range test.values[:2] {
			d.add(v)
		}
		other := newDistribution("score", "Scores", "centipawns", -2000, 2000, 50)
		for _, v := range test.values[2:] {
			other.add(v)
		}
		d.merge(other)
		d.finish()
		if got := d.String(); !strings.HasSuffix(got, test.want) {
			t.Errorf("%v: %q, want %q", test.values, got, test.want)
		}
	}
}
