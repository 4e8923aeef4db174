/* ledger_test.c: sums that must not add up, and exit codes. */
#include "ledger.h"
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static void a_lost_case_is_noticed(void **state)
{
    (void)state;
    assay_error error = {0};
    ledger ledger = {.discovered = 3};
    ledger_add(&ledger, VERDICT_PASS, 10, 0);
    ledger_add(&ledger, VERDICT_SKIP, 0, 0);
    assert_false(ledger_adds_up(&ledger, &error));
    assert_non_null(strstr(error.text, "3 cases discovered"));
    assert_int_equal(ledger_exit_code(&ledger), EXIT_INTERNAL);
    ledger_add(&ledger, VERDICT_UNIMPLEMENTED, 0, 0);
    assert_true(ledger_adds_up(&ledger, &error));
    assert_int_equal(ledger_run(&ledger), 1);
    assert_int_equal(ledger_exit_code(&ledger), EXIT_PASS);
    ledger_add(&ledger, VERDICT_PASS, 10, 0); /* one too many */
    assert_int_equal(ledger_exit_code(&ledger), EXIT_INTERNAL);
}

static int code_after(verdict verdict)
{
    ledger ledger = {.discovered = 2};
    ledger_add(&ledger, VERDICT_PASS, 1, 0);
    ledger_add(&ledger, verdict, 0, 0);
    return ledger_exit_code(&ledger);
}

static void verdicts_decide_the_exit_code(void **state)
{
    (void)state;
    static const verdict bad[] = {VERDICT_FAIL, VERDICT_CRASH, VERDICT_TIMEOUT, VERDICT_DEVICE_ERROR,
                                  VERDICT_UNEXPECTED_PASS};
    static const verdict good[] = {VERDICT_PASS, VERDICT_SKIP, VERDICT_WAIVED, VERDICT_NOT_DEMONSTRATED};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(code_after(bad[i]), EXIT_FAIL);
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        assert_int_equal(code_after(good[i]), EXIT_PASS);
    assert_int_equal(code_after(VERDICT_INTERNAL_ERROR), EXIT_INTERNAL);
}

static void only_skips_are_a_skip(void **state)
{
    (void)state;
    ledger ledger = {.discovered = 1};
    ledger_add(&ledger, VERDICT_SKIP, 0, 0);
    assert_int_equal(ledger_exit_code(&ledger), EXIT_SKIPPED);
}

static void the_judged_share_is_told(void **state)
{
    (void)state;
    text out = {0};
    ledger ledger = {.discovered = 1};
    ledger_add(&ledger, VERDICT_PASS, 3, 1);
    ledger_describe(&ledger, &out);
    assert_non_null(strstr(text_string(&out), "judged 3 of 4 values (75.00 %)"));
    text_free(&out);
}

static void names_of_verdicts_are_found_again(void **state)
{
    (void)state;
    for (int i = 0; i < VERDICT_COUNT; i++)
        assert_int_equal(verdict_from_name(verdict_name((verdict)i)), i);
    assert_int_equal(verdict_from_name("great"), VERDICT_COUNT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_lost_case_is_noticed),
        cmocka_unit_test(verdicts_decide_the_exit_code),
        cmocka_unit_test(only_skips_are_a_skip),
        cmocka_unit_test(the_judged_share_is_told),
        cmocka_unit_test(names_of_verdicts_are_found_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
