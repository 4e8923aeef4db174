/* subcase_sweep_test.c: when a case is swept, and what its outcome then says; the device copies. */
#include "../run_testing.h"
#include <fcntl.h>
#include <sys/file.h>

enum { CHUNK = 1 << 24, SLICES = 32 };

static outcome swept(const char *key, const char *word)
{
    text content = {0};
    text_format(&content,
                "//! title:     a copy\n//! dispatch:  threads 8, threadgroup 8\n"
                "//! in:        data float[threads] = iota\n//! out:       result float[threads]\n"
                "//! expect:    result = %s\n%s\n%s// %s\n",
                *key ? "trunc(data, 1)" : "same data", key, kernel, word);
    outcome outcome = run_text(text_string(&content), false, false);
    text_free(&content);
    return outcome;
}

/* Part 97 of 256: the chunk of 0x60000000 on. */
static outcome swept_once(const char *word)
{
    wishes.sweep_part = 97;
    wishes.sweep_parts = 256;
    outcome outcome = swept("//! sweep:     data\n", word);
    wishes.sweep_part = wishes.sweep_parts = 0;
    return outcome;
}

static size_t reports[PHASE_COUNT];
static int lock_of_others;

/* Dispatches hold the device, comparisons leave it to others. */
static void count_report(void *context, phase phase, size_t subcase)
{
    (void)context, (void)subcase;
    reports[phase]++;
    if (phase != PHASE_DISPATCH && phase != PHASE_COMPARE)
        return;
    assert_int_equal(flock(lock_of_others, LOCK_EX | LOCK_NB), phase == PHASE_DISPATCH ? -1 : 0);
    flock(lock_of_others, LOCK_UN);
}

static void a_part_is_judged(void **state)
{
    (void)state;
    char path[] = "/tmp/assay-sweep-lock-XXXXXX";
    lock_of_next = mkstemp(path);
    lock_of_others = open(path, O_RDWR);
    assert_true(lock_of_next >= 0 && lock_of_others >= 0);
    unlink(path);
    device_of_next.report = count_report;
    outcome outcome = swept_once("");
    device_of_next = (executor){0};
    assert_int_equal(flock(lock_of_others, LOCK_EX | LOCK_NB), 0);
    close(lock_of_others);
    close(lock_of_next);
    lock_of_next = -1;
    assert_true(given.patience == 1);
    assert_in_range(reports[PHASE_DISPATCH], SLICES + 1, SLICES + 2); /* for each the watchdog begins anew */
    assert_in_range(reports[PHASE_COMPARE], SLICES + 1, SLICES + 2);
    assert_int_equal(outcome.verdict, VERDICT_PASS);
    assert_int_equal(outcome.judged, 8 + CHUNK);
    assert_int_equal(outcome.sweep_part, 97);
    assert_int_equal(outcome.sweep_parts, 256);
    assert_int_equal(outcome.sweep_judged, CHUNK);
    assert_int_equal(outcome.sweep_unjudged, 0);
    assert_int_equal(outcome.unjudged, 0);
    assert_true(outcome.gpu == 0.5 * (SLICES + 1));
    assert_true(outcome.dispatch > 0 && outcome.compare > 0);
    assert_non_null(outcome.measured); /* of the sweep, in the place of the case's own */
    assert_non_null(strstr(outcome.measured, "\"result\":{\"type\":\"float\",\"count\":16777216,"));
    assert_null(strstr(outcome.measured, "\"count\":8"));
    outcome_clear(&outcome);
}

/* Half of the last chunk of positive encodings are NaN, of which fast math promises nothing, nor of the two below. */
static void what_is_not_judged_is_counted(void **state)
{
    (void)state;
    wishes.sweep_part = 128;
    wishes.sweep_parts = 256;
    outcome outcome = swept("//! math:      fast\n//! sweep:     data\n", "");
    wishes.sweep_part = wishes.sweep_parts = 0;
    assert_int_equal(outcome.verdict, VERDICT_PASS);
    assert_int_equal(outcome.sweep_unjudged, (1 << 23) - 1 + 2);
    assert_int_equal(outcome.sweep_judged + outcome.sweep_unjudged, CHUNK);
    assert_int_equal(outcome.unjudged, outcome.sweep_unjudged);
    assert_int_equal(outcome.judged, 8 + outcome.sweep_judged);
    outcome_clear(&outcome);
}

static void others_are_not(void **state)
{
    (void)state;
    outcome outcome = swept("//! sweep:     data\n", ""); /* not asked */
    assert_int_equal(outcome.verdict, VERDICT_PASS);
    assert_int_equal(outcome.judged, 8);
    assert_int_equal(outcome.sweep_parts, 0);
    outcome_clear(&outcome);
    outcome = swept_once("WRONG"); /* failed with its own input */
    assert_int_equal(outcome.verdict, VERDICT_FAIL);
    assert_int_equal(outcome.sweep_parts, 0);
    assert_int_equal(outcome.argument, 0);
    outcome_clear(&outcome);
    mutant_is_next = true;
    wishes.sweep_part = wishes.sweep_parts = 256;
    outcome = swept("//! sweep:     data\n//! verifies:  a\n//! mutant:    a | replace `{}` with `{ }`\n", "");
    mutant_is_next = false;
    assert_int_equal(outcome.verdict, VERDICT_PASS);
    assert_int_equal(outcome.sweep_parts, 0);
    outcome_clear(&outcome);
    wishes.sweep_part = wishes.sweep_parts = 1;
    outcome = swept("", ""); /* has no sweep */
    wishes.sweep_part = wishes.sweep_parts = 0;
    assert_int_equal(outcome.verdict, VERDICT_PASS);
    assert_int_equal(outcome.sweep_parts, 0);
    outcome_clear(&outcome);
}

