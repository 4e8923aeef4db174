/* lanes_test.c: the references of lanes and threads (lanes.c, barrier.c, grid.c) against results
 * written by hand. */
#include "../core/testing.h"

enum { THREADS = 100, GROUP = 50 }; /* SIMD-groups of 32 and 18 in each threadgroup */

static uint32_t data[THREADS], filling[THREADS];

static trial start(void)
{
    trial t = {0};
    for (uint32_t i = 0; i < THREADS; i++) {
        data[i] = i;
        filling[i] = 1000 + i;
    }
    trial_grid(&t, THREADS, GROUP);
    return t;
}

/* Runs a permutation on (data, parameter) and compares lane `lane` of the first SIMD-group with `expected`. */
static void permuted(const char *reference, double parameter, uint32_t lane, uint32_t expected)
{
    trial t = start();
    uint32_t got[THREADS];
    trial_array(&t, "uint", data, THREADS);
    trial_number(&t, parameter);
    for (uint32_t i = 0; i < THREADS; i++)
        got[i] = expected;
    size_t wrong = refused(&t, reference, "uint", got, THREADS);
    got[lane] = expected + 1;
    assert_int_equal(refused(&t, reference, "uint", got, THREADS), wrong + 1);
}

static void shuffles(void **state)
{
    (void)state;
    permuted("simd_shuffle_down", 7, 3, 10);
    permuted("simd_shuffle_down", 7, 25, 25);
    permuted("simd_shuffle_up", 7, 10, 3);
    permuted("simd_shuffle_up", 7, 6, 6);
    permuted("simd_shuffle_rotate_down", 7, 25, 0);
    permuted("simd_shuffle_rotate_up", 7, 0, 25);
    permuted("simd_shuffle_xor", 5, 2, 7);
    permuted("simd_broadcast", 4, 9, 4);
    permuted("quad_shuffle_down", 1, 3, 3);
    permuted("quad_shuffle_down", 1, 4, 5);
    permuted("quad_shuffle_up", 2, 7, 5);
    permuted("quad_shuffle_rotate_down", 3, 1, 0);
    permuted("quad_shuffle_rotate_up", 3, 0, 1);
    permuted("quad_shuffle_xor", 3, 8, 11);
    permuted("quad_broadcast", 2, 7, 6);
    permuted("group_rotated", 3, 49, 2);
}

static void absent_lanes(void **state)
{
    (void)state;
    trial t = start();
    trial_array(&t, "uint", data, THREADS);
    trial_number(&t, 1);
    refused(&t, "simd_shuffle_down", "uint", data, THREADS);
    assert_int_equal(t.unjudged, 2); /* the last lane of both partial SIMD-groups reads a lane that is not there */
}

static void fills(void **state)
{
    (void)state;
    trial t = start();
    uint32_t got[THREADS];
    trial_grid(&t, 64, 64);
    trial_array(&t, "uint", data, 64);
    trial_array(&t, "uint", filling, 64);
    trial_number(&t, 2);
    trial_number(&t, 8);
    for (uint32_t i = 0; i < 64; i++)
        got[i] = i % 8 < 6 ? i + 2 : 1000 + i - 6;
    assert_int_equal(refused(&t, "simd_shuffle_and_fill_down", "uint", got, 64), 0);
    for (uint32_t i = 0; i < 64; i++)
        got[i] = i % 8 >= 2 ? i - 2 : 1000 + i + 6;
    assert_int_equal(refused(&t, "simd_shuffle_and_fill_up", "uint", got, 64), 0);
    got[8] = 6;
    assert_int_equal(refused(&t, "simd_shuffle_and_fill_up", "uint", got, 64), 1);
}

