/* reduction_test.c: tests of the references of sums. */
#include "../core/testing.h"

static void whole_sums(void **state)
{
    (void)state;
    float x[100];
    for (int i = 0; i < 100; i++)
        x[i] = (float)(i % 7);
    trial t = {0};
    trial_array(&t, "float", x, 100);
    trial_number(&t, 10);
    trial_number(&t, 5);
    trial_number(&t, 2);
    float right = 5 + 2 * (0 + 1 + 2 + 3 + 4 + 5 + 6 + 0 + 1 + 2), wrong = next_up(right);
    assert_int_equal(refused(&t, "reduce_sum", "float", &right, 1), 0);
    assert_int_equal(refused(&t, "reduce_sum", "float", &wrong, 1), 1);
}

static void real_sums(void **state)
{
    (void)state;
    float x[1000], forward = 0, backward = 0;
    for (uint64_t i = 0; i < 1000; i++)
        x[i] = (float)random_unit(1, i) - 0.5f;
    for (int i = 0; i < 1000; i++) {
        forward += x[i];
        backward += x[999 - i];
    }
    trial t = {0};
    trial_array(&t, "float", x, 1000);
    trial_number(&t, 1000);
    trial_number(&t, 0);
    trial_number(&t, 1);
    float short_sum = forward - x[500];
    assert_int_equal(refused(&t, "reduce_sum", "float", &forward, 1), 0);
    assert_int_equal(refused(&t, "reduce_sum", "float", &backward, 1), 0);
    assert_int_equal(refused(&t, "reduce_sum", "float", &short_sum, 1), 1);
}

static void integer_sums(void **state)
{
    (void)state;
    int32_t x[3] = {INT32_MAX, 1, 5}, right = INT32_MIN + 5, wrong = INT32_MAX;
    trial t = {0};
    trial_array(&t, "int", x, 3);
    trial_number(&t, 3);
    trial_number(&t, 0);
    trial_number(&t, 1);
    assert_int_equal(refused(&t, "reduce_sum", "int", &right, 1), 0);
    assert_int_equal(refused(&t, "reduce_sum", "int", &wrong, 1), 1);
    trial g = {0};
    int32_t least[2] = {1, 5}, most[2] = {INT32_MAX, 5};
    trial_array(&g, "int", (int32_t[]){INT32_MAX, 1, 5, 5}, 4);
    trial_number(&g, 2);
    assert_int_equal(refused(&g, "group_minimum", "int", least, 2), 0);
    assert_int_equal(refused(&g, "group_maximum", "int", most, 2), 0);
    assert_int_equal(refused(&g, "group_maximum", "int", least, 2), 1);
}

/* Threadgroups of 48: SIMD-groups of 32 and 16. */
static void sums_of_groups(void **state)
{
    (void)state;
    float x[96], simd[4] = {32, 16, 32, 12}, whole[2] = {48, 44};
    for (int i = 0; i < 96; i++)
        x[i] = 1;
    trial t = {0};
    trial_grid(&t, 96, 48);
    trial_array(&t, "float", x, 96);
    trial_number(&t, 92);
    assert_int_equal(refused(&t, "simd_group_sums", "float", simd, 4), 0);
    simd[1] = 32;
    assert_int_equal(refused(&t, "simd_group_sums", "float", simd, 4), 1);
    trial_number(&t, 48);
    assert_int_equal(refused(&t, "group_sums", "float", whole, 2), 0);
    whole[1] = 48;
    assert_int_equal(refused(&t, "group_sums", "float", whole, 2), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(whole_sums), cmocka_unit_test(real_sums),
                                       cmocka_unit_test(integer_sums), cmocka_unit_test(sums_of_groups)};
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
