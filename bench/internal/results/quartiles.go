package results

import "slices"

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
