/* operators_test.c: the operators at the ends of their types, worked out by hand from MSL chapter 3. */
#include "../core/rows_testing.h"

static void arithmetic_wraps_or_is_open(void **state)
{
    (void)state;
    static const exact_row rows[] = {
        {"added", "uint", {0xffffffff, 2}, 2, NULL, 1, false},
        {"added", "int", {0x7fffffff, 1}, 2, NULL, 0, true},
        {"added", "long", {INT64_MAX, 1}, 2, NULL, 0, true},
        {"added", "uchar", {200, 100}, 2, NULL, 44, false}, /* promoted to int, then cut */
        {"added", "ulong", {UINT64_MAX, 3}, 2, NULL, 2, false},
        {"subtracted", "ushort", {0, 1}, 2, NULL, 0xffff, false},
        {"subtracted", "int", {0x80000000, 1}, 2, NULL, 0, true},
        {"multiplied", "ushort", {0xffff, 0xffff}, 2, NULL, 0, true}, /* as int */
        {"multiplied", "uint", {0xffffffff, 0xffffffff}, 2, NULL, 1, false},
        {"divided", "int", {0xfffffff9, 2}, 2, NULL, 0xfffffffd, false}, /* toward zero */
        {"divided", "uint", {0xfffffff9, 2}, 2, NULL, 0x7ffffffc, false},
        {"divided", "int", {1, 0}, 2, NULL, 0, true},
        {"divided", "int", {0x80000000, 0xffffffff}, 2, NULL, 0, true},
        {"remaindered", "int", {0xfffffff9, 2}, 2, NULL, 0xffffffff, false},
        {"remaindered", "int", {7, 0xfffffffe}, 2, NULL, 1, false},
        {"remaindered", "uint", {7, 0}, 2, NULL, 0, true},
    };
    ALL_EXACTLY(rows);
}

static void bits_and_shifts(void **state)
{
    (void)state;
    static const exact_row rows[] = {
        {"bits_and", "uchar", {0xcc, 0xaa}, 2, NULL, 0x88, false},
        {"bits_or", "uchar", {0xcc, 0xaa}, 2, NULL, 0xee, false},
        {"bits_xor", "uchar", {0xcc, 0xaa}, 2, NULL, 0x66, false},
        {"shifted_left", "uint", {3, 33}, 2, NULL, 6, false}, /* the count's low five bits */
        {"shifted_left", "ulong", {3, 33}, 2, NULL, UINT64_C(3) << 33, false},
        {"shifted_right", "int", {0x80000000, 31}, 2, NULL, 0xffffffff, false},
        {"shifted_right", "uint", {0x80000000, 31}, 2, NULL, 1, false},
        {"shifted_right", "char", {0x80, 9}, 2, NULL, 0xc0, false},
    };
    ALL_EXACTLY(rows);
}

static void comparisons(void **state)
{
    (void)state;
    static const exact_row rows[] = {
        {"less", "int", {0xffffffff, 0}, 2, "uint", 1, false},
        {"less", "uint", {0xffffffff, 0}, 2, NULL, 0, false},
        {"less_equal", "char", {0x80, 0x80}, 2, "uint", 1, false},
        {"greater", "ulong", {UINT64_MAX, 1}, 2, "uint", 1, false},
        {"greater_equal", "long", {UINT64_MAX, 1}, 2, "uint", 0, false},
        {"equal", "short", {5, 5}, 2, "uint", 1, false},
        {"not_equal", "short", {5, 5}, 2, "uint", 0, false},
        {"equal", "float", {0x80000000, 0}, 2, "uint", 1, false}, /* of zeros */
        {"less", "float", {0x7fc00000, 0}, 2, "uint", 0, false},
        {"greater_equal", "float", {0x7fc00000, 0}, 2, "uint", 0, false},
        {"equal", "float", {0x7fc00000, 0x7fc00000}, 2, "uint", 0, false},
        {"not_equal", "float", {0x7fc00000, 0x7fc00000}, 2, "uint", 1, false},
        {"less", "float", {0xff800000, 0x7f800000}, 2, "uint", 1, false},
    };
    ALL_EXACTLY(rows);
}

/* In fast math NaN and INF leave it open. */
static void reals_round_once(void **state)
{
    (void)state;
    const exact_row sum = {"added", "float", {bits_of(1), bits_of(0x1.8p-24f)}, 2, NULL, bits_of(0x1.000002p+0f),
                           false};
    trial t = trial_of_row(&sum);
    const float zero_ward = 1, beyond[] = {0x1.000004p+0f, 0x1.fffffep-1f};
    assert_int_equal(refused(&t, "added", "float", &sum.result, 1), 0);
    assert_int_equal(refused(&t, "added", "float", &zero_ward, 1), 0); /* toward zero, MSL 8.2 */
    assert_int_equal(refused(&t, "added", "float", &beyond[0], 1), 1);
    assert_int_equal(refused(&t, "added", "float", &beyond[1], 1), 1);
    const exact_row none = {"divided", "float", {0, 0}, 2, NULL, 0x7fc00001, false};
    t = trial_of_row(&none);
    assert_int_equal(refused(&t, "divided", "float", &none.result, 1), 0); /* any NaN */
    assert_int_equal(refused(&t, "divided", "float", &zero_ward, 1), 1);
    const exact_row infinite = {"added", "float", {bits_of(INFINITY), 0}, 2, NULL, bits_of(INFINITY), false};
    t = trial_of_row(&infinite);
    exactly(&t, &infinite);
    t.fast_math = true;
    assert_int_equal(refused(&t, "added", "float", &zero_ward, 1), 0);
    assert_int_equal(t.unjudged, 1);
}

/* An operand of one component is converted to the type of the other's, and stands for each of its components. */
static void a_scalar_meets_a_vector(void **state)
{
    (void)state;
    const uint8_t narrow[2] = {250, 7}, right[2] = {6, 19}, wrong[2] = {6, 20};
    const int32_t wide = 256 + 12;
    trial t = {0};
    trial_array(&t, "uchar2", narrow, 1);
    trial_array(&t, "int", &wide, 1);
    assert_int_equal(refused(&t, "added", "uchar2", right, 1), 0);
    assert_int_equal(refused(&t, "added", "uchar2", wrong, 1), 1);
}

static void wrong_types_are_refused(void **state)
{
    (void)state;
    const exact_row row = {"shifted_left", "float", {0, 0}, 2, NULL, 0, false};
    trial t = trial_of_row(&row);
    assert_string_equal(complaint(&t, "shifted_left", "float", 1), "this operator is not for these types");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arithmetic_wraps_or_is_open),
        cmocka_unit_test(bits_and_shifts),
        cmocka_unit_test(comparisons),
        cmocka_unit_test(reals_round_once),
        cmocka_unit_test(a_scalar_meets_a_vector),
        cmocka_unit_test(wrong_types_are_refused),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("operators", tests, NULL, NULL);
}
