package cli

import (
	"io"
	"os"

	"golang.org/x/sys/unix"
)

// discards reports whether w is the file that the Go runtime opens if a standard stream is closed when the
// program starts: /dev/null for reading and writing. Shells open /dev/null only for writing.
func discards(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	if err != nil {
		return false
	}
	null, err := os.Stat(os.DevNull)
	if err != nil || !os.SameFile(info, null) {
		return false
	}
	flags, err := unix.FcntlInt(f.Fd(), unix.F_GETFL, 0)
	return err == nil && flags&unix.O_ACCMODE == unix.O_RDWR
}
