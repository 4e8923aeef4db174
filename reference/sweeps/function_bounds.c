/* function_bounds.c: bounds of a function of one float, each a little smaller than the table's, since a real value is
 * off by less than 2^-50 of itself. What they leave out is asked for again in full. */
#include "function_bounds.h"
#include "../core/bounds.h"
#include "real_vectors.h"
#include <float.h>
#include <math.h>
#include <string.h>

static const double largest = (double)FLT_MAX, least_normal = (double)FLT_MIN, short_of_one = 1 - 0x1p-20;

static uint32_t encoding_of(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

/* ---- A bound for each, where neither flushing nor a special value plays a part */

/* Values up to this have a promise: with fast math none from which INF is within the bound (1.6.3). */
static double most_judged(double ulps, bool fast_math)
{
    return largest - ((fast_math ? ulps : 1) + 1) * ulp_at(SCALAR_FLOAT, largest);
}

static double bound_at(const accuracy_rule *rule, double x, double v, bool fast_math)
{
    if (rule->kind == ACCURACY_FORMULA || !(fabs(x) >= least_normal && fabs(x) <= largest))
        return NAN;
    if (rule->kind >= ACCURACY_PAIR || isnan(v))
        return INFINITY;
    double ulps = rule->kind == ACCURACY_ULP ? accuracy_ulps(rule, x) : 1, ulp = ulp_at(SCALAR_FLOAT, v);
    if (!(fabs(v) >= 2 * least_normal || v == 0) || fabs(v) > most_judged(ulps, fast_math))
        return NAN;
    switch (rule->kind) {
    case ACCURACY_EXACT: return 0;
    case ACCURACY_ULP: return ulps * ulp * short_of_one;
    case ACCURACY_ABSOLUTE: return rule->bound * short_of_one;
    default: return ulp / 2 - fabs(v) * 0x1p-50;
    }
}

/* ---- One rule for all */

/* A sweep's arguments are consecutive encodings: these have one sign and exponent. Of zero and INF nothing is said
 * here. */
static bool are_alike(const float *x, size_t count)
{
    uint32_t first = encoding_of(x[0]), last = encoding_of(x[count - 1]);
    return x[0] != 0 && !isinf(x[0]) && last - first == count - 1 && last >> 23 == first >> 23;
}

static void band_in_ulps(reference_band *band, double ulps)
{
    band->ulps = ulps;
    band->small_bound = ulps * 0x1p-149;
}

/* Of a bound that grows with the argument, the smallest. */
static bool keeps_rule(const accuracy_rule *rule, double first, double last, bool fast_math, reference_band *band)
{
    bool in_ulps = rule->kind == ACCURACY_ULP;
    band->least = least_normal * (1 + 0x1p-20);
    band->least_small = least_normal * (1 - 0x1p-20);
    band->most = most_judged(in_ulps ? accuracy_ulps(rule, last) : 1, fast_math);
    band->inf_from = in_ulps && !fast_math ? 4 * largest : NAN;
    band->absolute = -1;
    if (band->most < band->least) /* so many ulp that all numbers are within them */
        return false;
    switch (rule->kind) {
    case ACCURACY_EXACT: band_in_ulps(band, 0); return true;
    case ACCURACY_ULP: band_in_ulps(band, accuracy_ulps(rule, first) * short_of_one); return true;
    case ACCURACY_ROUNDED: band_in_ulps(band, 0.5 - 0x1p-26); return true; /* a value is at most 2^24 of its ulp */
    case ACCURACY_ABSOLUTE:
        band->ulps = -1;
        band->absolute = band->small_bound = rule->bound * short_of_one;
        return true;
    default: return false;
    }
}

/* Subnormal arguments may count as zeros, which only adds to what is right, unless that leaves nothing promised. */
static bool may_flush(const reference_call *call, const real_function *real, const accuracy_entry *entry)
{
    for (int side = 0; side < 2; side++) {
        double zero = side ? -0.0 : 0.0;
        if (isnan(real->one(zero)) || accuracy_rule_at(entry, zero, zero)->kind >= ACCURACY_PAIR)
            return false;
    }
    return !call->fast_math && !call->relaxed_math;
}

static bool find_band(const reference_call *call, const real_function *real, const accuracy_entry *entry,
                      const float *x, reference_band *band)
{
    double first = (double)x[0], last = (double)x[call->count - 1];
    *band = (reference_band){.argument = x, .measured = fabs(first) >= least_normal};
    if (isnan(first)) {
        band->nothing = call->fast_math || accuracy_rule_at(entry, first, first)->kind == ACCURACY_UNDEFINED;
        band->nan = !band->nothing;
        return true;
    }
    const accuracy_rule *rule = accuracy_rule_between(entry, fmin(first, last), fmax(first, last));
    if (!rule || rule->kind == ACCURACY_FORMULA)
        return false;
    band->nothing = rule->kind >= ACCURACY_PAIR || (real->cut_off && isnan(real->one(first)) && isnan(real->one(last)));
    return band->nothing ||
           (keeps_rule(rule, first, last, call->fast_math, band) && (band->measured || may_flush(call, real, entry)));
}

static void fill_values(const real_function *real, const float *x, size_t count, reference_bounds *bounds)
{
    double first = real->one((double)x[0]);
    bounds->band->same = real->monotonic && (first == 0 || isinf(first)) && first == real->one((double)x[count - 1]);
    if (bounds->band->same)
        bounds->value[0] = first;
    else
        real_near(real, x, count, bounds->value);
}

void function_bounds(const reference_call *call, const real_function *real, const accuracy_entry *entry, const float *x,
                     reference_bounds *bounds)
{
    double (*one)(double) = real->near ? real->near : real->one;
    if (call->count && are_alike(x, call->count) && find_band(call, real, entry, x, bounds->band)) {
        if (!bounds->band->nan && !bounds->band->nothing)
            fill_values(real, x, call->count, bounds);
        bounds->band->given = true;
        return;
    }
    for (size_t k = 0; k < call->count; k++) {
        const accuracy_rule *rule = accuracy_rule_at(entry, (double)x[k], (double)x[k]);
        bounds->argument[k] = (double)x[k];
        bounds->value[k] = rule->kind < ACCURACY_FORMULA ? one((double)x[k]) : NAN;
        bounds->bound[k] = bound_at(rule, (double)x[k], bounds->value[k], call->fast_math);
    }
}
