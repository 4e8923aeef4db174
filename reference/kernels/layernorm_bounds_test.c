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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(layer_norms),
        cmocka_unit_test(merges),
        cmocka_unit_test(single_pass),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("layernorm_bounds", tests, NULL, NULL);
}
