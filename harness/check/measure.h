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

/* The class of an argument. */
int measure_class(double argument);
/* An empty measurement; adding one of other components. */
void measurement_begin(measurement *m);
void measurement_add(measurement *m, const measurement *more);

/* False if the reference gave no real values. */
bool check_measure(const expectation *expectation, const void *got, measurement *result);

/* One result of type float that is right, neither subnormal nor INF nor NaN. */
void measure_right(measurement *m, float got, double truth, double argument);
#endif
