/* baseline_answers_test.c: what is expected where another kernel says so (--as-reference), on the default device. */
#include "../device_testing.h"

static const char contract_text[] = "//! title: some function\n//! types: %s\n//! sizes: N in 1 33\n"
                                    "//! in: src T[N] = random | also x\n//! out: dst T[N] | also y\n//! value: n = N\n"
                                    "//! dispatch: groups ceil_div(N, TG), threadgroup TG\n//! threadgroups: 4 8\n";

static void write_contract(const char *types)
{
    char content[1024];
    snprintf(content, sizeof content, contract_text, types);
    write_file("c.contract", content);
}

/* A kernel with these arguments' types and `body`. */
static void write_kernel(const char *name, const char *of_x, const char *of_y, const char *body)
{
    char content[1024];
    snprintf(content, sizeof content,
             "#include <metal_stdlib>\nusing namespace metal;\n"
             "kernel void k(device const %s *x [[buffer(0)]], device %s *y [[buffer(1)]],\n"
             "    constant uint &n [[buffer(2)]], uint size [[threads_per_threadgroup]],\n"
             "    uint i [[thread_position_in_grid]])\n{\n    if (i < n)\n        %s\n}\n",
             of_x, of_y, body);
    write_file(name, content);
}

static int begin(void **state)
{
    static const char *const nothing[] = {NULL};
    static char kernel[128], old[128], contract[128];
    (void)state;
    if (make_folder() != 0)
        return -1;
    setenv("TMPDIR", folder, 1);
    snprintf(kernel, sizeof kernel, "%s/k.metal", folder);
    snprintf(old, sizeof old, "%s/old.metal", folder);
    snprintf(contract, sizeof contract, "%s/c.contract", folder);
    write_contract("float half");
    request = (validate_request){.run = {.device = "default", .jobs = 1, .seed = 1, .timeout = 60},
                                 .kernel = kernel,
                                 .baseline = old,
                                 .shown = "k.metal",
                                 .contract = contract,
                                 .contracts = CONTRACTS,
                                 .include = nothing,
                                 .as_reference = true,
                                 .quick = true,
                                 .skip_speed = true};
    return 0;
}

static int end(void **state)
{
    (void)state;
    static const char *const names[] = {"k.metal", "old.metal", "c.contract"};
    validation_clear(&v);
    return remove_folder(names, sizeof names / sizeof *names);
}

static int exit_code(void)
{
    if (!validate(&v, &request, &error))
        fail_msg("%s: %s", error.file, error.text);
    return validation_exit_code(&v);
}

/* The old kernel is no reference, for this reason. */
static void is_refused(const char *reason)
{
    assert_false(validate(&v, &request, &error));
    if (!strstr(error.text, reason))
        fail_msg("`%s` is not in `%s`", reason, error.text);
    assert_string_equal(error.file, request.baseline);
}

/* No contract knows the function: the old kernel alone says what is right, in each type and at each size. */
static void what_the_old_one_writes_is_right(void **state)
{
    (void)state;
    write_kernel("old.metal", "T", "T", "y[i] = x[i] + T(3);");
    write_kernel("k.metal", "T", "T", "{ T three = 3; y[i] = three + x[i]; }");
    assert_int_equal(exit_code(), EXIT_PASS);
    assert_true(v.stages[STAGE_CORRECTNESS].judged >= 2 * 34);
    assert_true(!v.software || v.stages[STAGE_CHECKED].judged > 0);
    validation_clear(&v);
    write_kernel("k.metal", "T", "T", "y[i] = x[i] + T(4);");
    assert_int_equal(exit_code(), EXIT_FAIL);
    assert_true(v.stages[STAGE_CORRECTNESS].failed > 0);
    for (size_t i = 0; i < v.trials.count; i++)
        if (v.trials.item[i].stage == STAGE_CORRECTNESS && !trial_unjudged(&v.trials.item[i]))
            assert_false(trial_good(&v.trials.item[i]));
}

/* A wrong last trial is seen: each question has an answer of its own. */
static void each_size_and_type_is_asked(void **state)
{
    (void)state;
    write_kernel("old.metal", "T", "T", "y[i] = x[i];");
    write_kernel("k.metal", "T", "T", "y[i] = n == 33 && sizeof(T) == 2 && i == 32 ? T(9) : x[i];");
    assert_int_equal(exit_code(), EXIT_FAIL);
    for (size_t i = 0; i < v.trials.count; i++) {
        const trial *one = &v.trials.item[i];
        const char *size = one->what.sizes->values[one->what.row];
        if (one->stage == STAGE_CORRECTNESS)
            assert_int_equal(trial_good(one), strcmp(one->what.type, "float") == 0 || strcmp(size, "33") != 0);
    }
}

/* Results may depend on the threadgroup: both run with the same. */
static void threadgroups_are_alike(void **state)
{
    (void)state;
    write_kernel("old.metal", "T", "T", "y[i] = T(size);");
    write_kernel("k.metal", "T", "T", "y[i] = T(size);");
    assert_int_equal(exit_code(), EXIT_PASS);
    assert_true(v.trials.count > 0);
}

/* The old kernel may compute in another floating type, and no integer. */
static void other_types(void **state)
{
    (void)state;
    write_kernel("k.metal", "T", "T", "y[i] = 3;");
    write_kernel("old.metal", "float", "float", "y[i] = 3;");
    is_refused("kernel k has no half");
    validation_clear(&v);
    write_contract("float");
    write_kernel("k.metal", "float", "float", "y[i] = 3;");
    write_kernel("old.metal", "float", "half", "y[i] = 3;");
    assert_int_equal(exit_code(), EXIT_PASS);
    validation_clear(&v);
    write_kernel("old.metal", "float", "short", "y[i] = 3;");
    is_refused("gives `dst` in another type or size");
}

static void one_that_fails_itself_is_no_reference(void **state)
{
    (void)state;
    write_kernel("k.metal", "T", "T", "y[i] = x[i];");
    write_kernel("old.metal", "T", "T", "y[i + 1] = x[i];");
    is_refused("is no reference, since it fails itself");
    validation_clear(&v);
    write_kernel("old.metal", "T", "T", "y[i] = unknown(x[i]);");
    assert_false(validate(&v, &request, &error));
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(what_the_old_one_writes_is_right, begin, end),
        cmocka_unit_test_setup_teardown(each_size_and_type_is_asked, begin, end),
        cmocka_unit_test_setup_teardown(threadgroups_are_alike, begin, end),
        cmocka_unit_test_setup_teardown(other_types, begin, end),
        cmocka_unit_test_setup_teardown(one_that_fails_itself_is_no_reference, begin, end),
    };
    RUN_ON_DEVICE(argc, argv, "baseline_answers", tests);
}
