/* reject_test.c: what a case asks of compiler and API in place of results: which refusals are the one it asks for,
 * which pipelines must be refused, and what libraries and pipelines say of themselves. */
#include "../run_testing.h"

static outcome run_rejected(const char *marked, const char *words)
{
    text content = {0};
    text_format(&content,
                "//! title:   must not compile\n//! reject:  %s\n//! control: replace `%s` with `fine`\n\n\n\n"
                "kernel void k() { %s; } // reject\n",
                words, marked, marked);
    outcome outcome = run_text(text_string(&content), false, false);
    text_free(&content);
    return outcome;
}

static void expect_rejected(const char *marked, const char *words, verdict verdict, failure_kind kind)
{
    outcome outcome = run_rejected(marked, words);
    if (outcome.verdict != verdict || outcome.kind != kind)
        fail_msg("%s ended in %s: %s", marked, verdict_name(outcome.verdict), outcome.reason ? outcome.reason : "");
    outcome_clear(&outcome);
}

static void refusals_are_judged(void **state)
{
    (void)state;
    expect_rejected("REFUSED", "refused", VERDICT_PASS, FAILURE_NONE);
    expect_rejected("ACCEPTED", "refused", VERDICT_FAIL, FAILURE_ACCEPTED);
    expect_rejected("ELSEWHERE", "refused", VERDICT_FAIL, FAILURE_ACCEPTED);
    expect_rejected("BROKEN", "refused", VERDICT_CRASH, FAILURE_NONE);
    expect_rejected("IN_HEADER", "refused", VERDICT_PASS, FAILURE_NONE);
    expect_rejected("NOTED", "refused", VERDICT_FAIL, FAILURE_ACCEPTED);
    expect_rejected("WARNED", "refused", VERDICT_FAIL, FAILURE_ACCEPTED);
    expect_rejected("BEHIND", "refused", VERDICT_FAIL, FAILURE_ACCEPTED);
    expect_rejected("GONE", "refused", VERDICT_CRASH, FAILURE_NONE);
    outcome outcome = run_rejected("REFUSED", "otherwise");
    assert_int_equal(outcome.verdict, VERDICT_PASS);
    assert_non_null(strstr(outcome.reason, "other words"));
    outcome_clear(&outcome);
}

static void expect_pipeline(const char *word, const char *key, verdict verdict, failure_kind kind)
{
    text content = {0};
    text_format(&content, "//! title: asks the API\n//! in: data uint[8] = iota\n%s\n\nkernel void k() { %s; }\n", key,
                word);
    outcome outcome = run_text(text_string(&content), false, false);
    if (outcome.verdict != verdict || outcome.kind != kind)
        fail_msg("%s ended in %s: %s", key, verdict_name(outcome.verdict), outcome.reason ? outcome.reason : "");
    outcome_clear(&outcome);
    text_free(&content);
}

static void what_the_api_says_is_judged(void **state)
{
    (void)state;
    expect_pipeline("", "//! reflect: data = 0", VERDICT_PASS, FAILURE_NONE);
    expect_pipeline("", "//! reflect: data = 1", VERDICT_FAIL, FAILURE_COMPARISON);
    expect_pipeline("", "//! reflect: data = absent", VERDICT_FAIL, FAILURE_COMPARISON);
    expect_pipeline("", "//! reflect: other = absent, max_threads = 1024", VERDICT_PASS, FAILURE_NONE);
    expect_pipeline("", "//! reflect: other = 0", VERDICT_FAIL, FAILURE_COMPARISON);
    expect_pipeline("SMALL", "//! reflect: max_threads = 1024", VERDICT_FAIL, FAILURE_COMPARISON);
    expect_pipeline("PIPELESS", "//! reflect: data = 0", VERDICT_FAIL, FAILURE_PIPELINE);
    expect_pipeline("SHATTERED", "//! reflect: data = 0", VERDICT_CRASH, FAILURE_NONE);
    expect_pipeline("", "//! reflect: k: arguments = recorded", VERDICT_PASS, FAILURE_NONE);
    expect_pipeline("PIPELESS", "//! reflect: k: arguments = recorded", VERDICT_FAIL, FAILURE_PIPELINE);
    expect_pipeline("PIPELESS", "//! reflect: k: constants = recorded", VERDICT_PASS, FAILURE_NONE);
    expect_pipeline("", "//! reflect: l: constants = recorded", VERDICT_FAIL, FAILURE_COMPARISON);
    expect_pipeline("", "//! reflect: library: k = 0, l = absent", VERDICT_PASS, FAILURE_NONE);
    expect_pipeline("", "//! reflect: library: k = absent", VERDICT_FAIL, FAILURE_COMPARISON);
    expect_pipeline("", "//! reflect: k: annotation = \"words\"", VERDICT_PASS, FAILURE_NONE);
    expect_pipeline("", "//! reflect: k: annotation = \"word\"", VERDICT_FAIL, FAILURE_COMPARISON);
    expect_pipeline("", "//! reflect: k: annotation = absent", VERDICT_FAIL, FAILURE_COMPARISON);
    expect_pipeline("", "//! reflect: l: annotation = absent", VERDICT_PASS, FAILURE_NONE);
    expect_pipeline("", "//! reflect: l: annotation = \"words\"", VERDICT_FAIL, FAILURE_COMPARISON);
}

static void refused_pipelines_are_judged(void **state)
{
    (void)state;
    static const char key[] = "//! no_pipeline: `k`\n//! control: replace `PIPELESS` with `fine`";
    static const char broken[] = "//! no_pipeline: `k`\n//! control: replace `PIPELESS` with `REFUSED`";
    static const char given[] = "//! no_pipeline: `k`\n//! control: replace `WIDE` with `fine`";
    static const char refused[] = "//! no_pipeline: `k`\n//! control: replace `REFUSED` with `fine`";
    expect_pipeline("PIPELESS", key, VERDICT_PASS, FAILURE_NONE);
    expect_pipeline("PIPELESS", broken, VERDICT_FAIL, FAILURE_COMPILE);
    expect_pipeline("WIDE", given, VERDICT_FAIL, FAILURE_ACCEPTED);
    expect_pipeline("REFUSED", refused, VERDICT_FAIL, FAILURE_COMPILE);
    static const char shattered[] = "//! no_pipeline: `k`\n//! control: replace `SHATTERED` with `fine`";
    expect_pipeline("SHATTERED", shattered, VERDICT_CRASH, FAILURE_NONE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(refusals_are_judged),
        cmocka_unit_test(what_the_api_says_is_judged),
        cmocka_unit_test(refused_pipelines_are_judged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
