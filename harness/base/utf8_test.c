/* utf8_test.c: what is UTF-8 and what is not, at both ends of every range, and where the error points. */
#include "utf8.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void test_well_formed(void **state)
{
    (void)state;
    static const char *const good[] = {
        "",
        "\x01 \x7f\n",
        "\xc2\x80\xdf\xbf",
        "\xe0\xa0\x80\xe1\x80\x80\xec\xbf\xbf\xed\x80\x80\xed\x9f\xbf\xee\x80\x80\xef\xbf\xbf",
        "\xf0\x90\x80\x80\xf1\x80\x80\x80\xf3\xbf\xbf\xbf\xf4\x80\x80\x80\xf4\x8f\xbf\xbf",
    };
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        assert_true(utf8_check(good[i], NULL, NULL));
}

static void test_ill_formed(void **state)
{
    (void)state;
    static const char *const bad[] = {
        "\x80",
        "\xbf",
        "\xc0\x80",
        "\xc1\xbf",
        "\xc2",
        "\xc2 ",
        "\xc2\xc0",
        "\xe0\x9f\xbf",
        "\xe1\x80",
        "\xe1\x80\xc0",
        "\xed\xa0\x80",
        "\xef\xbf",
        "\xf0\x8f\xbf\xbf",
        "\xf4\x90\x80\x80",
        "\xf5\x80\x80\x80",
        "\xf1\x80\x80",
        "\xff",
        "\xfe",
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(utf8_check(bad[i], NULL, NULL));
}

static void test_place(void **state)
{
    (void)state;
    assay_error error = {0};
    assert_false(utf8_check("// \xc3\xa9\n\n// caf\xe9\n", "latin.metal", &error));
    assert_string_equal(error.file, "latin.metal");
    assert_int_equal(error.line, 3);
    assert_string_equal(error.text, "is not UTF-8: byte 7 of the line is 0xe9; save the file as UTF-8");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_well_formed),
        cmocka_unit_test(test_ill_formed),
        cmocka_unit_test(test_place),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
