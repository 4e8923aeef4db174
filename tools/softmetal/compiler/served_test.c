/* served_test.c: what a clang that serves makes (serve/serve.h) beside what one makes that is started anew. */
#include "make_library.h"
#include "kernel/test_kernel.h"
#include <stdio.h>
#include <unistd.h>

static const sm_compile_options plain = {
    .language_version = 3 << 16 | 1, .math = SM_MATH_FAST, .target.simd_width = 32};

/* Makes a program's library; `other` makes it another one to the cache. */
static sm_library *make(const char *program, int other, char **log)
{
    char source[400], number[16];
    snprintf(number, sizeof number, "%d", other);
    const sm_macro macros[] = {{"CALL(x)", "quad_sum(x)"}, {"WIDE", "1\n2"}, {"OTHER", number}};
    sm_compile_options options = plain;
    options.macros = macros;
    options.macro_count = 3;
    snprintf(source, sizeof source, "#include <metal_stdlib>\n%s\n", program);
    *log = NULL;
    return sm_library_create(source, strlen(source), &options, log);
}

/* Bitcode and messages of a clang that serves are those of a clang started anew. */
static void compare_with_new_clang(const char *program, int number, bool good, bool silent)
{
    char *served_log, *new_log;
    sm_library *served = make(program, number, &served_log);
    setenv("SOFTMETAL_SERVE", "0", 1);
    sm_library *new = make(program, -number, &new_log);
    unsetenv("SOFTMETAL_SERVE");
    assert_int_equal(served != NULL, good);
    assert_int_equal(new != NULL, good);
    if (good) {
        assert_int_equal(served->bitcode[0].size, new->bitcode[0].size);
        assert_memory_equal(served->bitcode[0].data, new->bitcode[0].data, new->bitcode[0].size);
    }
    assert_int_equal(served_log == NULL, silent);
    if (!silent)
        assert_string_equal(served_log, new_log);
    free(served_log);
    free(new_log);
    sm_library_release(served);
    sm_library_release(new);
}

/* Clang that serves has read something before, more of it after some runs, which nobody notices. */
static void servers_change_nothing(void **state)
{
    (void)state;
    static const char vectors[] = "kernel void k(device ushort4 *a, device packed_char3 *b) { a[0] = a[1].wzyx + 2; "
                                  "b[0] = char3(b[1]) * 2; }";
    char *log;
    compare_with_new_clang(vectors, 1, true, true);
    for (int i = 2; i < 30; i++)
        sm_library_release(make(vectors, i, &log));
    compare_with_new_clang(vectors, 30, true, true);
    compare_with_new_clang("#include <__msl/first.h>\n#include <__msl/second.h>\nint f() { return WIDE; }", 1, true,
                           true);
    compare_with_new_clang("bfloat f(bfloat x) { return metal::CALL(x); }", 1, true, false);
    compare_with_new_clang("kernel void k(device int *a) { a[0] = 1;", 1, false, false);
    compare_with_new_clang("void f(thread float2x2 &m) { m *= m; }\nfloat g(half4 h) { return h.q; }", 1, false, false);
    compare_with_new_clang("float f(float x) { atomic_int a; return cos(x); }", 1, false, false);
    compare_with_new_clang("#define WIDE 2\n#include \"is_not_there.h\"", 1, false, false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(servers_change_nothing)};
    char directory[] = "/tmp/softmetal-test-XXXXXX", command[100];
    if (!mkdtemp(directory))
        return 1;
    setenv("SOFTMETAL_CACHE", directory, 1); /* its own: what it finds there would not be made */
    int failures = cmocka_run_group_tests(tests, NULL, NULL);
    snprintf(command, sizeof command, "rm -r '%s'", directory);
    return system(command) != 0 || failures;
}
