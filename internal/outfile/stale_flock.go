//go:build darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd

package outfile

import (
	"errors"
	"os"
	"syscall"
)

// lock opens and locks a temporary file, and returns the open file. It returns errTaken if another process has
// the lock or has removed the file. When a process ends, even if it is killed, the system removes the lock.
func lock(name string) (*os.File, error) {
	// Without O_NONBLOCK a pipe with this name would wait for a writer.
	f, err := os.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK|syscall.O_NOFOLLOW, 0)
	if errors.Is(err, os.ErrNotExist) {
		return nil, errTaken
	}
	if err != nil {
		return nil, err
	}
	opened, err := f.Stat()
	if err == nil && !opened.Mode().IsRegular() {
		err = os.ErrInvalid
	}
	if err == nil {
		if err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err == syscall.EWOULDBLOCK {
			err = errTaken
		}
	}
	if err == nil {
		if named, statErr := os.Lstat(name); statErr != nil || !os.SameFile(opened, named) {
			err = errTaken
		}
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// removeStale removes a temporary file of a process that has ended.
func removeStale(name string) {
	if f, err := lock(name); err == nil {
		os.Remove(name)
		f.Close()
	}
}
