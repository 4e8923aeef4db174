/* atomic_test.c: what atomic operations leave behind, worked out by hand (MSL 6.16.4, table 6.27). */
#include "../core/rows_testing.h"

enum { ADD, SUB, AND, OR, XOR, MIN, MAX, NO_STEP };

/* One step on one cell. */
static void leaves(const char *type, uint64_t cell, uint64_t operand, int operation, uint64_t result)
{
    const exact_row row = {"atomic_applied", type, {cell, operand}, 2, NULL, result, false};
    trial t = trial_of_row(&row);
    trial_number(&t, operation);
    exactly(&t, &row);
}

static void each_operation_does_what_it_is_called(void **state)
{
    (void)state;
    leaves("uint", 0xffffffff, 2, ADD, 1);
    leaves("int", 0x7fffffff, 1, ADD, 0x80000000); /* signed ones wrap, too */
    leaves("uint", 0, 1, SUB, 0xffffffff);
    leaves("ulong", UINT64_MAX, 3, ADD, 2);
    leaves("uint", 12, 10, AND, 8);
    leaves("uint", 12, 10, OR, 14);
    leaves("uint", 12, 10, XOR, 6);
    leaves("uint", 12, 10, NO_STEP, 12);
}

static void minimum_and_maximum_look_at_the_sign(void **state)
{
    (void)state;
    leaves("uint", 0xffffffff, 1, MIN, 1);
    leaves("uint", 0xffffffff, 1, MAX, 0xffffffff);
    leaves("int", 0xffffffff, 1, MIN, 0xffffffff);
    leaves("int", 0xffffffff, 1, MAX, 1);
    leaves("ulong", UINT64_MAX, 1, MIN, 1);
    leaves("long", UINT64_MAX, 1, MIN, UINT64_MAX);
}

/* Two cells: the first gets the first half of the data. */
static void totals_are_of_each_share(void **state)
{
    (void)state;
    static const uint32_t data[] = {1, 2, 4, 8, 16, 32}, cells[] = {100, 0xffffffff};
    trial t = {0};
    trial_array(&t, "uint", data, 6);
    trial_array(&t, "uint", cells, 2);
    trial_number(&t, ADD);
    ONLY_WORDS(&t, "atomic_total", 107, 55);
    t.argument[2].number = MAX;
    ONLY_WORDS(&t, "atomic_total", 100, 0xffffffff);
    t.argument[2].number = MIN;
    ONLY_WORDS(&t, "atomic_total", 1, 8);
}

/* Cells 5 and 6, each compared with 6 and 5. */
static void exchanges_need_equal_bits(void **state)
{
    (void)state;
    static const uint32_t cells[] = {5, 6}, expected[] = {6, 5};
    trial t = {0};
    trial_array(&t, "uint", cells, 2);
    trial_array(&t, "uint", expected, 2);
    trial_number(&t, 0);
    ONLY_WORDS(&t, "compared", 5, 0x12345678, 0x12345678, 6);
    t.argument[2].number = 1;
    ONLY_WORDS(&t, "compared", 5, 5, 6, 6);
    t.argument[2].number = 2;
    ONLY_WORDS(&t, "compared", 0, 1, 1, 0);
}

static void counts_begin_again(void **state)
{
    (void)state;
    trial t = {0};
    trial_number(&t, 3);
    ONLY_WORDS(&t, "counted_modulo", 0, 1, 2, 0, 1);
}

static void any_element_will_do_but_no_other(void **state)
{
    (void)state;
    static const uint32_t data[257] = {3, 5}, got[] = {5, 3, 3, 4};
    trial t = {0};
    trial_array(&t, "uint", data, 2);
    assert_int_equal(refused(&t, "any_of", "uint", got, 4), 1);
    assert_int_equal(refused(&t, "any_of", "uint", got, 3), 0);
    t.array[0].count = 257;
    assert_non_null(complaint(&t, "any_of", "uint", 1));
}

/* 100 - (1 + 2) and 100 - (4 + 8): whole numbers, in whatever order. Others may err by two roundings of 2^-23 each. */
static void sums_of_floats_round_as_often_as_they_add(void **state)
{
    (void)state;
    static const float whole[] = {1, 2, 4, 8}, left[] = {97, 88}, thirds[] = {0.3f, 0.6f};
    trial t = {0};
    trial_array(&t, "float", whole, 4);
    trial_number(&t, 100);
    trial_number(&t, -1);
    assert_int_equal(refused(&t, "share_sum", "float", left, 2), 0);
    const float beside[] = {next_up(97), 88};
    assert_int_equal(refused(&t, "share_sum", "float", beside, 2), 1);
    t = (trial){0};
    trial_array(&t, "float", thirds, 2);
    trial_number(&t, 1);
    trial_number(&t, 1);
    double sum = 1 + (double)thirds[0] + (double)thirds[1], bound = 2 * 0x1p-23 / (1 - 2 * 0x1p-23) * sum;
    for (int side = -1; side <= 1; side += 2) {
        float inside = (float)(sum + side * (bound - 0x1p-23)), outside = (float)(sum + side * (bound + 0x1p-22));
        assert_int_equal(refused(&t, "share_sum", "float", &inside, 1), 0);
        assert_int_equal(refused(&t, "share_sum", "float", &outside, 1), 1);
    }
}

/* Of ten instances, outcome 1 never happens. */
static void forbidden_outcomes_do_not_happen(void **state)
{
    (void)state;
    static const uint32_t fine[] = {10, 0, 0}, seen[] = {9, 1, 0}, many[] = {11, 0, 0};
    trial t = {0};
    assert_non_null(complaint(&t, "litmus", "uint", 3));
    trial_number(&t, 10);
    trial_number(&t, 1);
    assert_int_equal(refused(&t, "litmus", "uint", fine, 3), 0);
    assert_int_equal(refused(&t, "litmus", "uint", seen, 3), 1);
    assert_int_equal(refused(&t, "litmus", "uint", many, 3), 1);
}

static void five_steps_show_four_values(void **state)
{
    (void)state;
    static const uint32_t seen[] = {0, 0, 7, 0, 1, 3, 9, 1, 2, 6, 11, 2};
    trial t = {0};
    only_words(&t, "five_steps", "uint4", seen, 12, 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(each_operation_does_what_it_is_called),
                                       cmocka_unit_test(minimum_and_maximum_look_at_the_sign),
                                       cmocka_unit_test(totals_are_of_each_share),
                                       cmocka_unit_test(exchanges_need_equal_bits),
                                       cmocka_unit_test(counts_begin_again),
                                       cmocka_unit_test(any_element_will_do_but_no_other),
                                       cmocka_unit_test(sums_of_floats_round_as_often_as_they_add),
                                       cmocka_unit_test(forbidden_outcomes_do_not_happen),
                                       cmocka_unit_test(five_steps_show_four_values)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
