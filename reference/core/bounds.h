/* bounds.h: how far a floating-point result may lie from the real value, derived from chapter 8 of the specification.
 *
 * Every bound is made of three things: the error of one rounding, the error a sum of n terms gathers in any order, and
 * the allowances that the accuracy tables give to single functions. Relative errors are in units of the type's
 * `rounding_error`, so a bound reads as it is derived on paper. */
#ifndef ASSAY_REFERENCE_BOUNDS_H
#define ASSAY_REFERENCE_BOUNDS_H
#include "reference.h"

/* Largest relative error of one correctly rounded operation. MSL 8.2 permits rounding to nearest even and rounding
 * toward zero, so this is the gap between neighbours, twice the unit roundoff. */
double rounding_error(assay_scalar scalar);

/* What rounding a number of this magnitude to nearest in the result's type adds, half of the gap between its
 * neighbours, or nothing if that is float. */
double narrowing_error(const reference_call *call, double magnitude);

/* The smallest positive normal number of a floating type, and whether x lies between it and zero. */
double smallest_normal(assay_scalar scalar);
bool is_subnormal(assay_scalar scalar, double x);

/* n * e / (1 - n * e): relative error of a product of n factors (1 + d) with |d| <= e. A sum of n terms in any order is
 * off by at most this, with n - 1 in place of n, times the sum of the magnitudes. */
double accumulated_error(double n, double e);

/* Relative errors of float operations in this case's mode (MSL 8.4, tables 8.1 and 8.2). */
double division_error(const reference_call *call); /* x / y: correctly rounded; fast, relaxed: 2.5 ulp */
double rsqrt_error(const reference_call *call);    /* correctly rounded; fast: 2 ulp */
double sqrt_error(const reference_call *call);     /* correctly rounded; fast: x * rsqrt(x) */

/* ulp(x) of a floating type as MSL 8.4 defines it; beyond the largest number its last distance. */
double ulp_at(assay_scalar scalar, double x);

/* The encoding of `value` rounded toward zero. */
uint64_t encode_toward_zero(assay_scalar scalar, double value);

/* Component k is `value` correctly rounded, in either permitted mode (MSL 8.2). `value` must be exact or, where a
 * double cannot hold it, rounded to odd (sum_to_odd), so that rounding it again is right. */
void expect_rounded(reference_call *call, size_t k, double value);

/* a + b, exact if representable; otherwise of the two neighbours the one with an odd significand. Rounding the result
 * to a shorter type equals rounding the exact sum (Boldo and Melquiond). */
double sum_to_odd(double a, double b);

/* Component k lies within `bound` of `value` as a float computation gave it, then was rounded to the output's type:
 * for half and bfloat a conversion to nearest even (MSL 8.6), for float nothing more. */
void expect_computed(reference_call *call, size_t k, double value, double bound);

/* A quiet NaN of a floating type. */
uint64_t scalar_nan(assay_scalar scalar);

/* Whether every number is whole. Sums of whole numbers are exact in any order while they stay below 2^24. */
bool all_whole(const double *numbers, size_t count);
#endif
