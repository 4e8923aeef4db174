/* check_test.c: shows every comparison accepting exactly what was promised and rejecting one step beyond it. */
#include "../run/subcase/expect.h"
#include "digest.h"
#include "expectation.h"
#include "measure.h"
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
// clang-format off
#include <cmocka.h>
// clang-format on
#undef expect_any /* cmocka's macros for mocks; here the functions of reference.h are meant */
#undef expect_value

static const assay_type float1 = {SCALAR_FLOAT, 1, 4}, float3 = {SCALAR_FLOAT, 3, 16}, half1 = {SCALAR_HALF, 1, 2},
                        bfloat1 = {SCALAR_BFLOAT, 1, 2}, int1 = {SCALAR_INT, 1, 4}, uchar1 = {SCALAR_UCHAR, 1, 1},
                        ulong1 = {SCALAR_ULONG, 1, 8}, long1 = {SCALAR_LONG, 1, 8};
static const compare_rule bits = {.kind = COMPARE_BITS}, ulp1 = {.kind = COMPARE_ULP, .ulp = 1},
                          ulp4 = {.kind = COMPARE_ULP, .ulp = 4}, interval = {.kind = COMPARE_INTERVAL},
                          set = {.kind = COMPARE_SET};

/* An output of one component with its promise, made by `promise_`. */
typedef struct fixture {
    expectation *e;
    reference_call call;
} fixture;

static fixture output(assay_type type, size_t count)
{
    fixture f = {expectation_create(type, count), {0}};
    assert_non_null(f.e);
    f.call.type = type;
    f.call.count = count;
    f.call.out = f.e;
    return f;
}

static uint64_t encode(assay_type type, double value)
{
    return scalar_encode(type.scalar, value);
}

static check_result check_bits(const fixture *f, const compare_rule *how, uint64_t encoding)
{
    char data[8];
    check_result result;
    scalar_store(f->call.type.scalar, data, encoding);
    check_output(f->e, how, f->call.type, 1, data, NULL, 0, &result);
    assert_int_equal(result.judged, 1);
    return result;
}

static void passes_bits(const fixture *f, const compare_rule *how, uint64_t encoding)
{
    check_result result = check_bits(f, how, encoding);
    if (result.wrong)
        fail_msg("0x%llx rejected: got %s, expected %s", (unsigned long long)encoding, result.first[0].got,
                 result.first[0].expected);
}

static void fails_bits(const fixture *f, const compare_rule *how, uint64_t encoding)
{
    check_result result = check_bits(f, how, encoding);
    if (result.wrong != 1)
        fail_msg("0x%llx accepted", (unsigned long long)encoding);
    assert_int_equal(result.first_count, 1);
    assert_true(strlen(result.first[0].got) > 0);
    assert_true(strlen(result.first[0].expected) > 0);
}

static void passes(const fixture *f, const compare_rule *how, double value)
{
    passes_bits(f, how, encode(f->call.type, value));
}

static void fails(const fixture *f, const compare_rule *how, double value)
{
    fails_bits(f, how, encode(f->call.type, value));
}

/* ---- bits */

static void exact_bits(void **state)
{
    (void)state;
    fixture f = output(float1, 1);
    expect_bits(&f.call, 0, 0x3f800000);
    passes_bits(&f, &bits, 0x3f800000);
    fails_bits(&f, &bits, 0x3f800001);
    fails_bits(&f, &bits, 0x3f7fffff);
    fails_bits(&f, &bits, 0xbf800000);
    expect_bits(&f.call, 0, 0); /* the sign of zero, subnormals and payloads count */
    passes_bits(&f, &bits, 0);
    fails_bits(&f, &bits, 0x80000000);
    expect_bits(&f.call, 0, 1);
    fails_bits(&f, &bits, 0);
    expect_bits(&f.call, 0, 0x7fc00001);
    passes_bits(&f, &bits, 0x7fc00001);
    fails_bits(&f, &bits, 0x7fc00000);
    expectation_destroy(f.e);
    f = output(ulong1, 1);
    expect_bits(&f.call, 0, UINT64_MAX);
    passes_bits(&f, &bits, UINT64_MAX);
    fails_bits(&f, &bits, UINT64_MAX - 1);
    expect_value(&f.call, 0, 3);
    passes_bits(&f, &bits, 3);
    fails_bits(&f, &bits, 2);
    fails_bits(&f, &ulp4, 4); /* whole numbers have no ulp */
    expectation_destroy(f.e);
}

