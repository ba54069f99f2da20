package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"
)

// setMachine adds what the report draws and computes with: the clock as ghz, and
// the sizes of the caches in bytes as l1d, l2, l3, where Linux tells them.
func (h *header) setMachine() {
	h.set("ghz", fmt.Sprintf("%.2f", clock()/1e9))
	for i := range 8 {
		dir := fmt.Sprintf("/sys/devices/system/cpu/cpu0/cache/index%d/", i)
		read := func(file string) string {
			text, _ := os.ReadFile(dir + file) // without the file: no size
			return strings.TrimSpace(string(text))
		}
		key := map[string]string{"1 Data": "l1d", "2 Unified": "l2", "3 Unified": "l3"}[read("level")+" "+read("type")]
		kib, err := strconv.Atoi(strings.TrimSuffix(read("size"), "K"))
		if key != "" && err == nil {
			h.set(key, strconv.Itoa(kib<<10))
		}
	}
}

// clock returns the cycles a second of the core, when nothing slows it: the best of
// many measurements of a chain of dependent multiplications, which take three
// cycles each on the CPUs that have AVX2.
func clock() float64 {
	const rounds, chain = 301, 4000
	best := 0.0
	x := uint64(time.Now().UnixNano())
	for range rounds {
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
		best = max(best, 3*chain/time.Since(start).Seconds())
	}
	if x == 2 {
		panic("a square is 0 or odd at the end")
	}
	return best
}
