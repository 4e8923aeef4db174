/* judge_test.c: what a trial's end means hangs on its codes: phase, cause, kind and line. The sentences are
 * nonsense. */
#include "judge.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static validate_request request = {.shown = "k.metal", .run = {.timeout = 5}};
static contract nothing;
static const contract_sizes no_sizes;
static validation v;
static assay_error error;

static int begin(void **state)
{
    (void)state;
    v = (validation){.request = &request, .candidate = {.contract = &nothing}, .baseline = {.contract = &nothing}};
    for (int i = 0; i < STAGE_COUNT; i++)
        v.stages[i].worst = NAN;
    error = (assay_error){0};
    return 0;
}

static int end(void **state)
{
    (void)state;
    for (size_t i = 0; i < v.finding_count; i++) {
        free(v.findings[i].what);
        free(v.findings[i].where);
        free(v.findings[i].detail);
    }
    free(v.findings);
    return 0;
}

static bool judged(outcome outcome, stage stage, const char *reason)
{
    trial one = {.stage = stage,
                 .binding = &v.candidate,
                 .what = {.type = "float", .sizes = &no_sizes},
                 .outcome = outcome,
                 .ended = true};
    if (reason)
        outcome_decide(&one.outcome, outcome.verdict, "%s", reason);
    bool good = judge_trial(&v, &one, &error);
    outcome_clear(&one.outcome);
    return good;
}

static void a_time_out_of_the_compiler_is_no_verdict(void **state)
{
    (void)state;
    assert_false(judged((outcome){.verdict = VERDICT_TIMEOUT, .phase = PHASE_COMPILE}, STAGE_CORRECTNESS, "xyzzy"));
    assert_int_equal(v.finding_count, 0);
    assert_true(judged((outcome){.verdict = VERDICT_TIMEOUT, .phase = PHASE_DISPATCH}, STAGE_CORRECTNESS,
                       "no end while compiling, it seems"));
    assert_int_equal(v.finding_count, 1);
    assert_true(v.findings[0].defect);
    assert_non_null(strstr(v.findings[0].what, "the kernel does not end"));
}

/* What is known to end otherwise gets less time, and says so; checked mode of what is known not to end says nothing. */
static void less_time_is_told(void **state)
{
    (void)state;
    trial one = {.stage = STAGE_SCHEDULE,
                 .binding = &v.candidate,
                 .what = {.type = "float", .sizes = &no_sizes},
                 .outcome = {.verdict = VERDICT_TIMEOUT, .phase = PHASE_DISPATCH},
                 .seconds = 4,
                 .ended = true};
    assert_true(judge_trial(&v, &one, &error));
    assert_int_equal(v.finding_count, 1);
    assert_non_null(strstr(v.findings[0].what, "does not end within 4 s, far more than it takes otherwise"));
    one.stage = STAGE_CHECKED;
    assert_true(judge_trial(&v, &one, &error));
    assert_int_equal(v.finding_count, 1);
    assert_int_equal(v.stages[STAGE_CHECKED].failed, 1);
}

static void expect_crash(outcome outcome, const char *reason, const char *what)
{
    size_t before = v.finding_count;
    assert_true(judged(outcome, STAGE_CORRECTNESS, reason));
    assert_int_equal(v.finding_count, before + 1);
    assert_string_equal(v.findings[before].what, what);
}

static void a_crash_is_the_compilers_or_the_kernels(void **state)
{
    (void)state;
    expect_crash((outcome){.verdict = VERDICT_CRASH, .cause = CAUSE_BREAKDOWN}, "xyzzy", "the compiler breaks down");
    expect_crash((outcome){.verdict = VERDICT_CRASH, .phase = PHASE_DISPATCH, .message = strdup("compile, compiler")},
                 "compiled words", "the kernel crashes");
    end(NULL), begin(NULL);
    expect_crash((outcome){.verdict = VERDICT_CRASH, .phase = PHASE_COMPILE}, "xyzzy", "the compiler breaks down");
}

static void a_device_finding_has_kind_and_line(void **state)
{
    (void)state;
    outcome outcome = {.verdict = VERDICT_FAIL, .kind = FAILURE_FINDING};
    outcome_add_finding(&outcome, "seven is the line, line 8 is not", FINDING_RACE, 7);
    outcome_add_finding(&outcome, "worth a thought", FINDING_NOTE, 9);
    assert_true(judged(outcome, STAGE_CHECKED, NULL));
    assert_int_equal(v.finding_count, 2);
    assert_int_equal(v.findings[0].line, 7);
    assert_true(v.findings[0].defect);
    assert_int_equal(v.findings[1].line, 9);
    assert_false(v.findings[1].defect);
    assert_null(v.findings[0].file);
}