static void one_wrong_among_many(void **state)
{
    (void)state;
    size_t count = (1 << 20) + 3;
    static const size_t places[] = {0, 4095, 4096, 777777, (1 << 20) + 2};
    fixture f = output(int1, count);
    int32_t *got = malloc(count * sizeof *got);
    assert_non_null(got);
    for (size_t i = 0; i < count; i++) {
        got[i] = (int32_t)(i * 2654435761u);
        expect_bits(&f.call, i, (uint32_t)got[i]);
    }
    check_result result;
    check_output(f.e, &bits, int1, count, got, NULL, 0, &result);
    assert_int_equal(result.wrong, 0);
    assert_int_equal(result.judged, count);
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        got[places[i]] ^= 1;
        check_output(f.e, &bits, int1, count, got, NULL, 0, &result);
        assert_int_equal(result.wrong, 1);
        assert_int_equal(result.first[0].element, places[i]);
        got[places[i]] ^= 1;
    }
    for (size_t i = 0; i < 100; i++)
        got[10 * i] += 1;
    check_output(f.e, &bits, int1, count, got, NULL, 0, &result);
    assert_int_equal(result.wrong, 100);
    assert_int_equal(result.first_count, 8);
    assert_int_equal(result.first[7].element, 70);
    assert_string_equal(result.first[0].got, "1 (0x1)");
    assert_string_equal(result.first[0].expected, "0 (0x0)");
    free(got);
    expectation_destroy(f.e);
}

/* ---- ulp */

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

/* ---- interval, near, set, nan */

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

static void sets_and_nans(void **state)
{
    (void)state;
    const uint64_t three[] = {0, 0x80000000, 0x3f800000}, with_nan[] = {0, 0x7fc00000};
    fixture f = output(float1, 2);
    expect_any(&f.call, 0, three, 3);
    expect_any(&f.call, 1, three, 3);
    float got[] = {-0.0f, 1.0f};
    check_result result;
    check_output(f.e, &set, float1, 2, got, NULL, 0, &result);
    assert_int_equal(result.wrong, 0);
    got[1] = 1.0f + FLT_EPSILON;
    check_output(f.e, &set, float1, 2, got, NULL, 0, &result);
    assert_int_equal(result.wrong, 1);
    assert_string_equal(result.first[0].expected, "one of {0x0p+0 (0), -0x0p+0 (-0), 0x1p+0 (1)}");
    assert_int_equal(f.e->set_used, 4); /* equal sets are stored once */
    expect_any(&f.call, 1, with_nan, 2);
    got[1] = -NAN;
    check_output(f.e, &set, float1, 2, got, NULL, 0, &result);
    assert_int_equal(result.wrong, 0);
    expectation_destroy(f.e);
    f = output(float1, 1);
    expect_nan(&f.call, 0);
    passes_bits(&f, &bits, 0xffc00009);
    fails(&f, &bits, INFINITY);
    uint64_t many[64];
    for (uint64_t i = 0; i < 64; i++)
        many[i] = i;
    expect_any(&f.call, 0, many, 64);
    passes_bits(&f, &set, 63);
    fails_bits(&f, &set, 64);
    result = check_bits(&f, &set, 64);
    assert_true(strlen(result.first[0].expected) < sizeof result.first[0].expected);
    assert_non_null(strstr(result.first[0].expected, "…}"));
    expectation_destroy(f.e);
}

/* ---- Unwritten, unjudged, padding */

