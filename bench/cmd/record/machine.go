package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/koggestone/koggestone/internal/machine"
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

// clock returns the cycles a second of the core when nothing slows it: the best of
// many measurements.
func clock() float64 {
	best := 0.0
	for range 301 {
		best = max(best, machine.Hertz())
	}
	return best
}
