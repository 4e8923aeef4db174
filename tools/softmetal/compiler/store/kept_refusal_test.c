/* kept_refusal_test.c: which refusals are kept, and what a log's codes say. */
#include "kept_refusal.h"
#include "../compiler.h"
#include "../protocol.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

static void expect_trouble(const char *log, sm_trouble trouble, const char *words)
{
    char text[200];
    strcpy(text, log);
    assert_int_equal(sm_log_trouble(text), trouble);
    assert_string_equal(text, words);
}

static void a_code_tells_the_trouble(void **state)
{
    (void)state;
    expect_trouble("program_source:1:1: error: " SM_LOG_GAP "any words", SM_TROUBLE_GAP,
                   "program_source:1:1: error: any words");
    expect_trouble(SM_LOG_BREAKDOWN "it died\n" SM_LOG_GAP "and more\n", SM_TROUBLE_BREAKDOWN, "it died\nand more\n");
    expect_trouble("internal compiler error: softmetal does not have it", SM_TROUBLE_PROGRAM,
                   "internal compiler error: softmetal does not have it");
    assert_int_equal(sm_log_trouble(NULL), SM_TROUBLE_PROGRAM);
}

static bool lasts(const char *source, const char *log)
{
    return sm_refusal_lasts(source, strlen(source), log);
}

static void what_the_program_is_refused_for_lasts(void **state)
{
    (void)state;
    assert_true(lasts("kernel", "program_source:1:1: error: internal compiler error is what it says\n"));
    assert_false(lasts("kernel", "program_source:1:1: error: " SM_LOG_BREAKDOWN "it died\n"));
    assert_false(lasts("kernel", "program_source: error: no place\n"));
    assert_false(lasts("#include \"a.h\"\n", "program_source:1:1: error: it may change\n"));
    assert_true(lasts("kernel", "program_source:1:1: error: " SM_LOG_GAP "not there\n"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_code_tells_the_trouble),
        cmocka_unit_test(what_the_program_is_refused_for_lasts),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
