/* requirements_test.c: the table's closed columns, and that the project's own table keeps to them. */
#include "requirements.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
// clang-format off
#include <cmocka.h>
// clang-format on

#define HEADING "id\tsection\tline\tkind\tgrade\treading\tmsl\tfamily\tos\tstatement\tcheck\n"
#define ROW "a.b\t1.1\t7\tvalue\t-\tplain\t2.1\t-\t-\tIt is so.\tLook.\n"

static char path[] = "/tmp/assay-requirements-XXXXXX";

static void write_table(const char *text)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static void refuses(const char *text, int line, const char *sentence)
{
    assay_error error = {0};
    write_table(text);
    assert_null(requirements_read(path, &error));
    if (error.line != line || !strstr(error.text, sentence))
        fail_msg("says line %d \"%s\", not line %d \"%s\"", error.line, error.text, line, sentence);
}

static void good_table(void **state)
{
    (void)state;
    assay_error error = {0};
    write_table(HEADING ROW "c-d_2\tseed\t-\tcompile-reject\trule stated\tderived\t-\tapple7\t26.1\ts\tc");
    requirements *table = requirements_read(path, &error);
    if (!table)
        fail_msg("%d: %s", error.line, error.text);
    assert_int_equal(requirements_count(table), 2);
    assert_string_equal(requirements_at(table, 1)->grade, "rule stated");
    assert_string_equal(requirements_find(table, "a.b")->statement, "It is so.");
    assert_null(requirements_find(table, "a.c"));
    assert_string_equal(requirements_nearest(table, "a.c"), "a.b");
    assert_null(requirements_nearest(table, "something.else"));
    requirements_destroy(table);
}

static void bad_tables(void **state)
{
    (void)state;
    refuses("", 1, "empty");
    refuses("id\tsection\n", 1, "11 columns");
    refuses("id\tsektion\tline\tkind\tgrade\treading\tmsl\tfamily\tos\tstatement\tcheck\n", 1,
            "`section`, not `sektion`");
    refuses(HEADING ROW ROW, 3, "twice");
    refuses(HEADING "a b\t1\t7\tvalue\t-\tplain\t2.1\t-\t-\ts\tc\n", 2, "may hold");
    refuses(HEADING "a\t1\t7\tvalu\t-\tplain\t2.1\t-\t-\ts\tc\n", 2, "did you mean value");
    refuses(HEADING "a\t1\t7\tvalue\tinferred\tplain\t2.1\t-\t-\ts\tc\n", 2, "only compile-reject");
    refuses(HEADING "a\t1\t7\tcompile-reject\t-\tplain\t2.1\t-\t-\ts\tc\n", 2, "needs a grade");
    refuses(HEADING "a\t1\t7\tvalue\t-\tplane\t2.1\t-\t-\ts\tc\n", 2, "column reading");
    refuses(HEADING "a\t1\t7\tvalue\t-\tplain\t2.9\t-\t-\ts\tc\n", 2, "column msl");
    refuses(HEADING "a\t1\t7\tvalue\t-\tplain\t2.1\tapple77\t-\ts\tc\n", 2, "column family");
    refuses(HEADING "a\t1\t7\tvalue\t-\tplain\t2.1\t-\t99\ts\tc\n", 2, "column os");
    refuses(HEADING "a\t1\t7\tvalue\t-\tplain\t2.1\t-\t-\t\tc\n", 2, "statement is empty");
    refuses(HEADING "a\t1\t7\tvalue\t-\tplain\t2.1\t-\t-\ts\n", 2, "11 columns");
    refuses(HEADING "a\t1\t7\tvalue\t-\tplain\t2.1\t-\t-\ts\tc\tmore\n", 2, "11 columns");
    assay_error error;
    assert_null(requirements_read("/nonexistent", &error));
}

static void own_table(void **state)
{
    (void)state;
    assay_error error = {0};
    requirements *table = requirements_of(ASSAY_SOURCE_DIR "/cases", &error);
    if (!table)
        fail_msg("%s:%d: %s", error.file, error.line, error.text);
    assert_true(requirements_count(table) > 2000);
    assert_non_null(requirements_find(table, "simd.shuffle_down.value"));
    assert_non_null(requirements_find(table, "k.vector_add"));
    assert_non_null(requirements_find(table, "err.b.k6.garbage"));
    requirements_destroy(table);
}

static int make_file(void **state)
{
    (void)state;
    int descriptor = mkstemp(path);
    return descriptor < 0 ? -1 : close(descriptor);
}

static int remove_file(void **state)
{
    (void)state;
    return unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(good_table),
        cmocka_unit_test(bad_tables),
        cmocka_unit_test(own_table),
    };
    return cmocka_run_group_tests(tests, make_file, remove_file);
}
