/* cause_test.c: causes of errors and kinds of findings come from softmetal as codes. Each test is a process of its own,
 * as the device reads its environment once. */
#include "metal.h"
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

enum { NO_DEVICE = 77, COMPILED = 100 };

static metal_device *opened(void)
{
    assay_error error = {0};
    metal_device *device = metal_open("softmetal", &error);
    if (!device)
        _exit(NO_DEVICE);
    return device;
}

/* The cause of the error that the program, or its kernel `k`, ends with. */
static int cause_of(const char *source)
{
    assay_error error = {0};
    char *said = NULL;
    metal_device *device = opened();
    metal_library *library = metal_library_create(device, &(metal_compile){.source = source}, &said, &error);
    if (library && metal_pipeline_create(library, "k", NULL, 0, NULL, &error))
        return COMPILED;
    for (const char *text = library || !said ? error.text : said; *text; text++)
        if ((*text < ' ' && *text != '\n') || *text == '@') /* the marks of the code are no part of the words */
            return COMPILED + 1;
    return (int)error.cause;
}

static int no_cause(const char *source)
{
    (void)source;
    metal_close(opened());
    return 0;
}

static int ended(int (*run)(const char *), const char *argument)
{
    int status = 0;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0)
        _exit(run(argument));
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static void a_gap_has_a_code(void **state)
{
    (void)state;
    assert_int_equal(ended(cause_of, "#include <metal_raytracing>\nkernel void k() { metal::raytracing::ray r; }"),
                     CAUSE_GAP);
    assert_int_equal(ended(cause_of, "kernel void k() {}"), COMPILED);
}

static void a_programs_own_error_has_none(void **state)
{
    (void)state;
    assert_int_equal(ended(cause_of, "kernel void k() { softmetal does not have this; }"), CAUSE_OTHER);
    assert_int_equal(ended(cause_of, "#error internal compiler error: LLVM ERROR, Stack dump:\n"), CAUSE_OTHER);
}

/* clang's own way to try it: a crash, and an error of LLVM's that ends the program. */
static void a_compiler_that_breaks_down_has_a_code(void **state)
{
    (void)state;
    assert_int_equal(ended(cause_of, "kernel void k() {}\n#pragma clang __debug crash\n"), CAUSE_BREAKDOWN);
    assert_int_equal(ended(cause_of, "kernel void k() {}\n#pragma clang __debug llvm_fatal_error\n"), CAUSE_BREAKDOWN);
}

/* 0: as expected. */
static int races(const char *source)
{
    setenv("SOFTMETAL_CHECKED", "1", 1);
    assay_error error = {0};
    metal_device *device = opened();
    metal_library *library = metal_library_create(device, &(metal_compile){.source = source}, NULL, &error);
    metal_pipeline *pipeline = library ? metal_pipeline_create(library, "k", NULL, 0, NULL, &error) : NULL;
    metal_buffer *buffer = metal_buffer_create(device, 256, &error);
    metal_commands *commands = metal_commands_create(device, METAL_SERIAL, &error);
    static metal_result result;
    if (!pipeline || !buffer || !commands)
        return 2;
    metal_set_pipeline(commands, pipeline);
    metal_set_buffer(commands, buffer, 0, 0);
    metal_dispatch_threads(commands, (uint32_t[]){2, 1, 1}, (uint32_t[]){2, 1, 1});
    metal_commands_run(commands, 30, &result);
    if (result.finding_count != 1 || !strstr(result.message, result.finding[0].text))
        return 3;
    return strcmp(result.finding[0].kind, "race") == 0 && result.finding[0].line == 2 ? 0 : 4;
}

static void a_finding_has_kind_and_line(void **state)
{
    (void)state;
    assert_int_equal(ended(races, "kernel void k(device uint *o [[buffer(0)]], uint i [[thread_position_in_grid]]) {\n"
                                  "    o[0] = i;\n}"),
                     0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_gap_has_a_code),
        cmocka_unit_test(a_programs_own_error_has_none),
        cmocka_unit_test(a_compiler_that_breaks_down_has_a_code),
        cmocka_unit_test(a_finding_has_kind_and_line),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    if (ended(no_cause, "") == NO_DEVICE)
        return NO_DEVICE; /* this system has no softmetal */
    return cmocka_run_group_tests(tests, NULL, NULL);
}
