package main

import (
	"cmp"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/klauspost/cpuid/v2"
)

// setMachine adds the clock as ghz and, on Linux, the sizes of the caches in bytes as l1d,
// l2, l3. The report uses them.
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

// clock returns the cycles a second of an undisturbed core: the best of many measurements.
func clock() float64 {
	best := 0.0
	for range 301 {
		best = max(best, hertz())
	}
	return best
}

// hertz returns the current clock of the core in cycles a second. It times dependent
// multiplications for a few microseconds; each takes three cycles on CPUs with AVX2.
func hertz() float64 {
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

// cpuName returns the name of the CPU, or the architecture if the CPU has no name. Virtual
// machines may hide the number of the model in "AMD EPYC"; the family and model of cpuid then
// follow. The records are in folders by this name.
func cpuName() string {
	name := strings.Join(strings.Fields(cpuid.CPU.BrandName), " ")
	if name != "" && !strings.ContainsFunc(name, unicode.IsDigit) {
		name += fmt.Sprintf(" family %d model %d", cpuid.CPU.Family, cpuid.CPU.Model)
	}
	return cmp.Or(name, runtime.GOARCH)
}
