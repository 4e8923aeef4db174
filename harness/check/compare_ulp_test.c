/* compare_ulp_test.c: bounds in ulp end where they should, at the edges of a format too; correct rounding is one of
 * two. */
#include "check_testing.h"

static void ulp_definition(void **state)
{
    (void)state;
    const float_facts *s = float_facts_of(SCALAR_FLOAT), *h = float_facts_of(SCALAR_HALF);
    assert_true(ulp_of(s, 1.5) == 0x1p-23);
    assert_true(ulp_of(s, 1.0) == 0x1p-24); /* the nearer neighbour of a power of two lies below */
    assert_true(ulp_of(s, 1.0 + 0x1p-40) == 0x1p-23);
    assert_true(ulp_of(s, 1.0 - 0x1p-40) == 0x1p-24);
    assert_true(ulp_of(s, -3.0) == 0x1p-22);
    assert_true(ulp_of(s, 0) == 0x1p-149);
    assert_true(ulp_of(s, 0x1p-126) == 0x1p-149);
    assert_true(ulp_of(s, 0x1p-140) == 0x1p-149);
    assert_true(ulp_of(s, 0x1p-125) == 0x1p-149);
    assert_true(ulp_of(s, 1.1 * 0x1p-125) == 0x1p-148);
    assert_true(ulp_of(s, (double)FLT_MAX) == 0x1p104);
    assert_true(ulp_of(s, 0x1p200) == 0x1p104);
    assert_true(ulp_of(h, 1.5) == 0x1p-10);
    assert_true(ulp_of(h, 0x1p-20) == 0x1p-24);
    assert_true(ulp_of(float_facts_of(SCALAR_BFLOAT), 1.5) == 0x1p-7);
    assert_null(float_facts_of(SCALAR_INT));
}

static void within_ulps(void **state)
{
    (void)state;
    fixture f = output(float1, 1);
    double u = 0x1p-23;
    expect_value(&f.call, 0, 1.5);
    passes(&f, &ulp4, 1.5 + 4 * u);
    passes(&f, &ulp4, 1.5 - 4 * u);
    fails(&f, &ulp4, 1.5 + 5 * u);
    fails(&f, &ulp4, 1.5 - 5 * u);
    fails(&f, &ulp4, NAN);
    fails(&f, &ulp4, INFINITY);
    fails(&f, &ulp4, -1.5);
    fails(&f, &ulp4, 0);
    expect_value(&f.call, 0, 1.5 + 0.25 * u); /* a value between two numbers: 3.75 and 4.25 away */
    passes(&f, &ulp4, 1.5 + 4 * u);
    passes(&f, &ulp4, 1.5 - 3 * u);
    fails(&f, &ulp4, 1.5 - 4 * u);
    expect_value(&f.call, 0, 1.0);
    passes(&f, &ulp4, 1.0 + 2 * u); /* four of the smaller ulp below one */
    fails(&f, &ulp4, 1.0 + 3 * u);
    expect_bits(&f.call, 0, encode(float1, 1.5)); /* exact promises take the bound of the comparison */
    passes(&f, &ulp4, 1.5 + 4 * u);
    fails(&f, &ulp4, 1.5 + 5 * u);
    fails(&f, &bits, 1.5 + u);
    check_result result = check_bits(&f, &ulp4, encode(float1, 1.5 + 3 * u));
    assert_true(result.worst == 3);
    assert_string_equal(result.unit, "ulp");
    expectation_destroy(f.e);
}

/* What `compare:` tolerates lies beyond a promise's own bound, not instead of it. */
static void tolerance_beyond_a_bound(void **state)
{
    (void)state;
    const compare_rule near = {.kind = COMPARE_NEAR, .absolute = 0.125, .relative = 0.0625};
    fixture f = output(float1, 1);
    expect_near(&f.call, 0, 2, 0.5);
    passes(&f, &bits, 2.5);
    fails(&f, &bits, 2.53125);
    passes(&f, &near, 2.5); /* the tolerance is narrower */
    fails(&f, &near, 2.53125);
    fails(&f, &near, NAN);
    expectation_destroy(f.e);
    f = output(float1, 1);
    expect_near(&f.call, 0, 2, 0x1p-10);
    passes(&f, &near, 2.25);
    fails(&f, &near, 2.2501);
    passes(&f, &ulp4, 2 + 4 * 0x1p-22);
    passes(&f, &ulp4, 2 + 0x1p-10);
    fails(&f, &ulp4, 2.01);
    expectation_destroy(f.e);
    f = output(half1, 1);
    expect_interval(&f.call, 0, 1, 1.5);
    passes(&f, &ulp1, 1 - 0x1p-11); /* the ulp of 1 is the distance to its nearer neighbour */
    fails(&f, &ulp1, 1 - 0x1p-10);
    passes(&f, &ulp1, 1.5 + 0x1p-10);
    fails(&f, &ulp1, 1.5 + 0x1p-9);
    expectation_destroy(f.e);
}

