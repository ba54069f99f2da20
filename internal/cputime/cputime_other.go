//go:build !unix

package cputime

import "time"

// Clock says what Now measures.
const Clock = "wall"

var start = time.Now()

// Now returns the time since the program began.
func Now() time.Duration { return time.Since(start) }
