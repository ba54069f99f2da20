//go:build !amd64 || !gc || purego

package simd

import "runtime"

const (
	compiled       = false
	whyNotCompiled = "architecture " + runtime.GOARCH + ", or the purego build tag"
)

// Needs returns nothing: no assembly is compiled in.
func Needs(Path) []Feature { return nil }
