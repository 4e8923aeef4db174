/* relational_test.c: predicates at NaN, INF, zeros and subnormals, and what fast math leaves open (MSL 6.5). */
#include "../core/rows_testing.h"

enum { NONE = 0x7fc00000, INFINITE = 0x7f800000, TINY = 0x00000001, LEAST = 0x00800000 };
#define MINUS(bits) ((uint64_t)(uint32_t)(bits) | 0x80000000)

static const exact_row rows[] = {
    {"isfinite", "float", {INFINITE}, 1, "uint", 0, false},
    {"isfinite", "float", {TINY}, 1, "uint", 1, false},
    {"isfinite", "float", {NONE}, 1, "uint", 0, false},
    {"isinf", "float", {MINUS(INFINITE)}, 1, "uint", 1, false},
    {"isinf", "float", {NONE}, 1, "uint", 0, false},
    {"isinf", "half", {0x7c00}, 1, "uint", 1, false},
    {"isnan", "float", {MINUS(NONE)}, 1, "uint", 1, false},
    {"isnan", "float", {INFINITE}, 1, "uint", 0, false},
    {"isnan", "half", {0x7c01}, 1, "uint", 1, false},
    {"isnormal", "float", {LEAST}, 1, "uint", 1, false},
    {"isnormal", "float", {LEAST - 1}, 1, "uint", 0, false},
    {"isnormal", "float", {INFINITE}, 1, "uint", 0, false},
    {"isnormal", "half", {0x0400}, 1, "uint", 1, false},
    {"isnormal", "half", {0x03ff}, 1, "uint", 0, false},
    {"isordered", "float", {INFINITE, 0}, 2, "uint", 1, false},
    {"isordered", "float", {0, NONE}, 2, "uint", 0, false},
    {"isunordered", "float", {NONE, 0}, 2, "uint", 1, false},
    {"isunordered", "float", {0, 0}, 2, "uint", 0, false},
    {"signbit", "float", {MINUS(0)}, 1, "uint", 1, false},
    {"signbit", "float", {MINUS(NONE)}, 1, "uint", 1, false},
    {"signbit", "half", {0x7bff}, 1, "uint", 0, false},
    {"copied_sign", "float", {INFINITE, MINUS(0)}, 2, "uint", 1, false},
    {"copied_sign", "float", {MINUS(LEAST), LEAST}, 2, "uint", 0, false},
    {"copied_sign", "float", {MINUS(LEAST), TINY}, 2, "uint", 0, true}, /* flushing leaves its sign open */
    {"selected", "uint", {3, 4, 0}, 3, NULL, 3, false},
    {"selected", "uint", {3, 4, 2}, 3, NULL, 4, false},
    {"negated", "uint", {0}, 1, NULL, 1, false},
    {"negated", "uint", {2}, 1, NULL, 0, false},
    {"all_true", "uchar2", {0x0101}, 1, "uint", 1, false},
    {"all_true", "uchar2", {0x0100}, 1, "uint", 0, false},
    {"any_true", "uchar2", {0x0100}, 1, "uint", 1, false},
    {"any_true", "uchar2", {0}, 1, "uint", 0, false},
};

static void predicates(void **state)
{
    (void)state;
    ALL_EXACTLY(rows);
}

/* What may not occur has no answer; the sign of a zero is open without safe math. */
static void fast_math_leaves_open(void **state)
{
    (void)state;
    static const struct {
        exact_row row;
        bool relaxed, fast;
    } modes[] = {
        {{"isnan", "float", {NONE}, 1, "uint", 1, false}, false, true},
        {{"isinf", "float", {INFINITE}, 1, "uint", 1, false}, false, true},
        {{"isnormal", "float", {INFINITE}, 1, "uint", 0, false}, false, true},
        {{"isordered", "float", {0, NONE}, 2, "uint", 0, false}, false, true},
        {{"isfinite", "float", {LEAST}, 1, "uint", 1, false}, false, false},
        {{"signbit", "float", {MINUS(0)}, 1, "uint", 1, false}, true, true},
        {{"signbit", "float", {MINUS(LEAST)}, 1, "uint", 1, false}, false, false},
    };
    for (size_t n = 0; n < sizeof modes / sizeof *modes; n++)
        for (int fast = 0; fast <= 1; fast++) {
            trial t = trial_of_row(&modes[n].row);
            exact_row row = modes[n].row;
            t.fast_math = fast;
            t.relaxed_math = !fast;
            row.open = fast ? modes[n].fast : modes[n].relaxed;
            exactly(&t, &row);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(predicates), cmocka_unit_test(fast_math_leaves_open)};
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("relational", tests, NULL, NULL);
}
