//go:build unix

package cli

import "syscall"

// replaceProcess runs a program in the place of this process. It returns only if there is an error.
func replaceProcess(file string, args, env []string) error { return syscall.Exec(file, args, env) }
