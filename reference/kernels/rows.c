/* rows.c: RMSNorm, softmax, running sums and single elements, for the contracts of `assay validate`. Bounds hold for
 * every order of summation and, where a note says so, for the usual ways to write the same formula.
 *
 * Notation as in layernorm.c: e is the error of one rounding in float, g(n) = accumulated_error(n, e). */
#include "../accuracy/accuracy.h"
#include "../core/arguments.h"
#include "../core/bounds.h"
#include "exp_error.h"
#include <math.h>
#include <stdlib.h>

static const double flushed = 0x1p-120; /* more than subnormals that became zero can amount to (MSL 8.1) */

static double float_error(void)
{
    return rounding_error(SCALAR_FLOAT);
}

/* Whether math modes let the kernel assume that there are no such numbers (MSL 1.6.3). */
static bool assumes_finite(const reference_call *call)
{
    return call->fast_math || call->relaxed_math;
}

/* ---- Rows */

typedef struct row {
    const double *x;
    size_t n;
    bool nan, plus, minus; /* has such elements: NaN, INF, -INF */
} row;

static row row_of(const double *x, size_t n)
{
    row r = {.x = x, .n = n};
    for (size_t i = 0; i < n; i++) {
        r.nan |= isnan(x[i]) != 0;
        r.plus |= isinf(x[i]) && x[i] > 0;
        r.minus |= isinf(x[i]) && x[i] < 0;
    }
    return r;
}

static bool rows_fit(reference_call *call, size_t n)
{
    if (n && call->count % n == 0 && argument_array(call, 0)->count >= call->count)
        return true;
    call->error = "N does not fit the arrays";
    return false;
}

/* ---- RMSNorm */

typedef enum {
    RMS_RIGHT,
    RMS_NO_EPSILON,
    RMS_EPSILON_OUTSIDE,
    RMS_NO_GAMMA,
    RMS_GAMMA_PLUS_ONE,
    RMS_LAST_ELEMENT,
    RMS_TAIL_OF_FOUR,
    RMS_MEAN_SUBTRACTED,
    RMS_NARROWED /* none: the normalised number may be rounded to the result's type */
} rms_mistake;

/* The mean of squares: squares, n - 1 additions and the quotient are factors on terms of one sign. Then 1 / sqrt(… +
 * eps): rsqrt, or a root and a quotient. Then two products; one rounding to spare for another association. */
static void expect_rms_row(reference_call *call, size_t first, const row *r, const double *gamma, double eps,
                           rms_mistake mistake)
{
    double e = float_error(), d = division_error(call), squares = 0, mean = 0;
    bool vanishes = true;
    size_t counted = mistake == RMS_LAST_ELEMENT ? r->n - 1 : mistake == RMS_TAIL_OF_FOUR ? r->n / 4 * 4 : r->n;
    for (size_t i = 0; i < counted; i++) {
        squares += r->x[i] * r->x[i];
        mean += r->x[i] / (double)r->n;
        vanishes &= fabs(r->x[i]) < 0x1p-60; /* squares may be flushed */
    }
    double center = mistake == RMS_MEAN_SUBTRACTED ? mean : 0, of = squares / (double)r->n - center * center;
    double inside = mistake == RMS_NO_EPSILON || mistake == RMS_EPSILON_OUTSIDE ? 0 : eps;
    if (vanishes && inside < 0x1p-100) {
        for (size_t i = 0; i < r->n; i++)
            expect_unjudged(call, first + i);
        return;
    }
    double f = accumulated_error((double)r->n + 1, e) + d;
    double root = fmax(rsqrt_error(call), sqrt_error(call) + 2 * d);
    double outside = mistake == RMS_EPSILON_OUTSIDE ? eps : 0;
    double scale = 1 / (sqrt(of + inside) + outside);
    double most = (1 + root) / (sqrt((of * (1 - f) + inside) * (1 - e)) + outside);
    double least = (1 - root) / (sqrt((of * (1 + f) + inside + flushed) * (1 + e)) + outside);
    double s = fmax(most - scale, scale - least);
    for (size_t i = 0; i < r->n; i++) {
        double g = mistake == RMS_NO_GAMMA ? 1 : mistake == RMS_GAMMA_PLUS_ONE ? gamma[i] + 1 : gamma[i];
        double part = fabs(g * (r->x[i] - center));
        double bound = part * s + accumulated_error(3, e) * part * (scale + s) + flushed;
        if (mistake == RMS_NARROWED)
            bound += fabs(g) * narrowing_error(call, fabs(r->x[i]) * (scale + s));
        expect_computed(call, first + i, g * (r->x[i] - center) * scale, bound);
    }
}

/* A NaN in the row, or an INF (INF * 0), leaves no number in its own place; the others are NaN, or zero beside INF. */
static void expect_rms_special(reference_call *call, size_t first, const row *r)
{
    for (size_t i = 0; i < r->n; i++) {
        if (assumes_finite(call))
            expect_unjudged(call, first + i);
        else if (r->nan || isinf(r->x[i]))
            expect_nan(call, first + i);
        else
            expect_interval(call, first + i, 0, 0);
    }
}

