/* real_vectors_test.c: real functions by all the vectors that the machine has, against MPFR with 200 bits: within
 * 2^-50, for floats of every exponent and for hard ones. */
#include "real_vectors.h"
#include "../core/reference.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>
#include <mpfr.h>
#include <stdlib.h>
#include <string.h>

typedef int exact(mpfr_t, mpfr_srcptr, mpfr_rnd_t);

enum { BITS = 200, BLOCK = 32, BLOCKS = 1024, HARD = 16, STEPS = 1 << 16 };

/* By one number, and by all the vectors that this machine has. */
#define FOR_ALL_LANES(lanes) for (size_t lanes = 1; lanes <= real_near_lanes(); lanes = lanes == 1 ? 4 : 2 * lanes)

static int exact_recip(mpfr_t r, mpfr_srcptr x, mpfr_rnd_t rounding)
{
    return mpfr_ui_div(r, 1, x, rounding);
}

static const struct {
    const char *name;
    exact *exact;
} functions[] = {
    {"acos", mpfr_acos},      {"acosh", mpfr_acosh}, {"asin", mpfr_asin}, {"asinh", mpfr_asinh}, {"atan", mpfr_atan},
    {"atanh", mpfr_atanh},    {"cos", mpfr_cos},     {"cosh", mpfr_cosh}, {"exp", mpfr_exp},     {"exp2", mpfr_exp2},
    {"exp10", mpfr_exp10},    {"log", mpfr_log},     {"log2", mpfr_log2}, {"log10", mpfr_log10}, {"recip", exact_recip},
    {"rsqrt", mpfr_rec_sqrt}, {"sin", mpfr_sin},     {"sinh", mpfr_sinh}, {"sqrt", mpfr_sqrt},   {"tan", mpfr_tan},
    {"tanh", mpfr_tanh},
};

/* Next to multiples of pi/2, to one and to where results leave the doubles. */
static const float hard[HARD] = {0x1.921fb4p+0f,  0x1.921fb4p+1f, 0x1.6ac5b0p+58f, 0x1.f7f4a4p+11f,
                                 0x1.4efecep+99f, 0x1.08p+15f,    0x1.ffffe0p-1f,  1,
                                 0.70710671f,     88.7f,          708.39f,         745.1f,
                                 0x1.6ac5b2p+73f, 307.65f,        1023.99f,        0x1.ffff00p+127f};

static int in_order(const void *a, const void *b)
{
    float x, y;
    memcpy(&x, a, sizeof x);
    memcpy(&y, b, sizeof y);
    return fabsf(x) < fabsf(y) ? -1 : fabsf(x) > fabsf(y);
}

static void arguments(uint64_t n, float *x)
{
    for (uint64_t i = 0; i < BLOCK; i++) {
        uint32_t bits = (uint32_t)(n / 2 % 256) << 23 | (uint32_t)(random_bits(3, n * BLOCK + i) & 0x7fffff);
        memcpy(&x[i], &bits, sizeof bits);
        if (n < 2 * HARD)
            memcpy(&bits, &hard[n / 2], sizeof bits), bits += (uint32_t)i;
        memcpy(&x[i], &bits, sizeof bits);
        x[i] = n % 2 ? -x[i] : x[i];
    }
    qsort(x, BLOCK, sizeof *x, in_order);
}

static void compare(size_t lanes, const char *name, float x, double got, double expected)
{
    bool both_nan = isnan(expected) && isnan(got), small = fabs(expected) < 0x1p-1000;
    if (both_nan || got == expected || (small && fabs(got) < 0x1p-999))
        return;
    if (!(fabs(got - expected) <= 0x1p-50 * fabs(expected)))
        fail_msg("%s(%a) by %zu: %a, expected %a", name, (double)x, lanes, got, expected);
}

/* Some numbers by all the vectors that this machine has. */
static void compare_all(size_t function, const float *x, size_t count)
{
    mpfr_t argument, value;
    double got[BLOCK], expected[BLOCK];
    mpfr_inits2(BITS, argument, value, (mpfr_ptr)NULL);
    for (size_t i = 0; i < count; i++) {
        mpfr_set_flt(argument, x[i], MPFR_RNDN);
        functions[function].exact(value, argument, MPFR_RNDN);
        expected[i] = mpfr_get_d(value, MPFR_RNDN);
    }
    FOR_ALL_LANES(lanes)
    {
        real_near_by(lanes, real_find(functions[function].name), x, count, got);
        for (size_t i = 0; i < count; i++)
            compare(lanes, functions[function].name, x[i], got[i], expected[i]);
    }
    mpfr_clears(argument, value, (mpfr_ptr)NULL);
}

