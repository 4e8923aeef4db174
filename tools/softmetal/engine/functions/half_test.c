/* half_test.c: halves as floats and floats as halves, without the help of a compiler's half. */
#include "half.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>

static void every_half_converts(void **state)
{
    (void)state;
    for (uint32_t h = 0; h < 65536; h++) {
        uint32_t bits = sm_half_to_float_bits((uint16_t)h);
        float f;
        memcpy(&f, &bits, sizeof f);
        uint32_t exponent = h >> 10 & 31, significand = h & 0x3ff;
        if (exponent == 31 && significand) {
            assert_true(isnan(f) && isnan(f) == !!(sm_float_to_half_bits(bits) & 0x3ff));
            continue;
        }
        float expected = exponent == 31 ? INFINITY
                                        : ldexpf((float)(exponent ? significand | 0x400 : significand),
                                                 exponent ? (int)exponent - 25 : -24);
        assert_true(f == (h & 0x8000 ? -expected : expected) && !signbit(f) == !(h & 0x8000));
        assert_int_equal(sm_float_to_half_bits(bits), h);
    }
}

static void half_rounds_to_nearest_even(void **state)
{
    (void)state;
    static const struct {
        float f;
        uint16_t half;
    } rows[] = {{0x1.002p+0f, 0x3c00}, {0x1.006p+0f, 0x3c02}, {0x1.002002p+0f, 0x3c01}, {65519.996f, 0x7bff},
                {65520.0f, 0x7c00},    {0x1p-25f, 0},         {0x1.000002p-25f, 1},     {0x1.8p-24f, 2},
                {0x1.ffep-15f, 0x400}, {-0x1p-24f, 0x8001}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint32_t bits;
        memcpy(&bits, &rows[i].f, sizeof bits);
        assert_int_equal(sm_float_to_half_bits(bits), rows[i].half);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_half_converts),
        cmocka_unit_test(half_rounds_to_nearest_even),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("half", tests, NULL, NULL);
}
