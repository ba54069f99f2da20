//go:build !plan9 && !windows

package main

import "syscall"

// brokenPipe holds the errors that say that nobody reads the output any more.
var brokenPipe = []error{syscall.EPIPE}
