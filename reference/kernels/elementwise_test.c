/* elementwise_test.c: tests of the elementwise references: right results pass, the nearest wrong ones do not. */
#include "../core/testing.h"
#include <mpfr.h>

enum { N = 1000 };

static void sums_of_floats(void **state)
{
    (void)state;
    float a[3] = {1, 16777216, -5}, b[3] = {2, 1, 5}, right[3] = {3, 16777216, 0}, wrong[3] = {3, 16777220, 1};
    trial t = {0};
    trial_array(&t, "float", a, 3);
    trial_array(&t, "float", b, 3);
    assert_int_equal(refused(&t, "vector_add", "float", right, 3), 0);
    assert_int_equal(refused(&t, "vector_add", "float", wrong, 3), 2);
    float before[3] = {7, 8, 9}, written[3] = {3, 8, 0};
    trial_array(&t, "float", before, 3);
    trial_number(&t, 1);
    assert_int_equal(refused(&t, "vector_add_counted", "float", written, 3), 1); /* past the count */
}

static void doubling(void **state)
{
    (void)state;
    float x[6] = {1.5f, -0.0f, 0x1p-130f, 0x1p127f, INFINITY, NAN};
    float exact[6] = {3, -0.0f, 0x1p-129f, INFINITY, INFINITY, NAN},
          flushed[6] = {3, -0.0f, -0.0f, INFINITY, INFINITY, NAN};
    float wrong[6] = {next_up(3), 0.0f, 0x1p-128f, 1, 1, 1};
    trial t = {0};
    trial_array(&t, "float", x, 6);
    assert_int_equal(refused(&t, "doubled", "float", exact, 6), 0);
    assert_int_equal(refused(&t, "doubled", "float", flushed, 6), 0);
    assert_int_equal(refused(&t, "doubled", "float", wrong, 6), 6);
    t.fast_math = true;
    assert_int_equal(refused(&t, "doubled", "float", wrong, 6), 2); /* overflow, INF, NaN: open; sign of zero: open */
    assert_int_equal(t.unjudged, 3);
}

static void roots(void **state)
{
    (void)state;
    float x[N], y[N];
    generate("magnitudes", "float", x, N, NULL, 0);
    for (int i = 0; i < N; i++)
        y[i] = sqrtf(x[i]);
    trial t = {0};
    trial_array(&t, "float", x, N);
    trial_number(&t, N);
    assert_int_equal(refused(&t, "square_roots", "float", y, N), 0);
    y[0] = next_up(next_up(y[0]));
    y[23] = 0; /* of NaN, see magnitudes */
    assert_int_equal(refused(&t, "square_roots", "float", y, N), 2);
    t.fast_functions = t.fast_math = true;
    assert_int_equal(refused(&t, "square_roots", "float", y, N), 0); /* 2 ulp: within x * rsqrt(x) */
    y[0] *= 1.000001f;
    assert_int_equal(refused(&t, "square_roots", "float", y, N), 1);
}

/* The root of a subnormal number is rounded to nearest or toward zero, or a zero of either sign: it may be flushed. */
static void roots_of_subnormals(void **state)
{
    (void)state;
    size_t up = 0;
    for (int i = 1; i <= 20; i++) {
        float x = (float)i * 1e-40f, nearest = sqrtf(x), below = nearest, above = nearest;
        if ((double)nearest * (double)nearest > (double)x)
            below = nextafterf(nearest, 0);
        else
            above = next_up(nearest);
        up += nearest == above;
        const float got[8] = {nearest, below, 0, -0.0f, nextafterf(below, 0), next_up(nearest), -nearest, x};
        const float given[8] = {x, x, x, x, x, x, x, x};
        trial t = {0};
        trial_array(&t, "float", given, 8);
        trial_number(&t, 8);
        assert_int_equal(refused(&t, "square_roots", "float", got, 8), 4);
        assert_int_equal(t.unjudged, 0);
        t.fast_functions = t.fast_math = true;
        assert_int_equal(refused(&t, "square_roots", "float", got, 8), 0);
        assert_int_equal(t.unjudged, 8);
    }
    assert_true(up > 3 && up < 17);
}

