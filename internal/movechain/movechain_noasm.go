//go:build !amd64 || !gc || purego

package movechain

// Available reports whether [Walk] can run.
func Available() bool { return false }

// Walk is not available.
func Walk(*[Words]uint64, *[Size / 8]uint64, []byte) { panic("movechain: no kernel") }
