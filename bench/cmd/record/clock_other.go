//go:build !linux

package main

import "time"

// clockName is the line "time" of a record.
const clockName = "wall"

var start = time.Now()

// now returns the time since the program began.
func now() time.Duration { return time.Since(start) }
