/* log_test.c: a log is whole lines whatever happens to its writer, and damage in the middle is noticed. */
#include "log.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static char folder[] = "/tmp/assay-log-XXXXXX";
static char path[256];

static int make_folder(void **state)
{
    (void)state;
    if (!mkdtemp(folder))
        return -1;
    snprintf(path, sizeof path, "%s/deep/er/log.jsonl", folder);
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    unlink(path);
    for (char *slash; (slash = strrchr(path, '/')) > path + strlen("/tmp");) {
        *slash = 0;
        rmdir(path);
    }
    return access(folder, F_OK) == 0;
}

static void put(assay_log *log, const char *type)
{
    text line = {0};
    json_open(&line, NULL, '{');
    json_string(&line, "type", type);
    json_close(&line, '}');
    assert_true(assay_log_line(log, &line));
    assert_int_equal(line.length, 0);
    text_free(&line);
}

static bool collect(void *context, const json_value *line)
{
    strcat(context, json_text(line, "type"));
    strcat(context, ";");
    return true;
}

static void tear(const char *more)
{
    FILE *file = fopen(path, "a");
    fputs(more, file);
    fclose(file);
}

static void a_torn_line_is_passed_over_and_cut_off(void **state)
{
    (void)state;
    char types[256] = "";
    assay_error error = {0};
    assay_log *log = assay_log_create(path, &error);
    assert_non_null(log);
    put(log, "run");
    put(log, "case");
    assay_log_close(log);
    tear("{\"type\":\"ca");
    assert_true(assay_log_read(path, collect, types, &error));
    assert_string_equal(types, "run;case;");
    log = assay_log_append(path, &error);
    assert_non_null(log);
    put(log, "end");
    assay_log_close(log);
    types[0] = 0;
    assert_true(assay_log_read(path, collect, types, &error));
    assert_string_equal(types, "run;case;end;");
}

static void a_pipe_is_appended_to(void **state)
{
    (void)state;
    int ends[2];
    char name[32], got[64] = "";
    assay_error error = {0};
    assert_int_equal(pipe(ends), 0);
    snprintf(name, sizeof name, "/dev/fd/%d", ends[1]);
    for (int i = 0; i < 2; i++) {
        assay_log *log = i ? assay_log_append(name, &error) : assay_log_create(name, &error);
        if (!log)
            fail_msg("%s", error.text);
        put(log, i ? "b" : "a");
        assay_log_close(log);
    }
    assert_true(read(ends[0], got, sizeof got - 1) > 0);
    assert_string_equal(got, "{\"type\":\"a\"}\n{\"type\":\"b\"}\n");
    close(ends[0]);
    close(ends[1]);
}

static void damage_in_the_middle_is_an_error(void **state)
{
    (void)state;
    char types[256] = "";
    assay_error error = {0};
    tear("not json\n{\"type\":\"x\"}\n");
    assert_false(assay_log_read(path, collect, types, &error));
    assert_int_equal(error.line, 4);
}

static void what_cannot_be_opened_says_why(void **state)
{
    (void)state;
    assay_error error = {0};
    assert_null(assay_log_create(folder, &error)); /* a directory */
    assert_non_null(strstr(error.text, "cannot write the log"));
    assert_null(assay_log_append("/nonexistent/log", &error));
    assert_false(assay_log_read("/nonexistent/log", collect, NULL, &error));
}

static void a_full_disk_is_told_once(void **state)
{
    (void)state;
    assay_error error = {0};
    text line = {0};
    assay_log *log = assay_log_create("/dev/full", &error);
    if (!log)
        skip();
    text_add(&line, "{}");
    assert_false(assay_log_line(log, &line));
    assert_non_null(assay_log_failure(log));
    text_add(&line, "{}");
    assert_false(assay_log_line(log, &line));
    assay_log_close(log);
    text_free(&line);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_torn_line_is_passed_over_and_cut_off),
        cmocka_unit_test(a_pipe_is_appended_to),
        cmocka_unit_test(damage_in_the_middle_is_an_error),
        cmocka_unit_test(what_cannot_be_opened_says_why),
        cmocka_unit_test(a_full_disk_is_told_once),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
