/* function_groups_test.c: which functions stand in which group. */
#include "function_groups.h"
#include "../core/testing.h"

static bool stands_in(const char *group, const char *function)
{
    const char *members[MOST_GROUPED];
    size_t count = function_group_members(group, members);
    assert_true(count > 0);
    for (size_t n = 0; n < count; n++)
        if (strcmp(members[n], function) == 0)
            return true;
    return false;
}

static void functions_stand_in_their_groups(void **state)
{
    (void)state;
    static const struct {
        const char *function;
        bool every, inexact, exact;
    } all[] = {{"sinpi", true, true, false}, {"sqrt", true, true, false},    {"rsqrt", true, true, false},
               {"floor", true, false, true}, {"fabs", true, false, true},    {"fract", true, false, true},
               {"pow", false, false, false}, {"recip", false, false, false}, {"add", false, false, false},
               {"fma", false, false, false}};
    for (size_t n = 0; n < sizeof all / sizeof *all; n++) {
        assert_int_equal(stands_in("functions", all[n].function), all[n].every);
        assert_int_equal(stands_in("inexact", all[n].function), all[n].inexact);
        assert_int_equal(stands_in("exact", all[n].function), all[n].exact);
    }
}

static void groups_share_all_functions_out(void **state)
{
    (void)state;
    const char *every[MOST_GROUPED], *inexact[MOST_GROUPED], *exact[MOST_GROUPED];
    size_t count = function_group_members("functions", every), i = 0, e = 0;
    size_t erring = function_group_members("inexact", inexact);
    size_t rest = function_group_members("exact", exact);
    assert_int_equal(count, erring + rest);
    for (size_t n = 0; n < count; n++) /* all in one order */
        if (i < erring && every[n] == inexact[i])
            i++;
        else
            assert_ptr_equal(every[n], exact[e++]);
}

static void other_names_have_no_members(void **state)
{
    (void)state;
    const char *members[MOST_GROUPED];
    assert_int_equal(function_group_members("function", members), 0);
    assert_int_equal(function_group_members("", members), 0);
    for (const function_group *group = function_group_all(); group->name; group++)
        assert_true(function_group_members(group->name, members) > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(functions_stand_in_their_groups),
        cmocka_unit_test(groups_share_all_functions_out),
        cmocka_unit_test(other_names_have_no_members),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("function_groups", tests, NULL, NULL);
}
