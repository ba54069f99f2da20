package count

import (
	"bytes"
	"fmt"
	"runtime/debug"
	"strconv"

	"github.com/koggestone/koggestone/perft"
)

const (
	// programMemory is the memory for the program's text and data, which the runtime
	// does not count.
	programMemory = 18 << 20
	// runtimeMemory is the memory for the runtime, and for garbage that has not been
	// collected yet.
	runtimeMemory = 8 << 20
)

// boundMemory makes opts.Memory the limit of the whole process: it sets opts.Memory to the
// memory that remains for merging, and sets the garbage collector's memory limit. It
// returns a function that restores that limit.
func boundMemory(opts *perft.Options) (undo func()) {
	total := opts.Memory
	opts.Memory = max(total-programMemory-runtimeMemory, 1)
	// With a limit below what it needs itself, the collector would run all the time.
	least := runtimeMemory + int64(opts.Workers+2)<<22
	before := debug.SetMemoryLimit(-1)
	debug.SetMemoryLimit(min(before, max(total-programMemory, least)))
	return func() { debug.SetMemoryLimit(before) }
}

// fallbackMemory is the default of --memory if the free memory is unknown.
const fallbackMemory = 1 << 30

// defaultMemory returns half the memory that Linux reports as available, either for the
// machine or for the container, whichever has less. On other systems it returns
// fallbackMemory. It reads files by readFile.
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
