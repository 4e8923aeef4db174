/* quick.c: where one rule holds for all, four results at a time, by vectors that the compiler cuts to those of the
 * machine. Doubles of one sign are in the order of their encodings, so ranges are compared as integers, in which a NaN
 * is beyond INF. */
#include "quick.h"
#include <math.h>
#include <string.h>

enum { LANES = 4 };
typedef float floats __attribute__((vector_size(4 * LANES)));
typedef double doubles __attribute__((vector_size(8 * LANES)));
typedef int64_t longs __attribute__((vector_size(8 * LANES))); /* encodings; masks of 0 and -1 */
typedef uint64_t ulongs __attribute__((vector_size(8 * LANES)));

static const int64_t magnitude_bits = INT64_MAX, exponent_bits = INT64_C(0x7ff) << 52, below_float = (1 << 29) - 1;

typedef struct limits {
    doubles ulps, absolute, small_bound;
    longs below, above; /* magnitudes between these are measured */
    longs least_small, inf_from;
} limits;

/* What was found of some results, lane by lane: minus how many. */
typedef struct tally {
    longs right, nearest, toward_zero;
    longs worst; /* largest error in ulp, of which the encodings have the order of the numbers */
} tally;

/* What `judge` does not accept: right without being measured, subnormal or flushed, exactly zero, without a value. */
typedef struct aside {
    longs right, kept, flushed, zeros, unjudged;
} aside;

#define INLINE static inline __attribute__((always_inline))

INLINE void load(const float *result, const double *truth, doubles *got, doubles *value)
{
    floats some;
    memcpy(&some, result, sizeof some);
    memcpy(value, truth, sizeof *value);
    *got = __builtin_convertvector(some, doubles);
}

/* Errors are in ulp of the value, a normal number (MSL 8.4: of a power of two the gap below it). With `masked` only
 * right results are counted and measured. Without it, which is faster, all are: use that only where all turn out
 * right. */
INLINE void judge(const limits *at, const float *result, const double *truth, bool masked, tally *t)
{
    doubles got, value;
    load(result, truth, &got, &value);
    longs bits = (longs)value, magnitude = bits & magnitude_bits;
    doubles error = (doubles)((longs)(got - value) & magnitude_bits);
    longs gap = (magnitude - 1) & exponent_bits; /* of the power of two that is 2^23 ulp */
    doubles ulps = error * (doubles)((INT64_C(0x7fe) << 52) - gap + (INT64_C(23) << 52));
    longs right = ((ulps <= at->ulps) | (error <= at->absolute)) & (magnitude > at->below) & (at->above > magnitude);
    longs cut = bits & ~below_float; /* toward zero */
    longs nearest = (bits + (below_float >> 1) + ((longs)((ulongs)bits >> 29) & 1)) & ~below_float;
    longs mask = masked ? right : right | -1, measured = (longs)ulps & mask, more = measured > t->worst;
    t->right += right;
    t->nearest += mask & (got == (doubles)nearest);
    t->toward_zero += mask & (got == (doubles)cut);
    t->worst = (measured & more) | (t->worst & ~more);
}

INLINE void judge_some(const limits *at, const double *value, const float *got, size_t count, bool masked, tally *t)
{
    tally own = {0};
    for (size_t k = 0; k + LANES <= count; k += LANES)
        judge(at, got + k, value + k, masked, &own);
    *t = own;
}

INLINE void set_aside_some(const limits *at, const double *values, const float *results, size_t count, aside *found)
{
    aside own = {0};
    for (size_t k = 0; k + LANES <= count; k += LANES) {
        doubles got, value;
        load(results + k, values + k, &got, &value);
        longs bits = (longs)value, magnitude = bits & magnitude_bits, result = (longs)got;
        doubles error = (doubles)((longs)(got - value) & magnitude_bits);
        longs infinite = (magnitude >= at->inf_from) & (magnitude <= exponent_bits) &
                         (result == (exponent_bits | (bits & ~magnitude_bits)));
        longs zero = (result & magnitude_bits) == 0, none = magnitude == 0;
        longs small = ~none & (magnitude < at->least_small), kept = small & ~zero & (error <= at->small_bound);
        own.right += infinite | kept | (small & zero);
        own.kept += kept;
        own.flushed += small & zero & (magnitude > (1023 - 129) * (INT64_C(1) << 52)); /* others may round to zero */
        own.zeros += zero & none;
        own.unjudged += magnitude > exponent_bits;
    }
    *found = own;
}