static void unwritten(void **state)
{
    (void)state;
    fixture f = output(uchar1, 4);
    for (size_t i = 0; i < 3; i++)
        expect_bits(&f.call, i, 0x5a);
    const uint8_t got[] = {0x5a, 0x5a, 0x5a, 0x5a}, both[] = {0x5a, 0xa5, 0x5a, 0xa5},
                  same[] = {0x5a, 0x5a, 0x5a, 0x5a};
    check_result result;
    check_output(f.e, &bits, uchar1, 4, got, NULL, 0x5a, &result); /* one run alone cannot tell */
    assert_int_equal(result.wrong, 0);
    check_output(f.e, &bits, uchar1, 4, got, same, 0x5a, &result); /* the value happens to be the poison */
    assert_int_equal(result.wrong, 0);
    assert_int_equal(result.unwritten, 0);
    check_output(f.e, &bits, uchar1, 4, got, both, 0x5a, &result);
    assert_int_equal(result.unwritten, 1); /* the fourth is not judged */
    assert_int_equal(result.wrong, 1);
    assert_int_equal(result.first[0].element, 1);
    assert_int_equal(result.judged, 3);
    assert_int_equal(result.unjudged, 1);
    expect_bits(&f.call, 3, 0x5a);
    check_output(f.e, &bits, uchar1, 4, got, both, 0x5a, &result); /* all exact: compared in blocks */
    assert_int_equal(result.unwritten, 2);
    expectation_destroy(f.e);
}

static void unwritten_floats(void **state)
{
    (void)state;
    fixture f = output(float1, 2);
    uint32_t got[] = {0xa5a5a5a5, 0x3f800000}, other[] = {0x5a5a5a5a, 0x3f800000};
    expect_interval(&f.call, 0, -INFINITY, INFINITY);
    expect_interval(&f.call, 1, 1, 1);
    check_result result;
    check_output(f.e, &interval, float1, 2, got, other, 0xa5, &result);
    assert_int_equal(result.unwritten, 1);
    assert_int_equal(result.wrong, 1);
    expectation_destroy(f.e);
}

static void padding(void **state)
{
    (void)state;
    fixture f = output(float3, 2);
    float got[8] = {1, 2, 3, -99, 4, 5, 6, -98};
    for (size_t k = 0; k < 6; k++)
        expect_bits(&f.call, k, encode(float1, (double)k + 1));
    check_result result;
    check_output(f.e, &bits, float3, 2, got, NULL, 0, &result);
    assert_int_equal(result.wrong, 0);
    assert_int_equal(result.judged, 6);
    got[6] = 7;
    check_output(f.e, &bits, float3, 2, got, NULL, 0, &result);
    assert_int_equal(result.wrong, 1);
    assert_int_equal(result.first[0].element, 1);
    assert_int_equal(result.first[0].lane, 2);
    expectation_destroy(f.e);
}

static void unjudged(void **state)
{
    (void)state;
    fixture f = output(float1, 4);
    float got[4] = {0};
    expect_value(&f.call, 2, 1);
    expect_value(&f.call, 3, 1);
    expect_unjudged(&f.call, 3);
    check_result result;
    check_output(f.e, &bits, float1, 4, got, NULL, 0, &result);
    assert_int_equal(result.judged, 1);
    assert_int_equal(result.unjudged, 3);
    assert_int_equal(result.wrong, 1);
    expectation_destroy(f.e);
}

static void worst_error(void **state)
{
    (void)state;
    fixture f = output(float1, 3);
    const float got[] = {1.5f, 1.5f + 3 * 0x1p-23f, 1.5f + 2 * 0x1p-23f};
    for (size_t k = 0; k < 3; k++)
        expect_value(&f.call, k, 1.5);
    check_result result;
    check_output(f.e, &ulp4, float1, 3, got, NULL, 0, &result);
    assert_int_equal(result.wrong, 0);
    assert_true(result.worst == 3);
    assert_int_equal(result.worst_element, 1);
    expectation_destroy(f.e);
    f = output(float1, 3);
    for (size_t k = 0; k < 3; k++)
        expect_bits(&f.call, k, encode(float1, (double)got[k]));
    check_output(f.e, &bits, float1, 3, got, NULL, 0, &result);
    assert_string_equal(result.unit, ""); /* exact: nothing to measure */
    expectation_destroy(f.e);
}

