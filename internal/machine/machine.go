// Package machine tells what a measurement ran on.
package machine

import (
	"bufio"
	"os"
	"runtime"
	"strings"
	"time"
)

// CPU returns the name of the CPU where the system tells it in a file, and
// otherwise its architecture.
func CPU() string {
	f, err := os.Open("/proc/cpuinfo")
	if err != nil {
		return runtime.GOARCH
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if key, name, ok := strings.Cut(lines.Text(), ":"); ok && strings.TrimSpace(key) == "model name" {
			return strings.TrimSpace(name)
		}
	}
	return runtime.GOARCH
}

// Hertz returns the clock of the core at this moment, in cycles a second. It times some
// thousand dependent multiplications, which take three cycles each on CPUs with AVX2.
// That takes some microseconds.
func Hertz() float64 {
	const chain = 4000
	x := uint64(time.Now().UnixNano())
	start := time.Now()
	for range chain / 10 {
		x *= x
		x *= x
		x *= x
		x *= x
		x *= x
		x *= x
		x *= x
		x *= x
		x *= x
		x *= x
	}
	seconds := time.Since(start).Seconds()
	if x == 2 {
		panic("a square is 0 or odd at the end")
	}
	return 3 * chain / seconds
}