/* Most x86-64 CPUs have vectors of four doubles; those that all have lack comparisons of 64 bits. */
#if defined __x86_64__
#define BY_256 __attribute__((target("avx2")))
#define HAS_256 __builtin_cpu_supports("avx2")
#else
#define BY_256
#define HAS_256 true
#endif

BY_256 static void judge_by_256(const limits *at, const double *value, const float *got, size_t count, tally *t)
{
    judge_some(at, value, got, count, false, t);
}

BY_256 static void judge_right_by_256(const limits *at, const double *value, const float *got, size_t count, tally *t)
{
    judge_some(at, value, got, count, true, t);
}

BY_256 static void set_aside_by_256(const limits *at, const double *value, const float *got, size_t count, aside *found)
{
    set_aside_some(at, value, got, count, found);
}

static void judge_all(const limits *at, const double *value, const float *got, size_t count, tally *t)
{
    if (HAS_256)
        judge_by_256(at, value, got, count, t);
    else
        judge_some(at, value, got, count, false, t);
}

static void judge_right(const limits *at, const double *value, const float *got, size_t count, tally *t)
{
    if (HAS_256)
        judge_right_by_256(at, value, got, count, t);
    else
        judge_some(at, value, got, count, true, t);
}

static void set_aside(const limits *at, const double *value, const float *got, size_t count, aside *found)
{
    if (HAS_256)
        set_aside_by_256(at, value, got, count, found);
    else
        set_aside_some(at, value, got, count, found);
}

static size_t total(const longs *lanes)
{
    size_t sum = 0;
    for (size_t lane = 0; lane < LANES; lane++)
        sum += (size_t) - (*lanes)[lane];
    return sum;
}

/* Results that are still undecided go to `which`, as do those at the end that fill no vector. */
static size_t list_rest(const limits *at, const double *value, const float *got, size_t count, uint32_t *which)
{
    size_t rest = 0;
    for (size_t k = 0; k < count; k += LANES) {
        tally t = {0};
        aside other = {0};
        if (k + LANES <= count) {
            judge_right(at, value + k, got + k, LANES, &t);
            set_aside(at, value + k, got + k, LANES, &other);
        }
        longs done = t.right | other.right | other.zeros | other.unjudged;
        for (size_t lane = 0; lane < LANES && k + lane < count; lane++)
            if (!done[lane])
                which[rest++] = (uint32_t)(k + lane);
    }
    return rest;
}

/* The first result with this error, whose argument is nearest to zero. */
static size_t first_with(const limits *at, const double *value, const float *got, size_t count, int64_t worst)
{
    for (size_t k = 0; k + LANES <= count; k += LANES) {
        tally t;
        judge_right(at, value + k, got + k, LANES, &t);
        for (size_t lane = 0; lane < LANES; lane++)
            if (t.right[lane] && t.worst[lane] == worst)
                return k + lane;
    }
    return 0;
}

static void measure(const reference_band *band, const limits *at, const double *value, const float *got, size_t count,
                    const tally *t, measurement *m)
{
    int64_t bits = 0;
    double worst;
    int n = measure_class((double)band->argument[0]);
    m->count += total(&t->right);
    m->nearest += total(&t->nearest);
    m->toward_zero += total(&t->toward_zero);
    for (size_t lane = 0; lane < LANES; lane++)
        bits = t->worst[lane] > bits ? t->worst[lane] : bits;
    memcpy(&worst, &bits, sizeof worst);
    if (worst > m->classes[n])
        m->classes[n] = worst;
    if (worst > m->worst) {
        m->worst = worst;
        m->argument = (double)band->argument[first_with(at, value, got, count, bits)];
    }
}

