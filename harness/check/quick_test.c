/* quick_test.c: blocks of results under one rule, most of them right and one that is not, in each place: it alone is
 * left to the comparison, and the others are measured. */
#include "check_testing.h"
#include "quick.h"
#include <float.h>

enum { COUNT = 207 }; /* vectors of eight, one of four, and three that fill none: they are always left */
enum { DECIDED = COUNT - COUNT % 4 };

static const double ulp = 0x1p-23; /* between one and two */

typedef struct block {
    reference_band band;
    double value[COUNT];
    float argument[COUNT], got[COUNT];
    measurement measured;
    uint32_t rest[COUNT];
} block;

/* Values between one and two, or minus two and minus one, and what is nearest to them. */
static void begin(block *b, double sign)
{
    *b = (block){.band = {.given = true,
                          .measured = true,
                          .ulps = 4,
                          .absolute = -1,
                          .least = 0x1p-126,
                          .most = 2 * (double)FLT_MAX,
                          .least_small = 0,
                          .inf_from = NAN}};
    for (int k = 0; k < COUNT; k++) {
        b->value[k] = sign * (1.125 + k / 512. + 0x1p-26);
        b->got[k] = (float)b->value[k];
        b->argument[k] = 1 + (float)k / 1024;
    }
}

static quick_result check(block *b)
{
    fixture f = output(float1, COUNT);
    reference_bounds to;
    expectation_want_bounds(f.e);
    assert_true(expects_bounds(&f.call, &to));
    *to.band = b->band;
    to.band->argument = b->argument;
    memcpy(to.value, b->value, sizeof b->value);
    measurement_begin(&b->measured);
    quick_result result = check_quickly_by(4, f.e, b->got, &b->measured, b->rest);
    if (quick_lanes() > 4) {
        measurement measured;
        uint32_t rest[COUNT];
        measurement_begin(&measured);
        quick_result by_eight = check_quickly_by(8, f.e, b->got, &measured, rest);
        assert_memory_equal(&by_eight, &result, sizeof result);
        assert_memory_equal(&measured, &b->measured, sizeof measured);
        assert_memory_equal(rest, b->rest, result.rest * sizeof *rest);
    }
    expectation_destroy(f.e);
    assert_int_equal(result.judged + result.unjudged + result.rest, COUNT);
    return result;
}

/* All are decided but this one. */
static void leaves(block *b, uint32_t k, const char *what)
{
    quick_result result = check(b);
    bool found = false;
    for (size_t i = 0; i < result.rest; i++)
        found = found || b->rest[i] == k;
    if (!found || result.rest != COUNT % 4 + 1)
        fail_msg("%s at %u: %zu are left", what, k, result.rest);
    if (b->measured.count != DECIDED - 1)
        fail_msg("%s at %u: %zu are measured", what, k, b->measured.count);
}

static void right_ones_are_decided_and_measured(void **state)
{
    (void)state;
    for (int sign = -1; sign <= 1; sign += 2) {
        block b;
        begin(&b, sign);
        b.got[150] = (float)(b.value[150] + 2 * ulp); /* 1.875 or 2.125 ulp off, and so is the other */
        b.got[190] = (float)(b.value[190] + 2 * ulp);
        b.got[9] = (float)(b.value[9] - sign * ulp);
        quick_result result = check(&b);
        assert_int_equal(result.judged, DECIDED);
        assert_int_equal(result.rest, COUNT % 4);
        assert_int_equal(b.rest[0], DECIDED);
        assert_int_equal(b.measured.count, DECIDED);
        assert_int_equal(b.measured.nearest, DECIDED - 3);
        assert_int_equal(b.measured.toward_zero, DECIDED - 3);
        assert_true(b.measured.worst == 2 - sign * 0.125);
        assert_true(b.measured.argument == (double)b.argument[150]); /* nearest to zero */
        assert_true(b.measured.classes[measure_class(1)] == b.measured.worst);
        b.band.ulps = 1.5;
        result = check(&b);
        assert_int_equal(result.rest, COUNT % 4 + 2);
        assert_true(b.rest[0] == 150 && b.rest[1] == 190);
        assert_int_equal(b.measured.nearest, DECIDED - 3);
        assert_true(b.measured.worst == 1.125);
        b.got[197] = (float)(b.value[197] + sign * ulp); /* 0.875, where the search takes smaller steps */
        b.got[9] = (float)b.value[9];
        check(&b);
        assert_true(b.measured.argument == (double)b.argument[197]);
        b.band.ulps = 4;
        b.got[150] = b.got[190] = (float)b.value[190];
        b.value[150] = b.value[190];
        check(&b);
        assert_true(b.measured.worst == 0.875 && b.measured.argument == (double)b.argument[197]);
    }
}