static void all_are_near(void **state)
{
    (void)state;
    for (size_t f = 0; f < sizeof functions / sizeof *functions; f++)
        for (uint64_t n = 0; n < BLOCKS; n++) {
            float some[BLOCK];
            arguments(n, some);
            if (!isnan(some[BLOCK - 1]))
                compare_all(f, some, BLOCK - n % 3);
        }
}

/* Roots and powers are not SLEEF's, by some vectors: every so manyth float. */
static void our_own_are_near(void **state)
{
    (void)state;
    for (size_t f = 0; f < sizeof functions / sizeof *functions; f++) {
        const char *name = functions[f].name;
        if (strcmp(name, "exp") != 0 && strcmp(name, "sqrt") != 0)
            continue;
        for (uint32_t n = 0; n < STEPS; n += BLOCK) {
            float some[BLOCK];
            for (uint32_t i = 0; i < BLOCK; i++) {
                uint32_t bits = (n + i) * (UINT32_MAX / STEPS) + (n + i) % 61;
                memcpy(&some[i], &bits, sizeof bits);
            }
            if (!isnan(some[0]) && !isnan(some[BLOCK - 1]))
                compare_all(f, some, BLOCK);
        }
    }
}

/* Zeros, INF and NaN in any place of a vector. */
static void special_values_are_kept(void **state)
{
    (void)state;
    static const float special[] = {0, -0.0F, INFINITY, -1, NAN};
    FOR_ALL_LANES(lanes)
    for (size_t n = 0; n < 8 * sizeof special / sizeof *special; n++) {
        float x[8] = {4, 4, 4, 4, 4, 4, 4, 4};
        double root[8];
        x[n % 8] = special[n / 8];
        real_near_by(lanes, real_find("sqrt"), x, 8, root);
        for (size_t i = 0; i < 8; i++) {
            double expected = sqrt((double)x[i]);
            if (!(root[i] == expected || (isnan(root[i]) && isnan(expected))))
                fail_msg("sqrt(%a) by %zu: %a", (double)x[i], lanes, root[i]);
        }
    }
}

/* Squares of floats: these are the results that are rounded to nearest and toward zero. */
static void exact_roots_are_exact(void **state)
{
    (void)state;
    FOR_ALL_LANES(lanes)
    for (int n = 0; n < 4096; n += 8) {
        float x[8];
        double root[8];
        for (int i = 0; i < 8; i++)
            x[i] = (float)((n + i) * (n + i)) * 0x1p-62F;
        real_near_by(lanes, real_find("sqrt"), x, 8, root);
        for (int i = 0; i < 8; i++)
            assert_true(root[i] == (n + i) * 0x1p-31);
    }
}

/* A sweep's block of which only the ends are asked. */
static void values_end_where_the_function_says(void **state)
{
    (void)state;
    for (size_t f = 0; f < sizeof functions / sizeof *functions; f++) {
        const real_function *real = real_find(functions[f].name);
        for (uint64_t n = 0; (real->monotonic || real->cut_off) && n < 512; n++) {
            float x[BLOCK];
            arguments(n + 2 * HARD, x);
            double first = real->one((double)x[0]), last = real->one((double)x[BLOCK - 1]);
            for (size_t i = 0; i < BLOCK; i++) {
                double y = real->one((double)x[i]);
                if (real->monotonic && first == last && y != first)
                    fail_msg("%s(%a) is not what its neighbours are", functions[f].name, (double)x[i]);
                if (real->cut_off && isnan(first) && isnan(last) && !isnan(y))
                    fail_msg("%s(%a) has a value, its neighbours have none", functions[f].name, (double)x[i]);
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_are_near),
        cmocka_unit_test(our_own_are_near),
        cmocka_unit_test(special_values_are_kept),
        cmocka_unit_test(exact_roots_are_exact),
        cmocka_unit_test(values_end_where_the_function_says),
    };
    return cmocka_run_group_tests_name("real_vectors", tests, NULL, NULL);
}
