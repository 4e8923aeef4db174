/* relational.c: the relational functions (MSL 6.5), as 0 and 1: a case stores what a predicate says as a number. All
 * look at encodings alone, so flushing of subnormals changes none of them. With fast math NaN and INF may be assumed
 * away, and without safe math the sign of a zero (1.6.3). */
#include "../core/arguments.h"
#include "../core/bounds.h"
#include <math.h>

typedef bool predicate(double x, double y, bool sign);

static bool is_finite(double x, double y, bool sign)
{
    (void)y, (void)sign;
    return !isnan(x) && !isinf(x);
}
static bool is_inf(double x, double y, bool sign)
{
    (void)y, (void)sign;
    return isinf(x);
}
static bool is_nan(double x, double y, bool sign)
{
    (void)y, (void)sign;
    return isnan(x);
}
static bool is_ordered(double x, double y, bool sign)
{
    (void)sign;
    return !isnan(x) && !isnan(y);
}
static bool is_unordered(double x, double y, bool sign)
{
    return !is_ordered(x, y, sign);
}
static bool sign_bit(double x, double y, bool sign)
{
    (void)x, (void)y;
    return sign;
}

static void apply(reference_call *call, predicate *holds, int operands)
{
    bool signs_count = !call->fast_math && !call->relaxed_math;
    if (!arguments_are(call, operands == 1 ? "a" : "aa"))
        return;
    const reference_array *in = argument_array(call, 0), *other = operands == 2 ? argument_array(call, 1) : in;
    unsigned top = 8 * (unsigned)assay_scalar_size(in->type.scalar) - 1;
    for (size_t i = 0; i < call->count; i++)
        for (unsigned lane = 0; lane < call->type.lanes; lane++) {
            double x = array_number(in, i, lane), y = array_number(other, i, lane);
            bool special = isnan(x) || isinf(x) || isnan(y) || isinf(y);
            if ((special && call->fast_math) || (holds == sign_bit && x == 0 && !signs_count))
                continue;
            expect_bits(call, i * call->type.lanes + lane, holds(x, y, array_bits(in, i, lane) >> top & 1));
        }
}

REFERENCE(isfinite)
{
    apply(call, is_finite, 1);
}
REFERENCE(isinf)
{
    apply(call, is_inf, 1);
}
REFERENCE(isnan)
{
    apply(call, is_nan, 1);
}
REFERENCE(isordered)
{
    apply(call, is_ordered, 2);
}
REFERENCE(isunordered)
{
    apply(call, is_unordered, 2);
}
REFERENCE(signbit)
{
    apply(call, sign_bit, 1);
}

/* copied_sign(a, b): whether copysign(a, b) is negative, in safe math. Flushing makes the sign of a zero undefined
 * (8.5). */
REFERENCE(copied_sign)
{
    if (!arguments_are(call, "aa"))
        return;
    assay_scalar scalar = argument_array(call, 0)->type.scalar;
    for (size_t i = 0; i < call->count; i++)
        for (unsigned lane = 0; lane < call->type.lanes; lane++) {
            double a = array_number(argument_array(call, 0), i, lane);
            double b = array_number(argument_array(call, 1), i, lane);
            if (!is_subnormal(scalar, a) && !is_subnormal(scalar, b))
                expect_bits(call, i * call->type.lanes + lane, signbit(b) != 0);
        }
}

/* isnormal(x): the exponent is neither that of zero nor that of INF. */
REFERENCE(isnormal)
{
    if (!arguments_are(call, "a"))
        return;
    const reference_array *in = argument_array(call, 0);
    double least = smallest_normal(in->type.scalar);
    for (size_t i = 0; i < call->count; i++)
        for (unsigned lane = 0; lane < call->type.lanes; lane++) {
            double x = array_number(in, i, lane);
            if (call->fast_math && (isnan(x) || isinf(x)))
                continue;
            expect_bits(call, i * call->type.lanes + lane, isfinite(x) && fabs(x) >= least);
        }
}

/* selected(a, b, c): the bits of b where c is not 0, otherwise those of a. */
REFERENCE(selected)
{
    if (!arguments_are(call, "aaa"))
        return;
    for (size_t i = 0; i < call->count; i++)
        for (unsigned lane = 0; lane < call->type.lanes; lane++) {
            bool second = array_bits(argument_array(call, 2), i, lane) != 0;
            expect_bits(call, i * call->type.lanes + lane, array_bits(argument_array(call, second), i, lane));
        }
}

static void over_lanes(reference_call *call, bool all)
{
    if (!arguments_are(call, "a"))
        return;
    const reference_array *in = argument_array(call, 0);
    for (size_t i = 0; i < call->count; i++) {
        bool result = all;
        for (unsigned lane = 0; lane < in->type.lanes; lane++)
            result = all ? result && array_bits(in, i, lane) : result || array_bits(in, i, lane);
        expect_bits(call, i, result);
    }
}

/* all_true(x), any_true(x): over the components of each element. */
REFERENCE(all_true)
{
    over_lanes(call, true);
}
REFERENCE(any_true)
{
    over_lanes(call, false);
}

/* negated(x): 1 for 0, 0 for anything else. */
REFERENCE(negated)
{
    if (!arguments_are(call, "a"))
        return;
    for (size_t i = 0; i < call->count; i++)
        for (unsigned lane = 0; lane < call->type.lanes; lane++)
            expect_bits(call, i * call->type.lanes + lane, !array_bits(argument_array(call, 0), i, lane));
}
