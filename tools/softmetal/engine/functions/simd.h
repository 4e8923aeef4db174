/* simd.h: what SIMD- and quad-group functions compute, once the threads that take part have met. */
#ifndef SOFTMETAL_SIMD_H
#define SOFTMETAL_SIMD_H
#include "../thread.h"

/* The lanes of one SIMD-group: where the operands and the result (thread.h: sm_thread) of its first lane are, and how
 * many bytes further those of the next. c is 32 bits wide, the others 64. */
typedef struct sm_lanes {
    void *a, *b, *c, *result;
    size_t stride;
    uint32_t width;
} sm_lanes;

/* Lets the lanes in `mask` take part in the operation of `site`: reads their operands, fills in their results.
 * Returns the lanes whose result was taken from a lane that is not active, which is undefined (MSL 6.10.2). */
uint64_t sm_simd_perform(const sm_site *site, const sm_lanes *lanes, uint64_t mask, bool apple);
#endif
