/* elementwise.c: kernels in which every element stands for itself: a + b, 2x, sqrt, guards, fma, precise rsqrt. Where a
 * kernel takes a count smaller than its buffers, the elements beyond it keep what they held. */
#include "../core/arguments.h"
#include "../core/bounds.h"
#include <float.h>
#include <math.h>

static void expect_unchanged(reference_call *call, const reference_array *before, size_t first)
{
    for (size_t i = first; i < call->count; i++)
        expect_element(call, i, before, i);
}

/* x as a float, or a zero of either sign if it is subnormal: flushing is permitted, the sign is not defined then
 * (MSL 8.1, 8.5). */
static void expect_flushable(reference_call *call, size_t k, double x)
{
    uint64_t bits = scalar_encode(SCALAR_FLOAT, x);
    if (is_subnormal(SCALAR_FLOAT, x))
        expect_any(call, k, (uint64_t[]){bits, 0, 0x80000000u}, 3);
    else
        expect_bits(call, k, bits);
}

/* vector_add(a, b): the sum of two floats, correctly rounded. The double sum is exact for the whole numbers of the
 * cases. */
REFERENCE(vector_add)
{
    if (!arguments_are(call, "aa"))
        return;
    const float *a = argument_array(call, 0)->data, *b = argument_array(call, 1)->data;
    for (size_t i = 0; i < call->count; i++)
        expect_rounded(call, i, (double)a[i] + (double)b[i]);
}

/* vector_add_counted(a, b, before, count): the same for the first `count` elements. */
REFERENCE(vector_add_counted)
{
    if (!arguments_are(call, "aaan"))
        return;
    const float *a = argument_array(call, 0)->data, *b = argument_array(call, 1)->data;
    size_t count = argument_size(call, 3);
    for (size_t i = 0; i < call->count && i < count; i++)
        expect_rounded(call, i, (double)a[i] + (double)b[i]);
    expect_unchanged(call, argument_array(call, 2), count);
}

/* doubled(before): exact but for overflow, where rounding to nearest gives INF and rounding toward zero the largest
 * number, and for subnormals, which may be flushed. */
REFERENCE(doubled)
{
    if (!arguments_are(call, "a"))
        return;
    const reference_array *before = argument_array(call, 0);
    for (size_t i = 0; i < call->count; i++) {
        double x = array_number(before, i, 0);
        bool special = isnan(x) || isinf(x) || fabs(2 * x) >= 0x1p128;
        if (special && call->fast_math)
            expect_unjudged(call, i); /* MSL 8.1 */
        else if (isnan(x))
            expect_nan(call, i);
        else if (is_subnormal(SCALAR_FLOAT, x))
            expect_any(call, i, (uint64_t[]){scalar_encode(SCALAR_FLOAT, 2 * x), 0, 0x80000000u}, 3);
        else if (x == 0 && call->fast_math)
            expect_any(call, i, (uint64_t[]){0, 0x80000000u}, 2);
        else
            expect_rounded(call, i, 2 * x);
    }
}

/* One square root. Precise: correctly rounded. Fast: x * rsqrt(x), within rsqrt's 2 ulp and one rounding. */
static void expect_sqrt(reference_call *call, size_t k, double x)
{
    bool fast = call->fast_math || call->fast_functions;
    if (isnan(x) || x < 0 || isinf(x)) {
        if (fast)
            expect_unjudged(call, k); /* MSL 8.1 */
        else if (isinf(x) && x > 0)
            expect_bits(call, k, 0x7f800000u);
        else if (is_subnormal(SCALAR_FLOAT, x))
            expect_unjudged(call, k); /* flushed to -0 it has a root */
        else
            expect_nan(call, k);
    } else if (x == 0) {
        if (call->fast_math)
            expect_any(call, k, (uint64_t[]){0, 0x80000000u}, 2);
        else
            expect_bits(call, k, signbit(x) ? 0x80000000u : 0);
    } else if (is_subnormal(SCALAR_FLOAT, x)) {
        uint64_t bits = scalar_encode(SCALAR_FLOAT, sqrt(x)), cut = encode_toward_zero(SCALAR_FLOAT, sqrt(x));
        if (call->fast_functions)
            expect_unjudged(call, k);
        else
            expect_any(call, k, (uint64_t[]){bits, cut, 0, 0x80000000u}, 4);
    } else if (call->fast_functions) {
        expect_near(call, k, sqrt(x), sqrt(x) * sqrt_error(call));
    } else {
        expect_rounded(call, k, sqrt(x)); /* the root of a 24-bit number is never near a tie of 24 bits */
    }
}

/* square_roots(before, count) */
REFERENCE(square_roots)
{
    if (!arguments_are(call, "an"))
        return;
    const reference_array *before = argument_array(call, 0);
    size_t count = argument_size(call, 1);
    for (size_t i = 0; i < call->count && i < count; i++)
        expect_sqrt(call, i, array_number(before, i, 0));
    expect_unchanged(call, before, count);
}

/* guards(x, eps, cap, flags): bit 0 turns |x| < eps into 0, bit 1 clamps to [-cap, cap] through fmax and fmin, which
 * return the other argument when one is NaN (MSL 6.5, safe math only). */
