/* matrix_test.c: tests of the references of matrix products: float kernels in several orders pass, small mistakes do
 * not. */
#include "../core/testing.h"

static void fill(float *data, size_t count, uint64_t seed, bool whole)
{
    for (uint64_t i = 0; i < count; i++)
        data[i] = whole ? floorf((float)random_unit(seed, i) * 17) - 8 : (float)random_unit(seed, i);
}

static void multiply(const float *a, const float *b, float *c, size_t m, size_t k, size_t n, bool backward)
{
    for (size_t i = 0; i < m * n; i++) {
        float sum = 0;
        for (size_t p = 0; p < k; p++) {
            size_t at = backward ? k - 1 - p : p;
            sum += a[i / n * k + at] * b[at * n + i % n];
        }
        c[i] = sum;
    }
}

static trial product(const float *a, const float *b, size_t m, size_t k, size_t n)
{
    trial t = {0};
    trial_array(&t, "float", a, m * k);
    trial_array(&t, "float", b, k * n);
    trial_number(&t, (double)m);
    trial_number(&t, (double)k);
    trial_number(&t, (double)n);
    return t;
}

static void products(void **state)
{
    (void)state;
    enum { M = 7, K = 65, COLUMNS = 9 };
    float a[M * K], b[K * COLUMNS], c[M * COLUMNS];
    for (int whole = 0; whole < 2; whole++) {
        fill(a, M * K, 1, whole);
        fill(b, K * COLUMNS, 2, whole);
        trial t = product(a, b, M, K, COLUMNS);
        for (int backward = 0; backward < 2; backward++) {
            multiply(a, b, c, M, K, COLUMNS, backward);
            assert_int_equal(refused(&t, "matmul", "float", c, M * COLUMNS), 0);
        }
        multiply(a, b, c, M, K - 1, COLUMNS, false); /* the wrong stride and one term less */
        assert_true(refused(&t, "matmul", "float", c, M * COLUMNS) > M * COLUMNS / 2);
        multiply(a, b, c, M, K, COLUMNS, false);
        c[5] += whole ? 1.0f : 1e-3f;
        assert_int_equal(refused(&t, "matmul", "float", c, M * COLUMNS), 1);
    }
}

static void gram(void **state)
{
    (void)state;
    float a[4] = {1, 2, 3, 4}, v[2] = {1, -1}; /* A V = (-1, -1); Aᵀ (A V) = (-4, -6) */
    float right[2] = {-4, -6}, wrong[2] = {-4, -5};
    trial t = product(a, v, 2, 2, 1);
    assert_int_equal(refused(&t, "gram_product", "float", right, 2), 0);
    assert_int_equal(refused(&t, "gram_product", "float", wrong, 2), 1);
}

/* Columns of length one at right angles: whole numbers' exactly, others' up to their rounding. */
static void columns_are_orthonormal(void **state)
{
    (void)state;
    enum { ROWS = 64, COLUMNS = 33 };
    for (int whole = 0; whole < 2; whole++) {
        float q[ROWS * COLUMNS];
        size_t powers = 0;
        generate("orthonormal", "float", q, ROWS * COLUMNS, (double[]){COLUMNS, whole}, 2);
        for (int a = 0; a < COLUMNS; a++)
            for (int b = 0; b <= a; b++) {
                double sum = 0;
                for (int row = 0; row < ROWS; row++)
                    sum += (double)q[row * COLUMNS + a] * (double)q[row * COLUMNS + b];
                assert_true(fabs(sum - (a == b)) <= (whole ? 0 : 1e-6));
            }
        for (int i = 0; i < ROWS * COLUMNS; i++)
            powers += fabsf(q[i]) == 0.125f;
        assert_true(whole ? powers == ROWS * COLUMNS : powers < ROWS * COLUMNS / 8);
    }
}

static void projections(void **state)
{
    (void)state;
    enum { M = 64, K = 33 };
    float q[M * K], v[M], c[K], before[M];
    for (int whole = 0; whole < 2; whole++) {
        generate("orthonormal", "float", q, M * K, (double[]){K, whole}, 2);
        fill(v, M, 5, whole);
        memcpy(before, v, sizeof v);
        trial t = {0};
        trial_array(&t, "float", q, M * K);
        trial_array(&t, "float", before, M);
        trial_number(&t, M);
        trial_number(&t, K);
        trial_number(&t, 2);
        for (int pass = 0; pass < 2; pass++) {
            multiply(v, q, c, 1, M, K, false);
            for (int i = 0; i < M; i++) {
                float sum = 0;
                for (int j = 0; j < K; j++)
                    sum += q[i * K + j] * c[j];
                v[i] -= sum;
            }
        }
        assert_int_equal(refused(&t, "residual", "float", v, M), 0);
        v[3] += 0.1f;
        assert_int_equal(refused(&t, "residual", "float", v, M), 1);
        v[3] -= 0.1f;
        multiply(v, q, c, 1, M, K, false); /* what is left has nothing in common with Q */
        for (int j = 0; j < K; j++)
            assert_true(fabsf(c[j]) < 1e-4f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(products), cmocka_unit_test(gram),
                                       cmocka_unit_test(columns_are_orthonormal), cmocka_unit_test(projections)};
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
