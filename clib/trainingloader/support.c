//go:build cgo

#define _DEFAULT_SOURCE
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

void stop_program(void)
{
	const char *errors = getenv("KOGGESTONE_LOADER_ERRORS");
	if (errors && !strcmp(errors, "return"))
		return;
	fflush(NULL);
	_Exit(2); /* not exit, whose handlers may wait for threads that wait for this one */
}
