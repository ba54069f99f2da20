/* What the Go code needs of C. */
#ifndef SUPPORT_H
#define SUPPORT_H

#include <stddef.h>

/* Returns memory, or NULL if there is none. free frees it. Large blocks use large pages where the
 * system has them. */
void *block_alloc(size_t bytes);

/* Ends the program with status 2, unless the environment variable KOGGESTONE_LOADER_ERRORS is "return". */
void stop_program(void);

#endif
