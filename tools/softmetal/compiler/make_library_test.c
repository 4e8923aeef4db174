/* make_library_test.c: a large library of instantiations, which is made in parts (on several cores), is the one that
 * would be made at once. */
#include "kernel/test_kernel.h"
#include "../engine/engine.h"
#include <stdio.h>

enum { FIRST = 100, KERNELS = 600 }; /* several blocks of what is dealt out */

static const sm_compile_options plain = {
    .language_version = 3 << 16 | 1, .math = SM_MATH_FAST, .target.simd_width = 32};

/* Kernels k100 to k699, and a plain one, of more bytes than what is made at once; `body` is what a kernel does. */
static char *program(const char *body)
{
    char *text = calloc(1, 1 << 18);
    assert_non_null(text);
    size_t n = (size_t)sprintf(
        text, "#include <metal_stdlib>\nusing namespace metal;\n"
              "constant int more [[function_constant(3)]];\n"
              "template <bool B> using T = conditional_t<B, short, int>;\n"
              "kernel void plain(device int *x [[buffer(0)]]) { int three = 3.5; x[0] = more + three - 3; }\n");
    for (int i = 0; i < 1500; i++)
        n += (size_t)sprintf(text + n, "// Line %d of those that make the text large.\n", i);
    sprintf(text + n,
            "template <int N> [[kernel]] void k(device int *x [[buffer(0)]]) { %s }\n"
            "#define ONE(n) template [[host_name(\"k\" #n)]] [[kernel]] decltype(k<n>) k<n>;\n"
            "#define TEN(n) ONE(n##0) ONE(n##1) ONE(n##2) ONE(n##3) ONE(n##4) ONE(n##5) ONE(n##6) ONE(n##7) ONE(n##8) "
            "ONE(n##9)\n"
            "#define MANY(n) TEN(n##0) TEN(n##1) TEN(n##2) TEN(n##3) TEN(n##4) TEN(n##5) TEN(n##6) TEN(n##7) TEN(n##8) "
            "TEN(n##9)\nMANY(1) MANY(2) MANY(3)\nMANY(4) MANY(5) MANY(6)\n",
            body);
    return text;
}

static void run(sm_library *library, const char *name, int expected)
{
    static const int five = 5;
    sm_constant_value value = {.index = 3, .data_type = 29 /* MTLDataTypeInt */, .size = sizeof five};
    memcpy(value.bytes, &five, sizeof five);
    int x = 0;
    const sm_function *f = function_named(library, name);
    assert_int_equal(f->constant_count, 1);
    sm_kernel *kernel = kernel_of(library, f, &value, 1);
    sm_dispatch d = {.buffer = {{&x, sizeof x}}, .grid = {1, 1, 1}, .group = {1, 1, 1}};
    sm_outcome o;
    sm_engine_run(kernel, &d, &o);
    assert_int_equal(o.status, SM_DONE);
    assert_int_equal(x, expected);
    sm_kernel_release(kernel);
}

static void parts_make_the_whole(void **state)
{
    (void)state;
    char *text = program("x[0] = N + more;"), name[8];
    sm_library *library = library_of(text, &plain);
    assert_int_equal(sm_library_function_count(library), KERNELS + 1);
    for (int i = FIRST; i < FIRST + KERNELS; i++) {
        snprintf(name, sizeof name, "k%d", i);
        assert_string_equal(function_named(library, name)->name, name);
    }
    run(library, "plain", 5);
    run(library, "k100", 105);
    run(library, "k400", 405);
    run(library, "k699", 704);
    sm_library_release(library);
    free(text);
}

static unsigned count_of(const char *text, const char *what)
{
    unsigned n = 0;
    for (; text && (text = strstr(text, what)); text++)
        n++;
    return n;
}

/* What all parts find is said once, what one finds is said. */
static void warnings_are_said_once(void **state)
{
    (void)state;
    char *text = program("enable_if_t<N == 120 || N == 650, int> b = 1; x[0] = b;"), *log = NULL;
    sm_library *library = sm_library_create(text, strlen(text), &plain, &log);
    assert_null(library);
    assert_non_null(strstr(log, "k<100>"));
    free(log);
    free(text);
    text = program("T<N == 650> a = 2.5; x[0] = a + more;");
    library = sm_library_create(text, strlen(text), &plain, &log);
    assert_non_null(library);
    assert_int_equal(count_of(log, "from 3.5 to 3"), 1);
    assert_int_equal(count_of(log, "from 2.5 to 2"), KERNELS);
    assert_int_equal(count_of(log, "'short') changes value"), 1);
    sm_library_release(library);
    free(log);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_make_the_whole),
        cmocka_unit_test(warnings_are_said_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
