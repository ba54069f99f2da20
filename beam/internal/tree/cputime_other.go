//go:build !unix

package tree

import "time"

// cpuTime returns the time since the process started, in place of its processor time.
func cpuTime() time.Duration { return time.Since(begin) }