REFERENCE(guards)
{
    if (!arguments_are(call, "annn"))
        return;
    const reference_array *in = argument_array(call, 0);
    double eps = argument_number(call, 1), cap = argument_number(call, 2);
    unsigned flags = (unsigned)argument_size(call, 3);
    for (size_t i = 0; i < call->count; i++) {
        double x = array_number(in, i, 0);
        if ((isnan(x) || isinf(x)) && call->fast_math) {
            expect_unjudged(call, i);
            continue;
        }
        if ((flags & 1) && fabs(x) < eps)
            x = 0;
        if (flags & 2)
            x = isnan(x) || x < -cap ? -cap : x > cap ? cap : x;
        if (isnan(x))
            expect_nan(call, i);
        else if (x == 0 && call->fast_math)
            expect_any(call, i, (uint64_t[]){0, 0x80000000u}, 2);
        else
            expect_flushable(call, i, x);
    }
}

/* fused(a, b, c): a * b + c, rounded once. The product of two floats is exact in double; the sum is rounded to odd, so
 * that rounding it to float is as good as rounding the real value. */
REFERENCE(fused)
{
    if (!arguments_are(call, "aaa"))
        return;
    const reference_array *a = argument_array(call, 0), *b = argument_array(call, 1), *c = argument_array(call, 2);
    for (size_t i = 0; i < call->count; i++)
        for (unsigned lane = 0; lane < call->type.lanes; lane++) {
            double product = array_number(a, i, lane) * array_number(b, i, lane);
            expect_rounded(call, i * call->type.lanes + lane, sum_to_odd(product, array_number(c, i, lane)));
        }
}

/* precise_rsqrt(variance, eps): rsqrt(variance + eps) with both operations correctly rounded, each in either mode. */
REFERENCE(precise_rsqrt)
{
    if (!arguments_are(call, "an"))
        return;
    const reference_array *variance = argument_array(call, 0);
    double eps = argument_number(call, 1);
    for (size_t i = 0; i < call->count; i++) {
        double sum = sum_to_odd(array_number(variance, i, 0), eps);
        uint64_t operand[2] = {scalar_encode(SCALAR_FLOAT, sum), encode_toward_zero(SCALAR_FLOAT, sum)};
        uint64_t accepted[4];
        size_t n = 0;
        for (int rounding = 0; rounding < 2; rounding++) {
            double root = 1 / sqrt(scalar_number(SCALAR_FLOAT, operand[rounding]));
            accepted[n++] = scalar_encode(SCALAR_FLOAT, root);
            accepted[n++] = encode_toward_zero(SCALAR_FLOAT, root);
        }
        expect_any(call, i, accepted, n);
    }
}

/* magnitudes: positive numbers of every size; in between zeros, a negative number, a subnormal, INF and NaN. */
INPUT(magnitudes)
{
    static const double special[] = {0.0,         -0.0,           1.0,     4.0, -1.0, 0x1p-130, INFINITY,
                                     (double)NAN, 0x1.fffffep127, 0x1p-126};
    size_t specials = sizeof special / sizeof *special;
    for (size_t i = 0; i < call->count; i++) {
        double exponent = floor(250 * random_unit(call->seed, 2 * i)) - 125;
        double number = ldexp(1 + random_unit(call->seed, 2 * i + 1), (int)exponent);
        input_set(call, i, 0, i % 3 == 2 && i / 3 < specials ? special[i / 3] : number);
    }
}

/* added_if(a, b, flag): a + b, or a if the flag is zero. */
REFERENCE(added_if)
{
    if (!arguments_are(call, "aan"))
        return;
    const reference_array *a = argument_array(call, 0), *b = argument_array(call, 1);
    double factor = argument_number(call, 2) != 0;
    for (size_t i = 0; i < call->count; i++)
        expect_rounded(call, i, array_number(a, i, 0) + factor * array_number(b, i, 0));
}

/* counted(start, step): whole numbers start + i * step. */
REFERENCE(counted)
{
    if (!arguments_are(call, "nn"))
        return;
    for (size_t i = 0; i < call->count; i++)
        expect_bits(call, i,
                    scalar_encode(call->type.scalar, argument_number(call, 0) + (double)i * argument_number(call, 1)));
}

/* near_guards(eps, cap): numbers at and beside ±eps and ±cap, zeros, a subnormal, NaN, and random ones around. */
INPUT(near_guards)
{
    if (call->argument_count != 2) {
        call->error = "near_guards takes eps and cap";
        return;
    }
    float eps = (float)call->argument[0], cap = (float)call->argument[1];
    const float chosen[] = {eps,
                            nextafterf(eps, 0),
                            nextafterf(eps, 1),
                            cap,
                            nextafterf(cap, 0),
                            nextafterf(cap, INFINITY),
                            0.0f,
                            0x1p-130f,
                            3 * cap,
                            NAN,
                            FLT_MAX,
                            INFINITY};
    size_t chosen_count = sizeof chosen / sizeof *chosen;
    for (size_t i = 0; i < call->count; i++) {
        double scale = i % 3 ? (double)cap : (double)eps;
        double value =
            i < 2 * chosen_count ? (double)chosen[i / 2] : 2 * scale * (random_unit(call->seed, i) - 0.5) * 2;
        input_set(call, i, 0, i < 2 * chosen_count && i % 2 ? -value : value);
    }
}