static void reductions(void **state)
{
    (void)state;
    trial t = start();
    uint32_t sums[THREADS], prefix[THREADS];
    for (uint32_t i = 0; i < THREADS; i++) {
        uint32_t first = i / GROUP * GROUP + (i % GROUP < 32 ? 0 : 32),
                 end = i % GROUP < 32 ? first + 32 : i / GROUP * GROUP + GROUP;
        sums[i] = prefix[i] = 0;
        for (uint32_t j = first; j < end; j++)
            sums[i] += j;
        for (uint32_t j = first; j < i; j++)
            prefix[i] += j;
    }
    trial_array(&t, "uint", data, THREADS);
    assert_int_equal(refused(&t, "simd_sum", "uint", sums, THREADS), 0);
    assert_int_equal(refused(&t, "simd_prefix_exclusive_sum", "uint", prefix, THREADS), 0);
    assert_true(refused(&t, "simd_prefix_inclusive_sum", "uint", prefix, THREADS) > 90);
    sums[40]++;
    assert_int_equal(refused(&t, "simd_sum", "uint", sums, THREADS), 1);
    uint8_t active[THREADS] = {0};
    active[3] = active[5] = 1;
    trial_array(&t, "uchar", active, THREADS);
    uint32_t chosen[THREADS] = {[3] = 8, [5] = 8};
    assert_int_equal(refused(&t, "simd_sum", "uint", chosen, THREADS), 0);
    assert_int_equal(t.unjudged, THREADS - 2);
    assert_int_equal(refused(&t, "simd_max", "uint", chosen, THREADS), 2);
}

/* Where every second lane is inactive, as many lanes are judged as are active and read an active one. */
static void inactive_lanes_of_permutations(void **state)
{
    (void)state;
    static const struct {
        const char *reference;
        int parameter; /* -1: none */
        size_t judged; /* of two threadgroups, each with a SIMD-group of 32 and one of 18 */
    } all[] = {
        {"simd_shuffle_down", 7, 2 * 3}, /* lanes 26, 28 and 30, which keep their own */
        {"simd_shuffle_down", 6, 2 * (16 + 6)},
        {"simd_shuffle_up", 7, 2 * (4 + 4)},
        {"simd_shuffle_up", 6, 2 * (16 + 9)},
        {"simd_shuffle_xor", 1, 0},
        {"simd_shuffle_xor", 2, 2 * (16 + 8)},
        {"simd_broadcast", 4, 2 * (16 + 9)},
        {"simd_broadcast", 5, 0},
        {"simd_broadcast_first", -1, 2 * (16 + 9)},
        {"quad_shuffle_xor", 1, 0},
        {"quad_broadcast", 2, 2 * (16 + 8)},
    };
    uint8_t active[THREADS] = {0};
    uint32_t got[THREADS];
    for (uint32_t i = 0; i < THREADS; i++) {
        active[i] = i % 2 == 0;
        got[i] = 5000;
    }
    for (size_t n = 0; n < sizeof all / sizeof *all; n++) {
        trial t = start();
        trial_array(&t, "uint", data, THREADS);
        if (all[n].parameter >= 0)
            trial_number(&t, all[n].parameter);
        trial_array(&t, "uchar", active, THREADS);
        size_t judged = refused(&t, all[n].reference, "uint", got, THREADS);
        if (judged != all[n].judged || t.unjudged != THREADS - judged)
            fail_msg("%s(%d): %zu are judged, not %zu", all[n].reference, all[n].parameter, judged, all[n].judged);
    }
}

/* Each lane has a bit of its own, and all but the last two of each group lack bit 0. */
static void bits(void **state)
{
    (void)state;
    trial t = start();
    uint32_t own[THREADS], all[THREADS], some[THREADS], odd[THREADS];
    for (uint32_t i = 0; i < THREADS; i++) {
        uint32_t first = i / GROUP * GROUP + (i % GROUP < 32 ? 0 : 32),
                 end = i % GROUP < 32 ? first + 32 : i / GROUP * GROUP + GROUP;
        own[i] = ~(UINT32_C(1) << (i % 31 + 1)) & (i + 3 < end ? ~UINT32_C(1) : ~UINT32_C(0));
        all[i] = ~UINT32_C(0);
        some[i] = odd[i] = 0;
    }
    for (uint32_t i = 0; i < THREADS; i++) {
        uint32_t first = i / GROUP * GROUP + (i % GROUP < 32 ? 0 : 32),
                 end = i % GROUP < 32 ? first + 32 : i / GROUP * GROUP + GROUP;
        for (uint32_t j = first; j < end; j++) {
            all[i] &= own[j];
            some[i] |= own[j];
            odd[i] ^= own[j];
        }
    }
    trial_array(&t, "uint", own, THREADS);
    assert_int_equal(refused(&t, "simd_and", "uint", all, THREADS), 0);
    assert_int_equal(refused(&t, "simd_or", "uint", some, THREADS), 0);
    assert_int_equal(refused(&t, "simd_xor", "uint", odd, THREADS), 0);
}

