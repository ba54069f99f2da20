// Package guard provides buffers for tests with inaccessible memory on both sides: reading
// or writing one word outside faults.
//
//	| no access | words ... words | no access |
//	             ^ AtStart    AtEnd ^
//
// On systems without mmap the words are between canaries, which are checked when the test
// ends. That detects writes outside the buffer, not reads.
package guard

import "testing"

// A Buffer is a run of words with inaccessible memory on both sides.
type Buffer struct {
	words []uint64
}

// New returns a buffer of at least n zero words. It is freed when the test ends, and its
// slices must not be used afterwards.
func New(t testing.TB, n int) *Buffer {
	t.Helper()
	return &Buffer{alloc(t, n)}
}

// All returns every word of the buffer.
func (b *Buffer) All() []uint64 { return b.words }

// AtStart returns the first n words: the word before them is inaccessible.
func (b *Buffer) AtStart(n int) []uint64 { return b.words[:n:n] }

// AtEnd returns the last n words: the word after them is inaccessible.
func (b *Buffer) AtEnd(n int) []uint64 {
	all := b.words
	return all[len(all)-n : len(all) : len(all)]
}

// Unit is the number of words in whole pages.
const Unit = 64 << 10 / 8

// Forbid makes the words of the buffer inaccessible: reading or writing one faults.
func (b *Buffer) Forbid(t testing.TB) {
	t.Helper()
	b.ForbidFrom(t, 0)
}
