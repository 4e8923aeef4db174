/* common.c: the common functions (MSL 6.3), and minimum, maximum and median (6.6), which choose one of their operands.
 * Subnormals may count as zeros, so that all of them compare equal; zeros of either sign do anyhow. */
#include "../core/arguments.h"
#include "../core/bounds.h"
#include <math.h>

typedef struct operands {
    double v[3];
    int count;
    bool special, nan; /* some are NaN or INF; some are NaN */
    double tiny;       /* smallest normal number */
} operands;

static operands operands_at(const reference_call *call, int count, size_t i, unsigned lane)
{
    operands o = {.count = count, .tiny = smallest_normal(call->type.scalar)};
    for (int n = 0; n < count; n++) {
        o.v[n] = array_number(argument_array(call, (size_t)n), i, lane);
        o.nan = o.nan || isnan(o.v[n]);
        o.special = o.special || isnan(o.v[n]) || isinf(o.v[n]);
    }
    return o;
}

typedef void component(reference_call *call, size_t k, const operands *o, bool fast);

/* f(x…, variant) as in math.c. */
static void apply(reference_call *call, component *one, int count, bool variants)
{
    static const char *const kinds[2][4] = {{"", "a", "aa", "aaa"}, {"", "an", "aan", "aaan"}};
    if (!arguments_are(call, kinds[variants][count]))
        return;
    size_t variant = variants ? argument_size(call, (size_t)count) : 1;
    bool fast = variant == 2 || (variant == 0 && call->fast_functions && call->type.scalar == SCALAR_FLOAT);
    for (size_t i = 0; i < call->count && !call->error; i++)
        for (unsigned lane = 0; lane < call->type.lanes; lane++) {
            operands o = operands_at(call, count, i, lane);
            if (!(o.special && call->fast_math))
                one(call, i * call->type.lanes + lane, &o, fast);
        }
}

/* ---- Choosing */

static bool alike(const operands *o, double a, double b)
{
    return a == b || (fabs(a) < o->tiny && fabs(b) < o->tiny);
}

/* The number of this rank among the operands; whatever counts as equal to it will do. */
static void expect_chosen(reference_call *call, size_t k, const operands *o, double chosen)
{
    reference_permit permits[3];
    size_t n = 0;
    for (int i = 0; i < o->count; i++)
        if (alike(o, o->v[i], chosen))
            permits[n++] = (reference_permit){PERMIT_ULPS, o->v[i], 0};
    expect_permitted(call, k, permits, n);
}

/* What `choose` of two leaves of all; a NaN only if there is nothing else. */
static void expect_extreme(reference_call *call, size_t k, const operands *o, double (*choose)(double, double))
{
    double chosen = NAN;
    for (int i = 0; i < o->count; i++)
        chosen = choose(chosen, o->v[i]);
    if (isnan(chosen))
        expect_nan(call, k);
    else
        expect_chosen(call, k, o, chosen);
}

static void maximum(reference_call *call, size_t k, const operands *o, bool fast)
{
    (void)fast;
    expect_extreme(call, k, o, fmax);
}

static void minimum(reference_call *call, size_t k, const operands *o, bool fast)
{
    (void)fast;
    expect_extreme(call, k, o, fmin);
}

/* With one NaN either of the other two, with two of them the third. */
static void median(reference_call *call, size_t k, const operands *o, bool fast)
{
    reference_permit either[2];
    size_t n = 0;
    (void)fast;
    for (int i = 0; o->nan && i < 3; i++)
        if (!isnan(o->v[i]))
            either[n++] = (reference_permit){PERMIT_ULPS, o->v[i], 0};
    if (o->nan && !n)
        expect_nan(call, k);
    else if (o->nan)
        expect_permitted(call, k, either, n);
    else
        expect_chosen(call, k, o, fmax(fmin(o->v[0], o->v[1]), fmin(fmax(o->v[0], o->v[1]), o->v[2])));
}

/* fmin(fmax(x, low), high); fast:: leaves NaN undefined. */
static void clamped(reference_call *call, size_t k, const operands *o, bool fast)
{
    double low = o->v[1], high = o->v[2];
    if (low > high || (fast && o->nan))
        return;
    double chosen = fmin(fmax(o->v[0], low), high);
    if (isnan(chosen))
        expect_nan(call, k);
    else
        expect_chosen(call, k, o, chosen);
}

static void saturated(reference_call *call, size_t k, const operands *o, bool fast)
{
    if (fast && o->nan)
        return;
    expect_ulps(call, k, isnan(o->v[0]) ? 0 : fmin(fmax(o->v[0], 0), 1), 0);
}