/* ---- References that promise nonsense */

static void bad_promises(void **state)
{
    (void)state;
    fixture f = output(int1, 2);
    expect_bits(&f.call, 2, 0);
    assert_non_null(f.call.error);
    f.call.error = NULL;
    expect_nan(&f.call, 0);
    assert_non_null(f.call.error);
    f.call.error = NULL;
    expect_value(&f.call, 0, 1.5);
    assert_non_null(f.call.error);
    f.call.error = NULL;
    expect_interval(&f.call, 0, 2, 1);
    assert_non_null(f.call.error);
    f.call.error = NULL;
    expect_near(&f.call, 0, 1, -1);
    assert_non_null(f.call.error);
    f.call.error = NULL;
    expect_any(&f.call, 0, NULL, 0);
    assert_non_null(f.call.error);
    f.call.error = NULL;
    float data[1] = {0};
    reference_array array = {.name = "a", .type = float1, .count = 1, .data = data};
    expect_element(&f.call, 0, &array, 0); /* another type */
    assert_non_null(f.call.error);
    expectation_destroy(f.e);
}

/* ---- From the text of a header */

static char path[] = "/tmp/assay-check-XXXXXX";

static void from_text(const char *out, const char *promise, const char *compare, const void *good, const void *bad)
{
    char text[1024];
    assay_error error = {0};
    float data[4] = {1, 2, 3, 4};
    const void *inputs[] = {data, NULL};
    reference_dispatch dispatch = {{4, 1, 1}, {4, 1, 1}, {1, 1, 1}, false, 32};
    snprintf(text, sizeof text,
             "//! title: t\n//! dispatch: threads 4, threadgroup 4\n//! in: data float[4] = iota(1)\n//! out: %s\n"
             "//! expect: %s\n//! compare: %s\nkernel void k() {}\n",
             out, promise, compare);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
    case_file *read = case_file_read(path, NULL, &error);
    if (!read)
        fail_msg("%s: %s", promise, error.text);
    size_t count;
    case_instance *instance = case_instantiate(case_file_cases(read, &count), 0, 32, &error);
    assert_non_null(instance);
    const case_expectation *what = &instance->expectations[0];
    const compare_rule *how = &what->how;
    const case_argument *argument = &instance->arguments[what->argument];
    expectation *e = expectation_create(argument->type, argument->count);
    if (!expectation_fill(e, instance, what, inputs, &dispatch, &error))
        fail_msg("%s: %s", promise, error.text);
    check_result result;
    check_output(e, how, argument->type, argument->count, good, NULL, 0, &result);
    if (result.wrong || !result.judged)
        fail_msg("%s: %s instead of %s", promise, result.first[0].got, result.first[0].expected);
    check_output(e, how, argument->type, argument->count, bad, NULL, 0, &result);
    if (!result.wrong)
        fail_msg("%s: accepted what it must not", promise);
    expectation_destroy(e);
    case_instance_destroy(instance);
    case_file_destroy(read);
}

static void texts(void **state)
{
    (void)state;
    int descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    close(descriptor);
    const float four[] = {1, 2, 3, 4}, wrong[] = {1, 2, 3, 5}, doubled[] = {2, 4, 6, 8},
                near_four[] = {1, 2, 3, 4.0625f};
    const float zeros[] = {0, -0.0f, 1, 0}, nan[] = {1, 2, 3, NAN};
    const uint8_t bytes[] = {1, 2, 255, 255}, other_bytes[] = {1, 2, 255, 254};
    from_text("result float[4]", "result = same data", "bits", four, wrong);
    from_text("result float[4]", "result = values 1 2 3 4", "bits", four, wrong);
    from_text("result float[4]", "result = values 1 2 3 nan", "bits", nan, four);
    from_text("result float[4]", "result = values 1 2 3 4", "near 0 0.015625", near_four, wrong);
    from_text("result uchar[4]", "result = values 1 2 255 …", "bits", bytes, other_bytes);
    from_text("result float[4]", "result = set {0, -0.0, 1}", "set", zeros, wrong);
    from_text("result float[4]", "result = vector_add(data, data)", "bits", doubled, four);
    unlink(path);
}

