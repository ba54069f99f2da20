package cli

import "golang.org/x/sys/windows"

// BrokenPipe holds the errors that say that nobody reads the output any more.
var BrokenPipe = []error{windows.ERROR_BROKEN_PIPE, windows.ERROR_NO_DATA}
