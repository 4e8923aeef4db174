/* selfcheck_test.c: the check of the host's code passes, notices what is wrong, and a level that fails is not used. */
#include "selfcheck.h"
#include "../../engine/settings.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#if defined(__x86_64__)
#define LOWEST_LEVEL "x86-64-v2"
#else
#define LOWEST_LEVEL "generic"
#endif

static void code_for_this_host_is_right(void **state)
{
    (void)state;
    static const char *const levels[] = {"", LOWEST_LEVEL};
    char problem[500] = "";
    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++)
        if (!sm_selfcheck(levels[i], problem, sizeof problem))
            fail_msg("%s: %s", levels[i], problem);
    assert_string_equal(sm_selfcheck_cpu(), "");
}

/* sm_fault_set() is what the environment named, and the same from then on: here it is changed behind its back. */
static void a_wrong_operation_is_named(void **state)
{
    (void)state;
    static const struct {
        sm_fault_id fault;
        const char *row;
    } rows[] = {{SM_FAULT_convert_no_saturation, "char(x) of float"},
                {SM_FAULT_convert_half_truncates, "half(x) of float"},
                {SM_FAULT_convert_truncates_to_even, "char(x) of float"},
                {SM_FAULT_integer_division_rounds_down, "T(x / y) of char"}};
    uint64_t *faults = (uint64_t *)(uintptr_t)sm_fault_set();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char problem[500] = "";
        faults[rows[i].fault / 64] |= UINT64_C(1) << rows[i].fault % 64;
        assert_false(sm_selfcheck("", problem, sizeof problem));
        faults[rows[i].fault / 64] = 0;
        if (!strstr(problem, rows[i].row))
            fail_msg("wanted %s: %s", rows[i].row, problem);
    }
}

static bool only_the_second_level(const char *cpu, char *problem, size_t room)
{
    (void)problem;
    (void)room;
    return strcmp(cpu, "second") == 0;
}

static void a_level_that_fails_is_not_used(void **state)
{
    (void)state;
    static const char *const levels[] = {"", "second", "third"};
    assert_string_equal(sm_selfcheck_choose(levels, 3, only_the_second_level), "second");
    assert_string_equal(sm_selfcheck_choose(levels + 2, 1, only_the_second_level), "third");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(code_for_this_host_is_right),
        cmocka_unit_test(a_wrong_operation_is_named),
        cmocka_unit_test(a_level_that_fails_is_not_used),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
