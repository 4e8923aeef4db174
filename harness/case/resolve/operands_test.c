/* operands_test.c: programs whose operands come another way: what they then say, and which are left alone. */
#include "operands.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static const char header[] = "//! title:     operands\n"
                             "//! for:       T in short2\n"
                             "//! dispatch:  threads 2, threadgroup 2\n"
                             "//! in:        a T[2] = values 1 2 3 -4\n"
                             "//! out:       y T[2]\n"
                             "//! expect:    y = same a\n"
                             "#include <metal_stdlib>\n"
                             "using namespace metal;\n";
static const char parameters[] = "kernel void k(device const T *a [[buffer(0)]], device T *y [[buffer(1)]], uint i)\n";
static const int16_t element[] = {-32768, 7, 1, 2};

/* The program of this body with its operand by `kind`, or why there is none. */
static const char *program_of(const char *declaration, const char *body, operand_kind kind, char **program)
{
    char path[] = "/tmp/assay-operands-XXXXXX.metal";
    const char *why = NULL;
    assay_error error = {0};
    size_t count;
    int descriptor = mkstemps(path, 6);
    FILE *out = descriptor >= 0 ? fdopen(descriptor, "w") : NULL;
    assert_true(out && fprintf(out, "%s%s{ %s }\n", header, declaration, body) > 0 && fclose(out) == 0);
    case_file *file = case_file_read(path, NULL, &error);
    unlink(path);
    if (!file)
        fail_msg("%s:%d: %s", error.file, error.line, error.text);
    case_instance *instance = case_instantiate(case_file_cases(file, &count), 0, 32, &error);
    assert_non_null(instance);
    *program = operand_program(instance, instance->source, 0, kind, element, &why);
    case_instance_destroy(instance);
    case_file_destroy(file);
    return why;
}

static void expect_edit(const char *declaration, const char *body, operand_kind kind, const char *wanted)
{
    char *program;
    const char *why = program_of(declaration, body, kind, &program);
    if (!program || !strstr(program, wanted))
        fail_msg("%s: no `%s` in %s", body, wanted, program ? program : why);
    free(program);
}

static void expect_program(const char *body, operand_kind kind, const char *wanted)
{
    expect_edit(parameters, body, kind, wanted);
}

static void reads_become_values(void **state)
{
    (void)state;
    expect_program("y[i] = a[i];", OPERANDS_LITERAL, "{ y[i] = (short2(short(-1 - 0x7fff), short(0x7))); }");
    expect_program("y[i] = a[i] + a[a[i].x];", OPERANDS_LITERAL,
                   "y[i] = (short2(short(-1 - 0x7fff), short(0x7))) + (short2(short(-1 - 0x7fff), short(0x7)));");
    expect_program("y[i] = a[i];", OPERANDS_CONSTANT,
                   "y[i] = (short2(static_cast<short>(assay_word_0), static_cast<short>(assay_word_1)));");
    expect_program("y[i] = a[i];", OPERANDS_CONSTANT, "constant uint assay_word_1 [[function_constant(60001)]];");
    expect_program("y[i] = a[i] & a[1];", OPERANDS_UNIFORM, "y[i] = assay_operand(a) & assay_operand(a);");
    expect_program("y[i] = a[a[i].x];", OPERANDS_HELPER, "y[i] = assay_operand(a, assay_operand(a, i).x);");
    expect_program("y[i] = i < 1 ? y[1] : a[i];", OPERANDS_LITERAL,
                   "y[i] = i < 1 ? y[1] : (short2(short(-1 - 0x7fff), short(0x7)));");
    expect_program("y[i] = i < 1 ? a[i] : y[1];", OPERANDS_LITERAL,
                   "y[i] = i < 1 ? (short2(short(-1 - 0x7fff), short(0x7))) : y[1];");
    expect_program("y[i] = a[i]; // a and *a", OPERANDS_HELPER, "y[i] = assay_operand(a, i);");
}

static void templates_take_the_type_of_the_instance(void **state)
{
    (void)state;
    char *program;
    static const char generic[] = "template <typename V> static V same(V v) { return v; }\n"
                                  "kernel void k(device const T *a [[buffer(0)]], device T *y [[buffer(1)]], uint i)\n";
    assert_null(program_of(generic, "y[i] = same(a[i]);", OPERANDS_LITERAL, &program));
    assert_non_null(strstr(program, "static short2 assay_operand(device const short2 *)\n"));
    assert_non_null(strstr(program, "y[i] = same(assay_operand(a));"));
    free(program);
}

static void others_are_left_alone(void **state)
{
    (void)state;
    static const char *const bodies[] = {"y[i] = *a;", "y[i] = *(a + i); y[i] = a[i];",
                                         "device const T *p = &a[i]; y[i] = *p;", "y[i] = y[i];"};
    static const char other[] = "kernel void k(device const short4 *a [[buffer(0)]], device T *y [[buffer(1)]])\n";
    char *program;
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
        assert_non_null(program_of(parameters, bodies[i], OPERANDS_LITERAL, &program));
        assert_null(program);
    }
    assert_non_null(strstr(program_of(other, "T t; y[0] = a[0].xy;", OPERANDS_LITERAL, &program), "another type"));
    assert_null(program);
}

static const char by_reference[] =
    "kernel void k(device const T &a [[buffer(0)]], device T *y [[buffer(1)]], uint i)\n";
static const char as_matrix[] =
    "kernel void k(device const matrix<short, 2, 2> &a [[buffer(0)]], device T *y [[buffer(1)]], uint i)\n";

