package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"sync/atomic"
	"time"

	"github.com/koggestone/koggestone/internal/outfile"
)

// RemoveFilesOnSignal removes the outputs' temporary files when an interrupt, SIGTERM or SIGHUP ends
// the process. Then the process sends itself the same signal, so that its parent sees why it has
// ended.
func RemoveFilesOnSignal() {
	signals := make(chan os.Signal, 1)
	for _, s := range endSignals {
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
		if say := onInterrupt.Load(); s == os.Interrupt && say != nil {
			(*say)()
		}
		signal.Reset()
		if self, err := os.FindProcess(os.Getpid()); err == nil && self.Signal(s) == nil {
			time.Sleep(time.Second)
		}
		if s == os.Interrupt { // the process cannot send itself signals, as on Windows
			os.Exit(exitInterrupt)
		}
		os.Exit(ExitBadInput)
	}()
}

// onInterrupt says what an interrupt that ends the process has lost.
var onInterrupt atomic.Pointer[func()]

// IfInterrupted makes an interrupt that ends the process print its time and what is lost, such as "no results". This
// is the last message: what others write to s.Err later does not appear. The caller must call stop.
func (s *Streams) IfInterrupted(lost string) (stop func()) {
	start := time.Now()
	say := func() {
		s.status.end()
		s.messages.writeLast("%v: %s", Interrupted(start), lost)
	}
	onInterrupt.Store(&say)
	return func() { onInterrupt.Store(nil) }
}

// errInterrupted is the error of a command that an interrupt has stopped.
var errInterrupted = errors.New("interrupted")

// Interrupted returns the error of an interrupted command, with the time since its start.
func Interrupted(start time.Time) error {
	return fmt.Errorf("%w after %.1f s", errInterrupted, time.Since(start).Seconds())
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
