/* steps_test.c: the steps of a validation, without a device: map, trial_plan, validation, relate,
 * diagnose, verdict. What trials gave is made up. */
#include "../base/json.h"
#include "judge/diagnose.h"
#include "judge/relate.h"
#include "judge/verdict.h"
#include "map.h"
#include "trial_plan.h"
#include "validation_testing.h"

static int begin(void **state)
{
    (void)state;
    return make_folder();
}

static int end(void **state)
{
    (void)state;
    static const char *const names[] = {"a.metal", "b.metal", "table", "k.metal", "f.py"};
    return remove_folder(names, sizeof names / sizeof *names);
}

static void contains(const char *text, const char *part)
{
    if (!strstr(text, part))
        fail_msg("`%s` is not in `%s`", part, text);
}

/* ---- map.c */

static void refuses_table(const char *content, const char *words, int line)
{
    map map;
    error = (assay_error){0};
    assert_false(map_read(&map, folder, write_file("table", content), NULL, &error));
    contains(error.text, words);
    assert_int_equal(error.line, line);
    map_free(&map);
}

static void tables_name_kernels_contracts_and_options(void **state)
{
    (void)state;
    map map;
    write_file("a.metal", "//! contract: gelu\nkernel void k() {}\n");
    write_file("b.metal", "kernel void k() {}\n");
    write_file("table", "# two rows\nb.metal\trms_norm\t--types 'half float' -DN=4\n");
    assert_true(map_read(&map, folder, path_of("table"), NULL, &error));
    assert_int_equal(map.count, 2);
    assert_string_equal(map.rows[0].file, "a.metal"); /* named by no row, but by itself */
    assert_null(map.rows[0].contract);
    assert_null(map.rows[0].skip);
    assert_string_equal(map.rows[1].contract, "rms_norm");
    assert_int_equal(map.rows[1].option_count, 3);
    assert_string_equal(map.rows[1].options[1], "half float");
    assert_int_equal(map.rows[1].line, 2);
    map_free(&map);
    assert_true(map_read(&map, folder, NULL, NULL, &error));
    assert_non_null(map.rows[1].skip);
    map_free(&map);
    refuses_table("b.metal rms_norm\n", "with a tab between them", 1);
    refuses_table("# nothing\nc.metal\tgelu\n", "there is no c.metal", 2);
    refuses_table("b.metal\tgelu\nb.metal\tgelu\n", "line 1 says the same", 2);
    refuses_table("b.metal\tgelu\t--types 'half\n", "none closes them", 1);
    refuses_table("b.metal\tgelu\t--json x\n", "is not of one row", 1);
}

/* ---- A validation of RMSNorm, in three types */

static void planned(ends *ends)
{
    begin_validation();
    if (!plan(&v, ends, &error))
        fail_msg("%s", error.text);
}

static size_t of_stage(stage stage)
{
    size_t count = 0;
    for (size_t i = 0; i < v.trials.count; i++)
        count += v.trials.item[i].stage == stage;
    return count;
}

static void all_stages_are_planned(void **state)
{
    (void)state;
    ends ends;
    planned(&ends);
    static const stage wanted[] = {STAGE_CORRECTNESS, STAGE_THREADGROUPS, STAGE_PLACEMENT, STAGE_BATCH,
                                   STAGE_ORDER,       STAGE_SCHEDULE,     STAGE_CHECKED};
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
        if (!of_stage(wanted[i]))
            fail_msg("no trial of %s", stage_name(wanted[i]));
    size_t whole = of_stage(STAGE_CORRECTNESS), halves = 0, safe = 0;
    for (size_t i = 0; i < v.trials.count; i++) {
        halves += strcmp(v.trials.item[i].what.type, "half") == 0;
        safe += v.trials.item[i].math == METAL_MATH_SAFE;
        assert_non_null(v.trials.item[i].read);
    }
    assert_true(halves && safe && ends.ordinary < ends.checked && ends.watched == v.trials.count);
    /* of each type, and in the first the inputs, too */
    assert_int_equal(ends.watched - ends.checked, 3 * v.contract->sizes.row_count + v.contract->input_count);
    for (size_t i = 0; i < v.trials.count; i++) { /* all are compared with the same one, which has no partner */
        const trial *one = &v.trials.item[i];
        if (one->partner != SIZE_MAX && v.trials.item[one->partner].partner != SIZE_MAX)
            fail_msg("trial %zu of %s is compared with %zu, which has a partner", i, stage_name(one->stage),
                     one->partner);
    }
    char place[256];
    contains(trial_describe(&v.trials.item[0], place, sizeof place), "float, ROWS=1 N=1");
    validation_clear(&v);
    begin_validation();
    request.quick = request.skip_checked = true;
    assert_true(plan(&v, &ends, &error));
    assert_true(of_stage(STAGE_CORRECTNESS) < whole);
    assert_int_equal(of_stage(STAGE_CHECKED) + of_stage(STAGE_PLACEMENT), 0);
    assert_int_equal(ends.watched, ends.checked);
    validation_clear(&v);
}

static void end_all(verdict verdict)
{
    for (size_t i = 0; i < v.trials.count; i++) {
        v.trials.item[i].ended = true;
        v.trials.item[i].outcome.verdict = verdict;
    }
}

