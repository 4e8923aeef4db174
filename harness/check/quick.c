/* quick.c: where one rule holds for all, four or eight results at a time, by vectors that the compiler cuts to those of
 * the machine. Doubles of one sign are in the order of their encodings, so ranges are compared as integers, in which a
 * NaN is beyond INF. */
#include "quick.h"
#include <math.h>
#include <string.h>
#if defined __x86_64__
#include <immintrin.h>
#endif

enum { LANES = 4 };
typedef float floats __attribute__((vector_size(4 * LANES)));
typedef double doubles __attribute__((vector_size(8 * LANES)));
typedef int64_t longs __attribute__((vector_size(8 * LANES))); /* encodings; masks of 0 and -1 */
typedef uint64_t ulongs __attribute__((vector_size(8 * LANES)));
typedef int32_t ints __attribute__((vector_size(4 * LANES)));

static const int64_t magnitude_bits = INT64_MAX, exponent_bits = INT64_C(0x7ff) << 52, below_float = (1 << 29) - 1;

typedef struct limits {
    size_t lanes; /* of the longest vectors that may be used */
    doubles ulps, absolute, small_bound;
    longs below, above; /* magnitudes between these are measured */
    longs least_small, inf_from;
} limits;

/* What was found of some results, lane by lane: minus how many. */
typedef struct tally {
    longs right, nearest, toward_zero;
    longs worst; /* largest error in ulp, of which the encodings have the order of the numbers */
} tally;

/* Of results that are all right: how many, and of these rounded to nearest and toward zero; largest error in ulp. */
typedef struct summary {
    size_t right, nearest, toward_zero;
    int64_t worst; /* its encoding */
    int64_t error; /* where the values have one ulp: the same, absolute; otherwise 0 */
} summary;

/* What `judge_level` finds of values that may have one ulp. */
typedef struct level {
    longs differ; /* bits in which encodings, less one, differ from the first one */
    longs worst;  /* largest absolute error, or NaN: an encoding */
    ints nearest;
    longs toward_zero;
} level;

/* What `judge` does not accept: right without being measured, subnormal or flushed, exactly zero, without a value. */
typedef struct aside {
    longs right, kept, flushed, zeros, unjudged;
} aside;

#define INLINE static inline __attribute__((always_inline))