REFERENCE(fmax)
{
    apply(call, maximum, 2, true);
}
REFERENCE(fmin)
{
    apply(call, minimum, 2, true);
}
REFERENCE(fmax3)
{
    apply(call, maximum, 3, false);
}
REFERENCE(fmin3)
{
    apply(call, minimum, 3, false);
}
REFERENCE(fmedian3)
{
    apply(call, median, 3, false);
}
REFERENCE(clamp)
{
    apply(call, clamped, 3, true);
}
REFERENCE(saturate)
{
    apply(call, saturated, 1, true);
}

/* ---- Steps and signs */

/* The sign of zero is kept where zeros' signs count; NaN gives 0. */
static void signum(reference_call *call, size_t k, const operands *o, bool fast)
{
    double x = o->v[0], s = isnan(x) ? 0 : x > 0 ? 1 : x < 0 ? -1 : x;
    (void)fast;
    if (x != 0 && fabs(x) < o->tiny)
        expect_permitted(call, k, (reference_permit[]){{PERMIT_ULPS, s, 0}, {PERMIT_ULPS, 0, 0}}, 2);
    else if (s != 0 || isnan(x) || call->fast_math || call->relaxed_math)
        expect_ulps(call, k, s, 0);
    else
        expect_bits(call, k, scalar_encode(call->type.scalar, x));
}

/* 0 for x < edge, otherwise 1: also where one is NaN. */
static void stepped(reference_call *call, size_t k, const operands *o, bool fast)
{
    double edge = o->v[0], x = o->v[1];
    (void)fast;
    if (edge != x && alike(o, edge, x))
        expect_permitted(call, k, (reference_permit[]){{PERMIT_ULPS, 0, 0}, {PERMIT_ULPS, 1, 0}}, 2);
    else
        expect_ulps(call, k, !(x < edge), 0);
}

REFERENCE(sign)
{
    apply(call, signum, 1, false);
}
REFERENCE(step)
{
    apply(call, stepped, 2, false);
}

/* ---- Blends: no table bounds them; their bound is what the roundings of the formula add up to. */

/* A result of the output's type that a computation in it reached within `bound`; subnormal steps may vanish. */
static void expect_blend(reference_call *call, size_t k, const operands *o, double value, double bound)
{
    expect_near(call, k, value, bound + 4 * o->tiny);
}

/* x + (y - x) a, or (1 - a) x + a y, whichever errs more. Undefined for a outside [0, 1]. */
static void mixed(reference_call *call, size_t k, const operands *o, bool fast)
{
    double x = o->v[0], y = o->v[1], a = o->v[2], e = rounding_error(call->type.scalar);
    double most = call->type.scalar == SCALAR_HALF ? 0x1p15 : 0x1p126;
    (void)fast;
    if (o->special || !(a >= 0 && a <= 1) || fabs(x) > most / 4 || fabs(y) > most / 4)
        return;
    double value = (1 - a) * x + a * y;
    if (a == 0) {
        expect_ulps(call, k, x, 0);
        return;
    }
    double first = accumulated_error(3, e) * (fabs(x) + a * fabs(y - x));
    double second = accumulated_error(4, e) * (fabs((1 - a) * x) + fabs(a * y));
    expect_blend(call, k, o, value, fmax(first, second));
}

/* t t (3 - 2 t): the error of t is amplified by the slope 6 t (1 - t), at most 1.5. */
static void smooth(reference_call *call, size_t k, const operands *o, bool fast)
{
    double low = o->v[0], high = o->v[1], x = o->v[2], e = rounding_error(call->type.scalar);
    bool reciprocal = call->fast_math || call->relaxed_math; /* of half: two roundings instead of one (1.6.3) */
    double quotient = call->type.scalar == SCALAR_FLOAT ? division_error(call) : (reciprocal ? 2 : 1) * e;
    double most = call->type.scalar == SCALAR_HALF ? 0x1p15 : 0x1p126;
    bool range = high - low >= o->tiny && high - low < most && fabs(x - low) < most;
    (void)fast;
    if (o->special || !(low < high) || !range)
        return;
    double t = fmin(fmax((x - low) / (high - low), 0), 1), value = t * t * (3 - 2 * t);
    if (x <= low || x >= high)
        expect_ulps(call, k, t, 0);
    else
        expect_blend(call, k, o, value,
                     1.5 * t * (accumulated_error(2, e) + quotient) * (1 + e) + accumulated_error(6, e) * value);
}

REFERENCE(mix)
{
    apply(call, mixed, 3, false);
}
REFERENCE(smoothstep)
{
    apply(call, smooth, 3, false);
}