/* Its result no case judges; what it gives is left open all the same. */
static void a_conversion_is_wrong_though_results_are_right(void **state)
{
    (void)state;
    outcome outcome = {.verdict = VERDICT_PASS};
    outcome_add_finding(&outcome, "converts -1 to uchar", FINDING_CONVERSION, 5);
    assert_null(outcome_defect(&outcome));
    assert_true(judged(outcome, STAGE_CHECKED, NULL));
    assert_true(v.findings[0].defect);
    assert_int_equal(v.findings[0].line, 5);
    assert_int_equal(v.stages[STAGE_CHECKED].failed, 1);
}

static void a_line_of_an_included_file_has_its_name(void **state)
{
    (void)state;
    outcome outcome = {.verdict = VERDICT_FAIL, .kind = FAILURE_FINDING};
    outcome_add_finding(&outcome, "kernel 'k', line 3 of in/put.h, thread (0, 0, 0): reads", FINDING_RACE, 3);
    assert_true(judged(outcome, STAGE_CHECKED, NULL));
    assert_string_equal(v.findings[0].file, "in/put.h");
    assert_int_equal(v.findings[0].line, 3);
}

static void what_softmetal_lacks_is_skipped(void **state)
{
    (void)state;
    assert_true(judged((outcome){.verdict = VERDICT_UNIMPLEMENTED, .cause = CAUSE_GAP}, STAGE_CORRECTNESS, "xyzzy"));
    assert_int_equal(v.stages[STAGE_CORRECTNESS].skipped, 1);
    assert_string_equal(v.stages[STAGE_CORRECTNESS].note, "xyzzy");
    assert_int_equal(v.finding_count, 0);
}

static void a_failure_is_told_by_its_kind(void **state)
{
    (void)state;
    assert_true(judged((outcome){.verdict = VERDICT_FAIL, .kind = FAILURE_GUARD, .guard = 4}, STAGE_CORRECTNESS, NULL));
    assert_string_equal(v.findings[0].what, "the kernel writes where it must not");
    assert_true(judged((outcome){.verdict = VERDICT_FAIL, .kind = FAILURE_COMPARISON, .wrong = 2, .unwritten = 2},
                       STAGE_CORRECTNESS, NULL));
    assert_string_equal(v.findings[1].what, "the kernel leaves results unwritten");
    assert_true(
        judged((outcome){.verdict = VERDICT_FAIL, .kind = FAILURE_COMPARISON, .wrong = 2}, STAGE_CORRECTNESS, NULL));
    assert_string_equal(v.findings[2].what, "results are wrong");
    assert_true(
        judged((outcome){.verdict = VERDICT_INTERNAL_ERROR, .kind = FAILURE_UNJUDGED}, STAGE_CORRECTNESS, "xyzzy"));
    assert_int_equal(v.stages[STAGE_CORRECTNESS].unpromised, 1);
    assert_false(judged((outcome){.verdict = VERDICT_INTERNAL_ERROR}, STAGE_CORRECTNESS, "judges nothing"));
}

static outcome with_worst(verdict verdict, double worst, const char *unit)
{
    return (outcome){.verdict = verdict,
                     .kind = verdict == VERDICT_FAIL ? FAILURE_COMPARISON : FAILURE_NONE,
                     .worst = worst,
                     .worst_unit = text_copy(unit),
                     .judged = 5,
                     .wrong = verdict == VERDICT_FAIL};
}

/* A stage adds up its trials, and keeps the largest error of those with a bound. */
static void a_stage_adds_up(void **state)
{
    (void)state;
    const stage_result *stage = &v.stages[STAGE_CORRECTNESS];
    assert_true(judged(with_worst(VERDICT_PASS, 0.5, "of bound"), STAGE_CORRECTNESS, NULL));
    assert_true(judged(with_worst(VERDICT_PASS, 0.25, "of bound"), STAGE_CORRECTNESS, NULL));
    assert_true(judged(with_worst(VERDICT_PASS, 7, "ulp"), STAGE_CORRECTNESS, NULL));
    assert_true(stage->worst == 0.5);
    assert_true(judged(with_worst(VERDICT_FAIL, 2, "of bound"), STAGE_CORRECTNESS, NULL));
    assert_true(judged(with_worst(VERDICT_FAIL, 1.5, "of bound"), STAGE_CORRECTNESS, NULL));
    assert_true(stage->worst == 2);
    assert_non_null(strstr(stage->worst_where, "float"));
    assert_int_equal(stage->run, 5);
    assert_int_equal(stage->failed, 2);
    assert_int_equal(stage->judged, 25);
    assert_int_equal(v.stages[STAGE_CHECKED].run, 0);
}

