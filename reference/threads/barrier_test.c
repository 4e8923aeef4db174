/* barrier_test.c: what threads hand to each other across a barrier, worked out by hand. */
#include "../core/testing.h"

static const uint32_t data[] = {10, 11, 12, 13, 14, 15, 16};

/* Seven threads in threadgroups of four: the last one is partial, and wraps after three. */
static trial *threads_of_data(trial *t, uint32_t threadgroup)
{
    *t = (trial){0};
    trial_array(t, "uint", data, 7);
    trial_grid(t, 7, threadgroup);
    return t;
}

static void partial_threadgroups_wrap_earlier(void **state)
{
    (void)state;
    trial t;
    trial_number(threads_of_data(&t, 4), 2);
    ONLY_WORDS(&t, "group_rotated", 12, 13, 10, 11, 16, 14, 15);
}

/* SIMD-groups of two lanes in threadgroups of four: the first passes on by one lane, the second by two, its width. */
static void each_simdgroup_has_its_distance(void **state)
{
    (void)state;
    trial t;
    threads_of_data(&t, 4)->dispatch.simd_width = 2;
    ONLY_WORDS(&t, "rotated_by_simdgroup", 11, 10, 12, 13, 15, 14, 16);
}

static void those_that_leave_give_zero(void **state)
{
    (void)state;
    trial t;
    threads_of_data(&t, 4);
    trial_number(&t, 3);
    trial_number(&t, 1);
    ONLY_WORDS(&t, "rotated_by_first", 11, 12, 10, 0, 15, 16, 14);
}

static void prefix_sums_begin_with_each_threadgroup(void **state)
{
    (void)state;
    static const uint32_t large[] = {0xffffffff, 3};
    trial t;
    threads_of_data(&t, 4);
    ONLY_WORDS(&t, "group_prefix_sums", 10, 21, 33, 46, 14, 29, 45);
    t = (trial){0};
    trial_array(&t, "uint", large, 2);
    trial_grid(&t, 2, 2);
    ONLY_WORDS(&t, "group_prefix_sums", 0xffffffff, 2);
}

static void blocks_turn_round(void **state)
{
    (void)state;
    trial t;
    trial_number(threads_of_data(&t, 4), 3);
    ONLY_WORDS(&t, "blocks_reversed", 12, 11, 10, 15, 14, 13);
}

static void numbers_of_two_kinds_take_turns(void **state)
{
    (void)state;
    trial t = {0};
    trial_number(&t, 2);
    trial_number(&t, 1);
    ONLY_WORDS(&t, "own_numbers", 0, 1, 1000000, 0, 1, 1000000);
}

/* Element k of the data is k. Thread t of threadgroup g adds 1024 g + t and 1024 g + 64 + (t + 1) % 64. */
static void tiles_move_on(void **state)
{
    (void)state;
    static uint32_t numbers[2048];
    uint32_t right[128];
    for (uint32_t i = 0; i < 2048; i++)
        numbers[i] = i;
    for (uint32_t i = 0; i < 64; i++) {
        right[i] = i == 63 ? 63 + 64 : 65 + 2 * i;
        right[64 + i] = right[i] + 2048;
    }
    trial t = {0};
    trial_array(&t, "uint", numbers, 2048);
    trial_number(&t, 2);
    trial_grid(&t, 128, 64);
    assert_int_equal(refused(&t, "tile_sums", "uint", right, 128), 0);
    right[63]++;
    right[64]--;
    assert_int_equal(refused(&t, "tile_sums", "uint", right, 128), 2);
    t.array[0].count = 1024; /* the second threadgroup finds the tiles of the first again */
    for (uint32_t i = 0; i < 64; i++)
        right[64 + i] = right[i] = i == 63 ? 127 : 65 + 2 * i;
    assert_int_equal(refused(&t, "tile_sums", "uint", right, 128), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(partial_threadgroups_wrap_earlier),
                                       cmocka_unit_test(each_simdgroup_has_its_distance),
                                       cmocka_unit_test(those_that_leave_give_zero),
                                       cmocka_unit_test(prefix_sums_begin_with_each_threadgroup),
                                       cmocka_unit_test(blocks_turn_round),
                                       cmocka_unit_test(numbers_of_two_kinds_take_turns),
                                       cmocka_unit_test(tiles_move_on)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
