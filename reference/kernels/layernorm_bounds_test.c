/* layernorm_bounds_test.c: where the bounds of normalised rows end, in one pass, in two, and merged. */
#include "../core/witness_testing.h"

/* A row of four with a gain of 1 and no bias. */
static void trial_row(trial *t, const float x[4], double eps)
{
    static const float gamma[4] = {1, 1, 1, 1}, beta[4] = {0, 0, 0, 0};
    trial_array(t, "float", x, 4);
    trial_array(t, "float", gamma, 4);
    trial_array(t, "float", beta, 4);
    trial_number(t, 4);
    trial_number(t, eps);
}

/* The steps of (x - mean) * scale * gamma + beta, where the mean errs by m and the scale by s; looked at in component
 * n. */
static void normalises(trial *t, const char *reference, const float x[4], double mean, double m, double scale, double s,
                       size_t n)
{
    result r = {reference, "float", {0}, 4};
    for (int i = 0; i < 4; i++)
        r.component[i] = ((double)x[i] - mean) * scale;
    double apart = fabs((double)x[n] - mean), product = (apart + m) * (scale + s), e = of_float;
    errs_by(t, &r, n, r.component[n], m * (scale + s) + apart * s + roundings(4, e) * product + e * product + 0x1p-120);
}

/* Mean: three additions and a quotient. Variance: seven steps and a quotient, and the mean's error. Then rsqrt, and the
 * steps of (x - mean) * scale * gamma + beta. Everything correctly rounded: safe math. */
static void layer_norms(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < 16; i++) {
        float x[4];
        double sum, magnitude, variance = 0, e = of_float, eps = 0.125;
        fill(x, 4, 700 + i);
        sum_of(x, 4, &sum, &magnitude);
        double mean = sum / 4;
        for (int n = 0; n < 4; n++)
            variance += ((double)x[n] - mean) * ((double)x[n] - mean) / 4;
        double m = roundings(3, e) * magnitude / 4 * (1 + e) + e * fabs(mean), f = roundings(7, e) + e;
        double scale = 1 / sqrt(variance + eps);
        double most = (1 + e) / sqrt((variance * (1 - f) + eps) * (1 - e)),
               least = (1 - e) / sqrt(((variance + m * m) * (1 + f) + eps) * (1 + e));
        trial t = {0};
        trial_row(&t, x, eps);
        normalises(&t, "layernorm_two_pass", x, mean, m, scale, fmax(most - scale, scale - least), 2);
    }
}

/* The normalised number and its product with a gain of 1 may each have been rounded to half; errors of float are far
 * below these. */
static void narrowed_norms(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < 16; i++) {
        float x[4];
        double sum, magnitude, variance = 0, eps = 0.125;
        fill(x, 4, 770 + i);
        sum_of(x, 4, &sum, &magnitude);
        for (int n = 0; n < 4; n++)
            variance += ((double)x[n] - sum / 4) * ((double)x[n] - sum / 4) / 4;
        result r = {"layer_norm_narrowed", "half", {0}, 4};
        for (int n = 0; n < 4; n++)
            r.component[n] = ((double)x[n] - sum / 4) / sqrt(variance + eps);
        double value = r.component[2], bound = 2.01 * ldexp(of_half / 2, ilogb(value));
        trial t = {0};
        trial_row(&t, x, eps);
        ends_at(&t, &r, 2, value - bound, value + bound, true);
    }
}

/* The mean, and M2 of three terms with ten roundings in all. */
static void merges(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < 16; i++) {
        float left[3] = {(float)random_between(740, i, 1, 2), (float)random_between(741, i, 1, 2), 3},
              right[3] = {(float)random_between(742, i, 3, 4), (float)random_between(743, i, 1, 2), 5};
        double delta = (double)right[0] - (double)left[0], mean = (double)left[0] + delta * 5 / 8;
        double m2 = (double)left[1] + (double)right[1] + delta * delta * 15 / 8;
        result r = {"welford_merge", "packed_float3", {mean, m2, 8}, 3};
        trial t = {0};
        trial_array(&t, "packed_float3", left, 1);
        trial_array(&t, "packed_float3", right, 1);
        errs_by(&t, &r, 0, mean, 8 * of_float * ((double)left[0] + (double)right[0]) + 0x1p-120);
        errs_by(&t, &r, 1, m2, roundings(10, of_float) * m2 + 0x1p-120);
        errs_by(&t, &r, 2, 8, 0);
    }
}

/* Σx² / n - (Σx / n)²: the mean of squares errs by n + 2 roundings and a quotient, the square of the mean by the mean's
 * error; both are then rounded. */
