/* axes_test.c: which cases and subcases the variables of a header make, how they are named, and what `tune` adds. */
#include "case_testing.h"

static void names_of_cases(void **state)
{
    (void)state;
    static const char *const expected[] = {
        "copy:T=half3,N=1,math=safe,msl=2.4",  "copy:T=half3,N=1,math=safe,msl=3.0",
        "copy:T=half3,N=1,math=fast,msl=2.4",  "copy:T=half3,N=1,math=fast,msl=3.0",
        "copy:T=half3,N=33,math=safe,msl=2.4",
    };
    case_file *file =
        read_text("//! title: t\n//! for: T in half3 float; N in 1\n//!     33\n//! math: safe fast\n//! msl: 2.4 3.0\n"
                  "//! dispatch: threads N, threadgroup 32\n//! in: data T[N] = iota\n//! out: result T[N]\n"
                  "//! expect: result = same data\n"
                  "kernel void copy(device T *data, device T *result, uint i) { result[i] = data[i]; }\n");
    size_t count;
    const assay_case *cases = case_file_cases(file, &count);
    assert_int_equal(count, 16);
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
        assert_string_equal(cases[i].name, expected[i]);
    assert_int_equal(cases[0].math, METAL_MATH_SAFE);
    assert_int_equal(cases[2].math, METAL_MATH_FAST);
    assert_int_equal(cases[2].functions, METAL_FUNCTIONS_FAST); /* the default, and not in the name */
    assert_int_equal(cases[1].msl, 0x30000);
    assert_true(cases[0].seed_key != cases[1].seed_key);
    case_instance *instance = instantiate(file, 15, 0);
    assert_string_equal(macro(instance, "T"), "float");
    assert_null(macro(instance, "N")); /* the program does not name it: no recompilation for each */
    case_instance_destroy(instance);
    case_file_destroy(file);
}

static void tuples_and_subcases(void **state)
{
    (void)state;
    case_file *file =
        read_text("//! title: t\n//! for: (T, SIZE) in (float3, 16) (packed_float3, 12)\n"
                  "//! subcases: N in 1 2 3; (A, B) in (1, -2.5) (3, x4)\n"
                  "//! dispatch: threads N, threadgroup 32\n//! in: data uint[N + A] = values N …\n"
                  "//! out: result uint[1]\n//! expect: result = values SIZE\n"
                  "kernel void copy(device uint *data, device uint *result) { result[0] = sizeof(T) + B; }\n");
    size_t count;
    const assay_case *cases = case_file_cases(file, &count);
    assert_int_equal(count, 2);
    assert_string_equal(cases[1].name, "copy:T=packed_float3,SIZE=12");
    assert_int_equal(cases[0].subcase_count, 6);
    case_instance *instance = instantiate(file, 1, 3);
    assert_int_equal(instance->variable_count, 3);
    assert_string_equal(instance->variables[0].value, "2");
    assert_string_equal(instance->variables[2].name, "B");
    assert_string_equal(instance->variables[2].value, "x4");
    assert_string_equal(macro(instance, "B"), "x4");
    assert_int_equal(instance->arguments[0].count, 5);
    case_instance_destroy(instance);
    assert_null(case_instantiate(&cases[0], 6, 32, NULL));
    case_file_destroy(file);
}

/* A..B counts up in every column; the width of a vector may be a variable, and 1 gives the scalar. */
static void ranges_and_widths(void **state)
{
    (void)state;
    case_file *file = read_text("//! title: t\n//! subcases: K in 8..11; (KERNEL, N) in (p1, 1)..(p4, 4)\n"
                                "//! dispatch: KERNEL: threads K, threadgroup 32\n"
                                "//! out: result vec<half, N>[1]\n//! expect: result = values 1 …\n"
                                "kernel void p1() {}\n");
    size_t count;
    const assay_case *cases = case_file_cases(file, &count);
    assert_int_equal(cases[0].subcase_count, 16);
    case_instance *instance = instantiate(file, 0, 8);
    assert_string_equal(instance->variables[0].value, "10");
    assert_string_equal(instance->dispatches[0].kernel, "p1");
    assert_int_equal(instance->arguments[0].type.lanes, 1);
    assert_int_equal(instance->arguments[0].type.stride, 2);
    case_instance_destroy(instance);
    instance = instantiate(file, 0, 15);
    assert_string_equal(instance->variables[0].value, "11");
    assert_string_equal(instance->dispatches[0].kernel, "p4");
    assert_int_equal(instance->arguments[0].type.stride, 8);
    case_instance_destroy(instance);
    case_file_destroy(file);
}

