package count

import (
	"bytes"
	"fmt"
	"runtime/debug"
	"strconv"

	"github.com/koggestone/koggestone/perft"
)

const (
	// programMemory is what the program's text and data take, which the runtime does not
	// count.
	programMemory = 18 << 20
	// runtimeMemory is what the runtime takes, and garbage until it is collected.
	runtimeMemory = 8 << 20
)

// boundMemory makes opts.Memory the limit of the whole process: it sets opts.Memory to what
// remains for merging, and sets the memory limit of the garbage collector. It returns a
// function that restores that limit.
func boundMemory(opts *perft.Options) (undo func()) {
	total := opts.Memory
	opts.Memory = max(total-programMemory-runtimeMemory, 1)
	// With a limit below its own needs, the collector would run all the time.
	least := runtimeMemory + int64(opts.Workers+2)<<22
	before := debug.SetMemoryLimit(-1)
	debug.SetMemoryLimit(min(before, max(total-programMemory, least)))
	return func() { debug.SetMemoryLimit(before) }
}

// fallbackMemory is the default of --memory where the free memory is unknown.
const fallbackMemory = 1 << 30

// defaultMemory returns half the memory that Linux reports as available, for the machine or
// for the container, whichever has less. Elsewhere it returns fallbackMemory. It reads
// files by readFile.
func defaultMemory(readFile func(name string) ([]byte, error)) int64 {
	text, err := readFile("/proc/meminfo")
	if err != nil {
		return fallbackMemory
	}
	_, text, _ = bytes.Cut(text, []byte("MemAvailable:"))
	var free int64
	if _, err := fmt.Sscanf(string(text), "%d kB", &free); err != nil || free <= 0 {
		return fallbackMemory
	}
	free <<= 10
	// Control groups, version 2. The limit "max" means none.
	limit, ok1 := readNumber(readFile, "/sys/fs/cgroup/memory.max")
	used, ok2 := readNumber(readFile, "/sys/fs/cgroup/memory.current")
	if ok1 && ok2 {
		free = min(free, max(limit-used, 0))
	}
	return max(free/2, 64<<20)
}

func readNumber(readFile func(name string) ([]byte, error), name string) (n int64, ok bool) {
	text, err := readFile(name)
	if err != nil {
		return 0, false
	}
	n, err = strconv.ParseInt(string(bytes.TrimSpace(text)), 10, 64)
	return n, err == nil
}
