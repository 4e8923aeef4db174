/* execute_test.c: what becomes of a case whose device gives wrong results, fails, refuses or has too little. */
#include "run_testing.h"

static void a_right_result_passes(void **state)
{
    (void)state;
    outcome outcome = run_word("", false);
    assert_int_equal(outcome.verdict, VERDICT_PASS);
    assert_int_equal(outcome.judged, 8);
    assert_int_equal(outcome.subcases_run, 1);
    assert_true(outcome.gpu == 0.5); /* no second run without poison in sight */
    outcome_clear(&outcome);
}

static void wrong_results_fail(void **state)
{
    (void)state;
    expect_end("WRONG", VERDICT_FAIL, FAILURE_COMPARISON, "result: 1 value wrong");
    expect_end("LAZY", VERDICT_FAIL, FAILURE_COMPARISON, "result: 1 value wrong, 1 of them never written");
    expect_end("POISONED", VERDICT_FAIL, FAILURE_COMPARISON, "result: 1 value wrong");
}

static void strays_are_seen(void **state)
{
    (void)state;
    expect_end("BEYOND", VERDICT_FAIL, FAILURE_GUARD, "wrote outside result: 1 bytes changed, the first at 32");
    expect_end("BEFORE", VERDICT_FAIL, FAILURE_GUARD, "wrote outside result: 1 bytes changed, the first at -1");
    expect_end("FAR_BACK", VERDICT_FAIL, FAILURE_GUARD, "the first at -4096");
    expect_end("INPUT", VERDICT_FAIL, FAILURE_GUARD, "wrote to the input data: 1 bytes changed, the first at 0");
}

static void device_errors_are_no_failures(void **state)
{
    (void)state;
    expect_end("HANG", VERDICT_TIMEOUT, FAILURE_NONE, "late");
    expect_end("STOPPED", VERDICT_TIMEOUT, FAILURE_NONE, "hang");
    expect_end("FAULT", VERDICT_DEVICE_ERROR, FAILURE_NONE, "page fault");
    outcome outcome = run_word("INNOCENT", false);
    assert_true(outcome.innocent);
    outcome_clear(&outcome);
    expect_end("ONCE_A_VICTIM", VERDICT_PASS, FAILURE_NONE, "");
}

static void compilers_can_refuse_or_break(void **state)
{
    (void)state;
    expect_end("REFUSED", VERDICT_FAIL, FAILURE_COMPILE, "does not compile");
    expect_end("BROKEN", VERDICT_CRASH, FAILURE_NONE, "broke down");
    expect_end("GONE", VERDICT_CRASH, FAILURE_NONE, "broke down");
    expect_end("PIPELESS", VERDICT_FAIL, FAILURE_PIPELINE, "gives no pipeline");
    expect_end("SHATTERED", VERDICT_CRASH, FAILURE_NONE, "broke down");
    expect_end("GAP", VERDICT_UNIMPLEMENTED, FAILURE_NONE, "not there yet"); /* by its code, not its words */
}

static void a_refusal_may_be_recorded(void **state)
{
    (void)state;
    static const struct {
        const char *word, *reason;
        verdict verdict;
    } ends[] = {
        {"REFUSED", "the text contradicts itself", VERDICT_SKIP}, {"WRONG", "", VERDICT_FAIL}, {"", "", VERDICT_PASS}};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        text content = {0};
        text_format(&content, "//! refusal: the text contradicts itself\n%s%s// %s\n", header, kernel, ends[i].word);
        outcome outcome = run_text(text_string(&content), false, false);
        assert_int_equal(outcome.verdict, ends[i].verdict);
        assert_true(!*ends[i].reason || strstr(outcome.reason, ends[i].reason));
        outcome_clear(&outcome);
        text_free(&content);
    }
}

static void a_compiled_library_takes_the_place_of_the_source(void **state)
{
    (void)state;
    wishes.library = "kernel void k: RIGHT.metallib";
    expect_end("REFUSED", VERDICT_PASS, FAILURE_NONE, "");
    wishes.library = "kernel void k: WRONG.metallib";
    expect_end("", VERDICT_FAIL, FAILURE_COMPARISON, "1 value wrong");
    wishes.library = "MISSING.metallib";
    expect_end("", VERDICT_FAIL, FAILURE_COMPILE, "is no library that the device loads");
    wishes.library = NULL;
}

