//go:build !unix

package tree

import "time"

// cpuTime returns the time since the process began, in place of what it has had of cores.
func cpuTime() time.Duration { return time.Since(begin) }
