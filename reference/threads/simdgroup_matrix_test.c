/* simdgroup_matrix_test.c: where the bounds of products of SIMD-group matrices end. */
#include "../core/witness_testing.h"

/* Eight products and an addend; each step may flush. */
static void simdgroup_matrices(void **state)
{
    (void)state;
    float a[64], b[64], c[64];
    result r = {"simdgroup_products", "float", {0}, 64};
    double bound[64];
    fill(a, 64, 520);
    fill(b, 64, 521);
    fill(c, 64, 522);
    for (int adds = 0; adds < 2; adds++) {
        trial t = {0};
        for (int k = 0; k < 64; k++) {
            double sum = adds ? (double)c[k] : 0, magnitude = fabs(sum);
            for (int i = 0; i < 8; i++) {
                double term = (double)a[k / 8 * 8 + i] * (double)b[i * 8 + k % 8];
                sum += term;
                magnitude += fabs(term);
            }
            r.component[k] = sum;
            bound[k] = roundings(9, of_float) * magnitude + 16 * tiny;
        }
        trial_array(&t, "float", a, 64);
        trial_array(&t, "float", b, 64);
        trial_number(&t, 1);
        if (adds)
            trial_array(&t, "float", c, 64);
        for (size_t k = 0; k < 64; k += 5)
            errs_by(&t, &r, k, r.component[k], bound[k]);
    }
    for (int k = 0; k < 64; k++) { /* products that may all be flushed: what they may lose is all of the bound */
        a[k] = b[k] = 0x1p-64f;
        r.component[k] = 8 * 0x1p-128;
    }
    trial t = {0};
    trial_array(&t, "float", a, 64);
    trial_array(&t, "float", b, 64);
    trial_number(&t, 1);
    errs_by(&t, &r, 9, r.component[9], roundings(9, of_float) * r.component[9] + 16 * tiny);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(simdgroup_matrices),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("simdgroup_matrix", tests, NULL, NULL);
}
