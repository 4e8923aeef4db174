/* layernorm_test.c: tests of the LayerNorm references: float kernels that gather mean and variance in different
 * orders pass, the mistakes of hand-written kernels do not, and the values agree with MPFR. */
#include "../core/testing.h"
#include <mpfr.h>

enum { ROWS = 10, MOST = 1000 };
static const float eps = 1e-5f;

typedef struct data {
    float x[ROWS * MOST], y[ROWS * MOST], gamma[MOST], beta[MOST];
    size_t n;
} data;

static data *make(size_t n)
{
    data *d = calloc(1, sizeof *d);
    assert_non_null(d);
    d->n = n;
    generate("layernorm_rows", "float", d->x, ROWS * n, (double[]){(double)n, 5}, 2);
    for (uint64_t i = 0; i < n; i++) {
        d->gamma[i] = 1 + 0.1f * (float)random_unit(7, i);
        d->beta[i] = (float)random_unit(8, i) - 0.5f;
    }
    return d;
}

static size_t judge(const data *d, const char *reference, double extra)
{
    trial t = {.fast_functions = true, .fast_math = true};
    float n = (float)d->n;
    trial_array(&t, "float", d->x, ROWS * d->n);
    trial_array(&t, "float", d->gamma, d->n);
    trial_array(&t, "float", d->beta, d->n);
    trial_array(&t, "float", &n, 1);
    trial_array(&t, "float", &eps, 1);
    if (extra >= 0)
        trial_number(&t, extra);
    return refused(&t, reference, "float", d->y, ROWS * d->n);
}

static void finish(data *d, size_t row, float mean, float variance)
{
    float scale = 1 / sqrtf(variance + eps);
    for (size_t i = 0; i < d->n; i++)
        d->y[row * d->n + i] = (d->x[row * d->n + i] - mean) * scale * d->gamma[i] + d->beta[i];
}

/* Sums over every `stride`th element in turn: the order of a threadgroup of so many threads. Elements from `end` on are
 * forgotten. */
static void two_pass(data *d, size_t stride, size_t end)
{
    for (size_t row = 0; row < ROWS; row++) {
        const float *x = d->x + row * d->n;
        float sum = 0, squares = 0;
        for (size_t first = 0; first < stride; first++) {
            float part = 0;
            for (size_t i = first; i < end; i += stride)
                part += x[i];
            sum += part;
        }
        float mean = sum / (float)d->n;
        for (size_t i = 0; i < end; i++)
            squares += (x[i] - mean) * (x[i] - mean);
        finish(d, row, mean, squares / (float)d->n);
    }
}

static void two_passes(void **state)
{
    (void)state;
    static const size_t sizes[] = {1, 2, 3, 31, 768, 1000};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        data *d = make(sizes[s]);
        for (size_t stride = 1; stride <= 256; stride *= 16) {
            two_pass(d, stride, d->n);
            assert_int_equal(judge(d, "layernorm_two_pass", -1), 0);
        }
        d->y[d->n - 1] += 0.02f;
        assert_int_equal(judge(d, "layernorm_two_pass", -1), 1);
        free(d);
    }
    data *d = make(768);
    two_pass(d, 1, 512); /* a tree over 768 partial sums that covers 512 */
    assert_true(judge(d, "layernorm_two_pass", -1) > ROWS * 768 / 3);
    two_pass(d, 1, 767);
    assert_true(judge(d, "layernorm_two_pass", -1) > 768);
    free(d);
}

static void single_pass(data *d, bool shifted, bool guarded)
{
    for (size_t row = 0; row < ROWS; row++) {
        const float *x = d->x + row * d->n, n = (float)d->n, shift = shifted ? x[0] : 0;
        float sum = 0, squares = 0;
        for (size_t i = 0; i < d->n; i++) {
            sum += x[i] - shift;
            squares += (x[i] - shift) * (x[i] - shift);
        }
        float mean = sum / n, variance = squares / n - mean * mean;
        variance = guarded ? (variance < 1e-6f ? 0 : variance) : fmaxf(variance, 0);
        finish(d, row, shift + mean, variance);
    }
}

static void single_passes(void **state)
{
    (void)state;
    static const size_t sizes[] = {1, 2, 31, 768, 1000};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        data *d = make(sizes[s]);
        single_pass(d, false, false);
        assert_int_equal(judge(d, "layernorm_single_pass", 3), 0); /* its bound grows with the cancellation */
        single_pass(d, true, false);
        assert_int_equal(judge(d, "layernorm_shifted", -1), 0);
        free(d);
    }
    data *d = make(768);
    single_pass(d, true, true); /* the guard zeroes the variance 9e-7 */
    assert_true(judge(d, "layernorm_shifted", -1) > 768);
    single_pass(d, false, false); /* the variance of the rows about 1e4 is lost */
    assert_true(judge(d, "layernorm_shifted", -1) > 768);
    free(d);
}

typedef struct moments {
    float mean, m2, count;
} moments;

static moments merge(moments a, moments b)
{
    if (b.count == 0)
        return a;
    if (a.count == 0)
        return b;
    float count = a.count + b.count, delta = b.mean - a.mean;
    return (moments){a.mean + delta * (b.count / count), a.m2 + b.m2 + delta * delta * (a.count * (b.count / count)),
                     count};
}

