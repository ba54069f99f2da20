package clitest

import (
	"runtime/debug"
	"slices"
	"syscall"
)

// limitProcess limits this process to a minute on the CPU, 64 MiB for a file, and 4 GiB of
// address space. Go reserves a few hundred MiB without using them.
func limitProcess() {
	limits := map[int]uint64{syscall.RLIMIT_CPU: 60, syscall.RLIMIT_AS: 4 << 30, syscall.RLIMIT_FSIZE: 64 << 20, syscall.RLIMIT_CORE: 0}
	if IsInstrumented() {
		delete(limits, syscall.RLIMIT_AS)
	}
	for resource, most := range limits {
		if err := syscall.Setrlimit(resource, &syscall.Rlimit{Cur: most, Max: most}); err != nil {
			panic(err)
		}
	}
}

// IsInstrumented reports whether the race detector or a sanitizer is built in, because
// these need additional memory.
func IsInstrumented() bool {
	info, _ := debug.ReadBuildInfo()
	return info != nil && slices.ContainsFunc(info.Settings, func(s debug.BuildSetting) bool {
		return s.Key == "-race" && s.Value == "true" || s.Key == "-asan" || s.Key == "-msan"
	})
}
