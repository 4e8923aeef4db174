/* parts_test.c: the parts of the client that metal_test.c does not come by: each of compiler.c, commands4.c,
 * indirect.c, logging.c, tensors.c and clear.c by a kernel whose results show what it did. */
#include "client.h"
#include "metal.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char source[] =
    "#include <metal_stdlib>\n"
    "#include <metal_logging>\n"
    "using namespace metal;\n"
    "constant os_log notes(\"org.assay\", \"parts\");\n"
    "kernel void iota(device uint *out [[buffer(0)]], uint i [[thread_position_in_grid]]) { out[i] += i + 1; }\n"
    "kernel void doubled(device uint *out [[buffer(0)]], uint i [[thread_position_in_grid]]) { out[i] *= 2; }\n"
    "kernel void tell(uint i [[thread_position_in_grid]]) { notes.log_info(\"thread %u\", i); }\n"
    "kernel void seen(texture2d_ms_array<float> t [[texture(0)]], device float *out [[buffer(0)]],\n"
    "                 uint i [[thread_position_in_grid]])\n"
    "{ out[i] = t.read(uint2(1, 0), i / 4, i % 4).g; }\n";
static const char tensor_source[] =
    "#include <metal_stdlib>\n"
    "#include <metal_tensor>\n"
    "using namespace metal;\n"
    "kernel void row(tensor<device float, dextents<int, 2>> t [[buffer(0)]], device float *out [[buffer(1)]],\n"
    "                uint i [[thread_position_in_grid]]) { out[i] = t[int(i), 1]; }\n";

static metal_device *device;
static metal_library *library;
static metal_buffer *buffer;

static metal_library *compile(const char *text)
{
    assay_error error = {0};
    metal_library *made = metal_library_create(device, &(metal_compile){.source = text, .logging = true}, NULL, &error);
    if (!made)
        fail_msg("%s", error.text);
    return made;
}

static metal_pipeline *pipeline(const char *function, bool indirect)
{
    assay_error error = {0};
    metal_pipeline *made =
        metal_pipeline_create(library, function, NULL, 0, &(metal_wishes){.indirect = indirect}, &error);
    if (!made)
        fail_msg("%s", error.text);
    return made;
}

static int begin(void **state)
{
    (void)state;
    assay_error error = {0};
    device = metal_open("default", &error);
    if (!device)
        return -1;
    library = compile(source);
    buffer = metal_buffer_create(device, 64, NULL);
    return library && buffer ? 0 : -1;
}

static int end(void **state)
{
    (void)state;
    metal_buffer_destroy(buffer);
    metal_library_destroy(library);
    metal_close(device);
    return 0;
}

static uint32_t *cleared(void)
{
    return memset(metal_buffer_contents(buffer), 0, metal_buffer_length(buffer));
}

static void run(metal_commands *commands)
{
    static metal_result result;
    metal_commands_run(commands, 30, &result);
    metal_commands_destroy(commands);
    if (result.status != METAL_COMPLETED)
        fail_msg("%s", result.message);
}

static const uint32_t four[3] = {4, 1, 1};

static void dispatch(metal_commands *commands, metal_pipeline *what)
{
    metal_set_pipeline(commands, what);
    metal_set_buffer(commands, buffer, 0, 0);
    metal_dispatch_threads(commands, four, four);
}

static void compilers_version_is_cut_to_the_room(void **state)
{
    (void)state;
    char whole[256] = "", part[6] = "";
    assert_true(metal_compiler_version(device, whole, sizeof whole));
    assert_true(strlen(whole) > sizeof part);
    assert_true(metal_compiler_version(device, part, sizeof part));
    assert_int_equal(strlen(part), sizeof part - 1);
    assert_memory_equal(part, whole, sizeof part - 1);
}

