//go:build unix

package guard

import (
	"os"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Faults reports whether access outside a buffer faults.
const Faults = true

// alloc maps n words, rounded up to whole units, between two units without access. A
// unit is a page, and at least 64 KiB.
func alloc(t testing.TB, n int) []uint64 {
	t.Helper()
	unit := max(os.Getpagesize(), 8*Unit)
	size := max(1, (8*n+unit-1)/unit) * unit
	mem, err := unix.Mmap(-1, 0, unit+size+unit, unix.PROT_NONE, unix.MAP_ANON|unix.MAP_PRIVATE)
	if err != nil {
		t.Fatalf("guard: mmap of %d bytes: %v", unit+size+unit, err)
	}
	t.Cleanup(func() {
		if err := unix.Munmap(mem); err != nil {
			t.Errorf("guard: munmap: %v", err)
		}
	})
	data := mem[unit : unit+size]
	if err := unix.Mprotect(data, unix.PROT_READ|unix.PROT_WRITE); err != nil {
		t.Fatalf("guard: mprotect of %d bytes: %v", size, err)
	}
	return unsafe.Slice((*uint64)(unsafe.Pointer(unsafe.SliceData(data))), size/8)
}

// ForbidFrom makes words[from:] inaccessible. from must be a multiple of [Unit].
func (b *Buffer) ForbidFrom(t testing.TB, from int) {
	t.Helper()
	words := b.words[from:]
	bytes := unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(words))), 8*len(words))
	if err := unix.Mprotect(bytes, unix.PROT_NONE); err != nil {
		t.Fatalf("guard: mprotect of %d bytes: %v", len(bytes), err)
	}
}
