/* text_test.c: what a name is, and where one stands. */
#include "text.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>

#include <cmocka.h>

static void a_name_is_whole(void **state)
{
    (void)state;
    const char *all = "ab abc _ab ab1 xab(ab)";
    static const bool stands[] = {[0] = true, [19] = true};
    for (size_t i = 0; all[i]; i++)
        assert_true(text_is_name(all, all + i, "ab", 2) == (i < sizeof stands && stands[i]));
    assert_true(text_is_name(all + 8, all + 8, "ab", 2)); /* nothing is read before the beginning */
    assert_true(text_is_name(all, all + 3, "abcd", 3));
}

static void space_is_skipped(void **state)
{
    (void)state;
    assert_string_equal(text_past_space(" \t\n a "), "a ");
    assert_string_equal(text_past_space("a"), "a");
    assert_string_equal(text_past_space("  "), "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_name_is_whole), cmocka_unit_test(space_is_skipped)};
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