/* The outputs of trials that have partners: `elements` zeros, one of them 1 in what has been moved, if `differs`. */
static void write_outputs(bool differs)
{
    for (size_t i = 0; i < v.trials.count; i++) {
        const trial *one = &v.trials.item[i];
        char path[700];
        uint8_t content[64] = {0};
        if (!one->kept)
            continue;
        content[4] = differs && one->placement;
        snprintf(path, sizeof path, "%s.dst", one->kept);
        FILE *file = fopen(path, "wb");
        assert_non_null(file);
        assert_int_equal(fwrite(content, 1, sizeof content, file), sizeof content);
        fclose(file);
    }
}

static void equal_results_are_told_from_others(void **state)
{
    (void)state;
    ends ends;
    planned(&ends);
    end_all(VERDICT_PASS);
    write_outputs(false);
    relate(&v);
    assert_string_equal(v.stages[STAGE_PLACEMENT].note, "equal bits");
    assert_int_equal(v.finding_count, 0);
    write_outputs(true);
    relate(&v);
    assert_int_equal(v.finding_count, 1);
    assert_true(v.findings[0].defect);
    contains(v.findings[0].what, "the kernel reads what is not its own");
    validation_clear(&v);
}

static void what_failures_share_is_a_hint(void **state)
{
    (void)state;
    ends ends;
    planned(&ends);
    end_all(VERDICT_PASS);
    diagnose(&v, false);
    assert_int_equal(v.finding_count, 0);
    for (size_t i = 0; i < v.trials.count; i++) {
        trial *one = &v.trials.item[i];
        if (one->stage == STAGE_CORRECTNESS && strcmp(one->what.type, "float") != 0)
            one->outcome.verdict = VERDICT_FAIL, one->outcome.kind = FAILURE_COMPARISON;
    }
    diagnose(&v, false);
    assert_int_equal(v.finding_count, 1);
    contains(v.findings[0].what, "half and bfloat fail, float passes");
    assert_int_equal(v.findings[0].stage, STAGE_COUNT);
    validation_clear(&v);
}

static void findings_make_verdict_and_exit_code(void **state)
{
    (void)state;
    begin_validation();
    assert_false(validation_judged(&v));
    v.stages[STAGE_CORRECTNESS].judged = 7;
    v.stages[STAGE_CORRECTNESS].run = 12;
    v.stages[STAGE_CORRECTNESS].failed = 2;
    v.stages[STAGE_CORRECTNESS].skipped = 3;
    v.stages[STAGE_CORRECTNESS].unpromised = 4;
    v.stages[STAGE_CORRECTNESS].unanswered = 5;
    assert_int_equal(validation_exit_code(&v), 0);
    validation_add(&v, STAGE_CHECKED, false, NULL, "odd, but right");
    assert_true(validation_right(&v));
    speed_row slower = {.verdict = 1};
    v.speed = (speed){.row = &slower, .count = 1};
    assert_int_equal(validation_exit_code(&v), EXIT_SLOWER);
    v.speed = (speed){0};
    finding *one = validation_add(&v, STAGE_CORRECTNESS, true, NULL, "wrong: 100%% of\nthem");
    assert_ptr_equal(validation_add(&v, STAGE_CHECKED, true, NULL, "wrong: 100%% of\nthem"), one);
    assert_int_equal(one->count, 2);
    one->line = 3;
    assert_false(validation_right(&v));
    assert_int_equal(validation_exit_code(&v), 1);
    text json = {0};
    verdict_json(&v, &json);
    json_value *read = json_read(text_string(&json), json.length);
    assert_int_equal((int)json_double(read, "exit_code", -1), 1);
    assert_string_equal(json_text(read, "contract"), "rms_norm");
    const json_value *first = json_get(read, "checks")->first;
    static const struct {
        const char *name;
        int value;
    } counts[] = {{"run", 12}, {"judged", 7}, {"failed", 2}, {"skipped", 3}, {"unpromised", 4}, {"unanswered", 5}};
    assert_string_equal(json_text(first, "name"), stage_name(STAGE_CORRECTNESS));
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        assert_int_equal((int)json_double(first, counts[i].name, -1), counts[i].value);
    const json_value *second = json_get(read, "findings")->first->next;
    assert_string_equal(json_text(second, "kind"), "defect");
    assert_int_equal((int)json_double(second, "line", -1), 3);
    json_destroy(read);
    text_free(&json);
    char *said = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&said, &size);
    verdict_annotate(&v, out);
    verdict_print(&v, out, false);
    fclose(out);
    contains(said, "::error file=k.metal,line=3,title=defect::wrong: 100%25 of%0Athem\n");
    contains(said, "::notice file=k.metal,line=1,title=note::odd, but right\n");
    contains(said, "RMSNorm over the last axis");
    free(said);
    validation_clear(&v);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(tables_name_kernels_contracts_and_options, begin, end),
        cmocka_unit_test_setup_teardown(all_stages_are_planned, begin, end),
        cmocka_unit_test_setup_teardown(equal_results_are_told_from_others, begin, end),
        cmocka_unit_test_setup_teardown(what_failures_share_is_a_hint, begin, end),
        cmocka_unit_test_setup_teardown(findings_make_verdict_and_exit_code, begin, end),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
