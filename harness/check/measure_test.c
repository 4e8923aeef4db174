/* measure_test.c: what a sweep decides quickly, and what it counts. */
#include "check_testing.h"
#include "quick.h"

/* What a sweep decides quickly: strictly inside the bound or equal, nothing promised, or left to the comparison. */
static void quick_way(void **state)
{
    (void)state;
    fixture f = output(float1, 5);
    reference_bounds to;
    measurement m;
    uint32_t rest[5];
    const float got[] = {1, 0x1.000002p+0f, 7, NAN, 2};
    assert_false(expects_bounds(&f.call, &to));
    measurement_begin(&m);
    assert_int_equal(check_quickly(f.e, got, &m, rest).rest, 5);
    expectation_want_bounds(f.e);
    assert_true(expects_bounds(&f.call, &to));
    const double bound[] = {0, 0x1p-23, INFINITY, 1, NAN}, value[] = {1, 1, 1, 1, 2};
    for (int k = 0; k < 5; k++) {
        to.argument[k] = 4;
        to.value[k] = value[k];
        to.bound[k] = bound[k];
    }
    quick_result result = check_quickly(f.e, got, &m, rest);
    assert_true(result.judged == 1 && result.unjudged == 1 && result.rest == 3);
    assert_true(rest[0] == 1 && rest[1] == 3 && rest[2] == 4);
    assert_true(m.count == 1 && m.nearest == 1 && m.worst == 0);
    expectation_destroy(f.e);
}

static void measurements_add_up_in_any_order(void **state)
{
    (void)state;
    static const double arguments[] = {3, -2, 2, 5};
    static const size_t orders[][4] = {{0, 1, 2, 3}, {3, 2, 1, 0}, {2, 0, 3, 1}, {1, 3, 0, 2}};
    for (size_t n = 0; n < 4; n++) {
        measurement sum;
        measurement_begin(&sum);
        for (size_t i = 0; i < 4; i++) {
            measurement one;
            measurement_begin(&one);
            one.count = 1;
            one.nearest = orders[n][i] == 1;
            one.toward_zero = 2 + orders[n][i];
            one.kept = 3 + orders[n][i];
            one.flushed = 5 * orders[n][i];
            one.argument = arguments[orders[n][i]];
            one.worst = one.argument == 5 ? 0.25 : 0.5;
            measurement_add(&sum, &one);
        }
        assert_int_equal(sum.count, 4);
        assert_true(sum.worst == 0.5 && sum.argument == 2);
        assert_true(sum.nearest == 1 && sum.toward_zero == 14 && sum.kept == 18 && sum.flushed == 30);
    }
}

/* 1 + u lies between two floats: the upper one is nearest, the lower one toward zero, and one is both if it is 1 +
 * u. */
static void which_rounding(void **state)
{
    (void)state;
    static const float got[] = {1, 0x1.000002p+0f, 1};
    static const double value[] = {1 + 0x1.8p-24, 1 + 0x1.8p-24, 1};
    static const size_t nearest[] = {0, 1, 1}, toward_zero[] = {1, 0, 1};
    for (int k = 0; k < 3; k++) {
        fixture f = output(float1, 1);
        reference_bounds to;
        measurement m;
        uint32_t rest[1];
        measurement_begin(&m);
        expectation_want_bounds(f.e);
        assert_true(expects_bounds(&f.call, &to));
        to.argument[0] = 4;
        to.value[0] = value[k];
        to.bound[0] = 0x1p-20;
        assert_int_equal(check_quickly(f.e, &got[k], &m, rest).rest, 0);
        assert_true(m.nearest == nearest[k] && m.toward_zero == toward_zero[k]);
        expectation_destroy(f.e);
    }
}

/* Results of every floating-point type are measured in its own ulps and by its own range. */
static void types_of_results(void **state)
{
    (void)state;
    const assay_type types[] = {half1, bfloat1, float1};
    const double ulp[] = {0x1p-10, 0x1p-7, 0x1p-23}, subnormal[] = {0x1p-15, 0x1p-127, 0x1p-127};
    for (size_t n = 0; n < sizeof types / sizeof *types; n++) {
        fixture f = output(types[n], 5);
        measurement m;
        unsigned char got[20] = {0};
        const double truth[] = {1.5, 1.5 + 0.25 * ulp[n], subnormal[n], subnormal[n], 0x1p200},
                     number[] = {1.5 - 2 * ulp[n], 1.5, subnormal[n], 0, 1};
        for (size_t k = 0; k < 5; k++) {
            expect_measured(&f.call, k, (double)k, truth[k]);
            scalar_store(types[n].scalar, got + k * types[n].stride, scalar_encode(types[n].scalar, number[k]));
        }
        assert_true(check_measure(f.e, got, &m));
        assert_true(m.count == 2 && m.nearest == 1 && m.toward_zero == 1 && m.worst == 2 && m.argument == 0);
        assert_true(m.kept == 1 && m.flushed == 1);
        expectation_destroy(f.e);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quick_way),
        cmocka_unit_test(measurements_add_up_in_any_order),
        cmocka_unit_test(which_rounding),
        cmocka_unit_test(types_of_results),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
