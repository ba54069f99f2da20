package count

import (
	"runtime/debug"

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
