//go:build !plan9 && !windows

package cli

import "syscall"

// BrokenPipe holds the errors that say that nobody reads the output any more.
var BrokenPipe = []error{syscall.EPIPE}
