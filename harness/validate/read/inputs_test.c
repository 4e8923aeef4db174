/* inputs_test.c: contracts and kernels that are read and refused, includes that are flattened, and times that are
 * compared. */
#include "../speed.h"
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#define CONTRACTS ASSAY_SOURCE_DIR "/cases/contracts"

/* A file of this name in a fresh folder; the caller removes it with `discard`. */
static const char *file_with(const char *name, const char *content)
{
    static char path[256];
    char folder[] = "/tmp/assay-validate-test-XXXXXX";
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(content, file);
    fclose(file);
    return path;
}

static void discard(const char *path)
{
    char folder[256];
    unlink(path);
    snprintf(folder, sizeof folder, "%s", path);
    *strrchr(folder, '/') = 0;
    rmdir(folder);
}

static void refuses_contract(const char *content, const char *words)
{
    assay_error error = {0};
    const char *path = file_with("test.contract", content);
    contract *contract = contract_read(path, CONTRACTS, &error);
    if (contract || !strstr(error.text, words))
        fail_msg("`%s` is not in `%s`", words, error.text);
    discard(path);
}

#define GOOD                                                                                                           \
    "//! title: t\n//! types: float\n//! sizes: N in 1 2\n//! in: a T[N] = ones\n//! out: b T[N]\n//! expect: b = "    \
    "doubled(a)\n"

static void contracts_are_refused_with_a_sentence(void **state)
{
    (void)state;
    refuses_contract("//! title: t\n", "needs `//! types:`");
    refuses_contract(GOOD "//! inpts: x\n", "did you mean inputs");
    refuses_contract(GOOD "//! in: c T[N]\n", "needs a content");
    refuses_contract(GOOD "//! out: c T[N] = ones\n", "has no content");
    refuses_contract(GOOD "//! in: c T[N] = ones | alias d\n", "`also NAMES`, `absent GENERATOR` or `tensor EXTENTS`");
    refuses_contract(GOOD "//! inputs: odd | z = ones\n", "`z` is no argument");
    refuses_contract(GOOD "//! quick: M in 1\n", "need the same names");
    refuses_contract(GOOD "//! expect: a = doubled(a)\n", "names no output");
    refuses_contract(GOOD "//! in: x T[N] = ones\n", "add `| also x`");
    refuses_contract(GOOD "//! mistake: only one part\n", "two parts");
    refuses_contract(GOOD "//! rows: N | a | if N\n", "`when CONDITION`");
}

/* Each is read by its name, and knows every reference and generator it mentions only once it runs:
 * tools/tests/contracts_test.py. */
static void shipped_contracts_are_read(void **state)
{
    (void)state;
    size_t count = 0;
    DIR *folder = opendir(CONTRACTS);
    assert_non_null(folder);
    for (struct dirent *entry; (entry = readdir(folder)); count++) {
        char *dot = strstr(entry->d_name, ".contract");
        assay_error error = {0};
        if (!dot)
            continue;
        *dot = 0;
        contract *contract = contract_read(entry->d_name, CONTRACTS, &error);
        if (!contract)
            fail_msg("%s: %s", entry->d_name, error.text);
        contract_destroy(contract);
    }
    closedir(folder);
    assert_true(count >= 16);
}

static void roles_are_found_by_name_and_alias(void **state)
{
    assay_error error = {0};
    (void)state;
    contract *contract = contract_read("layer_norm", CONTRACTS, &error);
    assert_non_null(contract);
    assert_string_equal(contract_argument_named(contract, "weight")->name, "gamma");
    assert_string_equal(contract_argument_named(contract, "Epsilon")->name, "eps");
    assert_null(contract_argument_named(contract, "gama"));
    contract_destroy(contract);
}

static int generic_this(const char *text, char *name, size_t size)
{
    assay_error error = {0};
    char path_text[2048];
    snprintf(path_text, sizeof path_text, "%s\nkernel void f(device int *a) {}\n", text);
    const char *path = file_with("this.metal", path_text);
    kernel_source *kernel = kernel_read(path, NULL, 0, &error);
    discard(path);
    assert_non_null(kernel);
    int line = kernel_generic_this(kernel, name, size);
    kernel_destroy(kernel);
    return line;
}

static void objects_of_generic_memory_are_found(void **state)
{
    (void)state;
    char name[64] = "";
    assert_int_equal(
        generic_this("struct tile {\n  float v[4];\n  thread float &at(short i) { return v[i]; }\n};", name, 64), 3);
    assert_string_equal(name, "at");
    assert_int_equal(
        generic_this("template <typename T> class A : B {\npublic:\n  const thread T *first() const;\n};", name, 64),
        3);
    assert_string_equal(name, "first");
    assert_int_equal(
        generic_this("struct a { thread float &at(short i) thread { return v[i]; } float v[4]; };", name, 64), 0);
    assert_int_equal(
        generic_this("struct a { const thread float &at(int i) const thread { return v[i]; } float v[4]; };", name, 64),
        0);
    assert_int_equal(generic_this("struct a { static thread float &at(thread float *v) { return *v; } };", name, 64),
                     0);
    assert_int_equal(
        generic_this("struct a { float at(thread float &v) { return v; } device float &b(device float *v); };", name,
                     64),
        0);
    assert_int_equal(
        generic_this("thread float &at(thread float *v) { return *v; } // struct a { thread float &at(); };", name, 64),
        0);
}

