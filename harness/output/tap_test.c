/* tap_test.c: TAP as its readers expect it; what must be `not ok` is. */
#include "tap.h"
#include "../base/text.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static char *written(void (*write)(tap *tap, FILE *out))
{
    char *content = NULL;
    size_t size;
    tap tap;
    FILE *out = open_memstream(&content, &size);
    write(&tap, out);
    fclose(out);
    return content;
}

static void write_all(tap *tap, FILE *out)
{
    outcome pass = {.verdict = VERDICT_PASS}, skip = {.verdict = VERDICT_SKIP}, fail = {.verdict = VERDICT_FAIL};
    outcome waived = {.verdict = VERDICT_WAIVED};
    skip.reason = text_copy("needs #7");
    fail.kind = FAILURE_COMPARISON;
    fail.output = text_copy("result");
    fail.message = text_copy("line 1\nline 2");
    fail.wrong = 2;
    tap_begin(tap, out, 14, 3);
    tap_file(tap, "a/b", (tap_case[]){{"a/b:T=int", &pass, NULL}, {"a/b:T=half", &fail, "assay run a/b:T=half"}}, 2);
    tap_file(tap, "a/c", (tap_case[]){{"a/c", &skip, NULL}}, 1);
    tap_file(tap, "a/d", (tap_case[]){{"a/d", &waived, NULL}, {"a/d#2", &pass, NULL}}, 2);
    outcome_clear(&skip);
    outcome_clear(&fail);
}

static void files_are_tests_and_cases_subtests(void **state)
{
    (void)state;
    char *content = written(write_all);
    assert_string_equal(content, "TAP version 14\n"
                                 "1..3\n"
                                 "# Subtest: a/b\n"
                                 "    1..2\n"
                                 "    ok 1 - a/b:T=int\n"
                                 "    not ok 2 - a/b:T=half\n"
                                 "    # fail: result: 2 values wrong\n"
                                 "    # line 1\n"
                                 "    # line 2\n"
                                 "    # rerun: assay run a/b:T=half\n"
                                 "not ok 1 - a/b\n"
                                 "# Subtest: a/c\n"
                                 "    1..1\n"
                                 "    ok 1 - a/c # SKIP needs \\#7\n"
                                 "ok 2 - a/c # SKIP needs \\#7\n"
                                 "# Subtest: a/d\n"
                                 "    1..2\n"
                                 "    not ok 1 - a/d # TODO \n"
                                 "    ok 2 - a/d\\#2\n"
                                 "ok 3 - a/d\n");
    free(content);
}

static void write_each_bad(tap *tap, FILE *out)
{
    tap_begin(tap, out, 13, 0);
    for (int i = 0; i < VERDICT_COUNT; i++) {
        outcome outcome = {.verdict = (verdict)i};
        tap_file(tap, verdict_name((verdict)i), (tap_case[]){{"x", &outcome, NULL}}, 1);
    }
}

static void every_bad_verdict_is_not_ok(void **state)
{
    (void)state;
    char *content = written(write_each_bad), expected[128];
    assert_non_null(strstr(content, "TAP version 13\n1..0 # SKIP"));
    for (int i = 0; i < VERDICT_COUNT; i++) {
        bool bad = verdict_is_bad((verdict)i);
        snprintf(expected, sizeof expected, "\n%s %d - %s", bad ? "not ok" : "ok", i + 1, verdict_name((verdict)i));
        if (!strstr(content, expected))
            fail_msg("no line `%s`", expected + 1);
    }
    free(content);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_are_tests_and_cases_subtests),
        cmocka_unit_test(every_bad_verdict_is_not_ok),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
