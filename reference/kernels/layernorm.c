/* layernorm.c: y = (x - mean) / sqrt(variance + eps) * gamma + beta over rows of N, by three algorithms that gather
 * mean and variance differently. The value is the same; how far a float kernel may be from it is not, so each
 * algorithm has its own derivation of the errors, and one function turns them into bounds on y.
 *
 * Notation: e is the error of one rounding, g(n) = accumulated_error(n, e), X and W the largest |x| and the range of x
 * in a row. The order of every sum is unknown. */
#include "../core/arguments.h"
#include "../core/bounds.h"
#include <math.h>
#include <stdlib.h>

/* What is known of a row: mean and variance, and the ends between which the computed ones lie. */
typedef struct row_statistics {
    double mean, mean_error;
    double variance, low, high;
    bool any_root; /* the kernel may take a root and divide, in place of rsqrt */
    bool narrowed; /* it may round to the result's type early */
} row_statistics;

typedef struct row_sums {
    double mean, variance, magnitude /* Σ|x| */, largest, range;
} row_sums;

static row_sums sum_row(const double *x, size_t n, double shift)
{
    double total = 0, magnitude = 0, least = INFINITY, most = -INFINITY, squares = 0;
    for (size_t i = 0; i < n; i++) {
        double z = x[i] - shift;
        total += z;
        magnitude += fabs(z);
        least = fmin(least, z);
        most = fmax(most, z);
    }
    double mean = total / (double)n;
    for (size_t i = 0; i < n; i++)
        squares += (x[i] - shift - mean) * (x[i] - shift - mean);
    return (row_sums){mean, squares / (double)n, magnitude, fmax(fabs(least), fabs(most)), most - least};
}

/* Mean first, then Σ(x - mean)². The mean: g(n-1) Σ|x| / n from the sum, then a division. The squares: subtraction,
 * square, n - 1 additions and the division are factors on positive terms, and a mean that is off by m adds exactly
 * n m² to their sum. */
static row_statistics two_pass(const reference_call *call, const double *x, size_t n)
{
    double e = rounding_error(SCALAR_FLOAT), d = division_error(call);
    row_sums s = sum_row(x, n, 0);
    double from_sum = accumulated_error((double)n - 1, e) * s.magnitude / (double)n;
    double m = from_sum * (1 + d) + d * fabs(s.mean);
    double factor = accumulated_error((double)n + 3, e) + d;
    return (row_statistics){s.mean, m,    s.variance, s.variance * (1 - factor), (s.variance + m * m) * (1 + factor),
                            false,  false};
}

/* Σz and Σz² in one pass, z = x - shift, variance = Σz²/n - (Σz/n)², not below zero. The difference cancels: its error
 * is that of its terms, g(n+2) Σz²/n and 2 |mean| m + m². */
static row_statistics single_pass(const reference_call *call, const double *x, size_t n, double shift)
{
    double e = rounding_error(SCALAR_FLOAT), d = division_error(call);
    row_sums s = sum_row(x, n, shift);
    double mean_of_squares = s.variance + s.mean * s.mean;
    double m = accumulated_error((double)n, e) * s.magnitude / (double)n * (1 + d) + d * fabs(s.mean);
    double error = (accumulated_error((double)n + 2, e) + d) * (1 + d) * mean_of_squares + 2 * fabs(s.mean) * m + m * m;
    error += 2 * e * (mean_of_squares + error); /* the square of the mean and the subtraction are rounded */
    double mean = shift + s.mean;
    return (row_statistics){mean,
                            shift == 0 ? m : m + e * (fabs(mean) + m),
                            s.variance,
                            fmax(0, s.variance - error),
                            s.variance + error,
                            false,
                            false};
}

/* Welford's merges, L of them at most between an element and the result, after blocks of up to four elements.
 *
 * Mean: a merge takes mean + (other - mean) * (count / sum). The errors of both sides mix as a convex combination; it
 * adds at most 5 e W (difference, quotient at 2.5 ulp, product) and e X (sum). A block's own mean is off by 3 e X and
 * a division. So m = e (L (6 W + 2 X) + 6 X), with room for terms of second order.
 * M2: exactly, M2 = Σ over merges of delta² w + Σ of blocks, all positive, with w <= min of both counts, so that Σw <=
 * n L. Each term carries at most 8 L factors (1 + e); a delta that is off by t <= 2 m + e W changes Σ delta² w by at
 * most 2 t sqrt(M2 n L) + t² n L (Cauchy and Schwarz). */
