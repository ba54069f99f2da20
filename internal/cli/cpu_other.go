//go:build !linux && !darwin

package cli

import "os"

// cpuName returns the name of the CPU, or "" if the system does not know it.
func cpuName() string { return os.Getenv("PROCESSOR_IDENTIFIER") } // which Windows sets