static void rms_norm(reference_call *call, rms_mistake mistake)
{
    size_t n = argument_size(call, 2);
    if (!rows_fit(call, n) || argument_array(call, 1)->count < n) {
        call->error = "rms_norm: N does not fit the arrays";
        return;
    }
    double *x = argument_numbers(call, 0), *gamma = argument_numbers(call, 1);
    for (size_t first = 0; x && gamma && first < call->count; first += n) {
        row r = row_of(x + first, n);
        if (r.nan || r.plus || r.minus)
            expect_rms_special(call, first, &r);
        else
            expect_rms_row(call, first, &r, gamma, argument_number(call, 3), mistake);
    }
    free(x);
    free(gamma);
}

/* rms_norm(src, gamma, N, eps): x / sqrt(mean of squares + eps) * gamma over rows of N. */
REFERENCE(rms_norm)
{
    if (arguments_are(call, "aann"))
        rms_norm(call, RMS_RIGHT);
}

/* rms_norm_narrowed(src, gamma, N, eps): likewise, and the normalised number may be rounded to the result's type before
 * it is multiplied by gamma, as models do whose weights have that type. */
REFERENCE(rms_norm_narrowed)
{
    if (arguments_are(call, "aann"))
        rms_norm(call, RMS_NARROWED);
}

/* rms_norm_wrong(src, gamma, N, eps, MISTAKE): what a kernel computes that makes a well-known mistake. */
REFERENCE(rms_norm_wrong)
{
    if (arguments_are(call, "aannn"))
        rms_norm(call, (rms_mistake)argument_size(call, 4));
}

/* ---- Softmax */

typedef enum {
    SOFTMAX_RIGHT,
    SOFTMAX_LAST_ELEMENT,
    SOFTMAX_TAIL_OF_FOUR,
    SOFTMAX_NO_SUM,
    SOFTMAX_BASE_TWO
} softmax_mistake;

typedef struct softmax_term {
    double value, off; /* exp(t), and how far off it may be */
} softmax_term;

/* exp(t) / Σ exp(t), t = x - max. The maximum is exact, t is rounded. A kernel that keeps a running maximum scales its
 * sum anew whenever it grows, by exp(old - new): the arguments of all these add up to t, each costs exp's constant
 * error and a product. Sixty-four times are allowed for, more than threads that merge in a tree and the running maxima
 * of thousands of numbers in no order need. Terms have one sign, so the sum is off by the weighted mean of their
 * errors and by g(n). `term` has room for n. */
static void expect_softmax_row(reference_call *call, size_t first, const row *r, softmax_mistake mistake,
                               softmax_term *term)
{
    enum { RESCALED = 64 };
    double e = float_error(), largest = -INFINITY, sum = 0, off = 0;
    const struct accuracy_entry *entry = exp_entry(call);
    if (!entry)
        return;
    size_t counted = mistake == SOFTMAX_LAST_ELEMENT ? r->n - 1 : mistake == SOFTMAX_TAIL_OF_FOUR ? r->n / 4 * 4 : r->n;
    double rescaled = accumulated_error(RESCALED, e) + RESCALED * exp_error_by(entry, 0), base = 1;
    if (mistake == SOFTMAX_BASE_TWO)
        base = 0.6931471805599453;
    for (size_t i = 0; i < r->n; i++)
        largest = fmax(largest, r->x[i]);
    for (size_t i = 0; i < r->n; i++) {
        double t = r->x[i] - largest;
        term[i] = isinf(t) ? (softmax_term){0} : (softmax_term){exp(base * t), exp_error_by(entry, t) + rescaled};
    }
    for (size_t i = 0; i < counted; i++) {
        sum += term[i].value;
        off += term[i].value * term[i].off;
    }
    if (mistake == SOFTMAX_NO_SUM)
        sum = 1;
    double of_sum = off / sum + accumulated_error((double)r->n + 2, e) + division_error(call);
    for (size_t i = 0; i < r->n; i++) {
        double p = term[i].value / sum;
        expect_computed(call, first + i, p, 1.01 * p * (term[i].off + of_sum) + flushed * (double)r->n);
    }
}

static void softmax(reference_call *call, softmax_mistake mistake)
{
    size_t n = argument_size(call, 1);
    if (!rows_fit(call, n))
        return;
    double *x = argument_numbers(call, 0);
    softmax_term *term = calloc(n, sizeof *term);
    for (size_t first = 0; x && term && first < call->count; first += n) {
        row r = row_of(x + first, n);
        bool special = r.nan || r.plus;
        size_t finite = 0;
        for (size_t i = 0; i < n; i++)
            finite += isfinite(x[first + i]) != 0;
        if (!special && finite && !(r.minus && assumes_finite(call))) {
            expect_softmax_row(call, first, &r, mistake, term);
            continue;
        }
        /* INF - INF is NaN, and with it the sum. What a mistake makes of that depends on how it is made. */
        for (size_t i = 0; i < n; i++)
            if (assumes_finite(call) || mistake != SOFTMAX_RIGHT)
                expect_unjudged(call, first + i);
            else
                expect_nan(call, first + i);
    }
    if (!term)
        call->error = "out of memory";
    free(term);
    free(x);
}

