package cli

import "syscall"

// cpuName returns the name of the CPU, or "" if the system does not know it.
func cpuName() string {
	name, _ := syscall.Sysctl("machdep.cpu.brand_string")
	return name
}
