package cli

import (
	"os"
	"strings"
)

// cpuName returns the name of the CPU, or "" if the system does not know it.
func cpuName() string {
	info, _ := os.ReadFile("/proc/cpuinfo")
	_, name, _ := strings.Cut(string(info), "model name")
	name, _, _ = strings.Cut(name, "\n")
	return strings.TrimLeft(name, "\t :")
}