static void parameters_are_read_from_the_text(void **state)
{
    assay_error error = {0};
    (void)state;
    const char *path = file_with(
        "k.metal",
        "// kernel void no(device int *x)\n"
        "constant uint width [[function_constant(3)]];\n"
        "template <typename T> kernel void f(device const T *a [[buffer(2)]], device packed_float4 *b,\n"
        "  constant int64_t &n, threadgroup float *s [[threadgroup(0)]], uint i [[thread_position_in_grid]]) {}\n"
        "template [[host_name(\"f_half\")]] kernel void f<half>(device const half *, device packed_float4 *, "
        "constant int64_t &, threadgroup float *, uint);\n");
    kernel_source *kernel = kernel_read(path, NULL, 0, &error);
    discard(path);
    assert_non_null(kernel);
    assert_int_equal(kernel->function_count, 1);
    const kernel_function *f = kernel_function_named(kernel, "f_half");
    assert_non_null(f);
    assert_int_equal(f->parameter_count, 5);
    assert_int_equal(f->parameters[0].index, 2);
    assert_int_equal(f->parameters[1].index, 0);
    assert_true(f->parameters[1].writable);
    assert_int_equal(f->parameters[2].kind, PARAMETER_VALUE);
    assert_int_equal(f->parameters[2].index, 1);
    assert_int_equal(f->parameters[4].kind, PARAMETER_OTHER);
    assert_string_equal(kernel_scalar(kernel, f, f->parameters[0].type, "float"), "half");
    assert_string_equal(kernel_scalar(kernel, f, f->parameters[1].type, "half"), "float");
    assert_string_equal(kernel_scalar(kernel, f, f->parameters[2].type, "half"), "long");
    assert_null(kernel_scalar(kernel, f, "Params", "half"));
    assert_int_equal(kernel->constant_count, 1);
    assert_string_equal(kernel->constants[0].name, "width");
    kernel_destroy(kernel);
}

static void refuses_kernel(const char *content, const char *words)
{
    assay_error error = {0};
    const char *path = file_with("k.metal", content);
    kernel_source *kernel = kernel_read(path, NULL, 0, &error);
    if (kernel || !strstr(error.text, words))
        fail_msg("`%s` is not in `%s`", words, error.text);
    discard(path);
}

static void kernels_are_refused_with_a_sentence(void **state)
{
    (void)state;
    refuses_kernel("void f() {}\n", "has no kernel");
    refuses_kernel("#include \"missing.h\"\nkernel void f() {}\n", "includes \"missing.h\"");
    refuses_kernel("//! dispach: groups 1\nkernel void f() {}\n", "did you mean dispatch");
    refuses_kernel("#include \"k.metal\"\nkernel void f() {}\n", "includes itself");
}

static void fill(samples *s, double base, double spread)
{
    for (s->count = 0; s->count < SPEED_ROUNDS * SPEED_REPEATS; s->count++)
        s->value[s->count] = base + spread * (double)(s->count * 7 % 10) / 10;
    samples_summarise(s);
}

static void times_are_compared_with_their_spread(void **state)
{
    (void)state;
    speed_row row = {0};
    fill(&row.baseline, 1, 0.01);
    fill(&row.candidate, 1.2, 0.01);
    speed_compare(&row);
    assert_int_equal(row.verdict, 1);
    fill(&row.candidate, 0.8, 0.01);
    speed_compare(&row);
    assert_int_equal(row.verdict, -1);
    assert_true(row.confidence > 0.95 && row.ratio_high < 0.9);
    fill(&row.candidate, 1.001, 0.01);
    speed_compare(&row);
    assert_int_equal(row.verdict, 0);
    fill(&row.candidate, 0.6, 1); /* too noisy to tell */
    fill(&row.baseline, 0.6, 1);
    speed_compare(&row);
    assert_int_equal(row.verdict, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(contracts_are_refused_with_a_sentence), cmocka_unit_test(shipped_contracts_are_read),
        cmocka_unit_test(roles_are_found_by_name_and_alias),     cmocka_unit_test(objects_of_generic_memory_are_found),
        cmocka_unit_test(parameters_are_read_from_the_text),     cmocka_unit_test(kernels_are_refused_with_a_sentence),
        cmocka_unit_test(times_are_compared_with_their_spread),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
