/* case_testing.h: for the tests of case files: writes a text to a file, reads it as a case, makes an instance. */
#ifndef ASSAY_CASE_TESTING_H
#define ASSAY_CASE_TESTING_H
#include "case.h"
#include "internal.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
// clang-format off
#include <cmocka.h>
// clang-format on

#define BODY                                                                                                           \
    "\n"                                                                                                               \
    "kernel void copy(device const float *data [[buffer(0)]], device float *result [[buffer(1)]],\n"                   \
    "                 uint i [[thread_position_in_grid]])\n"                                                           \
    "{\n"                                                                                                              \
    "    result[i] = data[i]; // data[j]\n"                                                                            \
    "    barrier();\n"                                                                                                 \
    "    /* barrier(); */ barrier(); // last\n"                                                                        \
    "}\n"

static char directory[] = "/tmp/assay-case-XXXXXX";
static char path[64];

static inline int make_directory(void **state)
{
    (void)state;
    if (!mkdtemp(directory))
        return -1;
    snprintf(path, sizeof path, "%s/copy.metal", directory);
    return 0;
}

static inline int remove_directory(void **state)
{
    (void)state;
    unlink(path);
    return rmdir(directory);
}

static inline void write_file(const char *text, size_t size)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

/* Reads as a file of the user's own, outside any tree. */
static inline case_file *read_text(const char *text)
{
    assay_error error = {0};
    write_file(text, strlen(text));
    case_file *file = case_file_read(path, NULL, &error);
    if (!file)
        fail_msg("%s:%d: %s", error.file, error.line, error.text);
    return file;
}

static inline void refuses(const char *sentence)
{
    assay_error error = {0};
    case_file *file = case_file_read(path, NULL, &error);
    assert_null(file);
    assert_string_equal(error.file, path);
    if (!strstr(error.text, sentence))
        fail_msg("says \"%s\", not \"%s\"", error.text, sentence);
}

static inline case_instance *instantiate(const case_file *file, size_t n, size_t subcase)
{
    size_t count;
    assay_error error = {0};
    const assay_case *cases = case_file_cases(file, &count);
    assert_true(n < count);
    case_instance *instance = case_instantiate(&cases[n], subcase, 32, &error);
    if (!instance)
        fail_msg("%s:%d: %s", error.file, error.line, error.text);
    return instance;
}

static inline const char *macro(const case_instance *instance, const char *name)
{
    for (size_t i = 0; i < instance->macro_count; i++)
        if (strcmp(instance->macros[i].name, name) == 0)
            return instance->macros[i].value;
    return NULL;
}

#define HEADER                                                                                                         \
    "//! title: t\n//! dispatch: threads 4, threadgroup 4\n//! in: data float[4] = iota\n//! out: result float[4]\n"   \
    "//! expect: result = same data\n"
#endif
