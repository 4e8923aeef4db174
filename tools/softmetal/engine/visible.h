/* visible.h: memory that kernels reach. On a CPU that is all memory; a GPU sees what its driver was told of. */
#ifndef SOFTMETAL_VISIBLE_H
#define SOFTMETAL_VISIBLE_H
#include <stdbool.h>
#include <stddef.h>

/* Zeroed bytes, aligned to 256 if there are so many; NULL if there are none left. Freed with the same size; NULL is
 * fine. */
void *sm_visible_allocate(size_t bytes);
void sm_visible_free(void *memory, size_t bytes);

/* Memory of the GPU's own, zeroed; where kernels run on a CPU there is none, and NULL is returned. Only kernels and the
 * two functions below reach it. A fault, which loses the GPU's context, loses it as well. */
void *sm_visible_private(size_t bytes);
void sm_visible_free_private(void *memory);
/* From and to any memory; ranges may overlap where both are the host's. */
void sm_visible_copy(void *to, const void *from, size_t bytes);
void sm_visible_fill(void *to, unsigned char value, size_t bytes);

/* Whole pages, from now on or until they are forgotten. False if the driver refuses. */
bool sm_visible_show(void *pages, size_t bytes);
void sm_visible_forget(void *pages);
#endif