/* 2^24 exact floats must be compared in well under 0.2 s; the bound here leaves room for sanitizers and busy machines.
 */
static void speed(void **state)
{
    (void)state;
    size_t count = 1 << 24;
    fixture f = output(float1, count);
    uint32_t *got = malloc(count * sizeof *got), *other = malloc(count * sizeof *other);
    assert_true(got && other);
    for (size_t i = 0; i < count; i++) {
        got[i] = other[i] = (uint32_t)i;
        expect_bits(&f.call, i, i);
    }
    check_result result;
    clock_t start = clock();
    check_output(f.e, &bits, float1, count, got, other, 0xa5, &result);
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    assert_int_equal(result.wrong, 0);
    print_message("# 2^24 exact floats compared in %.3f s\n", seconds);
    assert_true(seconds < 0.2);
    free(got);
    free(other);
    expectation_destroy(f.e);
}

/* ---- whole outputs: permutations and statistics */

static size_t wrong_of(const fixture *f, const compare_rule *how, const uint32_t *got, const uint32_t *other)
{
    check_result result;
    check_output(f->e, how, f->call.type, f->call.count, got, other, 0xa5, &result);
    if (result.wrong)
        assert_true(result.first_count > 0 || result.unwritten > 0);
    return result.wrong;
}

static void permutations(void **state)
{
    (void)state;
    const compare_rule permutation = {.kind = COMPARE_PERMUTATION};
    const uint32_t turned[] = {3, 0, 2, 1}, twice[] = {3, 0, 3, 1}, alien[] = {0, 1, 2, 4},
                   poison[] = {0xa5a5a5a5, 0, 2, 1}, opposite[] = {0x5a5a5a5a, 0, 2, 1};
    fixture f = output(int1, 4);
    for (size_t i = 0; i < 4; i++)
        expect_bits(&f.call, i, i);
    assert_int_equal(wrong_of(&f, &permutation, turned, NULL), 0);
    assert_int_equal(wrong_of(&f, &bits, turned, NULL), 3);
    assert_int_equal(wrong_of(&f, &permutation, twice, NULL), 1);
    assert_int_equal(wrong_of(&f, &permutation, alien, NULL), 1);
    assert_true(wrong_of(&f, &permutation, poison, opposite) > 0);
    expectation_destroy(f.e);
}

static void statistics(void **state)
{
    (void)state;
    const compare_rule statistic = {.kind = COMPARE_STATISTIC, .total = 100};
    const uint32_t allowed[] = {60, 40, 0}, forbidden[] = {60, 39, 1}, lost[] = {60, 39, 0}, invented[] = {60, 41, 0};
    fixture f = output(int1, 3);
    expect_interval(&f.call, 0, 0, 100);
    expect_interval(&f.call, 1, 0, 100);
    expect_bits(&f.call, 2, 0);
    assert_int_equal(wrong_of(&f, &statistic, allowed, NULL), 0);
    assert_int_equal(wrong_of(&f, &statistic, forbidden, NULL), 1);
    assert_int_equal(wrong_of(&f, &statistic, lost, NULL), 1);
    assert_int_equal(wrong_of(&f, &statistic, invented, NULL), 1);
    check_result result;
    check_output(f.e, &statistic, int1, 3, forbidden, NULL, 0, &result);
    assert_int_equal(result.forbidden, 1);
    assert_int_equal(result.never, 1 << 2);
    expectation_destroy(f.e);
}