static void too_small_a_pipeline_skips(void **state)
{
    (void)state;
    expect_end("SMALL", VERDICT_SKIP, FAILURE_NONE, "a threadgroup of 8 threads, but the pipeline takes 4");
}

static void findings_fail_in_checked_mode(void **state)
{
    (void)state;
    outcome outcome = run_word("FINDING", true);
    assert_int_equal(outcome.verdict, VERDICT_FAIL);
    assert_int_equal(outcome.kind, FAILURE_FINDING);
    assert_int_equal(outcome.finding_count, 2);
    assert_string_equal(outcome.findings[1].text, "race in j");
    outcome_clear(&outcome);
    expect_end("FINDING", VERDICT_PASS, FAILURE_NONE, "pass");
}

static void a_case_that_judges_nothing_is_no_pass(void **state)
{
    (void)state;
    text content = {0};
    text_format(&content,
                "//! title:    nothing\n//! dispatch: threads 8, threadgroup 8\n//! in:       data uint[8] = iota\n"
                "//! out:      result uint[8]\n//! expect:   result = unjudged\n%s",
                kernel);
    outcome outcome = run_text(text_string(&content), false, false);
    assert_int_equal(outcome.verdict, VERDICT_INTERNAL_ERROR);
    outcome_clear(&outcome);
    text_free(&content);
}

/* ---- Several subcases */

/* The copy of eight numbers, with these lines more and this word in the program. */
static outcome run_lines(const char *dispatch, const char *lines, const char *expected, const char *word)
{
    text content = {0};
    text_format(&content,
                "//! title:     a copy\n%s//! dispatch:  %s\n//! in:        data uint[threads] = iota\n"
                "//! out:       result uint[threads]\n//! expect:    result = %s\n\n%s// %s\n",
                lines, dispatch, expected, kernel, word);
    outcome outcome = run_text(text_string(&content), false, false);
    text_free(&content);
    return outcome;
}

static void subcases_that_cannot_run_are_counted(void **state)
{
    (void)state;
    static const char two[] = "//! subcases:  N in 4 8\n";
    outcome outcome = run_lines("threads N, threadgroup N", two, "same data", "");
    assert_int_equal(outcome.subcases_run, 2);
    assert_int_equal(outcome.judged, 12);
    outcome_clear(&outcome);
    outcome = run_lines("threads N, threadgroup N", two, "same data", "SMALL");
    assert_int_equal(outcome.verdict, VERDICT_PASS);
    assert_int_equal(outcome.subcases_run, 1);
    assert_non_null(strstr(outcome.reason, "1 of 2 subcases skipped: a threadgroup of 8 threads"));
    outcome_clear(&outcome);
    wishes.last_only = true;
    outcome = run_lines("threads N, threadgroup N", two, "same data", "");
    wishes.last_only = false;
    assert_int_equal(outcome.subcases_run, 1);
    assert_int_equal(outcome.judged, 8);
    outcome_clear(&outcome);
}

static void a_case_that_needs_more_is_skipped(void **state)
{
    (void)state;
    outcome outcome = run_lines("threads 8, threadgroup 8", "//! requires:  msl 3.1\n", "same data", "");
    assert_int_equal(outcome.verdict, VERDICT_SKIP);
    assert_non_null(strstr(outcome.reason, "3.1"));
    assert_int_equal(outcome.subcases_run, 0);
    outcome_clear(&outcome);
}

/* The width of SIMD-groups is known when there is a pipeline: expressions that use it are computed again. */
static void the_pipeline_says_how_wide_simd_groups_are(void **state)
{
    (void)state;
    static const struct {
        const char *word;
        uint64_t width;
    } rows[] = {{"", 32}, {"WIDE", 64}, {"NARROW", 8}};
    for (size_t n = 0; n < 3; n++) {
        outcome outcome = run_lines("threads simd_width, threadgroup simd_width", "", "same data", rows[n].word);
        assert_int_equal(outcome.verdict, VERDICT_PASS);
        assert_int_equal(outcome.judged, rows[n].width);
        outcome_clear(&outcome);
    }
}

