//go:build !(amd64 || arm64) || !gc || purego

package simd

// compiled is empty, because there is no assembly in this build.
var compiled []Path

// Needs returns nil, because there is no assembly in this build.
func Needs(Path) []Feature { return nil }
