/* measure.h: how far an output is from the real results, for the record: what a device does within the bounds is its
 * fingerprint. */
#ifndef ASSAY_MEASURE_H
#define ASSAY_MEASURE_H
#include "check.h"

/* Arguments in classes of four binary exponents; the first begins at 2^-152. */
enum { MEASURE_CLASSES = 71, MEASURE_FIRST = -152, MEASURE_WIDTH = 4 };

typedef struct measurement {
    size_t count;           /* results that were measured: finite, with a finite real value in the normal range */
    size_t nearest;         /* of these, rounded to nearest even */
    size_t toward_zero;     /* rounded toward zero */
    size_t kept, flushed;   /* results in the subnormal range: subnormal, or zero */
    double worst, argument; /* largest error in ulp, and at which argument */
    double classes[MEASURE_CLASSES]; /* largest error by the argument's exponent; -1 where nothing was measured */
} measurement;

/* False if the reference gave no real values. */
bool check_measure(const expectation *expectation, const void *got, measurement *result);
#endif
