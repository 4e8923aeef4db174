/* run_validation_test.c: whole validations on the default device, the trials that they consist of, and their page. */
#include "device_testing.h"
#include "judge/page.h"

static const char right[] = "#include <metal_stdlib>\nusing namespace metal;\n"
                            "kernel void twice(device float *data [[buffer(0)]], constant uint &n [[buffer(1)]],\n"
                            "                  uint i [[thread_position_in_grid]])\n{\n"
                            "    if (i < n)\n        data[i] = 2 * data[i];\n}\n";

/* `right` with `from` replaced. */
static void write_edited(const char *from, const char *to)
{
    char content[1024];
    const char *at = strstr(right, from);
    assert_non_null(at);
    snprintf(content, sizeof content, "%.*s%s%s", (int)(at - right), right, to, at + strlen(from));
    write_file("k.metal", content);
}

static int begin(void **state)
{
    static const char *const nothing[] = {NULL};
    static char kernel[128];
    (void)state;
    if (make_folder() != 0)
        return -1;
    setenv("TMPDIR", folder, 1);
    snprintf(kernel, sizeof kernel, "%s/k.metal", folder);
    request = (validate_request){.run = {.device = "default", .jobs = 1, .seed = 1, .timeout = 60},
                                 .kernel = kernel,
                                 .shown = "k.metal",
                                 .contract = "map_double",
                                 .contracts = CONTRACTS,
                                 .include = nothing,
                                 .sizes = "COUNT in 1 33",
                                 .quick = true,
                                 .skip_speed = true};
    write_file("k.metal", right);
    return 0;
}

/* What a validation leaves is removed with it: otherwise the folder is not empty. */
static int end(void **state)
{
    (void)state;
    static const char *const names[] = {"k.metal", "page.html"};
    validation_clear(&v);
    return remove_folder(names, 2);
}

static void run_it(void)
{
    if (!validate(&v, &request, &error))
        fail_msg("%s: %s", error.file, error.text);
}

static const finding *defect(const char *part)
{
    for (size_t i = 0; i < v.finding_count; i++)
        if (v.findings[i].defect && strstr(v.findings[i].what, part))
            return &v.findings[i];
    fail_msg("no defect says `%s`", part);
    return NULL;
}

static void a_right_kernel_is_right(void **state)
{
    (void)state;
    run_it();
    assert_true(validation_right(&v));
    assert_int_equal(validation_exit_code(&v), EXIT_PASS);
    assert_true(v.stages[STAGE_CORRECTNESS].run > 0 && v.stages[STAGE_CORRECTNESS].judged >= 34);
    assert_int_equal(v.stages[STAGE_CORRECTNESS].failed, 0);
    assert_true(!v.software || v.stages[STAGE_CHECKED].run > 0);
    assert_true(*v.device);
    validation_clear(&v);
    request.skip_checked = true;
    run_it();
    assert_int_equal(v.stages[STAGE_CHECKED].run, 0);
}

static void a_wrong_one_is_not(void **state)
{
    (void)state;
    write_edited("2 *", "3 *");
    run_it();
    assert_int_equal(validation_exit_code(&v), EXIT_FAIL);
    const finding *wrong = defect("results are wrong");
    assert_string_equal(stage_name(wrong->stage), "correctness");
    assert_non_null(strstr(wrong->where, "COUNT="));
    assert_non_null(strstr(wrong->detail, "data[0]: got "));
}

static void what_does_not_compile_is_run_no_further(void **state)
{
    (void)state;
    write_edited("if (i < n)", "if (i < nn)");
    run_it();
    assert_int_equal(defect("does not compile")->line, 6);
    for (size_t i = 1; i < v.trials.count; i++)
        assert_false(v.trials.item[i].ended);
}

static void a_crash_has_a_line(void **state)
{
    (void)state;
    write_edited("data[i] = 2 * data[i]", "data[i] = 2 * data[i + n * 123456789]");
    run_it();
    assert_false(validation_right(&v));
    if (v.software)
        assert_int_equal(defect("bytes into buffer 0")->line, 7);
}

static void what_cannot_be_bound_is_no_verdict(void **state)
{
    (void)state;
    write_edited("constant uint &n", "constant uint &strange");
    assert_false(validate(&v, &request, &error));
    assert_non_null(strstr(error.text, "strange"));
}

/* ---- Trials by themselves */

static void equal_trials_share_a_file(void **state)
{
    (void)state;
    run_it();
    const trial *first = &v.trials.item[0];
    trial again = *first, other = *first;
    other.what.threadgroup = "7";
    size_t before = v.trials.count, same = trials_add(&v.trials, &again, &error);
    size_t differs = trials_add(&v.trials, &other, &error);
    assert_true(same == before && differs == before + 1);
    assert_string_equal(v.trials.item[same].file, v.trials.item[0].file);
    assert_string_not_equal(v.trials.item[differs].file, v.trials.item[0].file);
    assert_false(v.trials.item[same].ended || trial_good(&v.trials.item[same]));
    assert_true(trial_good(&v.trials.item[0]) && !trial_unjudged(&v.trials.item[0]));
    size_t size = 0;
    assert_null(trial_output(&v.trials.item[same], "data", &size));
}

static void kept_outputs_can_be_read(void **state)
{
    (void)state;
    run_it();
    trial one = v.trials.item[0];
    size_t stopped = 0, size = 0;
    one.keep = true;
    size_t n = trials_add(&v.trials, &one, &error);
    pool *pool = validation_pool(&v, SCHEDULE_ANY, false, 1, &error);
    bool good = pool && trials_run(&v.trials, n, n + 1, pool, &request.run, &stopped, &error);
    pool_end(pool);
    assert_true(good && stopped == SIZE_MAX && trial_good(&v.trials.item[n]));
    void *data = trial_output(&v.trials.item[n], "data", &size);
    assert_non_null(data);
    assert_int_equal(size, 4); /* COUNT=1 */
    free(data);
}

/* ---- Its page */

static void a_page_says_what_the_verdict_says(void **state)
{
    (void)state;
    static char content[400000];
    write_edited("2 *", "3 *");
    run_it();
    assert_true(page_write(&v, path_of("page.html"), &error));
    FILE *file = fopen(path_of("page.html"), "r");
    assert_non_null(file);
    content[fread(content, 1, sizeof content - 1, file)] = 0;
    fclose(file);
    assert_non_null(strstr(content, "WRONG"));
    assert_non_null(strstr(content, "results are wrong"));
    assert_false(page_write(&v, path_of("nowhere/page.html"), &error));
    assert_non_null(strstr(error.text, "no page was written"));
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_right_kernel_is_right, begin, end),
        cmocka_unit_test_setup_teardown(a_wrong_one_is_not, begin, end),
        cmocka_unit_test_setup_teardown(what_does_not_compile_is_run_no_further, begin, end),
        cmocka_unit_test_setup_teardown(a_crash_has_a_line, begin, end),
        cmocka_unit_test_setup_teardown(what_cannot_be_bound_is_no_verdict, begin, end),
        cmocka_unit_test_setup_teardown(equal_trials_share_a_file, begin, end),
        cmocka_unit_test_setup_teardown(kept_outputs_can_be_read, begin, end),
        cmocka_unit_test_setup_teardown(a_page_says_what_the_verdict_says, begin, end),
    };
    RUN_ON_DEVICE(argc, argv, "run_validation", tests);
}
