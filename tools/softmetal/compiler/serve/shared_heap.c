/* shared_heap.c: the heap of a process that forks. What a fork writes it copies first, a page at a time: so what is
 * free between pieces in use is taken, and forks allocate in pages that nobody has touched, large ones where there
 * are. */
#include "shared_heap.h"
#include <malloc.h>
#include <stdlib.h>
#include <unistd.h>

uintptr_t sm_shared_heap, sm_free_heap;

#if defined __GLIBC__ && __GLIBC_PREREQ(2, 33)
enum { MOST = 16 << 20, LARGE = 2048, LEAST = 24, ALIGNMENT = 16, HEADER = 64, GROWTH = 64 << 20 };

/* The end of what is in use, behind which the heap grows. */
static uintptr_t find_top(void)
{
    return (uintptr_t)sbrk(0) - mallinfo2().keepcost;
}

/* Large pieces first: most of what is free is never touched. */
static void take_free(void)
{
    const uintptr_t top = find_top();
    for (size_t size = MOST; size >= LEAST; size -= size > LARGE ? size / 2 : ALIGNMENT) {
        char *piece;
        while ((piece = malloc(size)) && (uintptr_t)piece < top)
            continue;
        free(piece);
    }
}

void sm_use_up_heap(void)
{
    static void *volatile rest;      /* or the call would be left out */
    mallopt(M_MMAP_THRESHOLD, MOST); /* it no longer adapts when the padding was set */
    take_free();
    mallopt(M_TOP_PAD, 0);
    malloc_trim(0);
    size_t left = mallinfo2().keepcost;
    if (left > 2 * HEADER)
        rest = malloc(left - HEADER);
    (void)rest;
    mallopt(M_TOP_PAD, GROWTH);
    sm_shared_heap = (uintptr_t)sbrk(0);
}

void sm_grow_heap(void)
{
    void *volatile piece = malloc(LARGE);
    free(piece);
    sm_free_heap = find_top();
}
#else
void sm_use_up_heap(void) {}
void sm_grow_heap(void) {}
#endif