INLINE void load(const float *result, const double *truth, doubles *got, doubles *value)
{
    *got = (doubles){result[0], result[1], result[2], result[3]}; /* GCC makes three of __builtin_convertvector */
    memcpy(value, truth, sizeof *value);
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

/* The larger ones of encodings. */
INLINE void grow(longs *most, const longs *than)
{
    longs more = *than > *most;
    *most = (*than & more) | (*most & ~more);
}

/* Values of one ulp: what is the same for all of them is not asked of each. Of an encoding less one the exponent is
 * that of the gap below the number. */
INLINE void judge_in_level(const double *value, const float *result, const longs *first, level *found, longs *worst)
{
    doubles got, truth;
    floats some;
    memcpy(&some, result, sizeof some);
    load(result, value, &got, &truth);
    longs error = (longs)(got - truth) & magnitude_bits;
    found->differ |= ((longs)truth - 1) ^ *first;
    grow(worst, &error);
    found->nearest += some == __builtin_convertvector(truth, floats);
    found->toward_zero += got == (doubles)((longs)truth & ~below_float);
}

/* `start`: an encoding less one. */
INLINE void judge_level(const double *value, const float *got, size_t count, int64_t start, level *found)
{
    level own = {0};
    longs other = {0}; /* the worst ones of every other vector, so that none has to wait for the one before */
    const longs first = (longs){0} + start;
    size_t k = 0;
    for (; k + 2 * LANES <= count; k += 2 * LANES) {
        judge_in_level(value + k, got + k, &first, &own, &own.worst);
        judge_in_level(value + k + LANES, got + k + LANES, &first, &own, &other);
    }
    if (k + LANES <= count)
        judge_in_level(value + k, got + k, &first, &own, &other);
    grow(&own.worst, &other);
    *found = own;
}

/* The first of them, or of a few before it, whose absolute error is this one; `count` if there is none. */
INLINE size_t look_for(const double *value, const float *got, size_t count, int64_t error)
{
    enum { STEP = 16 * LANES };
    for (size_t from = 0; from + STEP <= count; from += STEP) {
        longs found = {0};
        for (size_t k = from; k < from + STEP; k += LANES) {
            doubles result, truth;
            load(got + k, value + k, &result, &truth);
            found |= ((longs)(result - truth) & magnitude_bits) == error;
        }
        if (found[0] | found[1] | found[2] | found[3])
            return from;
    }
    return count - count % STEP;
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
#define BY_512 __attribute__((target("avx512f,avx512dq,avx512vl")))
#define HAS_512                                                                                                        \
    (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
#else
#define BY_256
#define HAS_256 true
#define HAS_512 false
#define judge_level_by_512 judge_level_by_256
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

BY_256 static void judge_level_by_256(const double *value, const float *got, size_t count, int64_t start, level *found)
{
    judge_level(value, got, count, start, found);
}

BY_256 static size_t look_by_256(const double *value, const float *got, size_t count, int64_t error)
{
    return look_for(value, got, count, error);
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

#if defined __x86_64__
/* The same eight at a time, with comparisons that give masks: of vectors GCC 12 makes them one by one. */
BY_512 static void judge_level_by_512(const double *value, const float *got, size_t count, int64_t start, level *found)
{
    const __m512i one = _mm512_set1_epi64(1), magnitude = _mm512_set1_epi64(magnitude_bits);
    const __m512i as_float = _mm512_set1_epi64(~below_float), first = _mm512_set1_epi64(start);
    const __m512i minus = _mm512_set1_epi64(-1);
    __m512i differ = _mm512_setzero_si512(), worst = differ, toward_zero = differ;
    __m256i nearest = _mm256_setzero_si256();
    size_t whole = count - count % (2 * LANES);
    for (size_t k = 0; k < whole; k += 2 * LANES) {
        __m256 some = _mm256_loadu_ps(got + k);
        __m512d result = _mm512_cvtps_pd(some), truth = _mm512_loadu_pd(value + k);
        __m512i its = _mm512_castpd_si512(truth), error = _mm512_castpd_si512(_mm512_sub_pd(result, truth));
        differ = _mm512_or_si512(differ, _mm512_xor_si512(_mm512_sub_epi64(its, one), first));
        worst = _mm512_max_epi64(worst, _mm512_and_si512(error, magnitude));
        __mmask8 near = _mm256_cmp_ps_mask(some, _mm512_cvtpd_ps(truth), _CMP_EQ_OQ);
        __mmask8 cut = _mm512_cmp_pd_mask(result, _mm512_castsi512_pd(_mm512_and_si512(its, as_float)), _CMP_EQ_OQ);
        nearest = _mm256_mask_add_epi32(nearest, near, nearest, _mm512_castsi512_si256(minus));
        toward_zero = _mm512_mask_add_epi64(toward_zero, cut, toward_zero, minus);
    }
    longs half[3][2];
    ints some[2];
    memcpy(half[0], &differ, sizeof differ);
    memcpy(half[1], &worst, sizeof worst);
    memcpy(half[2], &toward_zero, sizeof toward_zero);
    memcpy(some, &nearest, sizeof nearest);
    judge_level(value + whole, got + whole, count - whole, start, found);
    found->differ |= half[0][0] | half[0][1];
    grow(&found->worst, &half[1][0]);
    grow(&found->worst, &half[1][1]);
    found->toward_zero += half[2][0] + half[2][1];
    found->nearest += some[0] + some[1];
}
#endif

static void judge_one_level(size_t lanes, const double *value, const float *got, size_t count, int64_t start,
                            level *found)
{
    if (lanes == 2 * LANES)
        judge_level_by_512(value, got, count, start, found);
    else if (HAS_256)
        judge_level_by_256(value, got, count, start, found);
    else
        judge_level(value, got, count, start, found);
}

/* Of encodings. */
static int64_t largest(const longs *lanes)
{
    int64_t most = 0;
    for (size_t lane = 0; lane < LANES; lane++)
        most = (*lanes)[lane] > most ? (*lanes)[lane] : most;
    return most;
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

/* The first result with the largest error, whose argument is nearest to zero. */
static size_t first_worst(const limits *at, const double *value, const float *got, size_t count, const summary *found)
{
    size_t k = !found->error ? 0
               : HAS_256     ? look_by_256(value, got, count, found->error)
                             : look_for(value, got, count, found->error);
    for (; k + LANES <= count; k += LANES) {
        tally t;
        judge_right(at, value + k, got + k, LANES, &t);
        for (size_t lane = 0; lane < LANES; lane++)
            if (t.right[lane] && t.worst[lane] == found->worst)
                return k + lane;
    }
    return 0;
}

static void measure(const reference_band *band, const limits *at, const double *value, const float *got, size_t count,
                    const summary *found, measurement *m)
{
    double worst;
    int n = measure_class((double)band->argument[0]);
    m->count += found->right;
    m->nearest += found->nearest;
    m->toward_zero += found->toward_zero;
    memcpy(&worst, &found->worst, sizeof worst);
    if (worst > m->classes[n])
        m->classes[n] = worst;
    if (worst > m->worst) {
        m->worst = worst;
        m->argument = (double)band->argument[first_worst(at, value, got, count, found)];
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

/* Whether the first one, the last one and some between lie between the same powers of two. */
static bool seem_alike(const double *value, size_t count)
{
    enum { LOOKS = 8 };
    int64_t first, other, differ = 0;
    memcpy(&first, value, sizeof first);
    for (size_t n = 1; n <= LOOKS; n++) {
        memcpy(&other, &value[n * (count - 1) / LOOKS], sizeof other);
        differ |= (other - 1) ^ (first - 1);
    }
    return (differ & exponent_bits) == 0;
}

/* Where the values, without those at the end that fill no vector, have one ulp and the range that is measured, and no
 * result is wrong; false otherwise. The values are greater than `power` and at most twice that. */
static bool find_one_level(const limits *at, const double *value, const float *got, size_t count, summary *found)
{
    level level;
    int64_t start, power, differ = 0, worst;
    if (count < LANES || !seem_alike(value, count - count % LANES))
        return false;
    memcpy(&start, value, sizeof start);
    power = --start & exponent_bits;
    if (power < at->below[0] || power >= at->above[0] - (INT64_C(1) << 52)) /* which it is, too, of a zero */
        return false;
    judge_one_level(at->lanes, value, got, count, start, &level);
    *found = (summary){.right = count - count % LANES, .toward_zero = total(&level.toward_zero)};
    double scale, error;
    for (size_t lane = 0; lane < LANES; lane++) {
        differ |= level.differ[lane];
        found->nearest += (size_t)-level.nearest[lane];
    }
    worst = largest(&level.worst);
    int64_t per_ulp = (INT64_C(0x7fe) << 52) - power + (INT64_C(23) << 52);
    memcpy(&scale, &per_ulp, sizeof scale);
    memcpy(&error, &worst, sizeof error);
    double ulps = error * scale;
    memcpy(&found->worst, &ulps, sizeof ulps);
    found->error = worst;
    return (differ & exponent_bits) == 0 && (ulps <= at->ulps[0] || error <= at->absolute[0]);
}

/* Of any values, those that are right, in the range that is measured. */
static void find_right(const limits *at, const double *value, const float *got, size_t count, summary *found)
{
    tally t;
    judge_all(at, value, got, count, &t);
    found->right = total(&t.right);
    if (found->right && found->right < count)
        judge_right(at, value, got, count, &t);
    found->nearest = total(&t.nearest);
    found->toward_zero = total(&t.toward_zero);
    found->worst = largest(&t.worst);
    found->error = 0;
}

static quick_result check_values(size_t lanes, const reference_band *band, const double *value, const float *got,
                                 size_t count, measurement *m, uint32_t *which)
{
    const doubles none = {0};
    limits at = {.lanes = lanes,
                 .ulps = none + band->ulps,
                 .absolute = none + band->absolute,
                 .small_bound = none + band->small_bound,
                 .below = (longs)(none + band->least) - 1,
                 .above = (longs)(none + band->most) + 1,
                 .least_small = (longs)(none + band->least_small),
                 .inf_from = (longs)(none + band->inf_from)};
    summary found;
    aside other = {0};
    if (!find_one_level(&at, value, got, count, &found))
        find_right(&at, value, got, count, &found);
    quick_result result = {.judged = found.right};
    if (result.judged && band->measured)
        measure(band, &at, value, got, count, &found, m);
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
    uint32_t same = 0; /* of as many bits as a float, for vectors */
    for (size_t k = 0; k < count; k++)
        same += got[k] == expected;
    result.judged = good ? same : 0;
    for (size_t k = 0; result.judged < count && k < count; k++)
        if (!good || got[k] != expected)
            which[result.rest++] = (uint32_t)k;
    if (value == 0 && result.judged && band->measured)
        measure_zeros(band, NULL, got, count, result.judged, m);
    return result;
}

static quick_result check_band(size_t lanes, const reference_band *band, const double *value, const float *got,
                               size_t count, measurement *m, uint32_t *which)
{
    quick_result result = {0};
    if (band->same)
        return check_same(band, value[0], got, count, m, which);
    if (!band->nothing && !band->nan)
        return check_values(lanes, band, value, got, count, m, which);
    if (band->nothing)
        result.unjudged = count;
    if (!band->nan)
        return result;
    uint32_t nan = 0;
    for (size_t k = 0; k < count; k++)
        nan += isnan(got[k]);
    result.judged = nan;
    for (size_t k = 0; nan < count && k < count; k++)
        if (!isnan(got[k]))
            which[result.rest++] = (uint32_t)k;
    return result;
}

size_t quick_lanes(void)
{
    return HAS_512 ? 2 * LANES : LANES;
}

quick_result check_quickly(const expectation *e, const float *got, measurement *m, uint32_t *which)
{
    return check_quickly_by(quick_lanes(), e, got, m, which);
}

quick_result check_quickly_by(size_t lanes, const expectation *e, const float *got, measurement *m, uint32_t *which)
{
    quick_result result = {0};
    if (e->band.given)
        return check_band(lanes, &e->band, e->low, got, e->components, m, which);
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
