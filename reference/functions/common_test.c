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

/* NaN and INF are judged in safe math, with fast functions too; fast math promises nothing of them. */
static void special_operands(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        float x[3];
        int operands, variant; /* variant -1: it has none */
        float result;
        bool undefined; /* where fast functions are meant */
    } all[] = {
        {"fmax", {NAN, 2}, 2, 1, 2, false},
        {"fmax", {2, INFINITY}, 2, 0, INFINITY, false},
        {"fmin", {-INFINITY, NAN}, 2, 2, -INFINITY, false},
        {"fmax3", {NAN, NAN, 4}, 3, -1, 4, false},
        {"fmin3", {5, NAN, 4}, 3, -1, 4, false},
        {"fmedian3", {1, INFINITY, 4}, 3, -1, 4, false},
        {"clamp", {NAN, 1, 2}, 3, 1, 1, false},
        {"clamp", {NAN, 1, 2}, 3, 0, 1, true},
        {"clamp", {INFINITY, 1, 2}, 3, 2, 2, false},
        {"saturate", {NAN}, 1, 1, 0, false},
        {"saturate", {NAN}, 1, 0, 0, true},
        {"saturate", {NAN}, 1, 2, 0, true},
        {"sign", {NAN}, 1, -1, 0, false},
        {"sign", {-INFINITY}, 1, -1, -1, false},
        {"step", {NAN, 1}, 2, -1, 1, false},
    };
    for (size_t n = 0; n < sizeof all / sizeof *all; n++)
        for (int mode = 0; mode < 3; mode++) { /* safe, with fast functions, fast math */
            trial t = {.fast_functions = mode > 0, .fast_math = mode == 2};
            float good = all[n].result, bad = 3;
            for (int i = 0; i < all[n].operands; i++)
                trial_array(&t, "float", &all[n].x[i], 1);
            if (all[n].variant >= 0)
                trial_number(&t, all[n].variant);
            bool judged = mode < 2 && !(all[n].undefined && (all[n].variant == 2 || mode == 1));
            if (refused(&t, all[n].name, "float", &good, 1) || t.unjudged == judged)
                fail_msg("row %zu, %s, mode %d: %a is refused, or judged wrongly", n, all[n].name, mode, good);
            assert_int_equal(refused(&t, all[n].name, "float", &bad, 1), judged);
        }
}

/* Where two results are near at hand, one of them is right: step at its edge, the sign of a zero in safe math. */
static void edges(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        float x[2];
        int operands;
        float good, bad;
    } all[] = {{"step", {2, 2}, 2, 1, 0},
               {"step", {-0.0F, 0}, 2, 1, 0},
               {"step", {0x1.000002p+1F, 2}, 2, 0, 1},
               {"step", {0x1p-126F, -0x1p-126F}, 2, 0, 1},
               {"sign", {-0.0F}, 1, -0.0F, 0},
               {"sign", {0}, 1, 0, -0.0F},
               {"sign", {0x1p-126F}, 1, 1, 0}};
    for (size_t n = 0; n < sizeof all / sizeof *all; n++) {
        trial t = {0};
        for (int i = 0; i < all[n].operands; i++)
            trial_array(&t, "float", &all[n].x[i], 1);
        if (refused(&t, all[n].name, "float", &all[n].good, 1) || !refused(&t, all[n].name, "float", &all[n].bad, 1))
            fail_msg("row %zu, %s", n, all[n].name);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blends),
        cmocka_unit_test(special_operands),
        cmocka_unit_test(edges),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("common", tests, NULL, NULL);
}
