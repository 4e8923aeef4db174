/* pointer_types_test.c: a pointer or reference to each type of the language needs an address space (MSL 4), and is
 * taken with one. */
#include "rewrite/rewrite.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* `%s *p` is refused, or taken, as a parameter, a variable and a cast. */
static void expect(const char *space, const char *type, char mark, bool refused)
{
    static const char *const places[] = {"void f(%sconst %s %cp);", "void f() { %s%s %cp = g(); }",
                                         "struct S { %s%s %cp; };", "void f() { g((%sconst %s %c)h); }"};
    for (size_t k = 0; k < sizeof places / sizeof *places; k++) {
        char program[160], *log;
        snprintf(program, sizeof program, places[k], space, type, mark);
        sm_source *source = sm_source_create(program, strlen(program), &log);
        assert_non_null(source);
        const char *word = mark == '&' ? "__msl_refused_reference" : "__msl_refused_pointer";
        if (!strstr(sm_source_text(source), word) == refused)
            fail_msg("%s: %s", program, sm_source_text(source));
        sm_source_destroy(source);
    }
}

static void expect_all(const char *type)
{
    static const char *const spaces[] = {"device ", "constant ", "thread ", "threadgroup "};
    for (int reference = 0; reference <= (strcmp(type, "void") != 0); reference++) {
        char mark = reference ? '&' : '*';
        expect("", type, mark, true);
        for (size_t s = 0; s < sizeof spaces / sizeof *spaces; s++)
            expect(spaces[s], type, mark, false);
    }
}

static void scalars(void **state)
{
    (void)state;
    static const char *const types[] = {
        "void",        "bool",        "char",         "uchar",         "short",         "ushort",
        "int",         "uint",        "long",         "ulong",         "half",          "bfloat",
        "float",       "int8_t",      "uint8_t",      "int16_t",       "uint16_t",      "int32_t",
        "uint32_t",    "int64_t",     "uint64_t",     "size_t",        "ptrdiff_t",     "intptr_t",
        "uintptr_t",   "unsigned",    "unsigned int", "unsigned char", "unsigned long", "long int",
        "signed char", "atomic_bool", "atomic_int",   "atomic_uint",   "atomic_ulong",  "atomic_float"};
    for (size_t k = 0; k < sizeof types / sizeof *types; k++)
        expect_all(types[k]);
}

static void vectors_and_matrices(void **state)
{
    (void)state;
    static const char *const scalar[] = {"bool", "char", "uchar", "short", "ushort", "int",
                                         "uint", "long", "ulong", "half",  "bfloat", "float"};
    char type[32];
    for (size_t k = 0; k < sizeof scalar / sizeof *scalar; k++)
        for (int n = 2; n <= 4; n++) {
            snprintf(type, sizeof type, "%s%d", scalar[k], n);
            expect_all(type);
            snprintf(type, sizeof type, "packed_%s%d", scalar[k], n);
            expect_all(type);
            snprintf(type, sizeof type, "vec<%s, %d>", scalar[k], n);
            expect_all(type);
            bool matrix = strcmp(scalar[k], "half") == 0 || strcmp(scalar[k], "float") == 0;
            for (int rows = 2; matrix && rows <= 4; rows++) {
                snprintf(type, sizeof type, "%s%dx%d", scalar[k], n, rows);
                expect_all(type);
            }
        }
}

static void templates(void **state)
{
    (void)state;
    static const char *const types[] = {"packed_vec<half, 2>", "matrix<float, 4, 4>",    "array<float, 8>",
                                        "atomic<uint>",        "array<vec<half, 4>, 8>", "metal::array<int, 2>",
                                        "metal::float3"};
    for (size_t k = 0; k < sizeof types / sizeof *types; k++)
        expect_all(types[k]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(scalars), cmocka_unit_test(vectors_and_matrices),
                                       cmocka_unit_test(templates)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
