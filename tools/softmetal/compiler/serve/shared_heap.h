/* shared_heap.h: a heap that forks need not copy. */
#ifndef SOFTMETAL_SHARED_HEAP_H
#define SOFTMETAL_SHARED_HEAP_H
#include <stdint.h>

/* Where the heap that forks share ends; 0: it is not known. */
extern uintptr_t sm_shared_heap;

/* Takes what is free in the heap, so that forks allocate behind it. To be called while there is one thread. */
void sm_use_up_heap(void);

/* Where what is free behind that starts in a fork, after sm_grow_heap(); 0: it is not known. */
extern uintptr_t sm_free_heap;

/* In a fork: what most runs allocate will lie behind the shared heap, in room that has not been touched. */
void sm_grow_heap(void);
#endif
