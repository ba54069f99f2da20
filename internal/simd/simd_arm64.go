//go:build gc && !purego

package simd

// compiled is the paths with assembly in this build, slowest first.
var compiled = []Path{NEON}

// Needs returns nil: every arm64 CPU has NEON.
func Needs(Path) []Feature { return nil }
