/* text_test.c: what a name is, and where one stands; columns. */
#include "text.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

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

static void lines_have_columns(void **state)
{
    (void)state;
    char line[] = "a\t\tb c\td", *columns[4] = {NULL, NULL, NULL, line}, none[] = "";
    assert_int_equal(text_columns(line, columns, 3), 4);
    assert_string_equal(columns[0], "a");
    assert_string_equal(columns[1], "");
    assert_string_equal(columns[2], "b c");
    assert_ptr_equal(columns[3], line); /* there is room for three */
    assert_int_equal(text_columns(none, columns, 4), 1);
    assert_string_equal(columns[0], "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_name_is_whole), cmocka_unit_test(space_is_skipped),
                                       cmocka_unit_test(lines_have_columns)};
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
