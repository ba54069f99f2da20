//go:build !amd64 || !gc || purego

package simd

import "runtime"

const (
	compiled       = false
	whyNotCompiled = "architecture " + runtime.GOARCH + ", or the purego build tag"
)

// Needs returns nil: no assembly is compiled in.
func Needs(Path) []Feature { return nil }
