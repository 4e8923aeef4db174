/* matrix_algebra_test.c: products of small matrices, worked out by hand (MSL 3.2): columns first. */
#include "../core/testing.h"

/* The result is taken; of one whose component k is one more, just that is refused. */
static void is_only(trial *t, const char *reference, const char *type, const float *right, size_t lanes, size_t columns)
{
    assert_int_equal(refused(t, reference, type, right, columns), 0);
    assert_int_equal(t->unjudged, 0);
    for (size_t k = 0; k < lanes * columns; k++) {
        float other[16];
        memcpy(other, right, lanes * columns * sizeof *other);
        other[k] += 1;
        assert_int_equal(refused(t, reference, type, other, columns), 1);
    }
}

/* Two columns of three rows, by three columns of two: (1 2 3 | 4 5 6) (7 8 | 9 10 | 11 12). */
static void a_product_takes_columns_of_the_second(void **state)
{
    (void)state;
    static const float a[] = {1, 2, 3, 4, 5, 6}, b[] = {7, 8, 9, 10, 11, 12};
    static const float c[] = {39, 54, 69, 49, 68, 87, 59, 82, 105};
    trial t = {0};
    trial_array(&t, "packed_float3", a, 2);
    trial_array(&t, "float2", b, 3);
    is_only(&t, "matrix_product", "packed_float3", c, 3, 3);
}

static void a_matrix_times_a_vector_is_a_product(void **state)
{
    (void)state;
    static const float a[] = {1, 2, 3, 4, 5, 6}, column[] = {10, 1}, c[] = {14, 25, 36};
    trial t = {0};
    trial_array(&t, "packed_float3", a, 2);
    trial_array(&t, "float2", column, 1);
    is_only(&t, "matrix_product", "packed_float3", c, 3, 1);
}

static void a_row_meets_each_column(void **state)
{
    (void)state;
    static const float row[] = {1, 10, 100}, a[] = {1, 2, 3, 4, 5, 6}, c[] = {321, 654};
    trial t = {0};
    trial_array(&t, "packed_float3", row, 1);
    trial_array(&t, "packed_float3", a, 2);
    is_only(&t, "row_times_matrix", "float2", c, 2, 1);
}

/* Of two columns and three rows: the third row has no diagonal element. */
static void only_the_diagonal_is_set(void **state)
{
    (void)state;
    static const float c[] = {5, 0, 0, 0, 5, 0};
    trial t = {0};
    trial_number(&t, 5);
    is_only(&t, "diagonal", "packed_float3", c, 3, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_product_takes_columns_of_the_second), cmocka_unit_test(a_matrix_times_a_vector_is_a_product),
        cmocka_unit_test(a_row_meets_each_column), cmocka_unit_test(only_the_diagonal_is_set)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
