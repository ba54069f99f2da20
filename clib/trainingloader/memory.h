/* Memory that C programs read. */
#ifndef MEMORY_H
#define MEMORY_H

#include <stddef.h>

/* Returns memory, or NULL if there is none. free frees it. Large blocks use large pages where the
 * system has them. */
void *block_alloc(size_t bytes);

#endif