static void references_are_one_object(void **state)
{
    (void)state;
    char *program;
    static const char columns[] = "(matrix<short, 2, 2>(short2(short(-1 - 0x7fff), short(0x7)), short2(short(0x1), "
                                  "short(0x2))))";
    expect_edit(as_matrix, "y[i] = a[0] + (y[1] & a[1]);", OPERANDS_LITERAL, columns);
    expect_edit(as_matrix, "y[i] = a[1];", OPERANDS_CONSTANT, "static_cast<short>(assay_word_3)");
    expect_edit(as_matrix, "y[i] = a[1];", OPERANDS_HELPER, "y[i] = assay_operand(a)[1];");
    expect_edit(as_matrix, "y[i] = a[1];", OPERANDS_HELPER,
                "static ASSAY_E assay_operand(constant const ASSAY_E &from)");
    expect_edit(as_matrix, "y[i] = a[1];", OPERANDS_BYTES, "k(constant matrix<short, 2, 2> &a [[buffer(0)]]");
    assert_non_null(strstr(program_of(as_matrix, "y[i] = a[1];", OPERANDS_UNIFORM, &program), "uniform"));
    /* NAME is declared anew, called, named as a member, or its address is taken: more than a read. */
    static const char *const others[] = {"T a = y[0]; y[i] = a;", "device const void *p = &a; y[i] = a[0];",
                                         "y[i] = a(1);", "y[i] = a[0]; y[0].a = 1;"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        assert_non_null(program_of(as_matrix, others[i], OPERANDS_LITERAL, &program));
        assert_null(program);
    }
    /* One vector will do; a structure of the program will not. */
    static const char own[] =
        "struct both { short2 x, y; };\nkernel void k(device const both &a [[buffer(0)]], uint i)\n";
    assert_non_null(strstr(program_of(own, "T y = a;", OPERANDS_LITERAL, &program), "another type"));
    assert_null(program_of(by_reference, "y[i] = a;", OPERANDS_BYTES, &program));
    free(program);
}

static void what_is_passed_on_stays(void **state)
{
    (void)state;
    char *program;
    static const char twice[] = "static T f(constant T &a, uint i) { return a + i; }\n"
                                "kernel void k(constant T &a [[buffer(0)]], device T *y [[buffer(1)]], uint i)\n";
    assert_non_null(strstr(program_of(twice, "y[i] = f(a, i);", OPERANDS_LITERAL, &program), "passes it on"));
    assert_null(program);
}

static void buffers_come_by_bytes(void **state)
{
    (void)state;
    char *program;
    expect_edit(parameters, "y[i] = a[i];", OPERANDS_BYTES, "k(constant T &a [[buffer(0)]], device T *y [[buffer(1)]]");
    expect_edit(parameters, "y[i] = a[a[i].x];", OPERANDS_BYTES, "{ y[i] = a; }");
    static const char passed_on[] =
        "static T f(device const T *a, uint i) { return a[i]; }\n"
        "kernel void k(device const T *a [[buffer(0)]], device T *y [[buffer(1)]], uint i)\n";
    assert_non_null(program_of(passed_on, "y[i] = a[i];", OPERANDS_BYTES, &program));
    assert_null(program);
}

static void words_hold_every_bit(void **state)
{
    (void)state;
    const uint64_t wide[] = {0x0123456789abcdef, 0xfedcba9876543210};
    uint32_t words[OPERAND_MOST_WORDS];
    assert_int_equal(operand_words((assay_type){SCALAR_ULONG, 2, 16}, 1, wide, words), 4);
    assert_true(words[0] == 0x89abcdef && words[1] == 0x01234567 && words[2] == 0x76543210 && words[3] == 0xfedcba98);
    assert_int_equal(operand_words((assay_type){SCALAR_SHORT, 2, 4}, 1, element, words), 2);
    assert_true((uint16_t)words[0] == 0x8000 && words[1] == 7);
    static const uint16_t columns[8] = {1, 2, 3, 0xffff, 4, 5, 6, 0xffff}; /* a column of three is as long as four */
    assert_int_equal(operand_words((assay_type){SCALAR_USHORT, 3, 8}, 2, columns, words), 6);
    assert_true(words[2] == 3 && words[3] == 4 && words[5] == 6);
}

static void inputs_that_fit_together_stay_so(void **state)
{
    (void)state;
    static const char *const alone[] = {"random", "normal(0, 1)",       "integers(0, 31)", "iota(3)", "zeros",
                                        "ones",   "constant(2)",        "values 1 2",      "special", "crossed(0, 2)",
                                        "bits",   "whole_numbers(0, 1)"};
    for (size_t i = 0; i < sizeof alone / sizeof *alone; i++)
        if (!operand_is_free(&(case_argument){.generator = alone[i]}))
            fail_msg("`%s` does not depend on other inputs", alone[i]);
    assert_false(operand_is_free(&(case_argument){.generator = "bit_fields(0, 8)"}));
    assert_false(operand_is_free(&(case_argument){.generator = NULL}));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_become_values),     cmocka_unit_test(templates_take_the_type_of_the_instance),
        cmocka_unit_test(others_are_left_alone),   cmocka_unit_test(references_are_one_object),
        cmocka_unit_test(what_is_passed_on_stays), cmocka_unit_test(buffers_come_by_bytes),
        cmocka_unit_test(words_hold_every_bit),    cmocka_unit_test(inputs_that_fit_together_stay_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
