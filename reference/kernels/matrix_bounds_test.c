/* matrix_bounds_test.c: where the bounds of products and projections of matrices end. */
#include "../core/witness_testing.h"

enum { INNER = 24 };

static void add_products(const float *a, const float *b, double *sum, double *magnitude)
{
    for (int k = 0; k < INNER; k++) {
        *sum += (double)a[k] * (double)b[k];
        *magnitude += fabs((double)a[k] * (double)b[k]);
    }
}

static void matrices(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 8; seed++) {
        float a[INNER], b[INNER];
        double sum = 0, magnitude = 0;
        fill(a, INNER, 500 + seed);
        fill(b, INNER, 510 + seed);
        add_products(a, b, &sum, &magnitude);
        trial t = {0};
        trial_array(&t, "float", a, INNER);
        trial_array(&t, "float", b, INNER);
        static const double shape[] = {1, INNER, 1, 1, 1, INNER, 0, 0};
        for (int n = 0; n < 3; n++)
            trial_number(&t, shape[n]);
        double bound = roundings(INNER, of_float) * magnitude;
        errs_by(&t, &(result){"matmul", "float", {sum}, 1}, 0, sum, bound);
        ends_at(&t, &(result){"matmul", "half", {sum}, 1}, 0, sum - bound, sum + bound, true);
        t.arguments = 2;
        for (int n = 3; n < 8; n++)
            trial_number(&t, shape[n]);
        errs_by(&t, &(result){"gemm", "float", {sum}, 1}, 0, sum, bound);
        errs_by(&t, &(result){"gemm_relaxed", "float", {sum}, 1}, 0, sum, bound + 0x1p-9 * magnitude);
    }
}

/* K products, K additions and one more of what was there, each off by half a gap; relaxed precision takes less than
 * 2^-10 from each factor. The result is rounded to the destination's type. */
static void tensors(void **state)
{
    (void)state;
    static const double shape[] = {1, 1, INNER, 0, 0};
    for (uint64_t seed = 0; seed < 8; seed++) {
        float a[INNER], b[INNER], c[1];
        double sum = 0, magnitude = 0;
        fill(a, INNER, 540 + seed);
        fill(b, INNER, 550 + seed);
        fill(c, 1, 560 + seed);
        add_products(a, b, &sum, &magnitude);
        trial t = {0};
        trial_array(&t, "float", a, INNER);
        trial_array(&t, "float", b, INNER);
        for (int n = 0; n < 5; n++)
            trial_number(&t, shape[n]);
        const double bound = (INNER + 2) * 0x1p-24 * magnitude, relaxed = bound + 0x1p-9 * magnitude;
        errs_by(&t, &(result){"tensor_product", "float", {sum}, 1}, 0, sum, bound);
        ends_at(&t, &(result){"tensor_product", "half", {sum}, 1}, 0, sum - bound, sum + bound, true);
        errs_by(&t, &(result){"tensor_product_relaxed", "float", {sum}, 1}, 0, sum, relaxed);
        trial_array(&t, "float", c, 1);
        trial_number(&t, 2);
        const double all = (double)c[0] + 2 * sum, added = (INNER + 2) * 0x1p-24 * (fabs((double)c[0]) + 2 * magnitude);
        errs_by(&t, &(result){"tensor_product_added", "float", {all}, 1}, 0, all, added);
    }
}

/* Scales are powers of two; a sum of products below 2^-120 may be zero, of which some are subnormal. */
static void scales_of_codes(void **state)
{
    (void)state;
    uint8_t codes[7] = {0, 6, 7, 8, 127, 254, 255};
    float right[7], zeros[7] = {0}, twice[7];
    trial t = {0};
    trial_array(&t, "uchar", codes, 7);
    trial_number(&t, 1);
    trial_number(&t, 1);
    for (int i = 0; i < 7; i++) {
        right[i] = codes[i] == 255 ? NAN : ldexpf(1, codes[i] - 127);
        twice[i] = codes[i] == 254 ? INFINITY : 2 * ldexpf(1, codes[i] - 127);
    }
    assert_int_equal(refused(&t, "scaled_by_codes", "float", right, 7), 0);
    assert_int_equal(refused(&t, "scaled_by_codes", "float", zeros, 7), 5);
    assert_int_equal(refused(&t, "scaled_by_codes", "float", twice, 7), 7);
}

/* v - q (qᵀ v): the dot product errs by two roundings, the update by its error and by two roundings. */
static void projections(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < 8; i++) {
        float q[2] = {0.6f, 0.8f},
              v[2] = {(float)random_between(530, i, 0.5, 1), (float)random_between(531, i, -1, -0.5)};
        double g = roundings(2, of_float), c = 0, of_c = 0;
        for (int n = 0; n < 2; n++) {
            c += (double)q[n] * (double)v[n];
            of_c += g * fabs((double)q[n] * (double)v[n]);
        }
        result r = {"residual", "float", {0}, 2};
        for (int n = 0; n < 2; n++)
            r.component[n] = (double)v[n] - (double)q[n] * c;
        trial t = {0};
        trial_array(&t, "float", q, 2);
        trial_array(&t, "float", v, 2);
        trial_number(&t, 2);
        trial_number(&t, 1);
        trial_number(&t, 1);
        double bound = (double)q[1] * of_c + g * (fabs((double)v[1]) + (double)q[1] * (fabs(c) + of_c));
        errs_by(&t, &r, 1, r.component[1], bound);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(matrices),
        cmocka_unit_test(tensors),
        cmocka_unit_test(scales_of_codes),
        cmocka_unit_test(projections),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("matrix_bounds", tests, NULL, NULL);
}
