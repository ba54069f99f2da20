//go:build !(darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd)

package outfile

import (
	"os"
	"runtime"
)

// lock does nothing, because Windows refuses to remove open files, and other systems have no locks that end with
// the process.
func lock(string) (*os.File, error) { return nil, nil }

// removeStale removes a temporary file of a process that has ended.
func removeStale(name string) {
	if runtime.GOOS == "windows" {
		os.Remove(name)
	}
}
