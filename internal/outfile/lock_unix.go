//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package outfile

import (
	"errors"
	"os"
	"syscall"
)

// lock locks a temporary file until the result is closed, which shows others that
// its process lives. The lock has a descriptor of its own, because the file is closed before it
// is renamed. lock returns nil if the file system has no locks. It reports whether the file was
// lost to another process that took it for a leftover.
func lock(name string) (file *os.File, lost bool) {
	f, err := os.Open(name)
	if err != nil {
		return nil, errors.Is(err, os.ErrNotExist)
	}
	err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if err != nil {
		f.Close()
		return nil, errors.Is(err, syscall.EWOULDBLOCK)
	}
	own, err := f.Stat()
	there, statErr := os.Stat(name)
	if err != nil || statErr != nil || !os.SameFile(own, there) {
		f.Close()
		return nil, true
	}
	return f, false
}

// removeDead removes a temporary file unless its process lives.
func removeDead(name string) {
	if f, _ := lock(name); f != nil {
		os.Remove(name)
		f.Close()
	}
}
