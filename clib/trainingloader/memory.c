//go:build cgo

#define _DEFAULT_SOURCE
#include "memory.h"

#include <stdlib.h>

#ifdef __linux__
#include <sys/mman.h>
#endif

void *block_alloc(size_t bytes)
{
#if defined(__linux__) && defined(MADV_HUGEPAGE)
	const size_t page = (size_t)2 << 20;
	void *block;
	if (bytes >= 2 * page) {
		if (posix_memalign(&block, page, bytes))
			return NULL;
		madvise(block, bytes, MADV_HUGEPAGE); /* a hint: errors do not matter */
		return block;
	}
#endif
	return malloc(bytes ? bytes : 1);
}
