package perft

import (
	"syscall"
	"unsafe"
)

// mapPages returns n zero bytes outside the Go heap, and the mapping that contains them. n
// must be a multiple of hugePage. It asks the system for huge pages, because a table of
// gigabytes would otherwise spend most of a look-up in page tables. If there is no memory,
// it returns nil.
func mapPages(n int) (pages, mapping []byte) {
	mapping, err := syscall.Mmap(-1, 0, n+hugePage, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		return nil, nil
	}
	begin := -uintptr(unsafe.Pointer(&mapping[0])) & (hugePage - 1)
	pages = mapping[begin:][:n:n]
	syscall.Madvise(pages, syscall.MADV_HUGEPAGE) // after an error, pages stay small
	return pages, mapping
}

func unmapPages(mapping []byte) { syscall.Munmap(mapping) }
