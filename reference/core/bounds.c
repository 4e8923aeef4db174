/* bounds.c: the error analysis that all numeric references share. The idea is Higham's: follow the factors (1 + d) that
 * each rounding contributes, and never assume an order of summation, since MSL promises none once math is fast. */
#include "bounds.h"
#include <math.h>
#include <string.h>

double rounding_error(assay_scalar scalar)
{
    return 2 * unit_roundoff(scalar);
}

double narrowing_error(const reference_call *call, double magnitude)
{
    assay_scalar to = call->type.scalar;
    if (to == SCALAR_FLOAT)
        return 0;
    return ldexp(rounding_error(to) / 2, ilogb(fmax(magnitude, smallest_normal(to))));
}

double smallest_normal(assay_scalar scalar)
{
    return scalar == SCALAR_HALF ? 0x1p-14 : 0x1p-126;
}

bool is_subnormal(assay_scalar scalar, double x)
{
    return x != 0 && fabs(x) < smallest_normal(scalar);
}

double accumulated_error(double n, double e)
{
    return n * e / (1 - n * e);
}

/* One ulp of x is at most rounding_error * |x|. */
double division_error(const reference_call *call)
{
    bool fast = call->fast_math || call->relaxed_math || call->fast_functions;
    return (fast ? 2.5 : 1) * rounding_error(SCALAR_FLOAT);
}

double rsqrt_error(const reference_call *call)
{
    return (call->fast_functions ? 2 : 1) * rounding_error(SCALAR_FLOAT);
}

double sqrt_error(const reference_call *call)
{
    double e = rounding_error(SCALAR_FLOAT);
    return call->fast_functions ? accumulated_error(3, e) : e;
}

/* The distance of the neighbours around x, or, on a number, to the nearer of its neighbours. */
double ulp_at(assay_scalar scalar, double x)
{
    int digits = scalar == SCALAR_FLOAT ? 24 : scalar == SCALAR_HALF ? 11 : 8, most = scalar == SCALAR_HALF ? 15 : 127;
    int least = 1 - most;
    uint64_t bits, significand = UINT64_C(0xfffffffffffff);
    memcpy(&bits, &x, sizeof bits);
    int exponent =
        (int)(bits >> 52 & 0x7ff) - 1023 - ((bits & significand) == 0); /* a power of two: the gap below it */
    exponent = isinf(x) || exponent > most ? most : exponent < least ? least : exponent;
    uint64_t result = (uint64_t)(exponent - digits + 1 + 1023) << 52;
    memcpy(&x, &result, sizeof x);
    return x;
}

/* Encodings of one sign grow with the magnitude, so the next toward zero is one less; INF gives the largest number. */
uint64_t encode_toward_zero(assay_scalar scalar, double value)
{
    uint64_t nearest = scalar_encode(scalar, value);
    if (isinf(value) || isnan(value))
        return nearest;
    return fabs(scalar_number(scalar, nearest)) > fabs(value) ? nearest - 1 : nearest;
}

void expect_rounded(reference_call *call, size_t k, double value)
{
    assay_scalar scalar = call->type.scalar;
    uint64_t nearest = scalar_encode(scalar, value), truncated = encode_toward_zero(scalar, value);
    if (nearest == truncated)
        expect_bits(call, k, nearest);
    else
        expect_any(call, k, (uint64_t[]){nearest, truncated}, 2);
}

double sum_to_odd(double a, double b)
{
    double sum = a + b, rest = sum - a;
    double error = (a - (sum - rest)) + (b - rest); /* exact (Knuth's two-sum) */
    if (error == 0 || isnan(error) || isinf(sum))
        return sum;
    uint64_t bits;
    memcpy(&bits, &sum, sizeof bits);
    if (bits & 1)
        return sum;
    if (sum == 0) /* the error is then zero, too */
        return sum;
    bits += (error > 0) == (sum > 0) ? 1 : -UINT64_C(1); /* the neighbour, as encodings of one sign are in order */
    memcpy(&sum, &bits, sizeof sum);
    return sum;
}

/* The value of x once it has been rounded to the type. */
static double rounded_number(assay_scalar scalar, double x)
{
    if (scalar == SCALAR_HALF && fabs(x) >= 0x1p-14 && fabs(x) < 0x1p15) {
        double t = x * (0x1p42 + 1); /* Dekker's splitting: 11 of 53 bits, to nearest */
        return t - (t - x);
    }
    return scalar_number(scalar, scalar_encode(scalar, x));
}

void expect_computed(reference_call *call, size_t k, double value, double bound)
{
    assay_scalar scalar = call->type.scalar;
    if (scalar == SCALAR_FLOAT) {
        expect_near(call, k, value, bound);
        return;
    }
    double lo = rounded_number(scalar, value - bound), hi = rounded_number(scalar, value + bound);
    expect_interval(call, k, lo, hi); /* conversion is monotonic: the rounded ends enclose every rounded result */
}

uint64_t scalar_nan(assay_scalar scalar)
{
    return scalar == SCALAR_HALF ? 0x7e00 : scalar == SCALAR_BFLOAT ? 0x7fc0 : 0x7fc00000;
}

bool all_whole(const double *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (numbers[i] != rint(numbers[i]))
            return false;
    return true;
}
