/* parts.c: functions that take numbers apart or put them together, bit by bit: frexp, ilogb, ldexp, modf, nextafter
 * (MSL 6.6). */
#include "../core/arguments.h"
#include "../core/bounds.h"
#include <math.h>

typedef struct number {
    double x;
    bool special, tiny; /* NaN or INF; subnormal */
} number;

static number number_at(const reference_call *call, size_t n, size_t i, unsigned lane)
{
    const reference_array *array = argument_array(call, n);
    double x = array_number(array, i, lane);
    return (number){x, isnan(x) || isinf(x), is_subnormal(array->type.scalar, x)};
}

typedef void component(reference_call *call, size_t k, size_t i, unsigned lane);

static void each(reference_call *call, const char *kinds, component *one)
{
    if (!arguments_are(call, kinds))
        return;
    for (size_t i = 0; i < call->count && !call->error; i++)
        for (unsigned lane = 0; lane < call->type.lanes; lane++)
            one(call, i * call->type.lanes + lane, i, lane);
}

/* A number exactly, or zero where it comes from a subnormal. */
static void expect_exact(reference_call *call, size_t k, double value, bool tiny)
{
    const reference_permit either[] = {{PERMIT_ULPS, value, 0}, {PERMIT_ULPS, 0, 0}};
    expect_permitted(call, k, either, tiny ? 2 : 1);
}

static void mantissa(reference_call *call, size_t k, size_t i, unsigned lane)
{
    number n = number_at(call, 0, i, lane);
    int exponent;
    if (!n.special)
        expect_exact(call, k, frexp(n.x, &exponent), n.tiny);
}

/* Of zero any exponent will do; of a subnormal too, for it may count as zero. */
static void exponent(reference_call *call, size_t k, size_t i, unsigned lane)
{
    number n = number_at(call, 0, i, lane);
    int result;
    frexp(n.x, &result);
    if (!n.special && !n.tiny && n.x != 0)
        expect_bits(call, k, (uint32_t)result);
}

static void logarithm(reference_call *call, size_t k, size_t i, unsigned lane)
{
    number n = number_at(call, 0, i, lane);
    if (!n.special && !n.tiny && n.x != 0)
        expect_bits(call, k, (uint32_t)ilogb(n.x));
}

static void scaled(reference_call *call, size_t k, size_t i, unsigned lane)
{
    number n = number_at(call, 0, i, lane);
    double value = ldexp(n.x, (int)array_integer(argument_array(call, 1), i, lane));
    double most = call->type.scalar == SCALAR_HALF ? 65504 : 0x1.fffffep127;
    const reference_permit either[] = {{PERMIT_ROUNDED, value, 0}, {PERMIT_ROUNDED, 0, 0}};
    if ((n.special || fabs(value) > most) && call->fast_math)
        return;
    if (isnan(value))
        expect_nan(call, k);
    else
        expect_permitted(call, k, either, n.tiny ? 2 : 1);
}

/* Where zeros' signs count, both parts have that of x. */
static void expect_part(reference_call *call, size_t k, const number *n, double part)
{
    if (n->special)
        return;
    if (part == 0 && !n->tiny && !call->fast_math && !call->relaxed_math)
        expect_bits(call, k, scalar_encode(call->type.scalar, copysign(0.0, n->x)));
    else
        expect_exact(call, k, part, n->tiny);
}

static void fraction(reference_call *call, size_t k, size_t i, unsigned lane)
{
    number n = number_at(call, 0, i, lane);
    expect_part(call, k, &n, n.x - trunc(n.x));
}

static void whole(reference_call *call, size_t k, size_t i, unsigned lane)
{
    number n = number_at(call, 0, i, lane);
    expect_part(call, k, &n, trunc(n.x));
}

/* One encoding further from zero, or nearer to it. */
static double neighbour(assay_scalar scalar, double x, double y)
{
    if (x == 0)
        return copysign(scalar_number(scalar, 1), y);
    uint64_t bits = scalar_encode(scalar, x);
    return scalar_number(scalar, (x > 0) == (y > x) ? bits + 1 : bits - 1);
}

static void next(reference_call *call, size_t k, size_t i, unsigned lane)
{
    number x = number_at(call, 0, i, lane), y = number_at(call, 1, i, lane);
    assay_scalar scalar = call->type.scalar;
    bool signs = !call->fast_math && !call->relaxed_math;
    if ((x.special || y.special) && call->fast_math)
        return;
    if (isnan(x.x) || isnan(y.x)) {
        expect_nan(call, k);
    } else if (x.x == y.x) {
        if (x.tiny || (x.x == 0 && !signs))
            expect_ulps(call, k, y.x, 0);
        else
            expect_bits(call, k, scalar_encode(scalar, y.x));
    } else {
        double result = neighbour(scalar, x.x, y.x);
        if (isinf(result) && call->fast_math)
            return;
        /* A subnormal x may count as zero, from which there is one step in y's direction or none. */
        const reference_permit all[] = {{PERMIT_ULPS, result, 0},
                                        {PERMIT_ULPS, neighbour(scalar, 0, y.x), 0},
                                        {PERMIT_ULPS, y.x, 0},
                                        {PERMIT_ULPS, 0, 0}};
        expect_permitted(call, k, all, x.tiny ? (y.tiny || y.x == 0 ? 4 : 2) : 1);
    }
}

REFERENCE(frexp_mantissa)
{
    each(call, "a", mantissa);
}
REFERENCE(frexp_exponent)
{
    each(call, "a", exponent);
}
REFERENCE(ilogb)
{
    each(call, "a", logarithm);
}
REFERENCE(ldexp)
{
    each(call, "aa", scaled);
}
REFERENCE(modf_fraction)
{
    each(call, "a", fraction);
}
REFERENCE(modf_whole)
{
    each(call, "a", whole);
}
REFERENCE(nextafter)
{
    each(call, "aa", next);
}
