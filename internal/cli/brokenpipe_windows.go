package cli

import "golang.org/x/sys/windows"

// BrokenPipe holds the errors of writing to a pipe without a reader.
var BrokenPipe = []error{windows.ERROR_BROKEN_PIPE, windows.ERROR_NO_DATA}