static void votes(void **state)
{
    (void)state;
    trial t = start();
    uint8_t flag[THREADS] = {[7] = 1};
    uint32_t any[THREADS] = {0}, all[THREADS] = {0};
    for (int i = 0; i < 32; i++)
        any[i] = 1;
    for (int i = 50; i < 82; i++)
        all[i] = flag[i] = any[i] = 1;
    trial_array(&t, "uchar", flag, THREADS);
    assert_int_equal(refused(&t, "simd_any", "uint", any, THREADS), 0);
    assert_int_equal(refused(&t, "simd_all", "uint", all, THREADS), 0);
    assert_int_equal(refused(&t, "simd_all", "uint", any, THREADS), 32);
}

/* The third of each four lanes votes alone among lanes 1 to 3. */
static void masks(void **state)
{
    (void)state;
    trial t = start();
    uint8_t predicate[THREADS], active[THREADS], first[THREADS];
    uint64_t ballot[THREADS], mask[THREADS];
    for (int i = 0; i < THREADS; i++) {
        int lane = i % GROUP % 32 % 4; /* of a quad-group: of 48 lanes all, of the two last ones half */
        bool lonely = i % GROUP >= 48;
        predicate[i] = lane == 2;
        active[i] = lane != 0;
        ballot[i] = lonely ? 0 : 4;
        mask[i] = lonely ? 2 : 14;
        first[i] = lane == 1;
    }
    trial_array(&t, "uchar", predicate, THREADS);
    trial_array(&t, "uchar", active, THREADS);
    assert_int_equal(refused(&t, "quad_ballot", "ulong", ballot, THREADS), 0);
    assert_int_equal(t.unjudged, 26);
    ballot[1] |= 1;
    assert_int_equal(refused(&t, "quad_ballot", "ulong", ballot, THREADS), 1);
    trial u = start();
    trial_array(&u, "uchar", active, THREADS);
    assert_int_equal(refused(&u, "quad_active_threads_mask", "ulong", mask, THREADS), 0);
    assert_int_equal(refused(&u, "quad_is_first", "uchar", first, THREADS), 0);
    first[1] = 0;
    assert_int_equal(refused(&u, "quad_is_first", "uchar", first, THREADS), 1);
}

/* What nobody says: rotations past the width, lanes that do not exist, signed sums beyond the type. */
static void undescribed(void **state)
{
    (void)state;
    trial t = start();
    trial_array(&t, "uint", data, THREADS);
    trial_number(&t, 32);
    refused(&t, "simd_shuffle_rotate_down", "uint", data, THREADS);
    assert_int_equal(t.unjudged, THREADS);
    refused(&t, "simd_broadcast", "uint", data, THREADS);
    assert_int_equal(t.unjudged, THREADS);
    refused(&t, "simd_shuffle_down", "uint", data, THREADS);
    assert_int_equal(t.unjudged, 0);
    int8_t large[THREADS];
    memset(large, 100, sizeof large);
    trial u = {0};
    trial_grid(&u, 64, 64);
    trial_array(&u, "char", large, 64);
    refused(&u, "simd_sum", "char", large, 64);
    assert_int_equal(u.unjudged, 64);
    assert_int_equal(refused(&u, "simd_max", "char", large, 64), 0);
}

static void products(void **state)
{
    (void)state;
    float factors[32], products[32];
    trial t = {0};
    trial_grid(&t, 32, 32);
    for (int i = 0; i < 32; i++) {
        factors[i] = i % 2 ? 2 : 0.5f;
        products[i] = i % 2 ? 0.5f : 1;
    }
    trial_array(&t, "float", factors, 32);
    assert_int_equal(refused(&t, "simd_prefix_exclusive_product", "float", products, 32), 0);
    products[7] = next_up(products[7]);
    assert_int_equal(refused(&t, "simd_prefix_exclusive_product", "float", products, 32), 1);
}

