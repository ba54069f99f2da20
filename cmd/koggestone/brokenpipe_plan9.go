package main

import "syscall"

// brokenPipe holds the errors that say that nobody reads the output any more.
var brokenPipe = []error{syscall.ErrorString("i/o on hungup channel")}
