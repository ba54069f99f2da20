// Package guard gives tests buffers that end, and begin, where memory ends: one
// word read or written outside faults at once.
//
//	| no access | words ... words | no access |
//	             ^ AtStart    AtEnd ^
//
// On systems without mmap the words lie between canaries, which are checked when the
// test ends: that finds writes outside, not reads.
package guard

import "testing"

// A Buffer is a run of words with inaccessible memory on both sides.
type Buffer struct {
	words []uint64
}

// New returns a buffer of at least n words, zeroed. It is freed when the test
// ends; its slices must not be used after that.
func New(t testing.TB, n int) *Buffer {
	t.Helper()
	return &Buffer{alloc(t, n)}
}

// All returns every word of the buffer.
func (b *Buffer) All() []uint64 { return b.words }

// AtStart returns the n first words: the word before them is inaccessible.
func (b *Buffer) AtStart(n int) []uint64 { return b.words[:n:n] }

// AtEnd returns the n last words: the word after them is inaccessible.
func (b *Buffer) AtEnd(n int) []uint64 {
	all := b.words
	return all[len(all)-n : len(all) : len(all)]
}

// Unit is a number of words that fill whole pages.
const Unit = 64 << 10 / 8

// Forbid takes away all access to the buffer's words: from then on, reading or writing
// one faults.
func (b *Buffer) Forbid(t testing.TB) {
	t.Helper()
	b.ForbidFrom(t, 0)
}
