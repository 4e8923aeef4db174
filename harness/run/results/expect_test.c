/* expect_test.c: the text of `expect` becomes a promise that accepts the right results and rejects others. */
#include "../../check/check_testing.h"
#include "expect.h"
#include <string.h>
#include <unistd.h>

static char path[] = "/tmp/assay-check-XXXXXX";

/* A case with this expectation. */
static case_file *read_case(const char *out, const char *promise, const char *compare)
{
    char text[1024];
    assay_error error = {0};
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
    return read;
}

/* Fills what the case expects; with `words` that must be refused with these. Otherwise `good` is right and `bad`
 * not. */
static void try_promise(const char *out, const char *promise, const char *compare, const char *words, const void *good,
                        const void *bad)
{
    assay_error error = {0};
    float data[4] = {1, 2, 3, 4};
    const void *inputs[] = {data, NULL};
    reference_dispatch dispatch = {{4, 1, 1}, {4, 1, 1}, {1, 1, 1}, false, 32};
    case_file *read = read_case(out, promise, compare);
    size_t count;
    case_instance *instance = case_instantiate(case_file_cases(read, &count), 0, 32, &error);
    assert_non_null(instance);
    const case_expectation *what = &instance->expectations[0];
    const compare_rule *how = &what->how;
    const case_argument *argument = &instance->arguments[what->argument];
    expectation *e = expectation_create(argument->type, argument->count);
    bool filled = expectation_fill(e, instance, what, inputs, &dispatch, &error);
    if (filled == (words != NULL) || (words && !strstr(error.text, words)))
        fail_msg("%s: `%s`", promise, error.text);
    check_result result;
    if (!words) {
        check_output(e, how, argument->type, argument->count, good, NULL, 0, &result);
        if (result.wrong || !result.judged)
            fail_msg("%s: %s instead of %s", promise, result.first[0].got, result.first[0].expected);
        check_output(e, how, argument->type, argument->count, bad, NULL, 0, &result);
        if (!result.wrong)
            fail_msg("%s as %s, %s: accepted what it must not", promise, out, compare);
    }
    expectation_destroy(e);
    case_instance_destroy(instance);
    case_file_destroy(read);
}

static void from_text(const char *out, const char *promise, const char *compare, const void *good, const void *bad)
{
    try_promise(out, promise, compare, NULL, good, bad);
}

/* Components as answers.c writes them: eight bytes each, a double or an integer's bits. */
static void write_words(const char *to, const void *words, size_t count)
{
    FILE *file = fopen(to, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(words, 8, count, file), count);
    fclose(file);
}

static void from_words(const char *out, const void *words, size_t count, const char *compare, const char *refusal,
                       const void *good, const void *bad)
{
    char expect[256], answers[64];
    snprintf(answers, sizeof answers, "%s-words", path);
    snprintf(expect, sizeof expect, "result = file %s", answers);
    write_words(answers, words, count);
    try_promise(out, expect, compare, refusal, good, bad);
    unlink(answers);
}

static void files(void **state)
{
    (void)state;
    const double numbers[] = {1, -2.5, 3, 8};
    const float right[] = {1, -2.5f, 3, 8}, first[] = {2, -2.5f, 3, 8}, last[] = {1, -2.5f, 3, 4},
                near[] = {1.0625f, -2.5f, 3, 8};
    const uint64_t bits[] = {1, 255, (uint32_t)-3, 0}, beyond[] = {1, 255, (uint64_t)-3, 0};
    const int32_t whole[] = {1, 255, -3, 0}, other[] = {1, 255, 3, 0};
    from_words("result float[4]", numbers, 4, "ulp 0", NULL, right, first);
    from_words("result float[4]", numbers, 4, "ulp 0", NULL, right, last);
    from_words("result float[4]", numbers, 4, "near 0.125 0", NULL, near, first);
    from_words("result int[4]", bits, 4, "bits", NULL, whole, other);
    from_words("result int[4]", beyond, 4, "bits", "has more bits than a int", NULL, NULL);
    from_words("result int[4]", bits, 3, "bits", "does not hold the 4 components", NULL, NULL);
    from_words("result short[4]", bits, 4, "bits", "has more bits than a short", NULL, NULL);
}

static void texts(void **state)
{
    (void)state;
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
}

static int begin(void **state)
{
    (void)state;
    int descriptor = mkstemp(path);
    return descriptor < 0 ? -1 : close(descriptor);
}

static int end(void **state)
{
    (void)state;
    return unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts),
        cmocka_unit_test(files),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