static row_statistics welford(const reference_call *call, const double *x, size_t n, double merges)
{
    double e = rounding_error(SCALAR_FLOAT), d = division_error(call), count = (double)n;
    row_sums s = sum_row(x, n, 0);
    double m = e * (merges * (6 * s.range + 2 * s.largest) + 6 * s.largest);
    double t = 2 * m + e * s.range, total = s.variance * count;
    double shifted = 2 * t * sqrt(total * count * merges) + t * t * count * merges;
    double error = (shifted + accumulated_error(8 * merges + 4, e) * (total + shifted)) / count;
    error += d * (s.variance + error);
    return (row_statistics){s.mean, m, s.variance, fmax(0, s.variance - error), s.variance + error, false, false};
}

/* 1 / sqrt(variance + eps), and how far the computed one may be from it: the sum is rounded, then rsqrt's own error, or
 * that of a root and a quotient. */
static double scale_of(const reference_call *call, const row_statistics *row, double eps, double *error)
{
    double e = rounding_error(SCALAR_FLOAT), scale = 1 / sqrt(row->variance + eps);
    double r = row->any_root ? fmax(rsqrt_error(call), sqrt_error(call) + 2 * division_error(call)) : rsqrt_error(call);
    double most = (1 + r) / sqrt((fmax(0, row->low) + eps) * (1 - e));
    double least = (1 - r) / sqrt((row->high + eps) * (1 + e));
    *error = fmax(most - scale, scale - least);
    return scale;
}

/* The rest is common: (x - mean) * scale * gamma + beta. With D = |x - mean| the product is off by
 * |gamma| (m (scale + s) + D s) from its inputs and by g(4) of itself from its three roundings and one spare (a
 * conversion of gamma, or another association); the addition, fused or not, rounds once more. */
static void expect_row(reference_call *call, size_t first, const double *x, size_t n, const row_statistics *row,
                       double eps, const double *gamma, const double *beta)
{
    double e = rounding_error(SCALAR_FLOAT), g4 = accumulated_error(4, e), scale_error;
    if (row->variance + eps < 0x1p-100) { /* no epsilon: what is left is rounding */
        for (size_t i = 0; i < n; i++)
            expect_unjudged(call, first + i);
        return;
    }
    double scale = scale_of(call, row, eps, &scale_error), m = row->mean_error, high = scale + scale_error;
    for (size_t i = 0; i < n; i++) {
        double g = gamma ? gamma[i] : 1, b = beta ? beta[i] : 0, deviation = x[i] - row->mean;
        double product = fabs(g) * (fabs(deviation) + m) * high;
        double bound = fabs(g) * (m * high + fabs(deviation) * scale_error) + g4 * product;
        if (row->narrowed) /* the normalised number, then its product with gamma */
            bound += fabs(g) * narrowing_error(call, product / fmax(fabs(g), 0x1p-100)) +
                     narrowing_error(call, product * 1.01);
        bound += e * (product + fabs(b)) + 0x1p-120; /* the last term: flushed subnormals (MSL 8.1) */
        expect_computed(call, first + i, deviation * scale * g + b, bound);
    }
}

/* What any of the stable algorithms may compute: two passes; one pass over data shifted by the row's first element;
 * Welford's updates or merges. Of the last the relative error of the variance is known to grow as n e k, with k =
 * sqrt(1 + mean² / variance) (Chan, Golub and LeVeque), where the textbook's E[x²] - E[x]² grows as n e k²; 2 n + 8
 * leaves room for quotients at 2.5 ulp. */
static row_statistics stable(const reference_call *call, const double *x, size_t n)
{
    row_statistics all = two_pass(call, x, n), shifted = single_pass(call, x, n, x[0]);
    double k = sqrt(1 + all.mean * all.mean / all.variance), e = rounding_error(SCALAR_FLOAT);
    double updates = all.variance > 0 ? (2 * (double)n + 8) * e * k * all.variance : 0;
    all.any_root = true;
    all.mean_error = fmax(all.mean_error, shifted.mean_error);
    all.low = fmax(0, fmin(fmin(all.low, shifted.low), all.variance - updates));
    all.high = fmax(fmax(all.high, shifted.high), all.variance + updates);
    return all;
}

typedef enum { TWO_PASS, SINGLE_PASS, SHIFTED_SINGLE_PASS, WELFORD, STABLE, STABLE_NARROWED } algorithm;

static row_statistics statistics(const reference_call *call, algorithm how, const double *x, size_t n, double merges)
{
    switch (how) {
    case SINGLE_PASS: return single_pass(call, x, n, 0);
    case SHIFTED_SINGLE_PASS: return single_pass(call, x, n, x[0]);
    case WELFORD: return welford(call, x, n, merges);
    case STABLE: return stable(call, x, n);
    case STABLE_NARROWED: {
        row_statistics row = stable(call, x, n);
        row.narrowed = true;
        return row;
    }
    default: return two_pass(call, x, n);
    }
}

