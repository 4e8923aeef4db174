/* bounds_test.c: tests of the error analysis that all numeric references share, against MPFR where a correct rounding
 * is claimed. */
#include "bounds.h"
#include "testing.h"
#include <mpfr.h>

static void error_of_sums(void **state)
{
    (void)state;
    double e = rounding_error(SCALAR_FLOAT);
    assert_true(e == 0x1p-23); /* one gap: rounding toward zero is permitted */
    assert_true(accumulated_error(1, e) > e && accumulated_error(1, e) < 1.000001 * e);
    assert_true(accumulated_error(1000, e) > 1000 * e);
    assert_true(accumulated_error(0, e) == 0);
}

static void toward_zero(void **state)
{
    (void)state;
    assert_int_equal(encode_toward_zero(SCALAR_HALF, 1), 0x3c00);
    assert_int_equal(encode_toward_zero(SCALAR_HALF, 1 + 0x1.8p-11), 0x3c00);
    assert_int_equal(encode_toward_zero(SCALAR_HALF, -1 - 0x1.8p-11), 0xbc00);
    assert_int_equal(encode_toward_zero(SCALAR_HALF, 70000), 0x7bff);
    assert_int_equal(encode_toward_zero(SCALAR_FLOAT, 0x1p128), 0x7f7fffff);
    assert_int_equal(encode_toward_zero(SCALAR_FLOAT, INFINITY), 0x7f800000);
}

/* Rounding the odd sum of a product and a float equals fma with one rounding, as MPFR computes it. */
static void odd_sums(void **state)
{
    (void)state;
    mpfr_t a, b;
    mpfr_init2(a, 400);
    mpfr_init2(b, 24);
    for (uint64_t n = 0; n < 200000; n++) {
        double x = (double)(float)(random_unit(1, 3 * n) + 0.5), y = (double)(float)(random_unit(1, 3 * n + 1) + 0.5);
        double z = ldexp((double)(float)(random_unit(1, 3 * n + 2) - 0.5), (int)(n % 60) - 30);
        mpfr_set_d(a, x, MPFR_RNDN);
        mpfr_mul_d(a, a, y, MPFR_RNDN);
        mpfr_add_d(a, a, z, MPFR_RNDN);
        mpfr_set(b, a, MPFR_RNDN);
        assert_true((double)(float)sum_to_odd(x * y, z) == mpfr_get_d(b, MPFR_RNDN));
    }
    /* 1 + 2^-24 is a tie; a little more is not, though a double cannot hold it */
    assert_true((float)sum_to_odd(1 + 0x1p-24, 0x1p-80) == 1 + 0x1p-23f);
    mpfr_clears(a, b, (mpfr_ptr)0);
}

static void whole_numbers(void **state)
{
    (void)state;
    assert_true(all_whole((double[]){1, -8, 0}, 3));
    assert_false(all_whole((double[]){1, 0.5}, 2));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(error_of_sums),
        cmocka_unit_test(toward_zero),
        cmocka_unit_test(odd_sums),
        cmocka_unit_test(whole_numbers),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
