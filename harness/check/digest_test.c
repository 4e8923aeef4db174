/* digest_test.c: a digest sees every judged component and its place, and nothing else. */
#include "check_testing.h"
#include "digest.h"

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

/* What lies behind the third component of each vector counts for nothing, what lies in the second vector for
 * something. */
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(digests),
        cmocka_unit_test(digests_of_vectors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
