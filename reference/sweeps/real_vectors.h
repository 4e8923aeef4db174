/* real_vectors.h: real functions of many floats at once, for sweeps: by vectors of doubles, mostly SLEEF's functions,
 * where SLEEF is installed and the machine has such vectors, otherwise one after the other. */
#ifndef ASSAY_REFERENCE_REAL_VECTORS_H
#define ASSAY_REFERENCE_REAL_VECTORS_H
#include "../core/real.h"
#include <stddef.h>

/* result[i] is within 2^-50 of f->one(x[i]), relative to it, or NaN, INF or zero where that is. The last x has
 * the largest magnitude. */
void real_near(const real_function *f, const float *x, size_t count, double *result);
/* How many numbers real_near takes at once on this machine: 8, 4, or 1 if none of it is by vectors. */
size_t real_near_lanes(void);
/* The same by so many lanes, not more than real_near_lanes has. */
void real_near_by(size_t lanes, const real_function *f, const float *x, size_t count, double *result);
#endif
