/* modes_test.c: where the bounds of a texture's codes end, of saturate, of quotients and roots in sums. */
#include "../core/witness_testing.h"

/* A quotient that errs by an ulp. */
static void codes_of_textures(void **state)
{
    (void)state;
    for (unsigned c = 1; c < 255; c += 23) {
        uint8_t code = (uint8_t)c;
        double value = c / 255.0;
        trial t = {0};
        trial_array(&t, "uchar", &code, 1);
        t.array[0].format = "r8unorm";
        errs_by(&t, &(result){"normalized", "float", {value}, 1}, 0, value, of_float * value);
    }
}

/* MSL 6.3: 0, 1 or the operand itself, so nothing is rounded. */
static void saturates(void **state)
{
    (void)state;
    static const float given[] = {-3, 0.375f, 0x1.fffffep-1f, 7}, wanted[] = {0, 0.375f, 0x1.fffffep-1f, 1};
    for (size_t i = 0; i < 4; i++) {
        trial t = {0};
        trial_array(&t, "float", &given[i], 1);
        trial_number(&t, 0);
        errs_by(&t, &(result){"saturate", "float", {(double)wanted[i]}, 1}, 0, (double)wanted[i], 0);
    }
}

static void quotients_and_roots(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < 16; i++) {
        float a = (float)random_between(800, i, 1, 3), b = (float)random_between(801, i, 1, 3);
        double p = (double)a, q = (double)b, sum = p + p / q + q, root = sqrt(p);
        for (int fast = 0; fast < 2; fast++) {
            trial t = {.fast_math = fast != 0, .fast_functions = fast != 0};
            trial_array(&t, "float", &a, 1);
            trial_array(&t, "float", &b, 1);
            double quotient = (fast ? 2.5 : 1) * of_float;
            errs_by(&t, &(result){"sum_with_quotient", "float", {sum}, 1}, 0, sum,
                    p / q * quotient + roundings(2, of_float) * sum);
        }
        trial t = {.fast_math = true, .fast_functions = true}; /* x * rsqrt(x): 2 ulp and a rounding */
        trial_array(&t, "float", &a, 1);
        trial_number(&t, 1);
        errs_by(&t, &(result){"square_roots", "float", {root}, 1}, 0, root, roundings(3, of_float) * root);
    }
}

/* A product that is rounded before it is added to is another number than one that is not. */
static void fused_products(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < 16; i++) {
        float a = (float)random_between(810, i, 1, 2), b = (float)random_between(811, i, 1, 2), c = -a * b;
        float rounded = 0, fused = fmaf(a, b, c);
        for (int may_fuse = 0; may_fuse < 2 && fused != 0; may_fuse++) {
            const char *name = may_fuse ? "product_plus_or_fused" : "product_plus";
            trial t = {0};
            trial_array(&t, "float", &a, 1);
            trial_array(&t, "float", &b, 1);
            trial_array(&t, "float", &c, 1);
            assert_int_equal(refused(&t, name, "float", &rounded, 1), 0);
            assert_int_equal(refused(&t, name, "float", &fused, 1), !may_fuse);
        }
    }
}

/* Where the sign of a zero decides, only safe math promises a result; INF and NaN relaxed math promises too. */
static void signs_of_zeros(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        float x, y, result;
        bool sign; /* of a zero decides */
    } all[] = {{"div", 1, -0.0F, -INFINITY, true},     {"div", 1, 0.0F, INFINITY, true},
               {"atan2", 0.0F, -1, 3.14159265F, true}, {"copysign", 2, -0.0F, -2, true},
               {"copysign", 2, -3, -2, false},         {"div", INFINITY, 2, INFINITY, false},
               {"atan2", 1, 1, 0.785398163F, false}};
    for (size_t n = 0; n < sizeof all / sizeof *all; n++)
        for (int mode = 0; mode < 3; mode++) { /* safe, relaxed, fast */
            trial t = {.relaxed_math = mode == 1, .fast_math = mode == 2};
            trial_array(&t, "float", &all[n].x, 1);
            trial_array(&t, "float", &all[n].y, 1);
            if (strcmp(all[n].name, "div") != 0)
                trial_number(&t, 1);
            bool special = isinf(all[n].x), promised = mode == 0 || (!all[n].sign && !(mode == 2 && special));
            if (refused(&t, all[n].name, "float", &all[n].result, 1) || t.unjudged == promised)
                fail_msg("row %zu, %s, mode %d: refused, or judged wrongly", n, all[n].name, mode);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(signs_of_zeros),      cmocka_unit_test(codes_of_textures), cmocka_unit_test(saturates),
        cmocka_unit_test(quotients_and_roots), cmocka_unit_test(fused_products),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("modes", tests, NULL, NULL);
}