static void commands4_run_in_order(void **state)
{
    (void)state;
    metal_pipeline *first = pipeline("iota", false), *second = pipeline("doubled", false);
    uint32_t *numbers = cleared();
    metal_commands *commands = metal_commands_create4(device, METAL_CONCURRENT, NULL);
    assert_non_null(commands);
    dispatch(commands, first);
    metal_barrier(commands, true, false);
    dispatch(commands, second);
    assert_true(metal_next_encoder(commands, NULL));
    dispatch(commands, first);
    run(commands);
    for (uint32_t i = 0; i < 4; i++)
        assert_int_equal(numbers[i], 3 * (i + 1));
    metal_pipeline_destroy(first);
    metal_pipeline_destroy(second);
}

/* Nobody asks for barriers: the client puts them between dispatches that are to run one after the other. */
static void commands4_wait_if_serial(void **state)
{
    (void)state;
    metal_pipeline *first = pipeline("iota", false), *second = pipeline("doubled", false);
    uint32_t *numbers = cleared();
    metal_commands *commands = metal_commands_create4(device, METAL_SERIAL, NULL);
    assert_non_null(commands);
    for (int n = 0; n < 8; n++)
        dispatch(commands, n % 2 ? second : first);
    run(commands);
    for (uint32_t i = 0; i < 4; i++)
        assert_int_equal(numbers[i], 30 * (i + 1));
    metal_pipeline_destroy(first);
    metal_pipeline_destroy(second);
}

static size_t ends;
static IMP end_encoder;

static void count_end(id self, SEL selector)
{
    ends++;
    ((void (*)(id, SEL))(void (*)(void))end_encoder)(self, selector);
}

/* Each encoder is ended once: Metal takes neither fewer nor more for granted, also of commands that never run. */
static void encoders_end_once(void **state)
{
    (void)state;
    id pool = runtime_pool_open(), other = queue_command_buffer(device->queue),
       encoder = commands_compute_encoder(other);
    metal_pipeline *what = pipeline("iota", false);
    Method method = class_getInstanceMethod(object_getClass(encoder), runtime_selector[METHOD_encoder_end]);
    assert_non_null(method);
    encoder_end(encoder);
    for (int runs = 0; runs < 2; runs++) {
        ends = 0;
        end_encoder = method_setImplementation(method, (IMP)(void (*)(void))count_end);
        metal_commands *commands = metal_commands_create(device, METAL_SERIAL, NULL);
        dispatch(commands, what);
        assert_true(metal_next_encoder(commands, NULL));
        dispatch(commands, what);
        if (runs)
            run(commands);
        else
            metal_commands_destroy(commands);
        method_setImplementation(method, end_encoder);
        assert_int_equal(ends, 2);
    }
    metal_pipeline_destroy(what);
    runtime_pool_close(pool);
}

static void execute(metal_indirect *from)
{
    metal_commands *commands = metal_commands_create(device, METAL_SERIAL, NULL);
    metal_use_buffer(commands, buffer);
    metal_execute(commands, from, 1, 2);
    run(commands);
}

/* The first command of three is out of the range; behind a reset none does anything. */
static void indirect_commands_run_where_told(void **state)
{
    (void)state;
    assay_error error = {0};
    metal_pipeline *first = pipeline("iota", true), *second = pipeline("doubled", true);
    metal_indirect *commands = metal_indirect_create(device, 3, &error);
    uint32_t *numbers = cleared();
    assert_non_null(commands);
    for (uint32_t n = 0; n < 3; n++) {
        metal_command_begin(commands, n, n == 2 ? second : first, n == 2);
        metal_command_buffer(commands, n, buffer, n ? 4 : 0, 0);
        metal_command_dispatch(commands, n, false, four, four);
    }
    execute(commands);
    assert_int_equal(numbers[0], 0);
    for (uint32_t i = 0; i < 4; i++)
        assert_int_equal(numbers[1 + i], 2 * (i + 1));
    metal_indirect_reset(commands);
    execute(commands);
    assert_int_equal(numbers[4], 8);
    metal_indirect_destroy(commands);
    metal_pipeline_destroy(first);
    metal_pipeline_destroy(second);
}

