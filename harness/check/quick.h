/* quick.h: the quick test of a sweep. It accepts what is certainly right; what it does not accept may be right, too,
 * and is judged as in any case. */
#ifndef ASSAY_QUICK_H
#define ASSAY_QUICK_H
#include "measure.h"

/* For a float output of which the reference gave real values with bounds (expects_bounds): judges and measures what
 * lies strictly inside its bound, and leaves the rest to the comparison. */
typedef struct quick_result {
    size_t judged, unjudged; /* components decided here: right, or nothing was promised */
    size_t rest;             /* how many are left: which[0] … */
} quick_result;
quick_result check_quickly(const expectation *expectation, const float *got, measurement *m, uint32_t *which);
/* How many results it takes at once on this machine, 8 or 4; and the same by so many. */
size_t quick_lanes(void);
quick_result check_quickly_by(size_t lanes, const expectation *expectation, const float *got, measurement *m,
                              uint32_t *which);
#endif
