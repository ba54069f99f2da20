package count

import (
	"runtime/debug"

	"github.com/koggestone/koggestone/perft"
)

const (
	// programMemory is the resident memory of the text and data of the program, which
	// the runtime does not count.
	programMemory = 8 << 20
	// runtimeMemory is the memory of the runtime, and of garbage until it is collected.
	runtimeMemory = 8 << 20
)

// boundMemory makes opts.Memory the limit of the whole process: it sets opts.Memory to what
// remains for merging, and sets the memory limit of the garbage collector. It returns a
// function that restores that limit.
func boundMemory(opts *perft.Options) (undo func()) {
	total := opts.Memory
	opts.Memory = max(total-programMemory-runtimeMemory, 1)
	// With a limit that it cannot reach, the collector would run all the time.
	least := runtimeMemory + int64(opts.Workers+2)<<22
	before := debug.SetMemoryLimit(-1)
	debug.SetMemoryLimit(min(before, max(total-programMemory, least)))
	return func() { debug.SetMemoryLimit(before) }
}