static void guarding(void **state)
{
    (void)state;
    float x[N], y[N], eps = 1e-3f, cap = 2.5f;
    generate("near_guards", "float", x, N, (double[]){1e-3, 2.5}, 2);
    for (int flags = 0; flags < 4; flags++) {
        trial t = {0};
        trial_array(&t, "float", x, N);
        trial_array(&t, "float", &eps, 1);
        trial_array(&t, "float", &cap, 1);
        trial_number(&t, flags);
        for (int i = 0; i < N; i++) {
            y[i] = (flags & 1) && fabsf(x[i]) < eps ? 0 : x[i];
            y[i] = flags & 2 ? fminf(fmaxf(y[i], -cap), cap) : y[i];
        }
        assert_int_equal(refused(&t, "guards", "float", y, N), 0);
        for (int i = 0; i < N; i++)
            y[i] = flags & 2 && isnan(x[i]) ? x[i] : (flags & 1) && fabsf(x[i]) <= eps ? 0 : y[i];
        assert_int_equal(refused(&t, "guards", "float", y, N), (flags & 1 ? 2 : 0) + (flags & 2 ? 2 : 0));
    }
}

static void fused_products(void **state)
{
    (void)state;
    float a[4 * N], b[4 * N], c[4 * N], y[4 * N];
    for (uint64_t i = 0; i < 4 * N; i++) {
        a[i] = (float)random_unit(1, i);
        b[i] = (float)random_unit(2, i);
        c[i] = (float)random_unit(3, i) - 0.5f;
        y[i] = fmaf(a[i], b[i], c[i]);
    }
    trial t = {0};
    trial_array(&t, "float4", a, N);
    trial_array(&t, "float4", b, N);
    trial_array(&t, "float4", c, N);
    assert_int_equal(refused(&t, "fused", "float4", y, N), 0);
    for (int i = 0; i < 4 * N; i++) {
        volatile float product = a[i] * b[i];
        y[i] = product + c[i];
    }
    assert_true(refused(&t, "fused", "float4", y, N) > N / 10); /* rounding twice is noticed */
}

static void reciprocal_roots(void **state)
{
    (void)state;
    float x[N], y[N], eps = 1e-5f;
    mpfr_t v;
    mpfr_init2(v, 24);
    for (uint64_t i = 0; i < N; i++) {
        x[i] = (float)random_unit(1, i) * 4 + 0.001f;
        mpfr_set_flt(v, x[i], MPFR_RNDN);
        mpfr_set_d(v, (double)(x[i] + eps), MPFR_RNDN);
        mpfr_rec_sqrt(v, v, MPFR_RNDN);
        y[i] = mpfr_get_flt(v, MPFR_RNDN);
    }
    mpfr_clear(v);
    trial t = {0};
    trial_array(&t, "float", x, N);
    trial_array(&t, "float", &eps, 1);
    assert_int_equal(refused(&t, "precise_rsqrt", "float", y, N), 0);
    for (int i = 0; i < N; i++)
        y[i] = next_up(next_up(y[i]));
    assert_int_equal(refused(&t, "precise_rsqrt", "float", y, N), N);
}

static void wrong_arguments(void **state)
{
    (void)state;
    trial t = {0};
    assert_non_null(complaint(&t, "vector_add", "float", 1));
    trial_number(&t, 1);
    assert_non_null(complaint(&t, "doubled", "float", 1));
}

/* A sum that is a float itself is that and no neighbour. */
static void exact_sums(void **state)
{
    (void)state;
    static const float a[4] = {1, 2, 0.5f, -3}, b[4] = {2, -1, 0.25f, 3};
    float sum[4];
    trial t = {0};
    trial_array(&t, "float", a, 4);
    trial_array(&t, "float", b, 4);
    for (int k = -1; k < 2; k++) {
        for (int i = 0; i < 4; i++)
            sum[i] = k ? nextafterf(a[i] + b[i], k * INFINITY) : a[i] + b[i];
        assert_int_equal(refused(&t, "vector_add", "float", sum, 3), k ? 3 : 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exact_sums),     cmocka_unit_test(sums_of_floats),      cmocka_unit_test(doubling),
        cmocka_unit_test(roots),          cmocka_unit_test(roots_of_subnormals), cmocka_unit_test(guarding),
        cmocka_unit_test(fused_products), cmocka_unit_test(reciprocal_roots),    cmocka_unit_test(wrong_arguments),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
