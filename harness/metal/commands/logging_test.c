/* logging_test.c: what kernels log arrives as lines, and the handler that takes it. */
#include "handler_testing.h"

static const char source[] = "#include <metal_stdlib>\n"
                             "#include <metal_logging>\n"
                             "using namespace metal;\n"
                             "constant os_log notes(\"org.assay\", \"parts\");\n"
                             "kernel void tell(uint i [[thread_position_in_grid]])\n"
                             "{ notes.log_info(\"thread %u\", i); if (i == 3) notes.log_error(\"the last\"); }\n";
static const uint32_t four[3] = {4, 1, 1};

static void messages_arrive_as_lines(void **state)
{
    (void)state;
    assay_error error = {0};
    metal_library *library = compiled(source);
    metal_pipeline *what = pipeline_of(library, "tell");
    metal_log *log = metal_log_create(device, &(metal_log_options){0}, &error);
    assert_non_null(log);
    metal_commands *commands = metal_commands_create_logging(device, METAL_SERIAL, log, &error);
    metal_set_pipeline(commands, what);
    metal_dispatch_threads(commands, four, four);
    run(commands);
    assert_int_equal(metal_log_wait(log, 5), 5);
    assert_string_equal(metal_log_line(log, 0), "info [org.assay:parts] thread 0");
    assert_string_equal(metal_log_line(log, 3), "info [org.assay:parts] thread 3");
    assert_string_equal(metal_log_line(log, 4), "error [org.assay:parts] the last");
    metal_log_destroy(log);
    metal_pipeline_destroy(what);
    metal_library_destroy(library);
}

/* A state of a level takes nothing below it. */
static void a_level_keeps_others_out(void **state)
{
    (void)state;
    assay_error error = {0};
    metal_library *library = compiled(source);
    metal_pipeline *what = pipeline_of(library, "tell");
    uint32_t level = 0;
    assert_true(metal_log_level("error", &level));
    metal_log *log = metal_log_create(device, &(metal_log_options){.level = level}, &error);
    assert_non_null(log);
    metal_commands *commands = metal_commands_create_logging(device, METAL_SERIAL, log, &error);
    metal_set_pipeline(commands, what);
    metal_dispatch_threads(commands, four, four);
    run(commands);
    assert_int_equal(metal_log_wait(log, 1), 1);
    assert_string_equal(metal_log_line(log, 0), "error [org.assay:parts] the last");
    metal_log_destroy(log);
    metal_pipeline_destroy(what);
    metal_library_destroy(library);
}

static void open_log(void)
{
    const metal_log_options options = {0};
    metal_log *log = metal_log_create(device, &options, NULL);
    assert_non_null(log);
    metal_log_destroy(log);
}

static void handler_of_a_log(void **state)
{
    (void)state;
    const metal_log_options options = {0};
    metal_log *log = metal_log_create(device, &options, NULL);
    if (!log)
        skip();
    Class class = object_getClass(client_log_state(log));
    metal_log_destroy(log);
    expect_copied_handler(class, METHOD_log_add_handler, open_log);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(messages_arrive_as_lines),
        cmocka_unit_test(a_level_keeps_others_out),
        cmocka_unit_test(handler_of_a_log),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, open_device, close_device);
}