/* A row with NaN is NaN throughout, one with INF has no finite result; where the mode assumes that there are none
 * (MSL 1.6.3), nothing is promised. True if the row is one of them. */
static bool expect_not_finite(reference_call *call, size_t first, const double *x, size_t n)
{
    bool nan = false, infinite = false;
    for (size_t i = 0; i < n; i++) {
        nan |= isnan(x[i]) != 0;
        infinite |= isinf(x[i]) != 0;
    }
    if (!nan && !infinite)
        return false;
    const uint64_t any[] = {scalar_encode(call->type.scalar, INFINITY), scalar_encode(call->type.scalar, -INFINITY),
                            scalar_nan(call->type.scalar)};
    for (size_t i = 0; i < n; i++) {
        if (call->fast_math || call->relaxed_math)
            expect_unjudged(call, first + i);
        else if (nan)
            expect_nan(call, first + i);
        else
            expect_any(call, first + i, any, 3);
    }
    return true;
}

/* Arguments: (src, gamma, beta, N, eps[, …]); bit 0 of `affine` uses gamma, bit 1 beta. */
static void layernorm(reference_call *call, algorithm how, double merges, unsigned affine)
{
    size_t n = argument_size(call, 3);
    double eps = argument_number(call, 4);
    if (n == 0 || call->count % n != 0 || argument_array(call, 0)->count < call->count ||
        argument_array(call, 1)->count < n || argument_array(call, 2)->count < n) {
        call->error = "layernorm: N does not fit the arrays";
        return;
    }
    double *x = argument_numbers(call, 0), *gamma = argument_numbers(call, 1), *beta = argument_numbers(call, 2);
    for (size_t first = 0; x && gamma && beta && first < call->count; first += n) {
        if (expect_not_finite(call, first, x + first, n))
            continue;
        row_statistics row = statistics(call, how, x + first, n, merges);
        expect_row(call, first, x + first, n, &row, eps, affine & 1 ? gamma : NULL, affine & 2 ? beta : NULL);
    }
    free(x);
    free(gamma);
    free(beta);
}

/* layer_norm(src, gamma, beta, N, eps): by whatever stable algorithm. */
REFERENCE(layer_norm)
{
    if (arguments_are(call, "aaann"))
        layernorm(call, STABLE, 0, 3);
}

/* layer_norm_narrowed(src, gamma, beta, N, eps): likewise, and the normalised number and its product with gamma may be
 * rounded to the result's type, as arrays of that type make libraries do that multiply them by gamma and add beta. */
REFERENCE(layer_norm_narrowed)
{
    if (arguments_are(call, "aaann"))
        layernorm(call, STABLE_NARROWED, 0, 3);
}

typedef enum {
    WRONG_EPSILON_PLACE = 1,
    WRONG_SAMPLE_VARIANCE,
    WRONG_LAST_ELEMENT,
    WRONG_TAIL_OF_FOUR,
    WRONG_NO_BETA,
    WRONG_NO_GAMMA,
    WRONG_VARIANCE_GUARD,
    WRONG_LAST_OF_MEAN
} layernorm_mistake;

/* The mean over the first `m` elements and the variance about it over the first `spread`, still divided by n. */
static row_statistics statistics_of_part(const reference_call *call, const double *x, size_t m, size_t spread, size_t n)
{
    row_statistics row = two_pass(call, x, n);
    double sum = 0, squares = 0;
    for (size_t i = 0; i < m; i++)
        sum += x[i];
    row.mean = sum / (double)n;
    for (size_t i = 0; i < spread; i++)
        squares += (x[i] - row.mean) * (x[i] - row.mean);
    row.variance = squares / (double)n;
    row.low = row.variance * 0.9999;
    row.high = row.variance * 1.0001;
    return row;
}

