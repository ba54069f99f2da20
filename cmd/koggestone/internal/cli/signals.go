//go:build !js

package cli

import (
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/koggestone/koggestone/data/outfile"
)

// RemoveFilesOnSignal removes the temporary files of outputs when an interrupt, SIGTERM or
// SIGHUP ends the process, which then ends as without this call.
func RemoveFilesOnSignal() {
	signals := make(chan os.Signal, 1)
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP} {
		if !signal.Ignored(s) { // as under nohup
			signal.Notify(signals, s)
		}
	}
	go func() {
		s := <-signals
		outfile.RemoveTemporary()
		signal.Reset()
		if self, err := os.FindProcess(os.Getpid()); err == nil && self.Signal(s) == nil {
			time.Sleep(time.Second)
		}
		os.Exit(ExitBadInput) // where a process cannot send itself signals
	}()
}
