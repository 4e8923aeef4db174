/* tensors_test.c: tensors of a buffer's memory. */
#include "../metal_testing.h"

static const char tensor_source[] =
    "#include <metal_stdlib>\n"
    "#include <metal_tensor>\n"
    "using namespace metal;\n"
    "kernel void row(tensor<device float, dextents<int, 2>> t [[buffer(0)]], device float *out [[buffer(1)]],\n"
    "                uint i [[thread_position_in_grid]]) { out[i] = t[int(i), 1]; }\n";

static void tensors_have_extents_and_strides(void **state)
{
    (void)state;
    enum { FLOAT32 = 3 };
    assay_error error = {0};
    metal_library *own = compiled(tensor_source);
    metal_buffer *buffer = metal_buffer_create(device, 64, NULL);
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
    const float *results = metal_buffer_contents(buffer);
    metal_commands *commands = metal_commands_create4(device, METAL_SERIAL, &error);
    metal_set_pipeline(commands, what);
    metal_set_tensor(commands, tensor, 0);
    metal_set_buffer(commands, buffer, 0, 1);
    metal_dispatch_threads(commands, (uint32_t[]){4, 1, 1}, (uint32_t[]){4, 1, 1});
    run(commands);
    for (int i = 0; i < 4; i++)
        assert_true(results[i] == (float)(4 + 8 + i));
    shape.rank = METAL_MOST_RANK + 1;
    assert_null(
        metal_tensor_create(device, (metal_tensor_plane){data, 0}, (metal_tensor_plane){NULL, 0}, &shape, &error));
    assert_non_null(strstr(error.text, "no such tensor"));
    metal_tensor_destroy(tensor);
    metal_buffer_destroy(data);
    metal_buffer_destroy(buffer);
    metal_pipeline_destroy(what);
    metal_library_destroy(own);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tensors_have_extents_and_strides),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, open_device, close_device);
}
