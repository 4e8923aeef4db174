/* compare_test.c: exact comparison and sets, whole outputs, what counts as judged; each accepts what was promised and
 * rejects one step beyond it. */
#include "check_testing.h"
#include <time.h>

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
    const compare_rule no_ulp = {.kind = COMPARE_ULP, .ulp = 0}; /* no tolerance is none: bits are asked for */
    fails_bits(&f, &no_ulp, 0x80000000);
    passes_bits(&f, &no_ulp, 0);
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

/* What a difference says: numbers of the type, and all that would have been taken. */
static void differences_are_told(void **state)
{
    (void)state;
    const compare_rule near = {.kind = COMPARE_NEAR, .absolute = 0.125, .relative = 0.0625};
    fixture f = output(ulong1, 1);
    expect_bits(&f.call, 0, UINT64_MAX);
    check_result result = check_bits(&f, &bits, UINT64_MAX - 1);
    assert_string_equal(result.first[0].got, "18446744073709551614 (0xfffffffffffffffe)");
    expectation_destroy(f.e);
    f = output(long1, 1);
    expect_bits(&f.call, 0, 1);
    result = check_bits(&f, &bits, UINT64_MAX);
    assert_string_equal(result.first[0].got, "-1 (0xffffffffffffffff)");
    expectation_destroy(f.e);
    f = output(float1, 1);
    expect_near(&f.call, 0, 2, 0x1p-10);
    result = check_bits(&f, &near, encode(float1, 7));
    assert_non_null(strstr(result.first[0].expected, " or within 0.125 + 0.0625 of it"));
    result = check_bits(&f, &ulp4, encode(float1, 7));
    assert_non_null(strstr(result.first[0].expected, " or within 4 ulp"));
    result = check_bits(&f, &bits, encode(float1, 7));
    assert_null(strstr(result.first[0].expected, " or "));
    assert_string_equal(result.unit, "of bound");
    fails(&f, &near, INFINITY);
    expectation_destroy(f.e);
    f = output(float1, 1);
    expect_ulps(&f.call, 0, 2, 3);
    result = check_bits(&f, &bits, encode(float1, 2 + 0x1p-22));
    assert_string_equal(result.unit, "ulp");
    assert_true(result.worst == 2);
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
    uint32_t many[66] = {100};
    f = output(int1, 66);
    for (size_t k = 1; k < 66; k++)
        expect_bits(&f.call, k, 0);
    expect_interval(&f.call, 0, 0, 100);
    check_output(f.e, &statistic, int1, 66, many, NULL, 0, &result);
    assert_int_equal(result.wrong, 0);
    assert_int_equal(result.never, UINT64_MAX - 1); /* of the first 64 */
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exact_bits),        cmocka_unit_test(one_wrong_among_many), cmocka_unit_test(sets_and_nans),
        cmocka_unit_test(unwritten),         cmocka_unit_test(unwritten_floats),     cmocka_unit_test(padding),
        cmocka_unit_test(unjudged),          cmocka_unit_test(worst_error),          cmocka_unit_test(speed),
        cmocka_unit_test(permutations),      cmocka_unit_test(statistics),           cmocka_unit_test(single_encodings),
        cmocka_unit_test(each_kind_refuses), cmocka_unit_test(differences_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
