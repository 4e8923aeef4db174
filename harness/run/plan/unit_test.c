/* unit_test.c: words that are units and words that are none; files of them. */
#include "unit.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static void words_are_taken_apart(void **state)
{
    (void)state;
    unit unit;
    assert_true(unit_read("case:simd/sum:T=half", &unit, NULL));
    assert_int_equal(unit.kind, UNIT_CASE);
    assert_string_equal(unit.name, "simd/sum:T=half");
    assert_int_equal(unit.parts, 0);
    assert_true(unit_read("sweep:3/16:math/every_float:F=sin", &unit, NULL));
    assert_int_equal(unit.kind, UNIT_SWEEP);
    assert_string_equal(unit.name, "math/every_float:F=sin");
    assert_int_equal(unit.part, 3);
    assert_int_equal(unit.parts, 16);
    assert_true(unit_read("proof:types/a", &unit, NULL));
    assert_int_equal(unit.kind, UNIT_PROOF);
    for (int i = 0; i < UNIT_KINDS; i++)
        assert_non_null(unit_kind_name((unit_kind)i));
}

static void other_words_are_refused(void **state)
{
    (void)state;
    static const char *const bad[] = {"",          "simd/sum",        "case",          "case:",         "cases:a/b",
                                      "sweep:a/b", "sweep:0/4:a/b",   "sweep:5/4:a/b", "sweep:1/4",     "sweep:1/4:",
                                      "cas:a/b",   "sweep:1/257:a/b", "sweep:1/4a/b",  "sweep:-1/4:a/b"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        unit unit;
        assay_error error = {0};
        if (unit_read(bad[i], &unit, &error))
            fail_msg("`%s` is taken for a unit", bad[i]);
        assert_non_null(strstr(error.text, "assay plan"));
    }
}

static void lists_are_sorted_and_have_each_once(void **state)
{
    (void)state;
    static const char *const words[] = {"sweep:2/2:m/b", "proof:m/a", "sweep:1/2:m/b", "case:m/a"};
    static const char *const wanted[] = {"case:m/a", "proof:m/a", "sweep:1/2:m/b", "sweep:2/2:m/b"};
    static const char *const twice[] = {"case:m/a", "case:m/b", "case:m/a"};
    unit_list list;
    assay_error error = {0};
    assert_true(units_read(&list, words, 4, &error));
    assert_int_equal(list.count, 4);
    for (size_t i = 0; i < 4; i++)
        assert_string_equal(list.item[i].id, wanted[i]);
    units_clear(&list);
    assert_false(units_read(&list, twice, 3, &error));
    assert_string_equal(error.text, "unit `case:m/a` comes twice; name it once");
    units_clear(&list);
    assert_false(units_read(&list, NULL, 0, &error));
    assert_non_null(strstr(error.text, "assay plan"));
    units_clear(&list);
}

/* Reads a file with this content; its path goes to `path`, which has room for 40 characters. */
static bool read_file(const char *content, char *path, unit_list *list, assay_error *error)
{
    strcpy(path, "/tmp/assay-unit-XXXXXX");
    int file = mkstemp(path);
    assert_true(file >= 0);
    assert_int_equal(write(file, content, strlen(content)), strlen(content));
    close(file);
    char word[48];
    snprintf(word, sizeof word, "@%s", path);
    bool good = units_read(list, (const char *const[]){word}, 1, error);
    unlink(path);
    return good;
}

static void files_hold_words_or_what_plan_prints(void **state)
{
    (void)state;
    unit_list list;
    assay_error error = {0};
    char path[40];
    assert_true(read_file("{\"type\":\"plan\",\"units\":2}\n"
                          "{\"type\":\"unit\",\"unit\":\"case:m/b\",\"hash\":\"0123\"}\r\n\ncase:m/a\n",
                          path, &list, &error));
    assert_int_equal(list.count, 2);
    assert_string_equal(list.item[0].id, "case:m/a");
    assert_null(list.item[0].hash);
    assert_int_equal(list.item[0].line, 4);
    assert_string_equal(list.item[1].hash, "0123");
    units_clear(&list);
}

static void a_bad_line_is_named(void **state)
{
    (void)state;
    static const char *const bad[] = {"case:m/a\nnothing\n", "case:m/a\n{\"type\":\"run\"}\n", "case:m/a\n{\"type\":\n",
                                      "case:m/a\n{\"type\":\"unit\"}\n"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        unit_list list;
        assay_error error = {0};
        char path[40];
        assert_false(read_file(bad[i], path, &list, &error));
        assert_string_equal(error.file, path);
        assert_int_equal(error.line, 2);
        units_clear(&list);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_are_taken_apart),
        cmocka_unit_test(other_words_are_refused),
        cmocka_unit_test(lists_are_sorted_and_have_each_once),
        cmocka_unit_test(files_hold_words_or_what_plan_prints),
        cmocka_unit_test(a_bad_line_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