/* Two ulp of 1 reach one encoding up, where they are twice as wide as below it, and two down. */
static void single_encodings(void **state)
{
    (void)state;
    fixture f = output(float1, 1);
    uint64_t one = encode(float1, 1);
    expect_ulps(&f.call, 0, 1, 2);
    assert_true(expectation_has_bound(f.e, &bits, 0));
    assert_true(check_encoding(f.e, &bits, 0, one + 1) && check_encoding(f.e, &bits, 0, one - 2));
    assert_false(check_encoding(f.e, &bits, 0, one + 2) || check_encoding(f.e, &bits, 0, one - 3));
    expect_interval(&f.call, 0, 1, 100);
    assert_true(expectation_has_bound(f.e, &bits, 0));
    expect_nan(&f.call, 0);
    assert_false(expectation_has_bound(f.e, &bits, 0));
    expect_bits(&f.call, 0, one);
    assert_false(expectation_has_bound(f.e, &bits, 0));
    assert_true(expectation_has_bound(f.e, &ulp1, 0));
    expectation_destroy(f.e);
}

/* For every kind of promise: what it takes at both ends, one encoding beyond each, and NaN and INF, which lie beyond
 * all but those that name them. */
static void each_kind_refuses(void **state)
{
    (void)state;
    const uint64_t nan_bits = 0x7fc00000, infinity = 0x7f800000, one = encode(float1, 1), two = encode(float1, 2);
    const uint64_t pair[] = {one, two};
    const reference_permit ulps_or_interval[] = {{PERMIT_ULPS, 1, 1}, {PERMIT_INTERVAL, 4, 8}};
    const reference_permit rounded_or_nan[] = {{PERMIT_ROUNDED, 1, 0}, {PERMIT_NAN, 0, 0}};
    const compare_rule near = {.kind = COMPARE_NEAR, .absolute = 0.5};
    enum { BITS, BITS_ULP, BITS_NEAR, VALUE, INTERVAL, OR_NAN, ANY, NEAR, ULPS, CHOICE, CHOICE_NAN, KINDS };
    static const struct {
        double low, high; /* the ends */
        bool nan;
    } ends[KINDS] = {[BITS] = {1, 1, false},
                     [BITS_ULP] = {1 - 0x1p-24, 1, false}, /* the distance below a power of two */
                     [BITS_NEAR] = {0.5, 1.5, false},
                     [VALUE] = {1, 1, false},
                     [INTERVAL] = {4, 8, false},
                     [OR_NAN] = {4, 8, true},
                     [ANY] = {1, 2, false},
                     [NEAR] = {0.75, 1.25, false},
                     [ULPS] = {1 - 0x1p-24, 1, false},
                     [CHOICE] = {1 - 0x1p-24, 8, false},
                     [CHOICE_NAN] = {1, 1, true}};
    for (int kind = 0; kind < KINDS; kind++) {
        fixture f = output(float1, 1);
        const compare_rule *how = kind == BITS_ULP ? &ulp1 : kind == BITS_NEAR ? &near : &bits;
        switch (kind) {
        case VALUE: expect_value(&f.call, 0, 1); break;
        case INTERVAL: expect_interval(&f.call, 0, 4, 8); break;
        case OR_NAN: expect_interval_or_nan(&f.call, 0, 4, 8); break;
        case ANY: expect_any(&f.call, 0, pair, 2); break;
        case NEAR: expect_near(&f.call, 0, 1, 0.25); break;
        case ULPS: expect_ulps(&f.call, 0, 1, 1); break;
        case CHOICE: expect_permitted(&f.call, 0, ulps_or_interval, 2); break;
        case CHOICE_NAN: expect_permitted(&f.call, 0, rounded_or_nan, 2); break;
        default: expect_bits(&f.call, 0, one); break;
        }
        assert_null(f.call.error);
        passes(&f, how, ends[kind].low);
        passes(&f, how, ends[kind].high);
        fails_bits(&f, how, encode(float1, ends[kind].low) - 1);
        fails_bits(&f, how, encode(float1, ends[kind].high) + 1);
        fails_bits(&f, how, infinity);
        fails(&f, how, -1);
        fails(&f, how, 0);
        if (ends[kind].nan)
            passes_bits(&f, how, nan_bits);
        else
            fails_bits(&f, how, nan_bits);
        expectation_destroy(f.e);
    }
    fixture f = output(float1, 1);
    expect_permitted(&f.call, 0, ulps_or_interval, 2); /* between the two permits */
    fails_bits(&f, &bits, one + 1);
    fails_bits(&f, &bits, encode(float1, 4) - 1);
    expect_any(&f.call, 0, pair, 2);
    fails_bits(&f, &set, one + 1);
    fails_bits(&f, &set, two - 1);
    expectation_destroy(f.e);
}

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

