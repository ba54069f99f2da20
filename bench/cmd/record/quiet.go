package main

import (
	"time"

	"github.com/koggestone/koggestone/internal/cputime"
)

// A watch detects that something slows the core down, such as its other hyperthread or a
// reduced clock. A sample taken at that time is worthless.
type watch struct {
	best time.Duration // the best time of the reference loop
	left time.Duration // how long it may still wait and sample again
}

// newWatch returns a watch that has measured the core for a fifth of a second, unless
// patience is zero.
func newWatch(patience time.Duration) watch {
	w := watch{left: patience}
	for start := time.Now(); patience > 0 && time.Since(start) < time.Second/5; {
		w.busy()
	}
	return w
}

// busy reports whether the reference loop takes an eighth longer than its best time.
func (w *watch) busy() bool {
	least := reference()
	for range 2 {
		least = min(least, reference())
	}
	if w.best == 0 || least < w.best {
		w.best = least
	}
	return least > w.best+w.best/8
}

// sample returns a sample of b that has a quiet core before and after it. If the watch
// has no time left, it returns any sample.
func (w *watch) sample(b *benchmark) (time.Duration, error) {
	for {
		start := time.Now()
		for w.left > 0 && w.busy() {
			time.Sleep(20 * time.Millisecond)
			w.left -= time.Since(start)
			start = time.Now()
		}
		elapsed, err := b.sample()
		if err != nil || w.left <= 0 || !w.busy() {
			return elapsed, err
		}
		w.left -= time.Since(start)
	}
}

// sink keeps the result of the reference loop.
var sink uint64

// reference returns the CPU time of a loop that keeps the core's arithmetic ports busy: four chains of
// shifts, about thirty microseconds. Another hyperthread slows it.
func reference() time.Duration {
	a, b, c, d := sink|1, sink|2, sink|4, sink|8
	start := cputime.Now()
	for range 20000 {
		a ^= a << 13
		b ^= b << 17
		c ^= c >> 7
		d ^= d >> 9
		a += b
		c += d
	}
	elapsed := cputime.Now() - start
	sink = a ^ c
	return elapsed
}
