package perft

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// mapPages returns n zero bytes outside the Go heap, and the mapping that contains them. n
// must be a multiple of hugePage. It asks the system for huge pages, because a table of
// gigabytes would otherwise spend most of a look-up in page tables. If there is no memory,
// it returns nil.
func mapPages(n int) (pages, mapping []byte) {
	mapping, err := unix.Mmap(-1, 0, n+hugePage, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
	if err != nil {
		return nil, nil
	}
	begin := -uintptr(unsafe.Pointer(&mapping[0])) & (hugePage - 1)
	pages = mapping[begin:][:n:n]
	unix.Madvise(pages, unix.MADV_HUGEPAGE) // after an error, pages stay small
	return pages, mapping
}

func unmapPages(mapping []byte) { unix.Munmap(mapping) }