/* `@GROUP` stands for each function of the group, alone or within a value, and in a macro's text too. */
static void groups_of_functions(void **state)
{
    (void)state;
    case_file *file = read_text("//! title: t\n//! for: F in @exact sin\n"
                                "//! subcases: (KERNEL, G) in (every_@exact, @exact) (every_sin, sin)\n"
                                "//! macro: EACH = EVERY(@exact)\n"
                                "//! dispatch: KERNEL: threads 1, threadgroup 1\n//! out: result float[1]\n"
                                "//! expect: result = values 1\nkernel void k() { F(G); }\nEACH\n");
    size_t count;
    const assay_case *cases = case_file_cases(file, &count);
    assert_string_equal(cases[0].name, "copy:F=ceil");
    assert_string_equal(cases[1].name, "copy:F=fabs");
    assert_string_equal(cases[count - 1].name, "copy:F=sin");
    assert_int_equal(cases[0].subcase_count, count);
    case_instance *instance = instantiate(file, 0, 1);
    assert_string_equal(instance->dispatches[0].kernel, "every_fabs");
    assert_string_equal(macro(instance, "G"), "fabs");
    assert_string_equal(macro(instance, "EACH"),
                        "EVERY(ceil) EVERY(fabs) EVERY(floor) EVERY(fract) EVERY(rint) EVERY(round) EVERY(trunc)");
    case_instance_destroy(instance);
    case_file_destroy(file);
}

#define TUNED                                                                                                          \
    "//! title: t\n//! subcases: (A, B) in (1, 8) (2, 4)\n%s//! dispatch: threads A, threadgroup B\n"                  \
    "//! out: result int[1]\n//! expect: result = values 1\nkernel void tuned() {}\n"

/* `tune` permits further values for the variables of the subcases, in whatever order it has them. */
static void tuned_settings(void **state)
{
    (void)state;
    char text[512], setting[64];
    assay_error error = {0};
    size_t count;
    snprintf(text, sizeof text, TUNED, "//! tune: B in 16 32 64; A in 3..5\n");
    case_file *file = read_text(text);
    const assay_case *cases = case_file_cases(file, &count);
    assert_int_equal(case_file_setting_count(file), 9);
    case_file_setting(file, 5, setting, sizeof setting);
    assert_string_equal(setting, "(5, 32)");
    assert_true(case_file_add_settings(file, "(5, 32) (3, 16)", &error));
    assert_int_equal(cases[0].subcase_count, 4);
    case_instance *instance = instantiate(file, 0, 3);
    assert_int_equal(instance->dispatches[0].extent[0], 3);
    assert_int_equal(instance->dispatches[0].threadgroup[0], 16);
    case_instance_destroy(instance);
    assert_false(case_file_add_settings(file, "(6, 16)", &error));
    assert_non_null(strstr(error.text, "does not permit A = 6"));
    assert_false(case_file_add_settings(file, "(3)", &error));
    case_file_destroy(file);
}

static void tune_is_refused(void **state)
{
    (void)state;
    static const char *const lines[][2] = {{"//! tune: A in 1\n", "no values for the variable `B`"},
                                           {"//! tune: A in 1; B in 2; C in 3\n", "no variable of `subcases`"}};
    char text[512];
    for (size_t i = 0; i < 2; i++) {
        snprintf(text, sizeof text, TUNED, lines[i][0]);
        write_file(text, strlen(text));
        refuses(lines[i][1]);
    }
}

/* What a case does not say is as Metal has it: fast math and fast functions. */
static void usual_modes(void **state)
{
    (void)state;
    case_file *file = read_text("//! title: t\n//! dispatch: threads 4, threadgroup 4\n//! out: result int[1]\n"
                                "//! expect: result = values 1\nkernel void k() {}\n");
    const assay_case *cases = case_file_cases(file, &(size_t){0});
    assert_int_equal(cases[0].math, METAL_MATH_FAST);
    assert_int_equal(cases[0].functions, METAL_FUNCTIONS_FAST);
    assert_int_equal(cases[0].msl, 0);
    case_file_destroy(file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(usual_modes),         cmocka_unit_test(names_of_cases), cmocka_unit_test(tuples_and_subcases),
        cmocka_unit_test(ranges_and_widths),   cmocka_unit_test(tuned_settings), cmocka_unit_test(tune_is_refused),
        cmocka_unit_test(groups_of_functions),
    };
    return cmocka_run_group_tests(tests, make_directory, remove_directory);
}
