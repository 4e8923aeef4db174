/* tensor_test.c: what tensors show of memory whose elements are their own indices (MSL 2.22), by hand. */
#include "../core/testing.h"

static void take_numbers(trial *t, const double *numbers, size_t count)
{
    for (size_t n = 0; n < count; n++)
        trial_number(t, numbers[n]);
}
#define TAKE(t, ...)                                                                                                   \
    take_numbers(t, (const double[]){__VA_ARGS__}, sizeof(const double[]){__VA_ARGS__} / sizeof(double))

static const uint32_t data[] = {10, 11, 12, 13, 14, 15, 16, 17};

/* 2 columns of stride 1, 2 rows of stride 10, 2 planes of stride 100, from 5 on. */
static void strides_of_three_dimensions(void **state)
{
    (void)state;
    trial t = {0};
    TAKE(&t, 5, 2, 1, 2, 10, 100);
    ONLY_WORDS(&t, "strided", 5, 6, 15, 16, 105, 106, 115, 116);
}

/* Of 4 × 3 elements the 2 × 2 from (1, 1) on: inside and outside of them. */
static void frames(void **state)
{
    (void)state;
    trial t = {0};
    TAKE(&t, 4, 3, 1, 1, 2, 2, 1, 10);
    ONLY_WORDS(&t, "framed", 0, 0, 0, 0, 0, 1, 2, 0, 0, 11, 12, 0);
    t = (trial){0};
    TAKE(&t, 4, 1, 1, 2, 1, 9);
    ONLY_WORDS(&t, "kept_frame", 9, 9, 9, 9, 9, 0, 0, 9, 9, 9, 9, 9);
}

/* Rows of 4, of which the first two elements each show three in a row. */
static void runs_begin_at_each_element(void **state)
{
    (void)state;
    trial t = {0};
    trial_array(&t, "uint", data, 8);
    TAKE(&t, 3, 2, 4);
    ONLY_WORDS(&t, "runs", 10, 11, 12, 11, 12, 13, 14, 15, 16, 15, 16, 17);
}

/* Rows of 4: three elements of the first row alone. */
static void the_rest_of_rows_is_zero(void **state)
{
    (void)state;
    trial t = {0};
    trial_array(&t, "uint", data, 8);
    TAKE(&t, 3, 4, 1);
    ONLY_WORDS(&t, "rows_kept", 10, 11, 12, 0, 0, 0, 0, 0);
}

static void orders(void **state)
{
    (void)state;
    trial t = {0};
    trial_array(&t, "uint", data, 3);
    ONLY_WORDS(&t, "backwards", 12, 11, 10);
    ONLY_WORDS(&t, "repeated", 10, 11, 12, 10, 11);
}

/* Elements 0, 16, 32, 48, 64: two of each block of 32. */
static void blocks_have_one_scale(void **state)
{
    (void)state;
    trial t = {0};
    trial_array(&t, "uint", data, 3);
    trial_number(&t, 16);
    ONLY_WORDS(&t, "block_scales", 10, 10, 11, 11, 12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(strides_of_three_dimensions),
                                       cmocka_unit_test(frames),
                                       cmocka_unit_test(runs_begin_at_each_element),
                                       cmocka_unit_test(the_rest_of_rows_is_zero),
                                       cmocka_unit_test(orders),
                                       cmocka_unit_test(blocks_have_one_scale)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
