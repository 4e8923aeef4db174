/* experiment_test.c: experiments and mistakes on the default device: what is found among trials, what is run, and what
 * a kernel's results are just those of. */
#include "experiment.h"
#include "../device_testing.h"
#include "mistake.h"

static const char kernel[] = "#include <metal_stdlib>\nusing namespace metal;\n"
                             "kernel void add(device const float *input [[buffer(0)]], device float *output "
                             "[[buffer(1)]],\n    constant uint &count [[buffer(2)]], uint i "
                             "[[thread_position_in_grid]])\n{\n"
                             "    half x = half(input[i < count ? i : 0]);\n"
                             "    if (i < count)\n        output[i] = float(x) / (1 + exp(-float(x)));\n}\n";

static int begin(void **state)
{
    static const char *const nothing[] = {NULL};
    static char path[128];
    (void)state;
    if (make_folder() != 0)
        return -1;
    setenv("TMPDIR", folder, 1);
    snprintf(path, sizeof path, "%s/k.metal", folder);
    request = (validate_request){.run = {.device = "default", .jobs = 1, .seed = 1, .timeout = 60},
                                 .kernel = path,
                                 .shown = "k.metal",
                                 .contract = "silu",
                                 .contracts = CONTRACTS,
                                 .include = nothing,
                                 .sizes = "COUNT in 33",
                                 .quick = true,
                                 .skip_checked = true,
                                 .skip_speed = true};
    write_file("k.metal", kernel);
    if (!validate(&v, &request, &error))
        fail_msg("%s", error.text);
    return 0;
}

static int end(void **state)
{
    (void)state;
    static const char *const names[] = {"k.metal"};
    validation_clear(&v);
    return remove_folder(names, 1);
}

static size_t first_failure(void)
{
    size_t n = 0;
    while (v.trials.item[n].outcome.verdict != VERDICT_FAIL)
        n++;
    return n;
}

static void what_has_ended_is_not_run_again(void **state)
{
    (void)state;
    experiments with = experiments_begin(&v, true);
    size_t count = v.trials.count, left = with.left, bad = first_failure();
    trial same = v.trials.item[bad];
    assert_int_equal(experiment_find(&with, &same), bad);
    assert_int_equal(experiment_right(&with, &same), 0);
    assert_int_equal(v.trials.count, count);
    assert_int_equal(with.left, left);
    experiments_end(&with);
}

static void what_is_new_is_run_and_counts_for_nothing(void **state)
{
    (void)state;
    experiments with = experiments_begin(&v, true);
    size_t count = v.trials.count, left = with.left, judged = v.stages[STAGE_CORRECTNESS].run;
    trial other = v.trials.item[first_failure()];
    other.what.threadgroup = "160";
    assert_int_equal(experiment_right(&with, &other), 0);
    assert_int_equal(v.trials.count, count + 1);
    assert_int_equal(v.trials.item[count].stage, STAGE_COUNT);
    assert_int_equal(with.left, left - 1);
    assert_int_equal(v.stages[STAGE_CORRECTNESS].run, judged);
    with.left = 0; /* nothing may be run any more */
    other.what.threadgroup = "192";
    assert_int_equal(experiment_right(&with, &other), -1);
    experiments_end(&with);
}

static void nothing_is_run_without_a_device(void **state)
{
    (void)state;
    experiments with = experiments_begin(&v, false);
    trial other = v.trials.item[first_failure()];
    other.what.threadgroup = "160";
    assert_true(experiment_find(&with, &other) == SIZE_MAX);
    experiments_end(&with);
}

static void float_in_place_of_half_is_right(void **state)
{
    (void)state;
    experiments with = experiments_begin(&v, true);
    trial bad = v.trials.item[first_failure()];
    assert_true(experiment_wide(&with, &bad));
    experiments_end(&with);
}

/* A kernel that writes zeros; each failure must be explained, and one at least. */
static void results_are_those_of_a_mistake(void **state)
{
    (void)state;
    enum { MOST = 4 };
    size_t failed[MOST], count = 0;
    validation_clear(&v);
    write_file("k.metal",
               "kernel void zero(device const float *input [[buffer(0)]], device float *output [[buffer(1)]],\n"
               "    constant uint &count [[buffer(2)]], uint i [[thread_position_in_grid]])\n"
               "{\n    if (i < count)\n        output[i] = input[i] * 0;\n}\n");
    assert_true(validate(&v, &request, &error));
    for (size_t i = 0; i < v.trials.count && count < MOST; i++)
        if (v.trials.item[i].outcome.verdict == VERDICT_FAIL)
            failed[count++] = i;
    assert_true(count > 1);
    assert_true(mistake_explains(&v, "formula(input * 0)", failed, count));
    assert_false(mistake_explains(&v, "formula(input * 0)", failed, 0));
    assert_false(mistake_explains(&v, "formula(input)", failed, count));
    assert_false(mistake_explains(&v, "silu(input)", failed, count));
    for (size_t i = 0; i < v.trials.count; i++) /* what was never run has no outcome */
        assert_true(v.trials.item[i].ended || v.trials.item[i].stage == STAGE_COUNT);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(what_has_ended_is_not_run_again, begin, end),
        cmocka_unit_test_setup_teardown(what_is_new_is_run_and_counts_for_nothing, begin, end),
        cmocka_unit_test_setup_teardown(nothing_is_run_without_a_device, begin, end),
        cmocka_unit_test_setup_teardown(float_in_place_of_half_is_right, begin, end),
        cmocka_unit_test_setup_teardown(results_are_those_of_a_mistake, begin, end),
    };
    RUN_ON_DEVICE(argc, argv, "experiment", tests);
}