static void a_killed_mutant_runs_no_further(void **state)
{
    (void)state;
    static const char lines[] =
        "//! verifies:  a\n//! mutant:    a | replace `{}` with `{ WRONG; }`\n//! subcases:  N in 4 8\n";
    mutant_is_next = true;
    outcome outcome = run_lines("threads N, threadgroup N", lines, "same data", "");
    mutant_is_next = false;
    assert_int_equal(outcome.verdict, VERDICT_FAIL);
    assert_int_equal(outcome.subcases_run, 1);
    outcome_clear(&outcome);
}

/* ---- What is told beside the verdict */

static void what_is_recorded_is_a_fact(void **state)
{
    (void)state;
    text content = {0};
    text_format(&content,
                "//! title:     a copy\n//! dispatch:  threads 8, threadgroup 8\n//! inout:     data uint[8] = iota\n"
                "//! out:       result uint[8]\n//! expect:    data = same data\n"
                "//! expect:    result = recorded same data\n\n%s// WRONG\n",
                kernel);
    outcome outcome = run_text(text_string(&content), false, false);
    text_free(&content);
    assert_int_equal(outcome.verdict, VERDICT_PASS);
    assert_int_equal(outcome.judged, 8);
    assert_string_equal(outcome.facts, "\"result\":\"7 of 8 as the reference\"");
    outcome_clear(&outcome);
}

static void a_good_run_is_repeated(void **state)
{
    (void)state;
    wishes.repeats = 3;
    outcome outcome = run_word("", false);
    assert_int_equal(outcome.sample_count, 3);
    assert_true(outcome.samples[2] == 0.5);
    outcome_clear(&outcome);
    outcome = run_word("WRONG", false);
    assert_int_equal(outcome.sample_count, 0);
    outcome_clear(&outcome);
    wishes.repeats = 0;
}

/* Of outcome 2 there were none; its mutant shows one, or the verdict is that nothing was shown. */
static void a_mutant_shows_what_is_forbidden(void **state)
{
    (void)state;
    for (int shows = 0; shows < 2; shows++) {
        text content = {0};
        text_format(&content,
                    "//! title:     counts\n//! dispatch:  threads 4, threadgroup 4\n//! verifies:  a\n"
                    "//! in:        data uint[4] = values 4 4 0 0\n//! out:       result uint[4]\n"
                    "//! expect:    result = litmus(8, 2)\n//! compare:   result: statistic 8\n"
                    "//! mutant:    a | replace `{}` with `{ %s; }`\n\n%s",
                    shows ? "WRONG" : "RIGHT", kernel);
        outcome outcome = run_text(text_string(&content), false, false);
        assert_int_equal(outcome.verdict, shows ? VERDICT_PASS : VERDICT_NOT_DEMONSTRATED);
        assert_int_equal(outcome.shown_count, 1);
        assert_int_equal(outcome.shown[0], shows);
        outcome_clear(&outcome);
        text_free(&content);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_right_result_passes),
        cmocka_unit_test(wrong_results_fail),
        cmocka_unit_test(strays_are_seen),
        cmocka_unit_test(device_errors_are_no_failures),
        cmocka_unit_test(compilers_can_refuse_or_break),
        cmocka_unit_test(a_refusal_may_be_recorded),
        cmocka_unit_test(a_compiled_library_takes_the_place_of_the_source),
        cmocka_unit_test(too_small_a_pipeline_skips),
        cmocka_unit_test(findings_fail_in_checked_mode),
        cmocka_unit_test(a_case_that_judges_nothing_is_no_pass),
        cmocka_unit_test(subcases_that_cannot_run_are_counted),
        cmocka_unit_test(a_case_that_needs_more_is_skipped),
        cmocka_unit_test(the_pipeline_says_how_wide_simd_groups_are),
        cmocka_unit_test(a_killed_mutant_runs_no_further),
        cmocka_unit_test(what_is_recorded_is_a_fact),
        cmocka_unit_test(a_good_run_is_repeated),
        cmocka_unit_test(a_mutant_shows_what_is_forbidden),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
