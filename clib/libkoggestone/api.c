//go:build cgo

/* The functions of koggestone.h. Each checks that Go can run, and calls the exported Go
 * function of its name. Those that can fail are in calls.h. */
#include "koggestone.h"
#include "_cgo_export.h"

#include <string.h>

/* Nonzero in a child process that was forked after the library was loaded. */
static volatile int forked;

#ifndef _WIN32
#include <pthread.h>

static void in_child(void) { forked = 1; }

__attribute__((constructor)) static void watch_fork(void) { pthread_atfork(NULL, NULL, in_child); }
#endif

static int fork_error(koggestone_error *error)
{
	if (error) {
		error->code = KOGGESTONE_ERROR_FORKED;
		strcpy(error->message, "koggestone does not work in a process that was forked after the library was loaded: "
			"load it in the child, in Python by the start method \"spawn\"");
	}
	return KOGGESTONE_ERROR_FORKED;
}

#define CALL(call) { return forked ? fork_error(error) : (call); }

int koggestone_abi(void) { return KOGGESTONE_ABI; }

const char *koggestone_implementation(void)
{
	static const char *volatile known = "";

	if (!forked)
		known = kgImplementation();
	return known;
}

#include "calls.h"
