//go:build unix

package cli

import (
	"os"
	"syscall"
)

// endSignals are the signals that end a process, if it does nothing about them.
var endSignals = []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP}

// replaceProcess runs a program in the place of this process. It returns only if there is an error.
func replaceProcess(file string, args, env []string) error { return syscall.Exec(file, args, env) }
