/* settings_test.c: the environment's words, right and wrong. */
#include "settings.h"
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>
#include <cmocka.h>

static const char *const *settings; /* name, value, …, NULL */

static const char *get(const char *name)
{
    for (size_t i = 0; settings[i]; i += 2) {
        if (strcmp(settings[i], name) == 0)
            return settings[i + 1];
    }
    return NULL;
}

static sm_device read_with(const char *const *with, uint64_t faults[SM_FAULT_WORDS])
{
    sm_device d;
    settings = with;
    sm_device_read(&d, faults, get);
    return d;
}

static void defaults(void **state)
{
    (void)state;
    uint64_t faults[SM_FAULT_WORDS];
    const char *const none[] = {NULL};
    sm_device d = read_with(none, faults);
    assert_null(d.error);
    assert_false(d.target.apple);
    assert_false(d.target.checked);
    assert_true(d.validation);
    assert_int_equal(d.target.simd_width, 32);
    assert_int_equal(d.max_threads, 1024);
    assert_int_equal(d.personality, SM_PERSONALITY_NONE);
    assert_true(d.threads >= 1);
    assert_int_equal(d.cache_size, UINT64_C(4) << 30);
    for (int i = 0; i < SM_FAULT_WORDS; i++)
        assert_int_equal(faults[i], 0);
}

static void words(void **state)
{
    (void)state;
    uint64_t faults[SM_FAULT_WORDS];
    const char *const wide[] = {"SOFTMETAL_PROFILE",
                                "apple",
                                "SOFTMETAL_PERSONALITY",
                                "wide",
                                "SOFTMETAL_CHECKED",
                                "1",
                                "SOFTMETAL_VALIDATION",
                                "0",
                                "SOFTMETAL_THREADS",
                                "3",
                                "SOFTMETAL_BUDGET",
                                "1000",
                                "SOFTMETAL_FAULT",
                                "barrier_dropped,atomic_add_lost",
                                NULL};
    sm_device d = read_with(wide, faults);
    assert_null(d.error);
    assert_true(d.target.apple && d.target.checked && !d.validation);
    assert_int_equal(d.family, 10);
    assert_int_equal(d.target.simd_width, 64);
    assert_int_equal(d.threads, 3);
    assert_int_equal(d.budget, 1000);
    assert_true(faults[SM_FAULT_barrier_dropped / 64] >> SM_FAULT_barrier_dropped % 64 & 1);
    assert_true(faults[SM_FAULT_atomic_add_lost / 64] >> SM_FAULT_atomic_add_lost % 64 & 1);
    assert_false(faults[SM_FAULT_barrier_half / 64] >> SM_FAULT_barrier_half % 64 & 1);
    const char *const small[] = {"SOFTMETAL_PERSONALITY", "small", NULL}, *const old[] = {"SOFTMETAL_PERSONALITY",
                                                                                          "paravirtual", NULL};
    assert_int_equal(read_with(small, faults).max_threads, 448);
    const char *const fiber[] = {"SOFTMETAL_ENGINE", "fiber", NULL},
                      *const vector[] = {"SOFTMETAL_ENGINE", "vector", NULL},
                      *const choice[] = {"SOFTMETAL_ENGINE", "auto", NULL};
    assert_int_equal(d.target.engine, SM_ENGINE_AUTO);
    assert_int_equal(read_with(fiber, faults).target.engine, SM_ENGINE_FIBER);
    assert_int_equal(read_with(vector, faults).target.engine, SM_ENGINE_VECTOR);
    assert_int_equal(read_with(choice, faults).target.engine, SM_ENGINE_AUTO);
    assert_int_equal(read_with(old, faults).language_version, 3 << 16 | 1);
    const char *const reversed[] = {"SOFTMETAL_ORDER", "reversed", NULL}, *const shuffled[] = {"SOFTMETAL_ORDER",
                                                                                               "shuffled", NULL};
    assert_int_equal(d.order, SM_ORDER_ANY);
    assert_int_equal(read_with(reversed, faults).order, SM_ORDER_REVERSED);
    assert_int_equal(read_with(shuffled, faults).order, SM_ORDER_SHUFFLED);
    const char *const megabytes[] = {"SOFTMETAL_CACHE_SIZE", "300M", NULL}, *const bytes[] = {"SOFTMETAL_CACHE_SIZE",
                                                                                              "70000", NULL};
    assert_int_equal(read_with(megabytes, faults).cache_size, 300 << 20);
    assert_int_equal(read_with(bytes, faults).cache_size, 70000);
}

