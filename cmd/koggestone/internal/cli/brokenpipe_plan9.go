package cli

import "syscall"

// BrokenPipe holds the errors that say that nobody reads the output any more.
var BrokenPipe = []error{syscall.ErrorString("i/o on hungup channel")}
