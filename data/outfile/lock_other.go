//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package outfile

import "os"

// lock does nothing on systems without locks in the standard library.
func lock(*os.File) error { return nil }
