/* test_kernel.h: what tests need of the compiler: libraries and kernels that are there, or the test fails. */
#ifndef SOFTMETAL_TEST_KERNEL_H
#define SOFTMETAL_TEST_KERNEL_H
#include "../compiler.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static inline sm_library *library_of(const char *source, const sm_compile_options *options)
{
    char *log = NULL;
    sm_library *library = sm_library_create(source, strlen(source), options, &log);
    if (!library)
        fail_msg("%s", log);
    free(log);
    return library;
}

static inline const sm_function *function_named(const sm_library *library, const char *name)
{
    for (size_t i = 0; i < sm_library_function_count(library); i++) {
        if (strcmp(sm_library_function(library, i)->name, name) == 0)
            return sm_library_function(library, i);
    }
    fail_msg("no function %s", name);
    return NULL;
}

static inline sm_kernel *kernel_of(sm_library *library, const sm_function *function, const sm_constant_value *values,
                                   size_t count)
{
    char *log = NULL;
    sm_kernel *kernel = sm_kernel_create(library, function, values, count, &log);
    if (!kernel)
        fail_msg("%s", log);
    free(log);
    return kernel;
}

/* The kernel of that name, or the program's first if `name` is NULL. */
static inline sm_kernel *kernel_of_source(const char *source, const sm_compile_options *options, const char *name)
{
    sm_library *library = library_of(source, options);
    const sm_function *function = name ? function_named(library, name) : sm_library_function(library, 0);
    sm_kernel *kernel = kernel_of(library, function, NULL, 0);
    sm_library_release(library);
    return kernel;
}
#endif
