/* expect_test.c: the text of `expect` becomes a promise that accepts the right results and rejects others. */
#include "../../check/check_testing.h"
#include "expect.h"
#include <unistd.h>

static char path[] = "/tmp/assay-check-XXXXXX";

static void from_text(const char *out, const char *promise, const char *compare, const void *good, const void *bad)
{
    char text[1024];
    assay_error error = {0};
    float data[4] = {1, 2, 3, 4};
    const void *inputs[] = {data, NULL};
    reference_dispatch dispatch = {{4, 1, 1}, {4, 1, 1}, {1, 1, 1}, false, 32};
    snprintf(text, sizeof text,
             "//! title: t\n//! dispatch: threads 4, threadgroup 4\n//! in: data float[4] = iota(1)\n//! out: %s\n"
             "//! expect: %s\n//! compare: %s\nkernel void k() {}\n",
             out, promise, compare);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
    case_file *read = case_file_read(path, NULL, &error);
    if (!read)
        fail_msg("%s: %s", promise, error.text);
    size_t count;
    case_instance *instance = case_instantiate(case_file_cases(read, &count), 0, 32, &error);
    assert_non_null(instance);
    const case_expectation *what = &instance->expectations[0];
    const compare_rule *how = &what->how;
    const case_argument *argument = &instance->arguments[what->argument];
    expectation *e = expectation_create(argument->type, argument->count);
    if (!expectation_fill(e, instance, what, inputs, &dispatch, &error))
        fail_msg("%s: %s", promise, error.text);
    check_result result;
    check_output(e, how, argument->type, argument->count, good, NULL, 0, &result);
    if (result.wrong || !result.judged)
        fail_msg("%s: %s instead of %s", promise, result.first[0].got, result.first[0].expected);
    check_output(e, how, argument->type, argument->count, bad, NULL, 0, &result);
    if (!result.wrong)
        fail_msg("%s: accepted what it must not", promise);
    expectation_destroy(e);
    case_instance_destroy(instance);
    case_file_destroy(read);
}

static void texts(void **state)
{
    (void)state;
    int descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    close(descriptor);
    const float four[] = {1, 2, 3, 4}, wrong[] = {1, 2, 3, 5}, doubled[] = {2, 4, 6, 8},
                near_four[] = {1, 2, 3, 4.0625f};
    const float zeros[] = {0, -0.0f, 1, 0}, nan[] = {1, 2, 3, NAN};
    const uint8_t bytes[] = {1, 2, 255, 255}, other_bytes[] = {1, 2, 255, 254};
    from_text("result float[4]", "result = same data", "bits", four, wrong);
    from_text("result float[4]", "result = values 1 2 3 4", "bits", four, wrong);
    from_text("result float[4]", "result = values 1 2 3 nan", "bits", nan, four);
    from_text("result float[4]", "result = values 1 2 3 4", "near 0 0.015625", near_four, wrong);
    from_text("result uchar[4]", "result = values 1 2 255 …", "bits", bytes, other_bytes);
    from_text("result float[4]", "result = set {0, -0.0, 1}", "set", zeros, wrong);
    from_text("result float[4]", "result = vector_add(data, data)", "bits", doubled, four);
    unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