/* The old version is not what is judged: that it fails is worth knowing. */
static void the_baseline_may_fail(void **state)
{
    (void)state;
    trial one = {.stage = STAGE_BASELINE,
                 .binding = &v.baseline,
                 .what = {.type = "float", .sizes = &no_sizes},
                 .outcome = {.verdict = VERDICT_FAIL, .kind = FAILURE_COMPARISON, .wrong = 1},
                 .ended = true};
    assert_true(judge_trial(&v, &one, &error));
    assert_true(v.baseline_failed);
    assert_int_equal(v.finding_count, 1);
    assert_false(v.findings[0].defect);
    assert_non_null(strstr(v.findings[0].what, "the baseline is not right itself"));
}

/* Of all trials in checked mode the first eight findings are told, one that differs in numbers alone once. */
static void findings_are_not_told_for_ever(void **state)
{
    (void)state;
    static const char *const places[] = {"a", "b", "c", "d", "e", "f", "g", "h", "i", "k"};
    validation_add(&v, STAGE_CORRECTNESS, true, NULL, "another");
    for (int turn = 0; turn < 2; turn++) {
        outcome outcome = {.verdict = VERDICT_FAIL, .kind = FAILURE_FINDING};
        for (int n = 0; n < 5; n++) {
            char text[64];
            snprintf(text, sizeof text, "writes to %s", places[5 * turn + n]);
            outcome_add_finding(&outcome, text, FINDING_RACE, n + 1);
        }
        outcome_add_finding(&outcome, turn ? "thread 77 waits" : "thread 3 waits", FINDING_RACE, 9);
        assert_true(judged(outcome, STAGE_CHECKED, NULL));
    }
    assert_int_equal(v.finding_count, 1 + 8);
    assert_string_equal(v.findings[6].what, "thread 3 waits");
    assert_string_equal(v.findings[7].what, "writes to f");
}

/* A time-out in checked mode that has a finding is told by it. */
static void a_finding_explains_an_end(void **state)
{
    (void)state;
    outcome outcome = {.verdict = VERDICT_TIMEOUT, .phase = PHASE_DISPATCH};
    outcome_add_finding(&outcome, "waits for ever", FINDING_RACE, 3);
    assert_true(judged(outcome, STAGE_CHECKED, "xyzzy"));
    assert_int_equal(v.finding_count, 1);
    outcome = (struct outcome){.verdict = VERDICT_TIMEOUT, .phase = PHASE_COMPILE};
    outcome_add_finding(&outcome, "is odd", FINDING_RACE, 3);
    assert_false(judged(outcome, STAGE_CHECKED, "xyzzy")); /* the compiler had no end: nothing explains that */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_stage_adds_up, begin, end),
        cmocka_unit_test_setup_teardown(the_baseline_may_fail, begin, end),
        cmocka_unit_test_setup_teardown(findings_are_not_told_for_ever, begin, end),
        cmocka_unit_test_setup_teardown(a_finding_explains_an_end, begin, end),
        cmocka_unit_test_setup_teardown(a_time_out_of_the_compiler_is_no_verdict, begin, end),
        cmocka_unit_test_setup_teardown(less_time_is_told, begin, end),
        cmocka_unit_test_setup_teardown(a_crash_is_the_compilers_or_the_kernels, begin, end),
        cmocka_unit_test_setup_teardown(a_device_finding_has_kind_and_line, begin, end),
        cmocka_unit_test_setup_teardown(a_conversion_is_wrong_though_results_are_right, begin, end),
        cmocka_unit_test_setup_teardown(a_line_of_an_included_file_has_its_name, begin, end),
        cmocka_unit_test_setup_teardown(what_softmetal_lacks_is_skipped, begin, end),
        cmocka_unit_test_setup_teardown(a_failure_is_told_by_its_kind, begin, end),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
