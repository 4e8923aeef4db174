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

/* What this program ends with, started once more with these arguments; -1 if by a signal. */
static inline int status_of_child(const char *program, const char *option, const char *value)
{
    char command[4096];
    snprintf(command, sizeof command, "'%s' %s %s", program, option, value);
    int status = system(command);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}
#endif
