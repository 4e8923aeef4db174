/* real.h: the functions of chapter 6 on real numbers, in double: errors below 2^-50 relative, which leaves more than 24
 * bits to spare. NaN where the function has no value. */
#ifndef ASSAY_REFERENCE_REAL_H
#define ASSAY_REFERENCE_REAL_H
#include <stdbool.h>

typedef struct real_function {
    const char *name;
    double (*one)(double);
    double (*two)(double, double);
    double (*three)(double, double, double);
    double (*near)(double); /* within 2^-50 of `one`, and cheaper: not rounded to odd; or NULL */
    bool bounded_slope;     /* |f'| <= 1, but not monotonic: sin and cos */
    bool monotonic;         /* on either side of zero, and so are the results of `one` where they are zero or INF */
    bool cut_off;           /* without a value beyond some argument, or between zero and one */
    bool arithmetic;        /* an operation of IEEE 754: without a value it gives NaN */
    /* Of one argument: where it has a zero, a pole, a branch, an end, or a boundary of a reduction. A 0 ends the list
     * and is one of them. Inputs of numeric cases lie on both sides of each (number_inputs_test.c). */
    double places[24];
} real_function;

/* NULL if unknown. */
const real_function *real_find(const char *name);
#endif