/* The third result of each slice is wrong: the first argument is the one to run alone. */
static void a_wrong_result_fails(void **state)
{
    (void)state;
    char summary[1024];
    outcome outcome = swept_once("WRONG LATER");
    assert_int_equal(outcome.verdict, VERDICT_FAIL);
    assert_int_equal(outcome.kind, FAILURE_COMPARISON);
    assert_int_equal(outcome.wrong, SLICES);
    assert_int_equal(outcome.first_count, 8);
    assert_int_equal(outcome.first[1].element, 0x60080002);
    assert_int_equal(outcome.argument, 1 + (uint64_t)0x60000002);
    assert_string_equal(outcome.output, "result");
    assert_int_equal(outcome.line, 5);
    assert_non_null(strstr(outcome_summary(&outcome, summary, sizeof summary),
                           "sweep: 32 arguments have wrong results, the first "));
    assert_non_null(strstr(summary, "0x60000002"));
    assert_int_equal(outcome.sweep_judged, CHUNK);
    outcome_clear(&outcome);
}

static void a_device_may_fail(void **state)
{
    (void)state;
    commands_left = 2; /* one for the case's own input */
    outcome without = swept_once("");
    commands_left = 1 << 20;
    assert_int_equal(without.verdict, VERDICT_INTERNAL_ERROR);
    assert_non_null(strstr(without.reason, "no more commands"));
    outcome_clear(&without);
    outcome outcome = swept_once("HANG LATER");
    assert_int_equal(outcome.verdict, VERDICT_TIMEOUT);
    assert_int_equal(outcome.sweep_parts, 0);
    outcome_clear(&outcome);
}

static char told[8192];
static int times_told;

static void take_state(void *context, const char *state)
{
    assert_ptr_equal(context, told);
    snprintf(told, sizeof told, "%s", state);
    times_told++;
}

/* After four chunks the parent is told how far the sweep has come, and from there another goes on. */
static void states_are_told_and_taken_up(void **state)
{
    (void)state;
    device_of_next = (executor){.swept = take_state, .context = told};
    wishes.sweep_part = 5;
    wishes.sweep_parts = 50; /* chunks 4, 54, 104, 154, 204, 254 */
    text content = {0};
    text_format(&content,
                "//! title:     a copy\n//! dispatch:  threads 8, threadgroup 8\n"
                "//! in:        data float[threads] = iota\n//! out:       result float[threads]\n"
                "//! expect:    result = same data\n//! sweep:     data\n\n%s",
                kernel);
    outcome whole = run_text(text_string(&content), false, false);
    assert_int_equal(times_told, 1);
    assert_memory_equal(told, "155 67108864 0 ", 15);
    assert_int_equal(whole.sweep_judged, 6 * (uint64_t)CHUNK);
    wishes.swept = told;
    outcome rest = run_text(text_string(&content), false, false);
    assert_int_equal(times_told, 1);
    assert_int_equal(rest.sweep_judged, whole.sweep_judged);
    assert_true(rest.gpu == 0.5 * (2 * SLICES + 1));
    outcome_clear(&whole);
    outcome_clear(&rest);
    wishes.swept = "no state";
    rest = run_text(text_string(&content), false, false);
    assert_int_equal(rest.verdict, VERDICT_INTERNAL_ERROR);
    outcome_clear(&rest);
    text_free(&content);
    device_of_next = (executor){0};
    wishes = (wire_job){0};
}

static void one_argument_stands_for_all(void **state)
{
    (void)state;
    wishes.argument = 1 + (uint64_t)0x40490fdb;
    outcome outcome = swept("//! sweep:     data\n", ""); /* trunc is another number */
    assert_int_equal(outcome.verdict, VERDICT_FAIL);
    assert_int_equal(outcome.wrong, 8);
    for (int i = 0; i < 8; i++)
        assert_int_equal(given.data[i], 0x40490fdb);
    outcome_clear(&outcome);
    outcome = swept("", "");
    assert_int_equal(outcome.verdict, VERDICT_SKIP);
    assert_non_null(strstr(outcome.reason, "--argument"));
    outcome_clear(&outcome);
    wishes.argument = 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_part_is_judged),
        cmocka_unit_test(what_is_not_judged_is_counted),
        cmocka_unit_test(others_are_not),
        cmocka_unit_test(a_wrong_result_fails),
        cmocka_unit_test(a_device_may_fail),
        cmocka_unit_test(states_are_told_and_taken_up),
        cmocka_unit_test(one_argument_stands_for_all),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("subcase_sweep", tests, NULL, NULL);
}
