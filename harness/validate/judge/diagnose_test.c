/* diagnose_test.c: which hints failures lead to, and how trials are related. What trials gave is made up; nothing is
 * run, so that a hint rests on a trial that has ended. */
#include "diagnose.h"
#include "../trial_plan.h"
#include "../validation_testing.h"
#include "relate.h"

static ends all;

static int begin(void **state)
{
    (void)state;
    if (make_folder() != 0)
        return -1;
    begin_validation();
    if (!plan(&v, &all, &error))
        return -1;
    for (size_t i = 0; i < v.trials.count; i++) {
        v.trials.item[i].ended = true;
        v.trials.item[i].outcome.verdict = VERDICT_PASS;
    }
    return 0;
}

static int end(void **state)
{
    (void)state;
    static const char *const names[] = {"k.metal"};
    validation_clear(&v);
    return remove_folder(names, 1);
}

typedef bool chosen(const trial *one);

static void fail_if(chosen *is)
{
    size_t failed = 0;
    for (size_t i = 0; i < v.trials.count; i++)
        if (is(&v.trials.item[i])) {
            v.trials.item[i].outcome.verdict = VERDICT_FAIL;
            v.trials.item[i].outcome.kind = FAILURE_COMPARISON;
            failed++;
        }
    assert_true(failed > 0);
    diagnose(&v, false);
}

static bool has_hint(const char *part)
{
    bool found = false;
    for (size_t i = 0; i < v.finding_count; i++)
        found |= v.findings[i].stage == STAGE_COUNT && strstr(v.findings[i].what, part);
    return found;
}

static void hint_is(const char *part)
{
    if (has_hint(part))
        return;
    for (size_t i = 0; i < v.finding_count; i++)
        print_message("# hint: %s\n", v.findings[i].what);
    fail_msg("no hint says `%s`", part);
}

static unsigned long width(const trial *one)
{
    return strtoul(one->what.sizes->values[one->what.row * one->what.sizes->name_count + 1], NULL, 10);
}

static bool is_uneven(const trial *one)
{
    return one->stage == STAGE_CORRECTNESS && width(one) % 4 != 0;
}

static void sizes_that_fail(void **state)
{
    (void)state;
    fail_if(is_uneven);
    hint_is("only sizes fail with widths that are no multiple of 4: the tail after the last vector: right at ROWS=");
    assert_false(has_hint("longer than"));
}

static bool is_of_96(const trial *one)
{
    return one->stage == STAGE_THREADGROUPS && strcmp(one->what.threadgroup, "96") == 0;
}

static void threadgroups_that_fail(void **state)
{
    (void)state;
    fail_if(is_of_96);
    hint_is("only threadgroups fail whose size is no power of two: right with 256, wrong with 96 (float, ROWS=3 N=64)");
    assert_false(has_hint("only sizes fail"));
}

static bool is_fast(const trial *one)
{
    return one->stage == STAGE_CORRECTNESS && one->math == METAL_MATH_FAST;
}

static void modes_that_fail(void **state)
{
    (void)state;
    fail_if(is_fast);
    hint_is("only fast math fails");
}

static bool is_of_large_gamma(const trial *one)
{
    return is_fast(one) && one->what.inputs && strcmp(one->what.inputs->title, "large gamma") == 0;
}

static void inputs_that_fail(void **state)
{
    (void)state;
    fail_if(is_of_large_gamma);
    hint_is("inputs: large gamma: wrong with gamma = random(-8, 8), right with the ordinary ones");
}

static bool is_reversed(const trial *one)
{
    return one->schedule == SCHEDULE_REVERSED;
}

static void schedules_that_fail(void **state)
{
    (void)state;
    fail_if(is_reversed);
    hint_is("run in another order; Metal promises no order");
}

static bool is_assumed(const trial *one)
{
    return stage_is_assumed(one->stage);
}

/* What fails as it may never be dispatched leads to no hint. */
static void what_is_assumed_says_nothing(void **state)
{
    (void)state;
    for (size_t i = 0; i < v.trials.count; i += 5)
        if (v.trials.item[i].stage == STAGE_BATCH)
            v.trials.item[i].stage = STAGE_UNNAMED;
    fail_if(is_assumed);
    assert_int_equal(v.finding_count, 0);
}

/* ---- Rows */

/* The output of a trial: element j of row r is r + 10 j, rows moved on by `turn`. */
static void write_rows(const trial *one, size_t rows, size_t length, size_t turn, float add)
{
    char path[700];
    snprintf(path, sizeof path, "%s.dst", one->kept);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    for (size_t i = 0; i < rows * length; i++) {
        float value = (float)((i / length + turn) % rows) + 10 * (float)(i % length) + add;
        fwrite(&value, sizeof value, 1, file);
    }
    fclose(file);
}

static size_t rows_of(const trial *one)
{
    return strtoul(one->what.sizes->values[one->what.row * one->what.sizes->name_count], NULL, 10);
}

/* The first pair of the stage has these outputs, no other has any. */
static void relate_rows(stage stage, size_t turn, float add)
{
    size_t n = 0;
    while (v.trials.item[n].stage != stage || v.trials.item[n].partner == SIZE_MAX)
        n++;
    const trial *one = &v.trials.item[n], *partner = &v.trials.item[one->partner];
    write_rows(one, rows_of(one), width(one), turn, add);
    write_rows(partner, rows_of(partner), width(one), 0, 0);
    relate(&v);
}

static void rows_in_another_order_are_compared_in_theirs(void **state)
{
    (void)state;
    relate_rows(STAGE_ORDER, 1, 0);
    assert_string_equal(v.stages[STAGE_ORDER].note, "equal bits");
    relate_rows(STAGE_ORDER, 0, 0); /* as they were: each is another's */
    assert_non_null(strstr(v.stages[STAGE_ORDER].note, "equal in bits, the others within the bound, apart by up to"));
}

static void a_row_among_others_is_compared_with_itself_alone(void **state)
{
    (void)state;
    relate_rows(STAGE_BATCH, 0, 0); /* rows differ, and with repeated rows they must not */
    assert_non_null(strstr(v.stages[STAGE_BATCH].note, "apart by up to 2"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(sizes_that_fail, begin, end),
        cmocka_unit_test_setup_teardown(threadgroups_that_fail, begin, end),
        cmocka_unit_test_setup_teardown(modes_that_fail, begin, end),
        cmocka_unit_test_setup_teardown(inputs_that_fail, begin, end),
        cmocka_unit_test_setup_teardown(schedules_that_fail, begin, end),
        cmocka_unit_test_setup_teardown(what_is_assumed_says_nothing, begin, end),
        cmocka_unit_test_setup_teardown(rows_in_another_order_are_compared_in_theirs, begin, end),
        cmocka_unit_test_setup_teardown(a_row_among_others_is_compared_with_itself_alone, begin, end),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
