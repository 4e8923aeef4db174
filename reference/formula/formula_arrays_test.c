/* formula_arrays_test.c: tests of formulas of arrays: what each part computes, which sizes fit, where bounds end, and
 * what is refused. */
#include "../core/testing.h"

static const char *const names[] = {"a", "b", "c", "d"};

static trial of(const char *text)
{
    return (trial){.text = text, .names = names};
}

/* The formula's elements, which are exact, are these and no others. */
static void gives(trial *t, const char *text, const char *type, const void *expected, size_t count, size_t size)
{
    unsigned char got[512];
    t->text = text;
    memcpy(got, expected, count * size);
    assert_int_equal(refused(t, "formula", type, got, count), 0);
    if (t->unjudged)
        fail_msg("`%s`: %zu of %zu elements unjudged", text, t->unjudged, count);
    for (size_t i = 0; i < count; i++) {
        got[i * size + size - 1] ^= 0x21;
        if (refused(t, "formula", type, got, count) != 1)
            fail_msg("`%s`: element %zu may be anything", text, i);
        got[i * size + size - 1] ^= 0x21;
    }
}

static void gives_floats(trial *t, const char *text, const float *expected, size_t count)
{
    gives(t, text, "float", expected, count, sizeof *expected);
}

static void gives_uints(trial *t, const char *text, const uint32_t *expected, size_t count)
{
    gives(t, text, "uint", expected, count, sizeof *expected);
}

static const float six[] = {3, 1, 2, 5, 4, 5};

static void of_a_matrix(void **state)
{
    trial t = of("");
    (void)state;
    trial_matrix(&t, "float", six, 2, 3);
    gives_floats(&t, "transpose(a)", (float[]){3, 5, 1, 4, 2, 5}, 6);
    gives_floats(&t, "each(j < 3, i < 2: a[i, j])", (float[]){3, 5, 1, 4, 2, 5}, 6);
    gives_floats(&t, "sum(a)", (float[]){6, 14}, 2);
    gives_floats(&t, "a - max(a)", (float[]){0, -2, -1, 0, -1, 0}, 6);
    gives_floats(&t, "min(a)", (float[]){1, 4}, 2);
    gives_floats(&t, "cumsum(a)", (float[]){3, 4, 6, 5, 9, 14}, 6);
    gives_floats(&t, "sort(a)", (float[]){1, 2, 3, 4, 5, 5}, 6);
    gives_floats(&t, "top_k(a, 2)", (float[]){3, 2, 5, 5}, 4);
    gives_floats(&t, "top_k(a, 3)", (float[]){3, 2, 1, 5, 5, 4}, 6);
    gives_floats(&t, "matmul(a, transpose(a))", (float[]){14, 29, 29, 66}, 4);
    gives_floats(&t, "sum(k < 3: a[1, k] * a[0, k])", (float[]){29}, 1);
    gives_floats(&t, "each(i < 2: max(k < 3: a[i, k]) + s[i, 0]) where s = sum(a)", (float[]){9, 19}, 2);
    gives_floats(&t, "each(i < 2, j < 3: j <= i ? a[i, j] : 0)", (float[]){3, 0, 0, 5, 4, 0}, 6);
    gives_floats(&t, "each(i < 2, j < 3: a[i, j] + s[i] + a[i, j]) where s = each(k < 2: sum(l < 3: a[k, l]))",
                 (float[]){12, 8, 10, 24, 22, 24}, 6);
    gives_floats(&t, "reshape(a, 3, 2)[2, 0]", (float[]){4}, 1);
    gives_uints(&t, "argmax(a)", (uint32_t[]){0, 0}, 2);
    gives_uints(&t, "argmin(a)", (uint32_t[]){1, 1}, 2);
    gives_uints(&t, "argmax(k < 6: a[k // 3, k % 3])", (uint32_t[]){3}, 1);
    gives_uints(&t, "argsort(a)", (uint32_t[]){1, 2, 0, 1, 0, 2}, 6);
    gives_uints(&t, "top_k_indices(a, 2)", (uint32_t[]){0, 2, 0, 2}, 4);
}

static void of_indices(void **state)
{
    static const uint32_t ids[] = {2, 0, 2, 1};
    trial t = of("");
    (void)state;
    trial_matrix(&t, "float", six, 3, 2);
    trial_array(&t, "uint", ids, 4);
    gives_floats(&t, "each(i < 4, j < 2: a[b[i], j])", (float[]){4, 5, 3, 1, 4, 5, 2, 5}, 8);
    gives_uints(&t, "histogram(b, 4) + 0 * sum(k < 1: b[k])", (uint32_t[]){1, 1, 2, 0}, 4);
    t = of("");
    trial_array(&t, "uint", ids, 4);
    gives_uints(&t, "histogram(a, 4)", (uint32_t[]){1, 1, 2, 0}, 4);
    gives_uints(&t, "each(b < 4: sum(k < 4: a[k] == b))", (uint32_t[]){1, 1, 2, 0}, 4);
    gives_uints(&t, "a // 2 + a % 2", (uint32_t[]){1, 0, 1, 1}, 4);
    gives_uints(&t, "a != 2 && a < 2 || a == 2", (uint32_t[]){1, 1, 1, 1}, 4);
    t = of("");
    trial_array(&t, "uint", ids, 3);
    trial_matrix(&t, "float", six, 3, 2);
    gives_floats(&t, "scatter_add(a, b, 3)", (float[]){2, 5, 0, 0, 7, 6}, 6);
}

