//go:build unix

package tree

import (
	"syscall"
	"time"
)

// cpuTime returns the processor time of this process on all cores.
func cpuTime() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		return time.Since(begin)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
