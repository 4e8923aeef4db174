/* common_test.c: where the bounds of mix and smoothstep end, which no table has: the roundings of the text's
 * formulas. */
#include "../core/witness_testing.h"

static void blends(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < 40; i++) {
        float x = (float)random_between(600, i, 0.5, 2), y = (float)random_between(601, i, 3, 4),
              a = (float)random_between(602, i, 0.1, 0.9);
        trial t = {0};
        trial_array(&t, "float", &x, 1);
        trial_array(&t, "float", &y, 1);
        trial_array(&t, "float", &a, 1);
        double p = (double)x, q = (double)y, s = (double)a, value = (1 - s) * p + s * q;
        double one = roundings(3, of_float) * (p + s * (q - p)), other = roundings(4, of_float) * value;
        errs_by(&t, &(result){"mix", "float", {value}, 1}, 0, value, fmax(one, other) + 4 * tiny);
        trial u = {0};
        float between = x + (y - x) * a;
        trial_array(&u, "float", &x, 1);
        trial_array(&u, "float", &y, 1);
        trial_array(&u, "float", &between, 1);
        s = ((double)between - p) / (q - p);
        value = s * s * (3 - 2 * s);
        for (int relaxed = 0; relaxed < 2; relaxed++) { /* a quotient is correctly rounded, or within 2.5 ulp */
            u.fast_math = u.fast_functions = relaxed != 0;
            double quotient = relaxed ? 2.5 * of_float : of_float;
            double bound =
                1.5 * s * (roundings(2, of_float) + quotient) * (1 + of_float) + roundings(6, of_float) * value;
            errs_by(&u, &(result){"smoothstep", "float", {value}, 1}, 0, value, bound + 4 * tiny);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blends),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("common", tests, NULL, NULL);
}
