package main

import "syscall"

// limitProcess bounds what this process takes: a minute of CPU time, addresses of 4
// GiB, of which Go reserves some hundred MiB that it does not use, and files of 64 MiB.
func limitProcess() {
	for resource, most := range map[int]uint64{syscall.RLIMIT_CPU: 60, syscall.RLIMIT_AS: 4 << 30, syscall.RLIMIT_FSIZE: 64 << 20, syscall.RLIMIT_CORE: 0} {
		if err := syscall.Setrlimit(resource, &syscall.Rlimit{Cur: most, Max: most}); err != nil {
			panic(err)
		}
	}
}