/* What a kernel computes that makes a well-known mistake, to tell a failure's cause. */
static row_statistics wrong_statistics(const reference_call *call, layernorm_mistake mistake, const double *x, size_t n,
                                       double *eps)
{
    row_statistics row = two_pass(call, x, n);
    double factor = n > 1 ? (double)n / ((double)n - 1) : 1, deviation = sqrt(row.variance) + *eps;
    switch (mistake) {
    case WRONG_LAST_ELEMENT: return statistics_of_part(call, x, n - 1, n - 1, n);
    case WRONG_TAIL_OF_FOUR: return statistics_of_part(call, x, n / 4 * 4, n / 4 * 4, n);
    case WRONG_LAST_OF_MEAN: return statistics_of_part(call, x, n - 1, n, n);
    case WRONG_SAMPLE_VARIANCE:
        row.variance *= factor;
        row.low *= factor;
        row.high *= factor;
        return row;
    case WRONG_EPSILON_PLACE:
        *eps = 0;
        row.low += deviation * deviation - row.variance;
        row.high += deviation * deviation - row.variance;
        row.variance = deviation * deviation;
        return row;
    case WRONG_VARIANCE_GUARD:
        if (row.variance < 1e-6)
            row.variance = row.low = row.high = 0;
        return row;
    default: return row;
    }
}

/* layer_norm_wrong(src, gamma, beta, N, eps, MISTAKE) */
REFERENCE(layer_norm_wrong)
{
    if (!arguments_are(call, "aaannn"))
        return;
    size_t n = argument_size(call, 3);
    layernorm_mistake mistake = (layernorm_mistake)argument_size(call, 5);
    double *x = argument_numbers(call, 0), *gamma = argument_numbers(call, 1), *beta = argument_numbers(call, 2);
    for (size_t first = 0; n && x && gamma && beta && first + n <= call->count; first += n) {
        double eps = argument_number(call, 4);
        if (expect_not_finite(call, first, x + first, n))
            continue;
        row_statistics row = wrong_statistics(call, mistake, x + first, n, &eps);
        expect_row(call, first, x + first, n, &row, eps, mistake == WRONG_NO_GAMMA ? NULL : gamma,
                   mistake == WRONG_NO_BETA ? NULL : beta);
    }
    free(x);
    free(gamma);
    free(beta);
}

/* layernorm_two_pass(src, gamma, beta, N, eps) */
REFERENCE(layernorm_two_pass)
{
    if (arguments_are(call, "aaann"))
        layernorm(call, TWO_PASS, 0, 3);
}

/* layernorm_single_pass(src, gamma, beta, N, eps, FLAGS): as it is commonly written; flag 1 gamma, flag 2 beta. */
REFERENCE(layernorm_single_pass)
{
    if (arguments_are(call, "aaannn"))
        layernorm(call, SINGLE_PASS, 0, (unsigned)argument_size(call, 5));
}

/* layernorm_shifted(src, gamma, beta, N, eps): single pass over x - x[0] of the row. */
REFERENCE(layernorm_shifted)
{
    if (arguments_are(call, "aaann"))
        layernorm(call, SHIFTED_SINGLE_PASS, 0, 3);
}

/* layernorm_welford(src, gamma, beta, N, eps, MERGES): at most so many merges between an element and the result. */
REFERENCE(layernorm_welford)
{
    if (arguments_are(call, "aaannn"))
        layernorm(call, WELFORD, argument_number(call, 5), 3);
}

/* layernorm_mean(src, N) and layernorm_rstd(src, N, eps): the statistics a single-pass kernel saves, one per row. */
REFERENCE(layernorm_mean)
{
    if (!arguments_are(call, "an"))
        return;
    size_t n = argument_size(call, 1);
    double *x = argument_numbers(call, 0);
    for (size_t r = 0; x && r < call->count; r++) {
        row_statistics row = single_pass(call, x + r * n, n, 0);
        expect_near(call, r, row.mean, row.mean_error + 0x1p-120);
    }
    free(x);
}

REFERENCE(layernorm_rstd)
{
    if (!arguments_are(call, "ann"))
        return;
    size_t n = argument_size(call, 1);
    double *x = argument_numbers(call, 0);
    for (size_t r = 0; x && r < call->count; r++) {
        row_statistics row = single_pass(call, x + r * n, n, 0);
        double error, scale = scale_of(call, &row, argument_number(call, 2), &error);
        expect_near(call, r, scale, error);
    }
    free(x);
}

/* ---- Welford's merge on its own */

typedef struct moments {
    double mean, m2, count;
} moments;

static moments merge(moments a, moments b)
{
    double count = a.count + b.count, delta = b.mean - a.mean;
    if (count == 0)
        return a;
    return (moments){a.mean + delta * (b.count / count), a.m2 + b.m2 + delta * delta * (a.count * b.count / count),
                     count};
}

static moments moments_at(const reference_array *array, size_t i)
{
    return (moments){array_number(array, i, 0), array_number(array, i, 1), array_number(array, i, 2)};
}

/* What one merge of float states may give: an element of three floats: mean, M2, count. Mean: as in `welford` above,
 * with W = |delta|. M2: three terms, each with at most 7 roundings or quotients. Counts are whole numbers: exact. */
