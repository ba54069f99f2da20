//go:build !unix

package cli

import (
	"os"
	"os/signal"
)

// replaceProcess prepares this process for running a program as its child: the console sends an interrupt to both, and
// the child decides what it means.
func replaceProcess(file string, args, env []string) error {
	signal.Ignore(os.Interrupt)
	return nil
}