static void single_pass(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < 16; i++) {
        float x[4];
        double sum, magnitude, squares = 0, e = of_float, eps = 0.125;
        fill(x, 4, 750 + i);
        sum_of(x, 4, &sum, &magnitude);
        double mean = sum / 4;
        for (int n = 0; n < 4; n++)
            squares += (double)x[n] * (double)x[n] / 4;
        double variance = squares - mean * mean, m = roundings(4, e) * magnitude / 4 * (1 + e) + e * fabs(mean);
        double error = (roundings(6, e) + e) * (1 + e) * squares + 2 * fabs(mean) * m + m * m;
        error += 2 * e * (squares + error);
        double scale = 1 / sqrt(variance + eps);
        double most = (1 + e) / sqrt((fmax(0, variance - error) + eps) * (1 - e)),
               least = (1 - e) / sqrt((variance + error + eps) * (1 + e));
        trial t = {0};
        trial_row(&t, x, eps);
        trial_number(&t, 3);
        normalises(&t, "layernorm_single_pass", x, mean, m, scale, fmax(most - scale, scale - least), 3);
    }
}

/* Σz² / n - (Σz / n)² of z = x - x[0]. The mean's sum has three additions and z's subtraction, its quotient one
 * rounding; x[0] is added to it, which rounds once more. */
static void shifted_single_pass(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < 16; i++) {
        float x[4];
        double of_z = 0, magnitude = 0, squares = 0, e = of_float, eps = 0.125;
        fill(x, 4, 770 + i);
        for (int n = 0; n < 4; n++) {
            double z = (double)x[n] - (double)x[0];
            of_z += z / 4;
            magnitude += fabs(z);
            squares += z * z / 4;
        }
        double variance = squares - of_z * of_z, m = roundings(4, e) * magnitude / 4 * (1 + e) + e * fabs(of_z);
        double error = (roundings(6, e) + e) * (1 + e) * squares + 2 * fabs(of_z) * m + m * m;
        error += 2 * e * (squares + error);
        double mean = (double)x[0] + of_z, scale = 1 / sqrt(variance + eps);
        double most = (1 + e) / sqrt((fmax(0, variance - error) + eps) * (1 - e)),
               least = (1 - e) / sqrt((variance + error + eps) * (1 + e));
        trial t = {0};
        trial_row(&t, x, eps);
        normalises(&t, "layernorm_shifted", x, mean, m + e * (fabs(mean) + m), scale, fmax(most - scale, scale - least),
                   1);
    }
}

typedef struct spread {
    double mean, m, m2, error /* of M2 */;
} spread;

/* n numbers through `merges` merges, after blocks of up to four: the mean errs by 6 W + 2 X in each merge and by 6 X in
 * a block. M2 is a sum of positive terms with 8 factors a merge and 4 more; a difference of means that is off by t
 * moves it by at most 2 t sqrt(M2 n L) + t² n L. */
static spread merged(const float *x, size_t n, double merges)
{
    double e = of_float, sum, magnitude, m2 = 0, largest = 0, least = INFINITY, most = -INFINITY, count = (double)n;
    sum_of(x, n, &sum, &magnitude);
    for (size_t i = 0; i < n; i++) {
        double apart = (double)x[i] - sum / count;
        m2 += apart * apart;
        largest = fmax(largest, fabs((double)x[i]));
        least = fmin(least, (double)x[i]);
        most = fmax(most, (double)x[i]);
    }
    double width = most - least, m = e * (merges * (6 * width + 2 * largest) + 6 * largest), t = 2 * m + e * width;
    double moved = 2 * t * sqrt(m2 * count * merges) + t * t * count * merges;
    return (spread){sum / count, m, m2, moved + roundings(8 * merges + 4, e) * (m2 + moved)};
}

static void welford(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < 16; i++) {
        float x[4];
        double e = of_float, eps = 0.125;
        fill(x, 4, 790 + i);
        spread s = merged(x, 4, 2);
        double variance = s.m2 / 4, error = s.error / 4 + e * (variance + s.error / 4),
               scale = 1 / sqrt(variance + eps);
        double most = (1 + e) / sqrt((variance - error + eps) * (1 - e)),
               least = (1 - e) / sqrt((variance + error + eps) * (1 + e));
        trial t = {0};
        trial_row(&t, x, eps);
        trial_number(&t, 2);
        normalises(&t, "layernorm_welford", x, s.mean, s.m, scale, fmax(most - scale, scale - least), 0);
    }
}

/* A SIMD-group of 32 merges five times. The count is exact; the variance is what the bound was derived for, so M2 has
 * its quotient's rounding, too. */
static void moments_of_groups(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < 8; i++) {
        float x[64];
        trial t = {0};
        result r = {"simd_moments", "packed_float3", {0}, 6};
        fill(x, 64, 820 + i);
        trial_array(&t, "float", x, 64);
        trial_grid(&t, 64, 64);
        spread s[2] = {merged(x, 32, 5), merged(x + 32, 32, 5)};
        for (size_t g = 0; g < 2; g++) {
            r.component[3 * g] = s[g].mean;
            r.component[3 * g + 1] = s[g].m2;
            r.component[3 * g + 2] = 32;
        }
        errs_by(&t, &r, 3, s[1].mean, s[1].m);
        errs_by(&t, &r, 4, s[1].m2, s[1].error + of_float * (s[1].m2 + s[1].error) + 0x1p-120);
        errs_by(&t, &r, 5, 32, 0);
    }
}