static void messages_arrive_as_lines(void **state)
{
    (void)state;
    assay_error error = {0};
    metal_pipeline *what = pipeline("tell", false);
    metal_log *log = metal_log_create(device, &(metal_log_options){0}, &error);
    assert_non_null(log);
    metal_commands *commands = metal_commands_create_logging(device, METAL_SERIAL, log, &error);
    dispatch(commands, what);
    run(commands);
    assert_int_equal(metal_log_wait(log, 4), 4);
    assert_string_equal(metal_log_line(log, 0), "info [org.assay:parts] thread 0");
    assert_string_equal(metal_log_line(log, 3), "info [org.assay:parts] thread 3");
    metal_log_destroy(log);
    metal_pipeline_destroy(what);
}

static void tensors_have_extents_and_strides(void **state)
{
    (void)state;
    enum { FLOAT32 = 3 };
    assay_error error = {0};
    metal_library *own = compile(tensor_source);
    metal_pipeline *what = metal_pipeline_create(own, "row", NULL, 0, NULL, &error);
    metal_buffer *data = metal_buffer_create(device, 256, NULL);
    assert_non_null(what);
    for (size_t i = 0; i < 64; i++)
        ((float *)metal_buffer_contents(data))[i] = (float)i;
    metal_tensor_shape shape = {.type = FLOAT32, .rank = 2, .extents = {4, 2}, .strides = {1, 8}};
    metal_tensor *tensor =
        metal_tensor_create(device, (metal_tensor_plane){data, 16}, (metal_tensor_plane){NULL, 0}, &shape, &error);
    if (!tensor)
        fail_msg("%s", error.text);
    float *results = (void *)cleared();
    metal_commands *commands = metal_commands_create4(device, METAL_SERIAL, &error);
    metal_set_pipeline(commands, what);
    metal_set_tensor(commands, tensor, 0);
    metal_set_buffer(commands, buffer, 0, 1);
    metal_dispatch_threads(commands, four, four);
    run(commands);
    for (int i = 0; i < 4; i++)
        assert_true(results[i] == (float)(4 + 8 + i));
    shape.rank = METAL_MOST_RANK + 1;
    assert_null(
        metal_tensor_create(device, (metal_tensor_plane){data, 0}, (metal_tensor_plane){NULL, 0}, &shape, &error));
    assert_non_null(strstr(error.text, "no such tensor"));
    metal_tensor_destroy(tensor);
    metal_buffer_destroy(data);
    metal_pipeline_destroy(what);
    metal_library_destroy(own);
}

static void clearing_fills_each_layer(void **state)
{
    (void)state;
    enum { MS_ARRAY = 8 };
    const metal_shape shape = {MS_ARRAY, 2, 2, 1, 2, 1, .samples = 4};
    const float pixels[2][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}};
    assay_error error = {0};
    metal_pipeline *what = pipeline("seen", false);
    metal_texture *texture = metal_texture_create(device, "rgba32float", &shape, METAL_READ, &error);
    if (!texture || !metal_texture_write(texture, pixels, &error))
        fail_msg("%s", error.text);
    float *results = (void *)cleared();
    metal_commands *commands = metal_commands_create(device, METAL_SERIAL, NULL);
    metal_set_pipeline(commands, what);
    metal_set_texture(commands, texture, 0);
    metal_set_buffer(commands, buffer, 0, 0);
    metal_dispatch_threads(commands, (uint32_t[]){8, 1, 1}, (uint32_t[]){8, 1, 1});
    run(commands);
    for (int i = 0; i < 8; i++)
        assert_true(results[i] == (i < 4 ? 2.0F : 6.0F));
    metal_texture_destroy(texture);
    metal_pipeline_destroy(what);
    texture = metal_texture_create(device, "rgba8unorm", &shape, METAL_READ, &error);
    assert_false(texture && metal_texture_write(texture, pixels, &error));
    metal_texture_destroy(texture);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(compilers_version_is_cut_to_the_room),
        cmocka_unit_test(commands4_run_in_order),
        cmocka_unit_test(commands4_wait_if_serial),
        cmocka_unit_test(encoders_end_once),
        cmocka_unit_test(indirect_commands_run_where_told),
        cmocka_unit_test(messages_arrive_as_lines),
        cmocka_unit_test(tensors_have_extents_and_strides),
        cmocka_unit_test(clearing_fills_each_layer),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, begin, end);
}