static void expect_moments(reference_call *call, size_t i, moments value, double scale_mean, double scale_m2,
                           double merges)
{
    double e = rounding_error(SCALAR_FLOAT);
    expect_near(call, i * 3, value.mean, merges * 8 * e * scale_mean + 0x1p-120);
    expect_near(call, i * 3 + 1, value.m2, accumulated_error(10 * merges, e) * scale_m2 + 0x1p-120);
    expect_bits(call, i * 3 + 2, scalar_encode(SCALAR_FLOAT, value.count));
}

/* welford_merge(left, right): element i of packed_float3 is (mean, M2, count). */
REFERENCE(welford_merge)
{
    if (!arguments_are(call, "aa"))
        return;
    for (size_t i = 0; i < call->count; i++) {
        moments a = moments_at(argument_array(call, 0), i), b = moments_at(argument_array(call, 1), i);
        moments both = merge(a, b);
        if (a.count == 0 || b.count == 0) { /* one side empty: the other comes back unchanged */
            moments only = b.count == 0 ? a : b;
            expect_near(call, i * 3, only.mean, 2 * rounding_error(SCALAR_FLOAT) * fabs(only.mean));
            expect_bits(call, i * 3 + 1, scalar_encode(SCALAR_FLOAT, only.m2));
            expect_bits(call, i * 3 + 2, scalar_encode(SCALAR_FLOAT, only.count));
        } else {
            expect_moments(call, i, both, fabs(a.mean) + fabs(b.mean), both.m2, 1);
        }
    }
}

/* simd_moments(data): per SIMD-group of a one-dimensional grid of full SIMD-groups, the moments of one value per lane.
 * log2(width) merges lead from a lane to the result; the bound on M2 is the one derived for `welford`. */
REFERENCE(simd_moments)
{
    if (!arguments_are(call, "a"))
        return;
    size_t width = call->dispatch->simd_width;
    double *x = argument_numbers(call, 0);
    for (size_t g = 0; x && g < call->count; g++) {
        row_statistics row = welford(call, x + g * width, width, log2((double)width));
        double count = (double)width, error = fmax(row.high - row.variance, row.variance - row.low);
        expect_near(call, g * 3, row.mean, row.mean_error);
        expect_near(call, g * 3 + 1, row.variance * count, error * count + 0x1p-120);
        expect_bits(call, g * 3 + 2, scalar_encode(SCALAR_FLOAT, count));
    }
    free(x);
}

/* ---- Inputs */

/* A normal number, by Box and Muller. */
static double normal(uint64_t seed, uint64_t n)
{
    double radius = sqrt(-2 * log(1 - random_unit(seed, 2 * n)));
    return radius * cos(6.283185307179586 * random_unit(seed, 2 * n + 1));
}

/* layernorm_rows(N, KINDS): rows of N in turns: normal; a ramp; constant; of tiny variance (9e-7) about zero; and, with
 * KINDS = 5, of deviation 1 about 1e4. */
INPUT(layernorm_rows)
{
    if (call->argument_count != 2 || call->argument[0] < 1 || call->argument[1] < 1) {
        call->error = "layernorm_rows takes N and the number of kinds";
        return;
    }
    size_t n = (size_t)call->argument[0], kinds = (size_t)call->argument[1];
    for (size_t i = 0; i < call->count; i++) {
        size_t row = i / n, column = i % n;
        double value = 0;
        switch (row % kinds) {
        case 0: value = normal(call->seed, i); break;
        case 1: value = (double)column / (double)n; break;
        case 2: value = 0.75; break;
        case 3: value = column % 2 ? 9.4868e-4 : -9.4868e-4; break;
        default: value = 1e4 + normal(call->seed, i); break;
        }
        input_set(call, i, 0, value);
    }
}

/* moments_of_splits(SIDE): states of two parts of random sequences, left or right; every fourth one has no elements on
 * one side or on both. */
INPUT(moments_of_splits)
{
    if (call->argument_count != 1) {
        call->error = "moments_of_splits takes the side";
        return;
    }
    bool right = call->argument[0] != 0;
    for (size_t i = 0; i < call->count; i++) {
        bool empty = i % 4 == 3 && (i % 12 == 11 || right == (i % 8 == 3));
        double count = empty ? 0 : 1 + floor(1000 * random_unit(call->seed, i));
        input_set(call, i, 0, empty ? 0 : 3 * normal(call->seed, i + call->count));
        input_set(call, i, 1, empty ? 0 : count * random_unit(call->seed, i + 3 * call->count));
        input_set(call, i, 2, count);
    }
}
