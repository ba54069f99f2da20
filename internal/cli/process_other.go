//go:build !unix

package cli

import (
	"os"
	"os/signal"
	"syscall"
)

// endSignals are the signals that end a process, if it does nothing about them.
var endSignals = []os.Signal{os.Interrupt, syscall.SIGTERM}

// replaceProcess prepares this process for running a program as its child: the console sends an interrupt to both, and
// the child decides what it means. On Windows an interrupt ends each process that does not receive it, even if it is
// ignored, so this one receives interrupts and drops them.
func replaceProcess(file string, args, env []string) error {
	signal.Reset(os.Interrupt) // RemoveFilesOnSignal would end this process
	signal.Notify(make(chan os.Signal, 1), os.Interrupt)
	return nil
}