/* 64 chains, then a tree; a chain of `lost` is left out. */
static void welford(data *d, size_t lost)
{
    for (size_t row = 0; row < ROWS; row++) {
        moments chain[64] = {{0, 0, 0}};
        for (size_t i = 0; i < d->n; i++)
            if (i % 64 != lost)
                chain[i % 64] = merge(chain[i % 64], (moments){d->x[row * d->n + i], 0, 1});
        for (size_t half = 32; half > 0; half /= 2)
            for (size_t i = 0; i < half; i++)
                chain[i] = merge(chain[i], chain[i + half]);
        finish(d, row, chain[0].mean, chain[0].m2 / (float)d->n);
    }
}

static void welfords(void **state)
{
    (void)state;
    static const size_t sizes[] = {1, 3, 64, 770};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        data *d = make(sizes[s]);
        welford(d, 64);
        assert_int_equal(judge(d, "layernorm_welford", (double)(d->n / 64 + 8)), 0);
        if (d->n >= 64) {
            welford(d, 0);
            assert_true(judge(d, "layernorm_welford", (double)(d->n / 64 + 8)) > d->n);
        }
        free(d);
    }
}

/* One row, all in 200 bits. */
static void agrees_with_mpfr(void **state)
{
    (void)state;
    data *d = make(31);
    size_t n = d->n;
    mpfr_t mean, variance, t;
    mpfr_inits2(200, mean, variance, t, (mpfr_ptr)0);
    for (size_t row = 0; row < 5; row++) {
        const float *x = d->x + row * n;
        mpfr_set_zero(mean, 1);
        mpfr_set_zero(variance, 1);
        for (size_t i = 0; i < n; i++)
            mpfr_add_d(mean, mean, (double)x[i], MPFR_RNDN);
        mpfr_div_ui(mean, mean, n, MPFR_RNDN);
        for (size_t i = 0; i < n; i++) {
            mpfr_d_sub(t, (double)x[i], mean, MPFR_RNDN);
            mpfr_sqr(t, t, MPFR_RNDN);
            mpfr_add(variance, variance, t, MPFR_RNDN);
        }
        mpfr_div_ui(variance, variance, n, MPFR_RNDN);
        mpfr_add_d(variance, variance, (double)eps, MPFR_RNDN);
        mpfr_rec_sqrt(variance, variance, MPFR_RNDN);
        for (size_t i = 0; i < n; i++) {
            mpfr_d_sub(t, (double)x[i], mean, MPFR_RNDN);
            mpfr_mul(t, t, variance, MPFR_RNDN);
            mpfr_mul_d(t, t, (double)d->gamma[i], MPFR_RNDN);
            mpfr_add_d(t, t, (double)d->beta[i], MPFR_RNDN);
            d->y[row * n + i] = mpfr_get_flt(t, MPFR_RNDN);
        }
    }
    memcpy(d->y + 5 * n, d->y, 5 * n * sizeof *d->y);
    memcpy(d->x + 5 * n, d->x, 5 * n * sizeof *d->x);
    assert_int_equal(judge(d, "layernorm_two_pass", -1), 0);
    assert_int_equal(judge(d, "layernorm_shifted", -1), 0);
    assert_int_equal(judge(d, "layernorm_welford", 8), 0);
    mpfr_clears(mean, variance, t, (mpfr_ptr)0);
    free(d);
}

static void merging(void **state)
{
    (void)state;
    enum { N = 96 };
    float left[3 * N], right[3 * N], both[3 * N];
    generate("moments_of_splits", "packed_float3", left, N, (double[]){0}, 1);
    generate("moments_of_splits", "packed_float3", right, N, (double[]){1}, 1);
    size_t empty = 0;
    for (size_t i = 0; i < N; i++) {
        moments m = merge((moments){left[3 * i], left[3 * i + 1], left[3 * i + 2]},
                          (moments){right[3 * i], right[3 * i + 1], right[3 * i + 2]});
        memcpy(both + 3 * i, &m, sizeof m);
        empty += left[3 * i + 2] == 0 || right[3 * i + 2] == 0;
    }
    assert_true(empty > 10);
    trial t = {0};
    trial_array(&t, "packed_float3", left, N);
    trial_array(&t, "packed_float3", right, N);
    assert_int_equal(refused(&t, "welford_merge", "packed_float3", both, N), 0);
    both[0] *= 1.001f;
    both[4] *= 1.001f;
    both[8] += 1;
    assert_int_equal(refused(&t, "welford_merge", "packed_float3", both, N), 3);
}

/* A weight or a bias that is shorter than a row, and rows that do not fill the output, are refused. */
static void arrays_that_do_not_fit(void **state)
{
    (void)state;
    static const size_t lengths[][3] = {{64, 16, 16}, {64, 15, 16}, {64, 16, 15}, {63, 16, 16}};
    for (size_t k = 0; k < sizeof lengths / sizeof *lengths; k++) {
        static const float zeros[64], n = 16;
        trial t = {0};
        for (int a = 0; a < 3; a++)
            trial_array(&t, "float", zeros, lengths[k][a]);
        trial_array(&t, "float", &n, 1);
        trial_array(&t, "float", &eps, 1);
        const char *said = complaint(&t, "layernorm_two_pass", "float", 64);
        assert_true(k ? said != NULL : said == NULL);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_passes),       cmocka_unit_test(single_passes), cmocka_unit_test(welfords),
        cmocka_unit_test(agrees_with_mpfr), cmocka_unit_test(merging),       cmocka_unit_test(arrays_that_do_not_fit),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