static void a_wrong_one_is_left(void **state)
{
    (void)state;
    static const float results[] = {NAN, INFINITY, -INFINITY, 0, -0.0F, FLT_MAX, 1.125F};
    for (int sign = -1; sign <= 1; sign += 2)
        for (uint32_t k = 0; k < DECIDED; k++) {
            block b;
            for (size_t n = 0; n < sizeof results / sizeof *results; n++) {
                begin(&b, sign);
                b.got[k] = results[n];
                if (k > 0 || sign < 0 || n < 6)
                    leaves(&b, k, "a result");
            }
            begin(&b, sign);
            b.got[k] = (float)(b.value[k] + 5 * ulp);
            leaves(&b, k, "5 ulp");
            b.band.ulps = -1;
            b.band.absolute = 4 * ulp;
            leaves(&b, k, "more than the bound");
        }
}

/* A value with a smaller ulp than the others. */
static void an_ulp_of_its_own_is_seen(void **state)
{
    (void)state;
    for (int sign = -1; sign <= 1; sign += 2)
        for (uint32_t k = 0; k < DECIDED; k++) {
            block b;
            begin(&b, sign);
            b.value[k] = sign * 0.75;
            b.got[k] = (float)(b.value[k] + 3 * ulp);
            leaves(&b, k, "three quarters");
            b.got[k] = (float)(b.value[k] + 2 * ulp);
            assert_int_equal(check(&b).judged, DECIDED);
            assert_true(b.measured.worst == 4);
            b.value[k] = sign; /* of a power of two it is the gap below */
            b.got[k] = (float)(b.value[k] + sign * 3 * ulp);
            leaves(&b, k, "one");
            b.got[k] = (float)(b.value[k] + sign * 2 * ulp);
            assert_int_equal(check(&b).judged, DECIDED);
            assert_true(b.measured.worst == 4);
        }
}

static void values_beyond_the_range_are_left(void **state)
{
    (void)state;
    for (int sign = -1; sign <= 1; sign += 2)
        for (uint32_t k = 0; k < DECIDED; k++) {
            block b;
            begin(&b, sign);
            b.band.most = 1.75;
            b.value[k] = sign * 1.875;
            b.got[k] = (float)b.value[k];
            leaves(&b, k, "a large value");
            begin(&b, sign);
            b.band.least = 1.0625;
            b.value[k] = sign * 1.03125;
            b.got[k] = (float)b.value[k];
            leaves(&b, k, "a small value");
        }
}

/* A zero or NaN among values of one ulp. */
static void zeros_and_nan_are_seen(void **state)
{
    (void)state;
    for (uint32_t k = 0; k < DECIDED; k++) {
        block b;
        begin(&b, 1);
        b.value[k] = k % 2 ? 0 : -0.0;
        b.got[k] = 0;
        quick_result result = check(&b);
        assert_int_equal(result.judged, DECIDED);
        assert_int_equal(b.measured.count, DECIDED);
        b.got[k] = 0x1p-140F;
        leaves(&b, k, "a zero");
        b.value[k] = NAN;
        result = check(&b);
        assert_int_equal(result.judged, DECIDED - 1);
        assert_int_equal(result.unjudged, 1);
    }
}

/* All values one zero or INF, or all arguments NaN. */
static void equal_values_are_counted(void **state)
{
    (void)state;
    for (uint32_t k = 0; k < COUNT; k++)
        for (int n = 0; n < 3; n++) {
            block b;
            begin(&b, 1);
            float right = n == 0 ? 0 : n == 1 ? INFINITY : NAN;
            b.band.same = n < 2;
            b.band.nan = n == 2;
            b.band.inf_from = 2 * (double)FLT_MAX;
            b.value[0] = (double)right;
            for (int i = 0; i < COUNT; i++)
                b.got[i] = right;
            assert_int_equal(check(&b).judged, COUNT);
            b.got[k] = 1;
            assert_int_equal(check(&b).judged, COUNT - 1);
            assert_int_equal(b.rest[0], k);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(right_ones_are_decided_and_measured),
        cmocka_unit_test(a_wrong_one_is_left),
        cmocka_unit_test(an_ulp_of_its_own_is_seen),
        cmocka_unit_test(values_beyond_the_range_are_left),
        cmocka_unit_test(zeros_and_nan_are_seen),
        cmocka_unit_test(equal_values_are_counted),
    };
    return cmocka_run_group_tests_name("quick", tests, NULL, NULL);
}
