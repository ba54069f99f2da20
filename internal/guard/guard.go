// Package guard provides buffers for tests that have inaccessible memory on both sides, so
// that reading or writing one word outside faults.
//
//	| no access | words ... words | no access |
//	             ^ AtStart    AtEnd ^
//
// On systems without mmap the words are between canaries, which are checked when the test
// ends. That detects writes outside the buffer, not reads.
package guard

import (
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"unsafe"
)

// A Buffer is a run of words with inaccessible memory on both sides.
type Buffer struct {
	words []uint64
}

// New returns a buffer with at least n zero words. It is freed when the test ends, and its
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

// A Small is an element smaller than a word.
type Small interface {
	~uint8 | ~uint16 | ~uint32 | ~int8 | ~int16
}

// SmallAtStart returns the first n elements of b's memory: the byte before them is
// inaccessible.
func SmallAtStart[T Small](b *Buffer, n int) []T { return small[T](b)[:n:n] }

// SmallAtEnd returns the last n elements of b's memory: the byte after them is
// inaccessible.
func SmallAtEnd[T Small](b *Buffer, n int) []T {
	all := small[T](b)
	return all[len(all)-n : len(all) : len(all)]
}

func small[T Small](b *Buffer) []T {
	var element T
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(b.words))), len(b.words)*8/int(unsafe.Sizeof(element)))
}

// FaultingFunction calls f and returns the name, without package, of the function that
// accessed forbidden memory, or "" if none did.
func FaultingFunction(f func()) (name string) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if recover() == nil {
			return
		}
		pcs := make([]uintptr, 32)
		frames := runtime.CallersFrames(pcs[:runtime.Callers(0, pcs)])
		// The first frames belong to the panic, and the next is the function that faulted.
		for faulted := false; ; {
			frame, more := frames.Next()
			if faulted {
				name = frame.Function[strings.LastIndexByte(frame.Function, '.')+1:]
				return
			}
			faulted = frame.Function == "runtime.sigpanic"
			if !more {
				return
			}
		}
	}()
	f()
	return ""
}
