package main

import "golang.org/x/sys/windows"

// brokenPipe holds the errors that say that nobody reads the output any more.
var brokenPipe = []error{windows.ERROR_BROKEN_PIPE, windows.ERROR_NO_DATA}