static void float_sums(void **state)
{
    (void)state;
    float x[64], sums[64];
    trial t = {0};
    trial_grid(&t, 64, 64);
    for (uint64_t i = 0; i < 64; i++)
        x[i] = (float)random_unit(4, i);
    for (int i = 0; i < 64; i++) {
        sums[i] = 0;
        for (int j = 31; j >= 0; j--)
            sums[i] += x[i / 32 * 32 + j];
    }
    trial_array(&t, "float", x, 64);
    assert_int_equal(refused(&t, "simd_sum", "float", sums, 64), 0);
    sums[1] *= 1.0001f;
    assert_int_equal(refused(&t, "simd_sum", "float", sums, 64), 1);
    float quads[64];
    for (int i = 0; i < 64; i++) {
        const float *q = x + i / 4 * 4;
        quads[i] = (q[3] + q[1]) + (q[0] + q[2]);
    }
    assert_int_equal(refused(&t, "quad_sum", "float", quads, 64), 0);
    quads[9] *= 1.0001f;
    assert_int_equal(refused(&t, "quad_sum", "float", quads, 64), 1);
}

/* A 5 x 3 grid in threadgroups of 4 x 2: thread (4, 2) is alone in the last one. */
static void attributes(void **state)
{
    (void)state;
    static const struct {
        const char *reference;
        uint32_t last[2];
    } expected[] = {
        {"thread_position_in_grid", {4, 2}},          {"threadgroup_position_in_grid", {1, 1}},
        {"thread_position_in_threadgroup", {0, 0}},   {"threads_per_threadgroup", {1, 1}},
        {"dispatch_threads_per_threadgroup", {4, 2}}, {"threadgroups_per_grid", {2, 2}},
    };
    trial t = {.dispatch = {{5, 3, 1}, {4, 2, 1}, {2, 2, 1}, false, 32}};
    for (size_t n = 0; n < sizeof expected / sizeof *expected; n++) {
        uint32_t got[15][2];
        for (int i = 0; i < 15; i++)
            got[i][0] = got[i][1] = 77;
        assert_int_equal(refused(&t, expected[n].reference, "uint2", got, 15), 30);
        memcpy(got[14], expected[n].last, sizeof got[14]);
        assert_int_equal(refused(&t, expected[n].reference, "uint2", got, 15), 28);
    }
    uint32_t index[15] = {0, 1, 2, 3, 0, 4, 5, 6, 7, 1, 0, 1, 2, 3, 0};
    assert_int_equal(refused(&t, "thread_index_in_threadgroup", "uint", index, 15), 0);
}

/* All lanes of a whole SIMD-group say yes; what counts in one that is partial is not said. */
static void votes_of_all(void **state)
{
    (void)state;
    uint8_t yes[THREADS], got[THREADS];
    memset(yes, 1, sizeof yes);
    memset(got, 1, sizeof got);
    trial t = start();
    trial_array(&t, "uchar", yes, THREADS);
    assert_int_equal(refused(&t, "simd_ballot_all", "uchar", got, THREADS), 0);
    assert_int_equal(t.unjudged, 2 * (GROUP - 32));
    memset(got, 0, sizeof got);
    assert_int_equal(refused(&t, "simd_ballot_all", "uchar", got, THREADS), 2 * 32);
    yes[5] = 0; /* of the first SIMD-group */
    assert_int_equal(refused(&t, "simd_ballot_all", "uchar", got, THREADS), 32);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(votes_of_all), cmocka_unit_test(shuffles),   cmocka_unit_test(absent_lanes),
        cmocka_unit_test(fills),        cmocka_unit_test(reductions), cmocka_unit_test(votes),
        cmocka_unit_test(float_sums),   cmocka_unit_test(attributes), cmocka_unit_test(masks),
        cmocka_unit_test(undescribed),  cmocka_unit_test(products),   cmocka_unit_test(inactive_lanes_of_permutations),
        cmocka_unit_test(bits),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