/* Whatever of these algorithms, by rsqrt or by a root and a quotient: the widest of what two passes, shifted data and
 * updates may give of the variance, the last growing with sqrt(1 + mean² / variance). */
static void any_stable_algorithm(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < 16; i++) {
        float x[4];
        double sum, magnitude, of_z = 0, of_squares = 0, apart = 0, e = of_float, eps = 0.125, squares = 0;
        fill(x, 4, 880 + i);
        sum_of(x, 4, &sum, &magnitude);
        double mean = sum / 4, m = roundings(3, e) * magnitude / 4 * (1 + e) + e * fabs(mean);
        for (int n = 0; n < 4; n++) {
            double z = (double)x[n] - (double)x[0];
            squares += ((double)x[n] - mean) * ((double)x[n] - mean) / 4;
            of_z += z / 4;
            apart += fabs(z);
            of_squares += z * z / 4;
        }
        double of_sum = roundings(4, e) * apart / 4 * (1 + e) + e * fabs(of_z);
        double shifted = (roundings(6, e) + e) * (1 + e) * of_squares + 2 * fabs(of_z) * of_sum + of_sum * of_sum;
        shifted += 2 * e * (of_squares + shifted);
        double updates = 16 * e * sqrt(1 + mean * mean / squares) * squares, f = roundings(7, e) + e;
        double low = squares - fmax(squares * f, fmax(shifted, updates));
        double high = squares + fmax((squares + m * m) * (1 + f) - squares, fmax(shifted, updates));
        double scale = 1 / sqrt(squares + eps), most = (1 + 3 * e) / sqrt((low + eps) * (1 - e)),
               least = (1 - 3 * e) / sqrt((high + eps) * (1 + e));
        double of_mean = fmax(m, of_sum + e * (fabs(mean) + of_sum)), of_scale = fmax(most - scale, scale - least);
        trial t = {0};
        trial_row(&t, x, eps);
        normalises(&t, "layer_norm", x, mean, of_mean, scale, of_scale, 2);
    }
}

/* What a kernel in one pass keeps of a row: its mean and 1 / sqrt(variance + eps). */
static void statistics_of_rows(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < 16; i++) {
        float x[8];
        double e = of_float, eps = 0.125, mean[2], scale[2], error[2], m[2];
        fill(x, 8, 840 + i);
        for (size_t row = 0; row < 2; row++) {
            double sum, magnitude, squares = 0;
            sum_of(x + 4 * row, 4, &sum, &magnitude);
            for (size_t n = 4 * row; n < 4 * row + 4; n++)
                squares += (double)x[n] * (double)x[n] / 4;
            mean[row] = sum / 4;
            m[row] = roundings(4, e) * magnitude / 4 * (1 + e) + e * fabs(mean[row]);
            double of_variance =
                (roundings(6, e) + e) * (1 + e) * squares + 2 * fabs(mean[row]) * m[row] + m[row] * m[row];
            of_variance += 2 * e * (squares + of_variance);
            double variance = squares - mean[row] * mean[row];
            scale[row] = 1 / sqrt(variance + eps);
            error[row] = fmax((1 + e) / sqrt((fmax(0, variance - of_variance) + eps) * (1 - e)) - scale[row],
                              scale[row] - (1 - e) / sqrt((variance + of_variance + eps) * (1 + e)));
        }
        trial t = {0};
        trial_array(&t, "float", x, 8);
        trial_number(&t, 4);
        errs_by(&t, &(result){"layernorm_mean", "float", {mean[0], mean[1]}, 2}, 1, mean[1], m[1] + 0x1p-120);
        trial_number(&t, eps);
        errs_by(&t, &(result){"layernorm_rstd", "float", {scale[0], scale[1]}, 2}, 1, scale[1], error[1]);
    }
}

/* An empty side: the other one's mean may go through a quotient and a product. */
static void merges_with_nothing(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < 8; i++) {
        float left[3] = {(float)random_between(860, i, 1, 2), (float)random_between(861, i, 1, 2), 3}, right[3] = {0};
        result r = {"welford_merge", "packed_float3", {(double)left[0], (double)left[1], 3}, 3};
        trial t = {0};
        trial_array(&t, "packed_float3", left, 1);
        trial_array(&t, "packed_float3", right, 1);
        errs_by(&t, &r, 0, (double)left[0], 2 * of_float * (double)left[0]);
        errs_by(&t, &r, 1, (double)left[1], 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(layer_norms),
        cmocka_unit_test(narrowed_norms),
        cmocka_unit_test(merges),
        cmocka_unit_test(single_pass),
        cmocka_unit_test(shifted_single_pass),
        cmocka_unit_test(welford),
        cmocka_unit_test(moments_of_groups),
        cmocka_unit_test(any_stable_algorithm),
        cmocka_unit_test(statistics_of_rows),
        cmocka_unit_test(merges_with_nothing),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("layernorm_bounds", tests, NULL, NULL);
}
