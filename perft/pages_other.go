//go:build !linux

package perft

// mapPages returns nil: all memory is from the Go heap.
func mapPages(int) (pages, mapping []byte) { return nil, nil }

func unmapPages([]byte) {}
