package palette

import (
	"fmt"
	"math"
	"testing"
)

// The colours of the squares of boards.
var squares = []Colour{{"light square", "#f6f1e6"}, {"dark square", "#dccfb8"}}

// sight holds how colours are seen: each row of a matrix makes one channel of linear
// red, green and blue. Gustavo Machado, Manuel Oliveira and Leandro Fernandes, "A
// Physiologically-based Model for Simulation of Color Vision Deficiency", IEEE
// Transactions on Visualization and Computer Graphics, 2009, severity 1.
var sight = map[string][3][3]float64{
	"all":          {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
	"protanopia":   {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
	"deuteranopia": {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
	"tritanopia":   {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}},
}

// lab returns a colour as a viewer sees it, in CIE L*a*b*.
func lab(t *testing.T, fill string, m [3][3]float64) (out [3]float64) {
	t.Helper()
	var r, g, b uint8
	if n, err := fmt.Sscanf(fill, "#%02x%02x%02x", &r, &g, &b); n != 3 || err != nil {
		t.Fatalf("%q is no colour", fill)
	}
	var linear, seen [3]float64
	for i, c := range []uint8{r, g, b} {
		if v := float64(c) / 255; v <= 0.04045 {
			linear[i] = v / 12.92
		} else {
			linear[i] = math.Pow((v+0.055)/1.055, 2.4)
		}
	}
	times := func(m [3][3]float64, v [3]float64) (w [3]float64) {
		for i := range w {
			for j := range v {
				w[i] += m[i][j] * v[j]
			}
		}
		return w
	}
	seen = times(m, linear)
	for i := range seen {
		seen[i] = min(max(seen[i], 0), 1)
	}
	xyz := times([3][3]float64{{0.4124, 0.3576, 0.1805}, {0.2126, 0.7152, 0.0722}, {0.0193, 0.1192, 0.9505}}, seen)
	var f [3]float64
	for i, white := range []float64{0.95047, 1, 1.08883} {
		if v := xyz[i] / white; v > 0.008856 {
			f[i] = math.Cbrt(v)
		} else {
			f[i] = 7.787*v + 16.0/116
		}
	}
	return [3]float64{116*f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])}
}

// All viewers can distinguish any two colours: a difference of 10 is visible at a glance.
func TestColoursDiffer(t *testing.T) {
	all := append(squares, Colours...)
	for who, m := range sight {
		least := math.Inf(1)
		for i, a := range all {
			for _, b := range all[:i] {
				if a.Class == "dark square" { // its place distinguishes it from the light one
					continue
				}
				x, y := lab(t, a.Fill, m), lab(t, b.Fill, m)
				d := math.Hypot(math.Hypot(x[0]-y[0], x[1]-y[1]), x[2]-y[2])
				least = min(least, d)
				if d < 18 {
					t.Errorf("%s: %s and %s differ by %.1f", who, a.Class, b.Class, d)
				}
			}
		}
		t.Logf("%s: least difference %.1f", who, least)
	}
}

func TestOf(t *testing.T) {
	for _, c := range Colours {
		if Of(c.Class) != c.Fill {
			t.Errorf("%s is %s, want %s", c.Class, Of(c.Class), c.Fill)
		}
	}
}