/* Zeros where the value is zero, `value` NULL: everywhere. */
static void measure_zeros(const reference_band *band, const double *value, const float *got, size_t count, size_t zeros,
                          measurement *m)
{
    int n = measure_class((double)band->argument[0]);
    m->count += zeros;
    m->nearest += zeros;
    m->toward_zero += zeros;
    m->classes[n] = fmax(m->classes[n], 0);
    for (size_t k = 0; m->worst < 0 && k < count; k++)
        if ((!value || value[k] == 0) && got[k] == 0) {
            m->worst = 0;
            m->argument = (double)band->argument[k];
        }
}

static quick_result check_values(const reference_band *band, const double *value, const float *got, size_t count,
                                 measurement *m, uint32_t *which)
{
    const doubles none = {0};
    limits at = {.ulps = none + band->ulps,
                 .absolute = none + band->absolute,
                 .small_bound = none + band->small_bound,
                 .below = (longs)(none + band->least) - 1,
                 .above = (longs)(none + band->most) + 1,
                 .least_small = (longs)(none + band->least_small),
                 .inf_from = (longs)(none + band->inf_from)};
    tally t;
    aside other = {0};
    judge_all(&at, value, got, count, &t);
    quick_result result = {.judged = total(&t.right)};
    if (result.judged && result.judged < count)
        judge_right(&at, value, got, count, &t);
    if (result.judged && band->measured)
        measure(band, &at, value, got, count, &t, m);
    if (result.judged == count)
        return result;
    set_aside(&at, value, got, count, &other);
    result.unjudged = total(&other.unjudged);
    result.judged += total(&other.right) + total(&other.zeros);
    if (band->measured) {
        m->kept += total(&other.kept);
        m->flushed += total(&other.flushed);
        if (total(&other.zeros))
            measure_zeros(band, value, got, count, total(&other.zeros), m);
    }
    if (result.judged + result.unjudged < count)
        result.rest = list_rest(&at, value, got, count, which);
    return result;
}

/* Zeros or INF, of which only zeros are measured. */
static quick_result check_same(const reference_band *band, double value, const float *got, size_t count, measurement *m,
                               uint32_t *which)
{
    quick_result result = {0};
    const float expected = (float)value;
    bool good = value == 0 || fabs(value) >= band->inf_from;
    for (size_t k = 0; k < count; k++)
        result.judged += got[k] == expected;
    result.judged = good ? result.judged : 0;
    for (size_t k = 0; result.judged < count && k < count; k++)
        if (!good || got[k] != expected)
            which[result.rest++] = (uint32_t)k;
    if (value == 0 && result.judged && band->measured)
        measure_zeros(band, NULL, got, count, result.judged, m);
    return result;
}

static quick_result check_band(const reference_band *band, const double *value, const float *got, size_t count,
                               measurement *m, uint32_t *which)
{
    quick_result result = {0};
    if (band->same)
        return check_same(band, value[0], got, count, m, which);
    if (!band->nothing && !band->nan)
        return check_values(band, value, got, count, m, which);
    if (band->nothing)
        result.unjudged = count;
    for (size_t k = 0; band->nan && k < count; k++)
        if (isnan(got[k]))
            result.judged++;
        else
            which[result.rest++] = (uint32_t)k;
    return result;
}

quick_result check_quickly(const expectation *e, const float *got, measurement *m, uint32_t *which)
{
    quick_result result = {0};
    if (e->band.given)
        return check_band(&e->band, e->low, got, e->components, m, which);
    for (size_t k = 0; k < e->components; k++) {
        double bound = e->bounds_given ? e->high[k] : NAN,
               error = isnan(bound) ? NAN : fabs((double)got[k] - e->low[k]);
        if (bound == INFINITY) {
            result.unjudged++;
        } else if (error < bound || error == 0) {
            result.judged++;
            measure_right(m, got[k], e->low[k], e->argument[k]);
        } else {
            which[result.rest++] = (uint32_t)k;
        }
    }
    return result;
}
