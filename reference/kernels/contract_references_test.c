/* contract_references_test.c: tests of the references and inputs that contracts use. */
#include "../core/testing.h"

enum { ROWS = 3, COLUMNS = 4, INNER = 5 };

/* A is 3 x 5, B is 5 x 4, both given as they are or transposed. */
static void products(void **state)
{
    (void)state;
    for (int transposed = 0; transposed < 4; transposed++) {
        float a[ROWS * INNER], b[INNER * COLUMNS], c[ROWS * COLUMNS] = {0};
        for (int i = 0; i < ROWS; i++)
            for (int k = 0; k < INNER; k++)
                a[transposed & 1 ? k * ROWS + i : i * INNER + k] = (float)(i + 2 * k - 3);
        for (int k = 0; k < INNER; k++)
            for (int j = 0; j < COLUMNS; j++)
                b[transposed & 2 ? j * INNER + k : k * COLUMNS + j] = (float)(3 * j - k);
        for (int i = 0; i < ROWS; i++)
            for (int j = 0; j < COLUMNS; j++)
                for (int k = 0; k < INNER; k++)
                    c[i * COLUMNS + j] += (float)((i + 2 * k - 3) * (3 * j - k));
        trial t = {0};
        trial_array(&t, "float", a, ROWS * INNER);
        trial_array(&t, "float", b, INNER * COLUMNS);
        const double numbers[] = {ROWS, COLUMNS, INNER, transposed & 1, transposed >> 1};
        for (int i = 0; i < 5; i++)
            trial_number(&t, numbers[i]);
        assert_int_equal(refused(&t, "gemm", "float", c, ROWS * COLUMNS), 0);
        c[7] = next_up(c[7]);
        assert_int_equal(refused(&t, "gemm", "float", c, ROWS * COLUMNS), 1);
    }
}

static void not_finite_rows_are_not_finite(void **state)
{
    (void)state;
    float x[8] = {1, 2, NAN, 4, 1, 2, 3, 4}, ones[4] = {1, 1, 1, 1}, zeros[4] = {0};
    float y[8] = {NAN, NAN, NAN, NAN, -1.3416355f, -0.44721183f, 0.44721183f, 1.3416355f};
    trial t = {0};
    trial_array(&t, "float", x, 8);
    trial_array(&t, "float", ones, 4);
    trial_array(&t, "float", zeros, 4);
    trial_number(&t, 4);
    trial_number(&t, 1e-5);
    assert_int_equal(refused(&t, "layer_norm", "float", y, 8), 0);
    y[0] = 0;
    assert_int_equal(refused(&t, "layer_norm", "float", y, 8), 1);
    t.fast_math = true;
    assert_int_equal(refused(&t, "layer_norm", "float", y, 8), 0);
    assert_int_equal(t.unjudged, 4);
    y[5] += 1e-4f;
    assert_int_equal(refused(&t, "layer_norm", "float", y, 8), 1);
}

static void sums(void **state)
{
    (void)state;
    float x[3] = {1, 2, 4}, right = 7, wrong = 3;
    trial t = {0};
    trial_array(&t, "float", x, 3);
    trial_number(&t, 3);
    assert_int_equal(refused(&t, "sum", "float", &right, 1), 0);
    assert_int_equal(refused(&t, "sum", "float", &wrong, 1), 1);
}

static void fill_input(const char *name, float *to, size_t count, const double *arguments, size_t argument_count)
{
    input_call call = {.type = {SCALAR_FLOAT, 1, 4},
                       .count = count,
                       .data = to,
                       .argument = arguments,
                       .argument_count = argument_count,
                       .seed = 1};
    input_find(name)(&call);
    assert_null(call.error);
}

static void rows_repeat_and_rotate(void **state)
{
    (void)state;
    float repeated[12], ordered[12], rotated[12];
    fill_input("rows_repeated", repeated, 12, (double[]){4}, 1);
    assert_memory_equal(repeated, repeated + 4, 16);
    assert_memory_equal(repeated, repeated + 8, 16);
    fill_input("rows_rotated", ordered, 12, (double[]){4, 0}, 2);
    fill_input("rows_rotated", rotated, 12, (double[]){4, 1}, 2);
    assert_memory_equal(rotated, ordered + 4, 32);
    assert_memory_equal(rotated + 8, ordered, 16);
    assert_memory_not_equal(ordered, ordered + 4, 16);
    fill_input("counted", ordered, 7, (double[]){3}, 1);
    assert_memory_equal(ordered, ((float[]){0, 1, 2, 0, 1, 2, 0}), 28);
}

static void peaks_visit_every_place(void **state)
{
    enum { N = 130 };
    static float x[N * N];
    bool visited[N] = {0};
    (void)state;
    fill_input("rows_peak", x, N * N, (double[]){N, 1000}, 2);
    for (size_t row = 0; row < N; row++) {
        size_t peaks = 0;
        for (size_t i = 0; i < N; i++)
            if (x[row * N + i] == 1000) {
                peaks++;
                visited[i] = true;
            }
        assert_int_equal(peaks, 1);
    }
    for (size_t i = 0; i < 66; i++)
        assert_true(visited[i]);
    for (size_t i = N - 34; i < N; i++)
        assert_true(visited[i]);
    fill_input("vectors_peak", x, 3 * 5 * 4, (double[]){5, 4, 7}, 3);
    for (size_t i = 0; i < 3 * 5 * 4; i++) /* the last, the second, the last but one */
        assert_int_equal(x[i] == 7, i / 4 == 4 || i / 4 == 5 + 3 || i / 4 == 10 + 3);
}

/* A kernel with 4 elements a thread has one SIMD-group for each 128. */
static void few_rows_visit_every_simd_group_and_the_end(void **state)
{
    enum { N = 4096, ROWS = 64 };
    static float x[ROWS * N];
    bool group[N / 128] = {0};
    (void)state;
    fill_input("rows_peak", x, ROWS * N, (double[]){N, 1000}, 2);
    for (size_t i = 0; i < ROWS * N; i++)
        group[i % N / 128] |= x[i] == 1000;
    for (size_t i = 0; i < N / 128; i++)
        assert_true(group[i]);
    for (size_t row = 0; row < ROWS; row += 2)
        assert_float_equal(x[row * N + N - 1 - row / 2], 1000, 0);
    fill_input("rows_peak", x, 2 * 1025, (double[]){1025, 1000}, 2);
    assert_float_equal(x[1024], 1000, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(products),
        cmocka_unit_test(not_finite_rows_are_not_finite),
        cmocka_unit_test(sums),
        cmocka_unit_test(rows_repeat_and_rotate),
        cmocka_unit_test(peaks_visit_every_place),
        cmocka_unit_test(few_rows_visit_every_simd_group_and_the_end),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