/* softmax(src, N): over rows of N. Elements of -INF count for nothing; a row of nothing else has no softmax. */
REFERENCE(softmax)
{
    if (arguments_are(call, "an"))
        softmax(call, SOFTMAX_RIGHT);
}

/* softmax_wrong(src, N, MISTAKE) */
REFERENCE(softmax_wrong)
{
    if (arguments_are(call, "ann"))
        softmax(call, (softmax_mistake)argument_size(call, 2));
}

/* ---- Running sums */

/* Each `block` elements anew. Whole numbers are exact in any order while they stay below 2^24; integers wrap. */
static void prefix_sums(reference_call *call, size_t count, bool exclusive, size_t block)
{
    double *x = argument_numbers(call, 0), value = 0, magnitude = 0;
    bool whole = true;
    for (size_t i = 0; x && i < count && i < call->count; i++) {
        if (i % block == 0) {
            value = magnitude = 0;
            whole = true;
        }
        double before = value;
        value += x[i];
        magnitude += fabs(x[i]);
        whole &= x[i] == rint(x[i]);
        double result = exclusive ? before : value, n = (double)(i % block + 1);
        if (!assay_scalar_is_float(call->type.scalar))
            expect_bits(call, i, (uint64_t)(int64_t)result & 0xffffffffu);
        else
            expect_computed(call, i, result,
                            whole && magnitude <= 0x1p24 ? 0 : accumulated_error(n, float_error()) * magnitude);
    }
    free(x);
}

/* prefix_sums(input, COUNT, EXCLUSIVE): element i is the sum of elements 0 to i, or to i - 1 if exclusive. */
REFERENCE(prefix_sums)
{
    if (arguments_are(call, "ann"))
        prefix_sums(call, argument_size(call, 1), argument_number(call, 2) != 0, SIZE_MAX);
}

/* prefix_sums_of_blocks(input, COUNT, EXCLUSIVE, SIZE): beginning anew every SIZE elements. */
REFERENCE(prefix_sums_of_blocks)
{
    if (!arguments_are(call, "annn"))
        return;
    if (argument_size(call, 3))
        prefix_sums(call, argument_size(call, 1), argument_number(call, 2) != 0, argument_size(call, 3));
    else
        call->error = "prefix_sums_of_blocks: a size of 0";
}

/* ---- Elements */

/* silu(x): x / (1 + exp(-x)). The exponential is off by its own error, of which 1 + exp takes the share exp / (1 +
 * exp); addition, quotient and, written as x * sigmoid(x), a product are rounded. Where exp(-x) is beyond the largest
 * float, the result is next to nothing. */
REFERENCE(silu)
{
    if (!arguments_are(call, "a"))
        return;
    double *x = argument_numbers(call, 0), e = float_error();
    for (size_t i = 0; x && i < call->count; i++) {
        double power = exp(-x[i]), share = isinf(power) ? 1 : power / (1 + power), value = x[i] / (1 + power);
        bool special = !isfinite(x[i]);
        if ((special || x[i] < -87) && assumes_finite(call))
            expect_unjudged(call, i);
        else if (special && (isnan(x[i]) || x[i] < 0)) /* -INF / INF */
            expect_nan(call, i);
        else if (special)
            expect_bits(call, i, scalar_encode(call->type.scalar, INFINITY));
        else
            expect_computed(call, i, value,
                            1.01 * fabs(value) *
                                    (share * exp_error(call, x[i]) + accumulated_error(3, e) + division_error(call)) +
                                flushed);
    }
    free(x);
}

/* limited(x, cap): clamped to [-cap, cap]; what is not a number stays that. */
REFERENCE(limited)
{
    if (!arguments_are(call, "an"))
        return;
    double *x = argument_numbers(call, 0);
    double cap = scalar_number(call->type.scalar, scalar_encode(call->type.scalar, argument_number(call, 1)));
    for (size_t i = 0; x && i < call->count; i++) {
        if (!isfinite(x[i]) && assumes_finite(call))
            expect_unjudged(call, i);
        else if (isnan(x[i]))
            expect_nan(call, i);
        else
            expect_computed(call, i, x[i] < -cap ? -cap : x[i] > cap ? cap : x[i], 0);
    }
    free(x);
}

/* ---- Inputs */

/* rows_masked(N): numbers, and in two of three rows -INF from some element on, never in the first. */
INPUT(rows_masked)
{
    size_t n = call->argument_count == 1 ? (size_t)call->argument[0] : 0;
    if (!n) {
        call->error = "rows_masked takes the length of a row";
        return;
    }
    for (size_t i = 0; i < call->count; i++) {
        size_t row = i / n, column = i % n;
        bool masked = row % 3 && column > (row * 5 + 1) % n;
        input_set(call, i, 0, masked ? -INFINITY : 4 * random_unit(call->seed, i) - 2);
    }
}
