package cli

import (
	"io"
	"os"
	"syscall"
	"unsafe"
)

// terminalColumns returns how many columns the terminal f has, and whether f is a terminal. Package golang.org/x/term,
// which other systems use, needs golang.org/x/sys/unix, and that takes a thirtieth of the time of a first build.
func terminalColumns(f *os.File) (columns int, ok bool) {
	var size struct{ rows, columns, width, height uint16 }
	_, _, errno := syscall.Syscall(syscall.SYS_IOCTL, f.Fd(), syscall.TIOCGWINSZ, uintptr(unsafe.Pointer(&size)))
	return int(size.columns), errno == 0
}

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
	flags, _, errno := syscall.Syscall(syscall.SYS_FCNTL, f.Fd(), syscall.F_GETFL, 0)
	return errno == 0 && flags&syscall.O_ACCMODE == syscall.O_RDWR
}