static void ulps_at_the_edges(void **state)
{
    (void)state;
    fixture f = output(float1, 1);
    expect_value(&f.call, 0, NAN);
    passes_bits(&f, &ulp4, 0x7fc00000);
    passes_bits(&f, &ulp4, 0xffc12345);
    fails(&f, &ulp4, 0);
    fails(&f, &ulp4, INFINITY);
    expect_value(&f.call, 0, INFINITY);
    passes(&f, &ulp4, INFINITY);
    fails(&f, &ulp4, -INFINITY);
    fails(&f, &ulp4, (double)FLT_MAX);
    fails(&f, &ulp4, NAN);
    expect_value(&f.call, 0, (double)FLT_MAX); /* INF stands one step above the largest number */
    passes(&f, &ulp1, INFINITY);
    fails(&f, &ulp1, -INFINITY);
    expect_value(&f.call, 0, (double)FLT_MAX - 4 * 0x1p104);
    passes(&f, &ulp4, (double)FLT_MAX);
    fails(&f, &ulp4, INFINITY);
    expect_value(&f.call, 0, 0x1p140); /* overflow: INF, or the largest number when rounding toward zero */
    passes(&f, &ulp1, INFINITY);
    passes(&f, &ulp1, (double)FLT_MAX);
    fails(&f, &ulp1, (double)FLT_MAX - 0x1p104);
    expect_value(&f.call, 0, 0);
    passes(&f, &ulp4, -0.0);
    passes(&f, &ulp4, 4 * 0x1p-149);
    fails(&f, &ulp4, 5 * 0x1p-149);
    fails(&f, &ulp4, NAN);
    expect_value(&f.call, 0, 100 * 0x1p-149); /* subnormal: the value within its bound, or zero of either sign */
    passes(&f, &ulp4, 104 * 0x1p-149);
    passes(&f, &ulp4, 0);
    passes(&f, &ulp4, -0.0);
    fails(&f, &ulp4, 105 * 0x1p-149);
    fails(&f, &ulp4, 50 * 0x1p-149);
    expect_value(&f.call, 0, 0x1p-126 + 3 * 0x1p-149); /* a conforming result may be subnormal and flushed */
    passes(&f, &ulp4, 0);
    expect_value(&f.call, 0, 0x1p-126 + 5 * 0x1p-149);
    fails(&f, &ulp4, 0);
    expect_bits(&f.call, 0, 0x7f800000);
    fails(&f, &ulp4, (double)FLT_MAX);
    expect_bits(&f.call, 0, 0x7fc00000);
    passes_bits(&f, &ulp4, 0xffc00001);
    fails_bits(&f, &ulp4, 0x7f800000);
    expectation_destroy(f.e);
    f = output(half1, 1);
    expect_value(&f.call, 0, 65504);
    passes(&f, &ulp1, INFINITY);
    passes(&f, &ulp1, 65472);
    fails(&f, &ulp1, 65440);
    expect_value(&f.call, 0, 0x1p-20);
    passes(&f, &ulp1, 0);
    fails(&f, &ulp1, 0x1p-20 + 2 * 0x1p-24);
    expectation_destroy(f.e);
}

static void correctly_rounded(void **state)
{
    (void)state;
    fixture f = output(float1, 1);
    double u = 0x1p-23;
    expect_value(&f.call, 0, 1.5 + 0.75 * u); /* nearest, or toward zero (8.2); never a third */
    passes(&f, &bits, 1.5 + u);
    passes(&f, &bits, 1.5);
    fails(&f, &bits, 1.5 + 2 * u);
    fails(&f, &bits, 1.5 - u);
    expect_value(&f.call, 0, 1.5 + 0.25 * u);
    passes(&f, &bits, 1.5);
    fails(&f, &bits, 1.5 + u);
    expect_value(&f.call, 0, -(1.5 + 0.75 * u));
    passes(&f, &bits, -1.5);
    passes(&f, &bits, -(1.5 + u));
    fails(&f, &bits, -(1.5 + 2 * u));
    fails(&f, &bits, 1.5);
    expect_value(&f.call, 0, 1.5);
    passes(&f, &bits, 1.5);
    fails(&f, &bits, 1.5 - u);
    expect_value(&f.call, 0, 1e39);
    passes(&f, &bits, INFINITY);
    passes(&f, &bits, (double)FLT_MAX);
    fails(&f, &bits, (double)FLT_MAX - 0x1p104);
    fails(&f, &bits, -INFINITY);
    expect_value(&f.call, 0, INFINITY);
    fails(&f, &bits, (double)FLT_MAX);
    expect_value(&f.call, 0, 0x1p-130);
    passes(&f, &bits, 0x1p-130);
    passes(&f, &bits, -0.0);
    fails(&f, &bits, 0x1p-130 + 0x1p-149);
    expect_value(&f.call, 0, 0x1p-126);
    fails(&f, &bits, 0);
    expect_value(&f.call, 0, -0.0);
    passes(&f, &bits, 0);
    fails(&f, &bits, 0x1p-149);
    fails(&f, &bits, NAN);
    expectation_destroy(f.e);
    f = output(bfloat1, 1);
    expect_value(&f.call, 0, 1.5 + 0x1p-8); /* half way: the even one, or toward zero, here the same */
    passes(&f, &bits, 1.5);
    fails(&f, &bits, 1.5 + 0x1p-7);
    expectation_destroy(f.e);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ulp_definition),           cmocka_unit_test(within_ulps),
        cmocka_unit_test(tolerance_beyond_a_bound), cmocka_unit_test(ulps_at_the_edges),
        cmocka_unit_test(correctly_rounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
