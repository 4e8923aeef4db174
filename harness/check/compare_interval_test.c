/* compare_interval_test.c: intervals and tolerances end where they should. */
#include "check_testing.h"

static void intervals(void **state)
{
    (void)state;
    fixture f = output(float1, 1);
    expect_interval(&f.call, 0, 1, 2);
    passes(&f, &interval, 1);
    passes(&f, &interval, 2);
    fails(&f, &interval, 1 - 0x1p-24);
    fails(&f, &interval, 2 + 0x1p-22);
    fails(&f, &interval, NAN);
    fails(&f, &interval, INFINITY);
    fails(&f, &interval, 0);
    check_result result = check_bits(&f, &interval, encode(float1, 1.75));
    assert_true(result.worst == 0.5);
    assert_string_equal(result.unit, "of bound");
    result = check_bits(&f, &interval, encode(float1, 3));
    assert_true(result.worst == 3);
    expect_interval_or_nan(&f.call, 0, 1, 2);
    passes(&f, &interval, NAN);
    fails(&f, &interval, 3);
    expect_interval(&f.call, 0, 1, INFINITY);
    passes(&f, &interval, INFINITY);
    fails(&f, &interval, -INFINITY);
    expect_interval(&f.call, 0, 0x1p-140, 0x1p-130); /* subnormal results may be flushed */
    passes(&f, &interval, 0);
    passes(&f, &interval, -0.0);
    fails(&f, &interval, 0x1p-141);
    expect_interval(&f.call, 0, 0x1p-126, 1);
    fails(&f, &interval, 0);
    expect_interval(&f.call, 0, 0, 0);
    passes(&f, &interval, -0.0);
    fails(&f, &interval, 0x1p-149);
    expectation_destroy(f.e);
}

static void integer_intervals(void **state)
{
    (void)state;
    fixture f = output(long1, 1);
    expect_interval(&f.call, 0, -1.5, 3.5);
    passes_bits(&f, &interval, (uint64_t)-1);
    passes_bits(&f, &interval, 3);
    fails_bits(&f, &interval, (uint64_t)-2);
    fails_bits(&f, &interval, 4);
    expectation_destroy(f.e);
    f = output(ulong1, 1);
    expect_interval(&f.call, 0, 0x1p63, 0x1p64);
    passes_bits(&f, &interval, UINT64_MAX);
    passes_bits(&f, &interval, UINT64_C(1) << 63);
    fails_bits(&f, &interval, (UINT64_C(1) << 63) - 1);
    expectation_destroy(f.e);
    f = output(uchar1, 1);
    expect_near(&f.call, 0, 200, 1);
    passes_bits(&f, &interval, 199);
    passes_bits(&f, &interval, 201);
    fails_bits(&f, &interval, 202);
    fails_bits(&f, &interval, 198);
    expectation_destroy(f.e);
}

static void near(void **state)
{
    (void)state;
    fixture f = output(float1, 1);
    expect_near(&f.call, 0, 100, 0.5);
    passes(&f, &interval, 100.5);
    passes(&f, &interval, 99.5);
    fails(&f, &interval, 100.5 + 0x1p-17);
    fails(&f, &interval, NAN);
    check_result result = check_bits(&f, &interval, encode(float1, 100.25));
    assert_true(result.worst == 0.5);
    expect_near(&f.call, 0, 100, 0);
    passes(&f, &interval, 100);
    fails(&f, &interval, 100 + 0x1p-17);
    expect_near(&f.call, 0, INFINITY, 1);
    passes(&f, &interval, INFINITY);
    fails(&f, &interval, (double)FLT_MAX);
    const compare_rule relative = {.kind = COMPARE_NEAR, .absolute = 1, .relative = 0.5};
    expect_bits(&f.call, 0, encode(float1, 8));
    passes(&f, &relative, 13);
    passes(&f, &relative, 3);
    fails(&f, &relative, 13 + 0x1p-20);
    expectation_destroy(f.e);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(intervals),
        cmocka_unit_test(integer_intervals),
        cmocka_unit_test(near),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
