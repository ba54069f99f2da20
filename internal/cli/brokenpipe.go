//go:build !windows

package cli

import "syscall"

// BrokenPipe holds the errors of writing to a pipe without a reader.
var BrokenPipe = []error{syscall.EPIPE}
