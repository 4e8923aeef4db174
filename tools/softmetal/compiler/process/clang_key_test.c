/* clang_key_test.c: what bitcode depends on is in its key: each option, each macro, and the compiler with its
 * headers. */
#include "../compiler.h"
#include "clang.h"
#include "toolchain.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const sm_macro macros[] = {{"A", "1"}, {"B", "2"}}, others[] = {{"A", "1"}, {"B", "3"}};

static bool equal_keys(const sm_compile_options *a, const sm_compile_options *b, uint64_t changed)
{
    sm_pack first = {0}, second = {0};
    sm_toolchain *toolchain = (sm_toolchain *)(uintptr_t)sm_toolchain_find();
    sm_clang_key(&first, a);
    toolchain->front.word[0] ^= changed;
    sm_clang_key(&second, b);
    toolchain->front.word[0] ^= changed;
    assert_false(first.failed || second.failed);
    bool equal = first.size == second.size && memcmp(first.data, second.data, first.size) == 0;
    free(first.data);
    free(second.data);
    return equal;
}

static void every_option_counts(void **state)
{
    (void)state;
    const sm_compile_options plain = {
        .language_version = 3 << 16 | 1, .macros = macros, .macro_count = 2, .target = {.simd_width = 32}};
    sm_compile_options other[9];
    for (size_t i = 0; i < sizeof other / sizeof *other; i++)
        other[i] = plain;
    other[0].language_version = 3 << 16 | 2;
    other[1].math = plain.math == SM_MATH_SAFE ? SM_MATH_FAST : SM_MATH_SAFE;
    other[2].functions = plain.functions == SM_FUNCTIONS_FAST ? SM_FUNCTIONS_PRECISE : SM_FUNCTIONS_FAST;
    other[3].macros = others;
    other[4].macro_count = 1;
    other[5].logging = true;
    other[6].target.simd_width = 64;
    other[7].target.cooperation = 1;
    other[8].target.checked = true;
    assert_true(equal_keys(&plain, &plain, 0));
    assert_false(equal_keys(&plain, &plain, 1)); /* another clang, or another header */
    for (size_t i = 0; i < sizeof other / sizeof *other; i++)
        if (equal_keys(&plain, &other[i], 0))
            fail_msg("option %zu is not in the key", i);
}

/* Dumped modules have the names of values: bitcode without them is other bitcode. */
static void dumps_count(void **state)
{
    const sm_compile_options plain = {.language_version = 3 << 16 | 1, .target = {.simd_width = 32}};
    sm_pack without = {0}, with = {0};
    (void)state;
    unsetenv("SOFTMETAL_DUMP");
    sm_clang_key(&without, &plain);
    setenv("SOFTMETAL_DUMP", "/tmp", 1);
    sm_clang_key(&with, &plain);
    unsetenv("SOFTMETAL_DUMP");
    assert_false(without.failed || with.failed);
    assert_false(with.size == without.size && memcmp(with.data, without.data, with.size) == 0);
    free(without.data);
    free(with.data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_option_counts),
        cmocka_unit_test(dumps_count),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
