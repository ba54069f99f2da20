package main

import (
	"fmt"
	"runtime/debug"
	"strconv"
	"strings"

	"github.com/koggestone/koggestone/perft"
)

const (
	// programMemory is the resident memory of the program that the runtime does not
	// know of: text and data.
	programMemory = 8 << 20
	// runtimeMemory is what the runtime has for itself, and garbage until it is
	// collected.
	runtimeMemory = 8 << 20
)

// boundMemory takes opts.Memory for the bound of the whole process: it leaves to
// merging what remains of it, and has the collector keep to it. It returns a
// function that takes the collector's bound back.
func boundMemory(opts *perft.Options) (undo func()) {
	total := opts.Memory
	opts.Memory = max(total-programMemory-runtimeMemory, 1)
	// A collector that cannot reach its bound would never rest.
	least := runtimeMemory + int64(opts.Workers+2)<<22
	before := debug.SetMemoryLimit(-1)
	debug.SetMemoryLimit(min(before, max(total-programMemory, least)))
	return func() { debug.SetMemoryLimit(before) }
}

// parseSize returns the number of bytes that "512MiB" means.
func parseSize(text string) (int64, error) {
	for i, unit := range [...]string{"KiB", "MiB", "GiB"} {
		digits, ok := strings.CutSuffix(text, unit)
		if !ok {
			continue
		}
		shift := 10 * (i + 1)
		n, err := strconv.ParseUint(strings.TrimSpace(digits), 10, 63-shift)
		if err != nil || n == 0 {
			break
		}
		return int64(n) << shift, nil
	}
	return 0, fmt.Errorf("expected a number above 0 and its unit, KiB, MiB or GiB, as in 512MiB, found %q", text)
}
