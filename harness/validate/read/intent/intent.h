/* intent.h: what the body of a kernel tells of how it is meant, where nobody says it in words: the threadgroup that its
 * tiles are made for, and the type that it takes bytes for. */
#ifndef ASSAY_INTENT_H
#define ASSAY_INTENT_H
#include "../kernel.h"

typedef struct intent_array {
    const char *name; /* NULL: none */
    unsigned size;
    bool by_groups; /* it is the number of the SIMD-group that indexes it */
} intent_array;

/* The side of its square tiles, `threadgroup T tile[16][16]` or `[16][17]`; none if there are none, or several sides.
 * Names are in the kernel's arena. */
intent_array intent_tile(const kernel_source *source, const kernel_function *function);
/* The array in threadgroup memory with the least room for threads, of those that it indexes by nothing but the number
 * of the thread in the threadgroup, or of its SIMD-group; and that many threads. */
intent_array intent_most_threads(const kernel_source *source, const kernel_function *function);
/* By how much its loops go on that begin at the thread's number, `for (i = t; …; i += 256)`, if nobody tells it how
 * many threads there are: that many. 0 if there are none, or such as differ. */
unsigned intent_step(const kernel_source *source, const kernel_function *function);
/* Whether it is told how many threads a threadgroup has, or how many SIMD-groups. */
bool intent_is_told(const kernel_function *function);
/* Whether it works by SIMD-groups: speaks of them anywhere. */
bool intent_uses_simd(const kernel_source *source);
/* The members of a struct of scalars, as `{uint n, float eps}`; NULL if it is none, or has anything else. */
const char *intent_members(const kernel_source *source, const kernel_function *function, const char *type);
/* The type in the first cast of this parameter: `device const half *` of `(device const half *)(x + n)`, as `half`.
 * NULL without one. */
const char *intent_cast(const kernel_source *source, const kernel_function *function, const char *parameter);
#endif
