/* metal_testing.h: for the tests of the client: the device of this machine, programs for it, and children. */
#ifndef ASSAY_METAL_TESTING_H
#define ASSAY_METAL_TESTING_H
#include "client.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static metal_device *device;

static inline int open_device(void **state)
{
    (void)state;
    assay_error error = {0};
    device = metal_open("default", &error);
    if (!device)
        fprintf(stderr, "%s\n", error.text);
    return device ? 0 : -1;
}

static inline int close_device(void **state)
{
    (void)state;
    metal_close(device);
    return 0;
}

static inline metal_library *compiled(const char *source)
{
    assay_error error = {0};
    const metal_compile compile = {.source = source, .logging = strstr(source, "os_log") != NULL};
    metal_library *library = metal_library_create(device, &compile, NULL, &error);
    if (!library)
        fail_msg("%s", error.text);
    return library;
}

static inline metal_pipeline *pipeline_with(metal_library *library, const char *function, const metal_wishes *wishes)
{
    assay_error error = {0};
    metal_pipeline *pipeline = metal_pipeline_create(library, function, NULL, 0, wishes, &error);
    if (!pipeline)
        fail_msg("%s", error.text);
    return pipeline;
}

static inline metal_pipeline *pipeline_of(metal_library *library, const char *function)
{
    return pipeline_with(library, function, NULL);
}

/* The result is good until the next run. */
static inline const metal_result *run(metal_commands *commands)
{
    static metal_result result;
    metal_commands_run(commands, 30, &result);
    metal_commands_destroy(commands);
    if (result.status != METAL_COMPLETED)
        fail_msg("%s", result.message);
    return &result;
}

/* Between these two calls the setter of one number, as objects of the class have it, only notes what it is told. */
typedef struct noted {
    size_t count; /* 0: the device was told nothing */
    NSUInteger last;
} noted;
static noted setter_noted[METHOD_COUNT];
static IMP setter_own[METHOD_COUNT];

static inline void note_number(id self, SEL selector, NSUInteger number)
{
    for (size_t n = 0; n < METHOD_COUNT; n++)
        if (setter_own[n] && sel_isEqual(selector, runtime_selector[n])) {
            setter_noted[n] = (noted){setter_noted[n].count + 1, number};
            ((void (*)(id, SEL, NSUInteger))(void (*)(void))setter_own[n])(self, selector, number);
        }
}

static inline void note_setter(Class class, metal_method setter)
{
    Method method = class_getInstanceMethod(class, runtime_selector[setter]);
    assert_non_null(method);
    setter_noted[setter] = (noted){0};
    setter_own[setter] = method_setImplementation(method, (IMP)(void (*)(void))note_number);
}

static inline noted end_note(Class class, metal_method setter)
{
    method_setImplementation(class_getInstanceMethod(class, runtime_selector[setter]), setter_own[setter]);
    setter_own[setter] = NULL;
    return setter_noted[setter];
}

/* What this program ends with, started once more with these arguments; -1 if by a signal. */
static inline int status_of_child(const char *program, const char *option, const char *value)
{
    char command[4096];
    snprintf(command, sizeof command, "'%s' %s %s", program, option, value);
    int status = system(command);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}
#endif
