//go:build !(amd64 || arm64) || !gc || purego

package simd

// compiled holds no path: there is no assembly in this build.
var compiled []Path

// Needs returns nil: no assembly is compiled in.
func Needs(Path) []Feature { return nil }
