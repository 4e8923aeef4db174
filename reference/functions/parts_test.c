/* parts_test.c: numbers taken apart and put together, at zeros, subnormals and the ends of their range (MSL 6.6). */
#include "../core/rows_testing.h"

enum { TINY = 0x00400000, INFINITE = 0x7f800000, NONE = 0x7fc00000 }; /* of float: 2^-127, INF, NaN */

static void parts_are_exact(void **state)
{
    (void)state;
    const exact_row rows[] = {
        {"frexp_mantissa", "float", {bits_of(-12)}, 1, NULL, bits_of(-0.75f), false},
        {"frexp_exponent", "float", {bits_of(-12)}, 1, "int", 4, false},
        {"frexp_exponent", "float", {bits_of(0.25f)}, 1, "int", (uint32_t)-1, false},
        {"frexp_exponent", "float", {0}, 1, "int", 0, true},
        {"frexp_mantissa", "float", {INFINITE}, 1, NULL, 0, true},
        {"ilogb", "float", {bits_of(0.3f)}, 1, "int", (uint32_t)-2, false},
        {"ilogb", "float", {bits_of(-8)}, 1, "int", 3, false},
        {"ilogb", "float", {TINY}, 1, "int", 0, true},
        {"ilogb", "half", {0x7bff}, 1, "int", 15, false},
        {"modf_whole", "float", {bits_of(-2.75f)}, 1, NULL, bits_of(-2), false},
        {"modf_fraction", "float", {bits_of(-2.75f)}, 1, NULL, bits_of(-0.75f), false},
        {"modf_fraction", "float", {bits_of(-2)}, 1, NULL, bits_of(-0.0f), false}, /* with the sign of x */
        {"modf_whole", "float", {bits_of(-0.5f)}, 1, NULL, bits_of(-0.0f), false},
        {"modf_whole", "float", {NONE}, 1, NULL, 0, true},
        {"nextafter", "float", {bits_of(1), bits_of(2)}, 2, NULL, bits_of(0x1.000002p+0f), false},
        {"nextafter", "float", {bits_of(1), bits_of(-2)}, 2, NULL, bits_of(0x1.fffffep-1f), false},
        {"nextafter", "float", {bits_of(-1), bits_of(-2)}, 2, NULL, bits_of(-0x1.000002p+0f), false},
        {"nextafter", "float", {bits_of(0x1.fffffep127f), INFINITE}, 2, NULL, INFINITE, false},
        {"nextafter", "float", {bits_of(3), bits_of(3)}, 2, NULL, bits_of(3), false},
        {"nextafter", "float", {0, 0x80000000}, 2, NULL, 0x80000000, false}, /* equal: y, with its sign */
        {"nextafter", "half", {0x3c00, 0x4000}, 2, NULL, 0x3c01, false},
    };
    ALL_EXACTLY(rows);
}

/* How many of these are refused, for these operands. */
static size_t of(const exact_row *row, bool fast, const float *got, size_t count)
{
    size_t wrong = 0;
    for (size_t n = 0; n < count; n++) {
        trial t = trial_of_row(row);
        t.fast_math = fast;
        wrong += refused(&t, row->reference, "float", &got[n], 1);
    }
    return wrong;
}

static size_t of_scaled(float x, int32_t exponent, float got)
{
    trial t = {0};
    trial_array(&t, "float", &x, 1);
    trial_array(&t, "int", &exponent, 1);
    return refused(&t, "ldexp", "float", &got, 1);
}

static void scaling_rounds_and_overflows(void **state)
{
    (void)state;
    assert_int_equal(of_scaled(1.5f, 3, 12), 0);
    assert_int_equal(of_scaled(1.5f, 3, next_up(12)), 1);
    assert_int_equal(of_scaled(1.5f, -100, 0x1.8p-100f), 0);
    assert_int_equal(of_scaled(1, 128, INFINITY), 0);
    assert_int_equal(of_scaled(1, 128, 1), 1);
    assert_int_equal(of_scaled(NAN, 1, NAN), 0);
    assert_int_equal(of_scaled(NAN, 1, 1), 1);
}

/* A subnormal may count as zero, whatever is made of it; fast math promises nothing of INF. */
static void subnormals_may_be_zero(void **state)
{
    (void)state;
    const float least = 0x1p-149f, tiny = 0x1p-127f;
    const exact_row from_zero = {"nextafter", "float", {0, bits_of(1)}, 2, NULL, 0, false};
    const exact_row from_tiny = {"nextafter", "float", {bits_of(tiny), bits_of(1)}, 2, NULL, 0, false};
    const exact_row mantissa = {"frexp_mantissa", "float", {bits_of(tiny)}, 1, NULL, 0, false};
    const exact_row whole = {"modf_fraction", "float", {bits_of(tiny)}, 1, NULL, 0, false};
    assert_int_equal(of(&from_zero, false, (float[]){least, 0}, 2), 0);
    assert_int_equal(of(&from_zero, false, (float[]){2 * least, 1}, 2), 2);
    assert_int_equal(of(&from_tiny, false, (float[]){tiny + least, least, 0}, 3), 0);
    assert_int_equal(of(&from_tiny, false, (float[]){1}, 1), 1);
    assert_int_equal(of(&mantissa, false, (float[]){0.5f, 0}, 2), 0);
    assert_int_equal(of(&mantissa, false, (float[]){0.75f, 1}, 2), 2);
    assert_int_equal(of(&whole, false, (float[]){tiny, 0}, 2), 0);
    const exact_row endless = {"nextafter", "float", {INFINITE, bits_of(1)}, 2, NULL, 0, false};
    assert_int_equal(of(&endless, true, (float[]){0, 7, NAN}, 3), 0);
    assert_int_equal(of(&endless, false, (float[]){0, 7, 0x1.fffffep127f}, 3), 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_are_exact),
        cmocka_unit_test(scaling_rounds_and_overflows),
        cmocka_unit_test(subnormals_may_be_zero),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("parts", tests, NULL, NULL);
}
