package cli

import (
	"context"
	"os"
	"os/signal"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/koggestone/koggestone/internal/outfile"
)

// RemoveFilesOnSignal removes the outputs' temporary files when an interrupt, SIGTERM or SIGHUP ends
// the process. Then the process sends itself the same signal, so that its parent sees why it has
// ended.
func RemoveFilesOnSignal() {
	signals := make(chan os.Signal, 1)
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP} {
		if !signal.Ignored(s) { // for example under nohup
			signal.Notify(signals, s)
		}
	}
	go func() {
		s := <-signals
		for s == os.Interrupt && interruptible.CompareAndSwap(true, false) {
			s = <-signals
		}
		outfile.RemoveTemporary()
		signal.Reset()
		if self, err := os.FindProcess(os.Getpid()); err == nil && self.Signal(s) == nil {
			time.Sleep(time.Second)
		}
		os.Exit(ExitBadInput) // if a process cannot send itself signals
	}()
}

// interruptible reports whether the next interrupt does not end the process.
var interruptible atomic.Bool

// Interruptible returns a context that the first interrupt cancels, so that a command can stop and report its
// results. The second interrupt ends the process. The caller must call stop.
func Interruptible() (ctx context.Context, stop context.CancelFunc) {
	if signal.Ignored(os.Interrupt) {
		return context.WithCancel(context.Background())
	}
	interruptible.Store(true)
	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt)
	return ctx, func() {
		interruptible.Store(false)
		cancel()
	}
}