static void profiles_are_families(void **state)
{
    (void)state;
    static const char *const name[] = {"ieee", "apple7", "apple8", "apple9", "apple10", "apple"};
    static const uint32_t family[] = {9, 7, 8, 9, 10, 10};
    uint64_t faults[SM_FAULT_WORDS];
    for (size_t i = 0; i < 6; i++) {
        const char *const given[] = {"SOFTMETAL_PROFILE", name[i], NULL};
        sm_device d = read_with(given, faults);
        assert_null(d.error);
        assert_int_equal(d.family, family[i]);
        assert_int_equal(d.target.apple, i > 0);
    }
}

static void unknown_words_are_errors(void **state)
{
    (void)state;
    static const char *const bad[][3] = {
        {"SOFTMETAL_PROFILE", "apple6"}, {"SOFTMETAL_PERSONALITY", "grumpy"}, {"SOFTMETAL_FAULT", "no_such_fault"},
        {"SOFTMETAL_THREADS", "0"},      {"SOFTMETAL_THREADS", "many"},       {"SOFTMETAL_BUDGET", "-1"},
        {"SOFTMETAL_CACHE_SIZE", "1T"},  {"SOFTMETAL_CACHE_SIZE", "0"},       {"SOFTMETAL_CACHE_SIZE", "1Gb"},
        {"SOFTMETAL_ENGINE", "steam"},   {"SOFTMETAL_ORDER", "alphabetical"}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        uint64_t faults[SM_FAULT_WORDS];
        sm_device d = read_with(bad[i], faults);
        assert_non_null(d.error);
        assert_non_null(strstr(d.error, bad[i][0]));
        assert_non_null(strstr(d.error, bad[i][1]));
    }
}

static void faults_have_names_of_their_own(void **state)
{
    (void)state;
    assert_true(SM_FAULT_COUNT <= 64 * SM_FAULT_WORDS);
    for (int i = 0; i < SM_FAULT_COUNT; i++) {
        assert_true(strlen(sm_fault_rows[i].text) > 10);
        for (int j = 0; j < i; j++)
            assert_string_not_equal(sm_fault_rows[i].name, sm_fault_rows[j].name);
    }
}

static const char *gpu(const char *name)
{
    return strcmp(name, "SOFTMETAL_DEVICE") == 0 ? "cuda:1" : NULL;
}

static const char *checked_gpu(const char *name)
{
    return strcmp(name, "SOFTMETAL_CHECKED") == 0 ? "1" : gpu(name);
}

static const char *no_gpu(const char *name)
{
    return strcmp(name, "SOFTMETAL_DEVICE") == 0 ? "cuda:x" : NULL;
}

static void gpus_are_numbered(void **state)
{
    sm_device d;
    uint64_t faults[SM_FAULT_WORDS];
    (void)state;
    sm_device_read(&d, faults, gpu);
    assert_null(d.error);
    assert_true(d.target.cuda);
    assert_int_equal(d.gpu, 1);
    sm_device_read(&d, faults, checked_gpu);
    assert_non_null(strstr(d.error, "no checked mode"));
    sm_device_read(&d, faults, no_gpu);
    assert_non_null(strstr(d.error, "cuda:N"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(defaults),
                                       cmocka_unit_test(words),
                                       cmocka_unit_test(profiles_are_families),
                                       cmocka_unit_test(unknown_words_are_errors),
                                       cmocka_unit_test(faults_have_names_of_their_own),
                                       cmocka_unit_test(gpus_are_numbered)};
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
