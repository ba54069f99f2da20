//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package outfile

import (
	"errors"
	"os"
	"syscall"
	"time"
)

var errLocked = errors.New("another process is writing it")

// patience is how long lock waits, for a killed process that has not ended yet.
var patience = 5 * time.Second

// lock locks f until it is closed or the process ends.
func lock(f *os.File) error {
	for start := time.Now(); ; time.Sleep(20 * time.Millisecond) {
		err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if !errors.Is(err, syscall.EWOULDBLOCK) {
			return err
		}
		if time.Since(start) > patience {
			return errLocked
		}
	}
}