/* A product of two matrices is off by one rounding for each product and each addition. */
static void bounds_end_where_derived(void **state)
{
    const float x[] = {1.1f, 1.2f, 1.3f, 1.4f}, y[] = {1.7f, -1.6f, 1.5f, 1.3f};
    double sum = 0, magnitude = 0, e = 0x1p-23, bound;
    (void)state;
    for (int i = 0; i < 4; i++) {
        sum += (double)x[i] * (double)y[i];
        magnitude += fabs((double)x[i] * (double)y[i]);
    }
    bound = (3 * e / (1 - 3 * e) + 1.001 * e) * magnitude;
    for (int side = -1; side <= 1; side += 2) {
        trial t = of("matmul(a, b)");
        float inside = (float)(sum + side * (bound - 2 * e * sum)),
              outside = (float)(sum + side * (bound + 2 * e * sum));
        trial_array(&t, "float", x, 4);
        trial_array(&t, "float", y, 4);
        assert_int_equal(refused(&t, "formula", "float", &inside, 1), 0);
        assert_int_equal(refused(&t, "formula", "float", &outside, 1), 1);
        t.text = "sum(k < 4: a[k] * b[k])";
        assert_int_equal(refused(&t, "formula", "float", &inside, 1), 0);
        assert_int_equal(refused(&t, "formula", "float", &outside, 1), 1);
    }
}

/* A nested expression as float arithmetic gives it, and one element wrong by a thousandth. */
static void attention(void **state)
{
    enum { M = 3, N = 4, D = 2 };
    float q[M * D], k[N * D], v[N * D], y[M * D], scale = 0.7f;
    (void)state;
    for (uint64_t i = 0; i < M * D; i++)
        q[i] = (float)(random_unit(3, i) * 4 - 2);
    for (uint64_t i = 0; i < N * D; i++) {
        k[i] = (float)(random_unit(4, i) * 4 - 2);
        v[i] = (float)(random_unit(5, i) * 4 - 2);
    }
    for (int i = 0; i < M; i++) {
        float s[N], most = -INFINITY, total = 0;
        for (int j = 0; j < N; j++) {
            s[j] = (q[i * D] * k[j * D] + q[i * D + 1] * k[j * D + 1]) * scale;
            most = fmaxf(most, s[j]);
        }
        for (int j = 0; j < N; j++)
            total += s[j] = expf(s[j] - most);
        for (int d = 0; d < D; d++) {
            y[i * D + d] = 0;
            for (int j = 0; j < N; j++)
                y[i * D + d] += s[j] / total * v[j * D + d];
        }
    }
    trial t = of("matmul(softmax(matmul(a, transpose(b)) * d), c)");
    trial_matrix(&t, "float", q, M, D);
    trial_matrix(&t, "float", k, N, D);
    trial_matrix(&t, "float", v, N, D);
    trial_number(&t, (double)scale);
    assert_int_equal(refused(&t, "formula", "float", y, M * D), 0);
    assert_int_equal(t.unjudged, 0);
    y[2] *= 1.001f;
    assert_int_equal(refused(&t, "formula", "float", y, M * D), 1);
}

/* A masked element is none; a NaN spreads over its row and no other. */
static void masks_and_nan(void **state)
{
    const float x[] = {1, 2, 3, 3}, nan[] = {NAN, 1, 0, 0}, half[] = {1, 0, 0.5f, 0.5f};
    float y[] = {NAN, NAN, 0.5f, 0.5f};
    trial t = of("softmax(each(i < 2, j < 2: j <= i ? a[i, j] : -inf))");
    (void)state;
    trial_matrix(&t, "float", x, 2, 2);
    assert_int_equal(refused(&t, "formula", "float", half, 4), 0);
    t = of("softmax(a)");
    trial_matrix(&t, "float", nan, 2, 2);
    assert_int_equal(refused(&t, "formula", "float", y, 4), 0);
    y[1] = 0;
    assert_int_equal(refused(&t, "formula", "float", y, 4), 1);
    t.fast_math = true;
    assert_int_equal(refused(&t, "formula", "float", y, 4), 0);
    assert_int_equal(t.unjudged, 2);
}

static void refusals(void **state)
{
    static const struct {
        const char *text, *says;
    } bad[] = {{"matmul(a, b)", "columns of the first"},
               {"a[0]", "other dimensions"},
               {"a[2, 0]", "outside of its array"},
               {"a[b[0], 0]", "no whole number"},
               {"each(i < 2: a)", "needs indices"},
               {"each(i < 2: sum(softmax(each(j < 3: a[i, j]))))", "cannot depend"},
               {"s where s = s + a", "needs itself"},
               {"sum(k: a[k, 0])", "unknown name"},
               {"a // 2", "whole numbers"},
               {"top_k(a, 4)", "more elements"},
               {"reshape(a, 4)", "do not fit"},
               {"a where s", "definitions"},
               {"each(i < 7: i * 1.0)", "more elements than the output"}};
    const float b[] = {0.5f, 1};
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        trial t = of(bad[i].text);
        trial_matrix(&t, "float", six, 2, 3);
        trial_array(&t, "float", b, 2);
        const char *said = complaint(&t, "formula", "float", 6);
        if (!said || !strstr(said, bad[i].says))
            fail_msg("`%s`: %s", bad[i].text, said ? said : "taken");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(of_a_matrix), cmocka_unit_test(of_indices),    cmocka_unit_test(bounds_end_where_derived),
        cmocka_unit_test(attention),   cmocka_unit_test(masks_and_nan), cmocka_unit_test(refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
