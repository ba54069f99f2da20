//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package outfile

import (
	"os"
	"runtime"
)

// lock does nothing on systems without locks in the standard library.
func lock(string) (file *os.File, lost bool) { return nil, false }

// removeDead removes a temporary file if the system refuses that for files that are open.
func removeDead(name string) {
	if runtime.GOOS == "windows" {
		os.Remove(name)
	}
}
