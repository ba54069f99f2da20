//go:build !amd64 || !gc || purego

package movechain

// Available reports whether [Walk] can run.
func Available() bool { return false }

// Walk is not available.
func Walk(_, _ *[Words]uint64, _ *[Size / 8]uint64) uintptr { panic("movechain: no kernel") }
