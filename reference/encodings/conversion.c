/* conversion.c: conversions between numeric types (MSL 2.23 and 8.6). From float to half and bfloat: to nearest even.
 * To a floating type from any other: to nearest even or toward zero, as 8.6 permits; 2.23 names ties to even for casts,
 * and where two sentences differ the weaker one is judged. To an integer: toward zero, NaN to 0, out of range
 * undefined. Between integers: the low bits. Subnormals, but those of half, may be flushed (8.1); with fast math INF is
 * open, as NaN is, and without safe math a zero has either sign. */
#include "../core/arguments.h"
#include "../core/bounds.h"
#include <math.h>

/* Whether a whole number fits the integer type. */
static bool fits(assay_scalar scalar, double whole)
{
    const double end = scalar == SCALAR_ULONG ? 0x1p64 : 0x1p63;
    return scalar_number(scalar, scalar_encode(scalar, whole)) == whole && fabs(whole) < end;
}

static bool may_be_flushed(assay_scalar source, double value)
{
    return source != SCALAR_HALF && is_subnormal(source, value);
}

/* An integer's value, exact or, where a double cannot hold it, such that rounding it again is right. */
static double whole_number(assay_scalar source, uint64_t bits)
{
    if (source == SCALAR_LONG)
        return sum_to_odd((double)((int64_t)bits >> 32) * 0x1p32, (double)(bits & UINT32_MAX));
    if (source == SCALAR_ULONG)
        return sum_to_odd((double)(bits >> 32) * 0x1p32, (double)(bits & UINT32_MAX));
    return scalar_number(source, bits);
}

/* From a number of any type that is no NaN. */
static void expect_real(reference_call *call, size_t k, assay_scalar source, double value)
{
    assay_scalar to = call->type.scalar;
    uint64_t bits = scalar_encode(to, value);
    bool subnormal = may_be_flushed(source, value);
    double result = scalar_number(to, bits);
    if (isinf(result) && call->fast_math)
        expect_unjudged(call, k);
    else if (subnormal && to != SCALAR_HALF)
        expect_permitted(call, k, (reference_permit[]){{PERMIT_ROUNDED, value, 0}, {PERMIT_ROUNDED, 0, 0}}, 2);
    else if (result == 0 && (subnormal || call->fast_math || call->relaxed_math))
        expect_ulps(call, k, 0, 0);
    else if (source != SCALAR_FLOAT && result != value)
        expect_rounded(call, k, value);
    else
        expect_bits(call, k, bits);
}

static void expect_converted(reference_call *call, size_t k, const reference_array *from, size_t i, unsigned lane)
{
    assay_scalar to = call->type.scalar, source = from->type.scalar;
    uint64_t bits = array_bits(from, i, lane);
    if (to == SCALAR_BOOL) {
        if (!may_be_flushed(source, scalar_number(source, bits)))
            expect_bits(call, k, scalar_number(source, bits) != 0);
    } else if (!assay_scalar_is_float(to) && !assay_scalar_is_float(source)) {
        uint64_t mask = UINT64_MAX >> (64 - 8 * assay_scalar_size(to));
        expect_bits(call, k, (uint64_t)scalar_integer(source, bits) & mask);
    } else if (!assay_scalar_is_float(to)) {
        double whole = trunc(scalar_number(source, bits));
        if (isnan(whole) && call->fast_math)
            expect_unjudged(call, k); /* MSL 8.1 leaves NaN open with fast math */
        else if (isnan(whole))
            expect_bits(call, k, 0);
        else if (fits(to, whole))
            expect_bits(call, k, scalar_encode(to, whole));
        else
            expect_unjudged(call, k);
    } else {
        double value = whole_number(source, bits);
        if (isnan(value) && call->fast_math)
            expect_unjudged(call, k);
        else if (isnan(value))
            expect_nan(call, k);
        else
            expect_real(call, k, source, value);
    }
}

/* converted(from): componentwise, to the type of the output. */
REFERENCE(converted)
{
    if (!arguments_are(call, "a"))
        return;
    for (size_t i = 0; i < call->count; i++)
        for (unsigned lane = 0; lane < call->type.lanes; lane++)
            expect_converted(call, i * call->type.lanes + lane, argument_array(call, 0), i, lane);
}

/* spread(from): a scalar, converted, in every component of a vector. */
REFERENCE(spread)
{
    if (!arguments_are(call, "a"))
        return;
    for (size_t i = 0; i < call->count; i++)
        for (unsigned lane = 0; lane < call->type.lanes; lane++)
            expect_converted(call, i * call->type.lanes + lane, argument_array(call, 0), i, 0);
}

/* reinterpreted(from): the same bytes under another type of the same size (as_type). */
REFERENCE(reinterpreted)
{
    if (!arguments_are(call, "a"))
        return;
    const reference_array *from = argument_array(call, 0);
    size_t size = assay_scalar_size(call->type.scalar);
    for (size_t i = 0; i < call->count; i++)
        for (unsigned lane = 0; lane < call->type.lanes; lane++) {
            const char *element = (const char *)from->data + i * from->type.stride;
            expect_bits(call, i * call->type.lanes + lane, scalar_load(call->type.scalar, element + lane * size));
        }
}

/* around_halves(): floats around every half: each half, the tie above it, and the floats beside the tie. */
INPUT(around_halves)
{
    for (size_t i = 0; i < call->count; i++) {
        uint16_t bits = (uint16_t)(i / 4);
        double value = half_to_double(bits), next = half_to_double((uint16_t)(bits + 1));
        if (isnan(value) || isnan(next) || isinf(value) || isinf(next)) {
            input_set(call, i, 0, value);
            continue;
        }
        float tie = (float)((value + next) / 2); /* exact: 12 significant bits */
        float chosen[4] = {(float)value, tie, nextafterf(tie, 0), nextafterf(tie, tie < 0 ? -INFINITY : INFINITY)};
        input_set(call, i, 0, (double)chosen[i % 4]);
    }
}

/* around_bfloats(): likewise around every bfloat. */
INPUT(around_bfloats)
{
    for (size_t i = 0; i < call->count; i++) {
        static const uint32_t beside[4] = {0, 0x8000, 0x7fff, 0x8001};
        input_set(call, i, 0, scalar_number(SCALAR_FLOAT, ((uint32_t)(i / 4) << 16) + beside[i % 4]));
    }
}
