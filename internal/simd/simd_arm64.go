//go:build gc && !purego

package simd

// compiled holds the paths with assembly in this build, worst to best.
var compiled = []Path{NEON}

// Needs returns nil: every arm64 CPU has NEON.
func Needs(Path) []Feature { return nil }
