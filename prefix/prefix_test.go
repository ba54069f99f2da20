package prefix

import (
	"math/rand/v2"
	"testing"
)

// words returns n words from a fixed seed, of which some are sparse, some dense
// and some all zeros or ones.
func words(seed uint64, n int) []uint64 {
	r := rand.New(rand.NewPCG(seed, 1))
	ws := make([]uint64, n)
	for i := range ws {
		w := r.Uint64()
		switch i % 8 {
		case 0, 1:
			w &= r.Uint64() & r.Uint64()
		case 2, 3:
			w |= r.Uint64() | r.Uint64()
		case 4:
			w = -(w & 1)
		}
		ws[i] = w
	}
	return ws
}

// collect returns the word whose bit i is is(i).
func collect(is func(i int) bool) (w uint64) {
	for i := range 64 {
		if is(i) {
			w |= 1 << i
		}
	}
	return w
}

// has reports whether bit i of w is set; bits off the word are not.
func has(w uint64, i int) bool { return i >= 0 && i < 64 && w>>i&1 != 0 }

// small calls f with every value of 16 bits at four places in the word, over
// zeros and over ones.
func small(f func(x uint64)) {
	for v := range uint64(1 << 16) {
		for s := 0; s < 64; s += 16 {
			f(v << s)
			f(^(v << s))
		}
	}
}

// equal fails the test unless got is want.
func equal(t *testing.T, got, want uint64, format string, args ...any) {
	t.Helper()
	if got != want {
		t.Helper()
		t.Errorf(format, args...)
		t.Fatalf("got %#016x, want %#016x", got, want)
	}
}