/* The digest sees every judged component and its place, and nothing else. */
static void digests(void **state)
{
    (void)state;
    const compare_rule permutation = {.kind = COMPARE_PERMUTATION}, statistic = {.kind = COMPARE_STATISTIC};
    fixture f = output(float1, 3);
    expect_bits(&f.call, 0, encode(float1, 1));
    expect_nan(&f.call, 1);
    const uint32_t one[] = {0x3f800000, 0x7fc00000, 5}, other_nan[] = {0x3f800000, 0xffc12345, 7},
                   wrong[] = {0xbf800000, 0x7fc00000, 5}, swapped[] = {0x7fc00000, 0x3f800000, 5};
    uint64_t digest = check_digest(f.e, &bits, one);
    assert_true(digest != 0);
    assert_int_equal(check_digest(f.e, &bits, other_nan), digest);
    assert_int_not_equal(check_digest(f.e, &bits, wrong), digest);
    assert_int_not_equal(check_digest(f.e, &bits, swapped), digest);
    digest = check_digest(f.e, &permutation, one);
    assert_int_equal(check_digest(f.e, &permutation, swapped), digest);
    assert_int_not_equal(check_digest(f.e, &permutation, wrong), digest);
    assert_int_equal(check_digest(f.e, &statistic, one), 0);
    expectation_destroy(f.e);
}

/* What lies behind the third component of each vector counts for nothing, what lies in the second vector for something. */
static void digests_of_vectors(void **state)
{
    (void)state;
    fixture f = output(float3, 2);
    for (size_t k = 0; k < 6; k++)
        expect_bits(&f.call, k, encode(float1, (double)k));
    uint32_t got[] = {0, 1, 2, 77, 3, 4, 5, 78};
    uint64_t digest = check_digest(f.e, &bits, got);
    got[3] = got[7] = 0;
    assert_int_equal(check_digest(f.e, &bits, got), digest);
    for (unsigned k = 0; k < 7; k++) {
        got[k]++;
        assert_true(k == 3 || check_digest(f.e, &bits, got) != digest);
        got[k]--;
    }
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

/* 1 + u lies between two floats: the upper one is nearest, the lower one toward zero, and one is both if it is 1 + u. */
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(digests),
        cmocka_unit_test(digests_of_vectors),
        cmocka_unit_test(exact_bits),
        cmocka_unit_test(one_wrong_among_many),
        cmocka_unit_test(ulp_definition),
        cmocka_unit_test(within_ulps),
        cmocka_unit_test(tolerance_beyond_a_bound),
        cmocka_unit_test(ulps_at_the_edges),
        cmocka_unit_test(correctly_rounded),
        cmocka_unit_test(intervals),
        cmocka_unit_test(integer_intervals),
        cmocka_unit_test(near),
        cmocka_unit_test(sets_and_nans),
        cmocka_unit_test(unwritten),
        cmocka_unit_test(unwritten_floats),
        cmocka_unit_test(padding),
        cmocka_unit_test(unjudged),
        cmocka_unit_test(worst_error),
        cmocka_unit_test(bad_promises),
        cmocka_unit_test(texts),
        cmocka_unit_test(permutations),
        cmocka_unit_test(statistics),
        cmocka_unit_test(speed),
        cmocka_unit_test(single_encodings),
        cmocka_unit_test(each_kind_refuses),
        cmocka_unit_test(quick_way),
        cmocka_unit_test(measurements_add_up_in_any_order),
        cmocka_unit_test(which_rounding),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
