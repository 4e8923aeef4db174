/* widen_test.c: what becomes float and what stays, since memory of the host's has it so. */
#include "../read/read_testing.h"
#include "widen.h"

static int begin(void **state)
{
    (void)state;
    return make_folder();
}

static int end(void **state)
{
    (void)state;
    static const char *const names[] = {"k.metal"};
    return remove_folder(names, 1);
}

static char made[4096];

/* The text behind its #line, and whether there was something to change. */
static bool widened(const char *source, const char *type, bool open, bool casts)
{
    text out = {0};
    const char *const none[] = {NULL};
    kernel_source *kernel = kernel_read(write_file("k.metal", source), none, 0, &error);
    if (!kernel)
        fail_msg("%s", error.text);
    bool changed = widen(kernel, &kernel->functions[0], type, open, casts, &out);
    snprintf(made, sizeof made, "%s", strchr(text_string(&out), '\n') + 1);
    text_free(&out);
    kernel_destroy(kernel);
    return changed;
}

#define K "kernel void k(device half *a, threadgroup half *b, constant half &c) "

static void variables_become_float(void **state)
{
    (void)state;
    assert_true(widened(K "{ half x = 0.5h; bfloat4 y; threadgroup half s[32]; }\n", "float", false, true));
    assert_string_equal(made, K "{ float x = 0.5f; float4 y; threadgroup float s[32]; }\n");
    assert_true(widened("half f(half x) { return x; }\n" K "{}\n", "half", false, true));
    assert_string_equal(made, "float f(float x) { return x; }\n" K "{}\n");
    assert_false(widened(K "{ float x = 0xh; halfway(x); }\n", "half", false, true));
}

static void memory_of_the_host_stays(void **state)
{
    (void)state;
    static const char *const left[] = {K "{ device const half4 *p = (device const half4 *)a; }\n",
                                       K "{ float x = as_type<half>(c); }\n", K "{ /* half x; */ } // half\n",
                                       "void f(constant half *x);\n" K "{}\n",
                                       "void f(const device half *x) {}\n" K "{}\n"};
    for (size_t i = 0; i < sizeof left / sizeof *left; i++) {
        assert_false(widened(left[i], "half", false, true));
        assert_string_equal(made, left[i]);
    }
}

static void casts_are_a_choice(void **state)
{
    (void)state;
    assert_true(widened(K "{ half x = half(1); a[0] = static_cast<half>(x); }\n", "half", false, true));
    assert_string_equal(made, K "{ float x = float(1); a[0] = static_cast<float>(x); }\n");
    assert_true(widened(K "{ half x = half(1); a[0] = static_cast<half>(x); }\n", "half", false, false));
    assert_string_equal(made, K "{ float x = half(1); a[0] = static_cast<half>(x); }\n");
}

#define T "kernel void k(device T *a) { T x = a[0]; }\n"

static void names_may_stand_for_it(void **state)
{
    (void)state;
    assert_true(widened(T, "bfloat", true, true));
    assert_string_equal(made, "kernel void k(device T *a) { float x = a[0]; }\n");
    assert_false(widened(T, "float", true, true));
    assert_false(widened(T, "half", false, true));
    static const char own[] = "template <typename T> T f(T x) { return x; }\n";
    static const char instance[] = "template [[host_name(\"k_h\")]] kernel void k<half>(device half *a);\n";
    char whole[512], wanted[512];
    snprintf(whole, sizeof whole, "%stemplate <typename T> %s%s", own, T, instance);
    snprintf(wanted, sizeof wanted, "%stemplate <typename T> kernel void k(device T *a) { float x = a[0]; }\n%s", own,
             instance);
    assert_true(widened(whole, "half", false, true));
    assert_string_equal(made, wanted);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test_setup_teardown(variables_become_float, begin, end),
                                       cmocka_unit_test_setup_teardown(memory_of_the_host_stays, begin, end),
                                       cmocka_unit_test_setup_teardown(casts_are_a_choice, begin, end),
                                       cmocka_unit_test_setup_teardown(names_may_stand_for_it, begin, end)};
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
