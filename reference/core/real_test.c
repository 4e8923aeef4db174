/* real_test.c: the real functions against MPFR with 200 bits: random arguments of every magnitude, and the hard ones.
 */
#include "real.h"
#include "reference.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>
#include <mpfr.h>
#include <string.h>

typedef int exact_one(mpfr_t, mpfr_srcptr, mpfr_rnd_t);
typedef int exact_two(mpfr_t, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t);

enum { BITS = 400, COUNT = 20000 };

static int exact_recip(mpfr_t r, mpfr_srcptr x, mpfr_rnd_t rounding)
{
    return mpfr_ui_div(r, 1, x, rounding);
}
static int exact_fract(mpfr_t r, mpfr_srcptr x, mpfr_rnd_t rounding)
{
    mpfr_t floor;
    mpfr_init2(floor, BITS);
    mpfr_rint_floor(floor, x, rounding);
    int inexact = mpfr_sub(r, x, floor, rounding);
    mpfr_clear(floor);
    return inexact;
}

/* MPFR has a function of the same name for each; these are the exceptions. */
#undef mpfr_ceil
#undef mpfr_floor
#undef mpfr_round
#undef mpfr_trunc
#define mpfr_ceil mpfr_rint_ceil
#define mpfr_fabs mpfr_abs
#define mpfr_floor mpfr_rint_floor
#define mpfr_fract exact_fract
#define mpfr_rint mpfr_rint_roundeven
#define mpfr_round mpfr_rint_round
#define mpfr_rsqrt mpfr_rec_sqrt
#define mpfr_trunc mpfr_rint_trunc

static const struct {
    const char *name;
    exact_one *exact;
} ones[] = {
#define ROW_1(name) {#name, mpfr_##name},
#define ROW_2(name)
#define ROW_3(name)
#define MATH_FUNCTION(name, arguments, ...) ROW_##arguments(name)
#include "real_functions.def"
    {"recip", exact_recip},
};

/* A float of any exponent, or of a moderate one; multiples of pi as close as floats come. */
static double argument(uint64_t n)
{
    static const float hard[] = {0x1.921fb6p+1f, 0x1.921fb6p+0f, 0x1.6ac5b2p+58f, 0x1.f7f4a6p+11f, 0x1.8p-1f,
                                 0x1.000002p+0f, 0x1.fffffep-1f, 88.7f,           -103.9f,         0x1.fffffep+127f};
    if (n < sizeof hard / sizeof *hard)
        return (double)hard[n];
    uint32_t bits = (uint32_t)random_bits(3, n);
    if (n % 2)
        bits = (bits & 0x807fffff) | (uint32_t)(120 + bits % 15) << 23;
    float x;
    memcpy(&x, &bits, sizeof x);
    return (double)x;
}

/* Results that floats can hold are right to 2^-49; beyond them only the side matters. */
static void compare(const char *name, double x, double y, double got, mpfr_srcptr exact)
{
    double expected = mpfr_get_d(exact, MPFR_RNDN);
    bool beyond = fabs(expected) > 0x1p140 || fabs(expected) < 0x1p-170;
    if (isnan(expected) || isnan(got)) {
        if (isnan(expected) != isnan(got))
            fail_msg("%s(%a, %a): %a, expected %a", name, x, y, got, expected);
    } else if (beyond ? (fabs(got) > 0x1p135) != (fabs(expected) > 0x1p135)
                      : fabs(got - expected) > 0x1p-49 * fabs(expected)) {
        fail_msg("%s(%a, %a): %a, expected %a", name, x, y, got, expected);
    }
}

static void functions_of_one_argument(void **state)
{
    (void)state;
    mpfr_t x, r;
    mpfr_inits2(BITS, x, r, (mpfr_ptr)NULL);
    for (size_t f = 0; f < sizeof ones / sizeof *ones; f++)
        for (uint64_t n = 0; n < COUNT; n++) {
            double a = argument(n);
            const char *name = ones[f].name;
            bool pole = strcmp(name, "tanpi") == 0 && fmod(fabs(a), 1) == 0.5;
            if (isnan(a) || a == 0 || pole) /* conventions of their own */
                continue;
            mpfr_set_d(x, a, MPFR_RNDN);
            ones[f].exact(r, x, MPFR_RNDN);
            compare(name, a, 0, real_find(name)->one(a), r);
        }
    mpfr_clears(x, r, (mpfr_ptr)NULL);
}

static void functions_of_two_arguments(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        exact_two *exact;
    } twos[] = {{"atan2", mpfr_atan2}, {"pow", mpfr_pow}, {"div", mpfr_div}, {"fmod", mpfr_fmod},
                {"add", mpfr_add},     {"sub", mpfr_sub}, {"mul", mpfr_mul}};
    mpfr_t x, y, r;
    mpfr_inits2(BITS, x, y, r, (mpfr_ptr)NULL);
    for (size_t f = 0; f < sizeof twos / sizeof *twos; f++)
        for (uint64_t n = 0; n < COUNT / 4; n++) {
            double a = argument(2 * n), b = argument(5 * n + 1);
            if (isnan(a) || isnan(b) || isinf(a) || isinf(b))
                continue;
            mpfr_set_d(x, a, MPFR_RNDN);
            mpfr_set_d(y, b, MPFR_RNDN);
            twos[f].exact(r, x, y, MPFR_RNDN);
            compare(twos[f].name, a, b, real_find(twos[f].name)->two(a, b), r);
        }
    mpfr_clears(x, y, r, (mpfr_ptr)NULL);
}

/* Where rounding is decided, the double must round as the real value does: to nearest, and toward zero. */
static void roundings_are_decided_right(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        exact_one *exact;
    } rounded[] = {{"sqrt", mpfr_sqrt}, {"rsqrt", mpfr_rec_sqrt}, {"recip", exact_recip}};
    mpfr_t x, r, single;
    mpfr_inits2(BITS, x, r, (mpfr_ptr)NULL);
    mpfr_init2(single, 24);
    for (size_t f = 0; f < sizeof rounded / sizeof *rounded; f++)
        for (uint64_t n = 0; n < 40 * COUNT; n++) {
            double a = fabs(argument(n));
            if (!(a > 0x1p-126 && a < 0x1p126))
                continue;
            mpfr_set_d(x, a, MPFR_RNDN);
            rounded[f].exact(r, x, MPFR_RNDN);
            double got = real_find(rounded[f].name)->one(a);
            mpfr_set(single, r, MPFR_RNDN);
            if ((double)(float)got != mpfr_get_d(single, MPFR_RNDN))
                fail_msg("%s(%a) = %a rounds to another float than the real value", rounded[f].name, a, got);
            mpfr_set(single, r, MPFR_RNDZ);
            double cut = (double)(float)got > got ? (double)nextafterf((float)got, 0) : (double)(float)got;
            if (cut != mpfr_get_d(single, MPFR_RNDN))
                fail_msg("%s(%a) = %a rounds toward zero to another float than the real value", rounded[f].name, a,
                         got);
        }
    mpfr_clears(x, r, single, (mpfr_ptr)NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(functions_of_one_argument),
        cmocka_unit_test(functions_of_two_arguments),
        cmocka_unit_test(roundings_are_decided_right),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("real", tests, NULL, NULL);
}
