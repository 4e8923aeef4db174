/* clear_test.c: the content of multisampled textures, which comes by a render pass for each layer. */
#include "../metal_testing.h"

static const char source[] =
    "#include <metal_stdlib>\n"
    "using namespace metal;\n"
    "kernel void seen(texture2d_ms_array<float> t [[texture(0)]], device float *out [[buffer(0)]],\n"
    "                 uint i [[thread_position_in_grid]])\n"
    "{ out[i] = t.read(uint2(1, 0), i / 4, i % 4).g; }\n"
    "kernel void seen_int(texture2d_ms_array<int> t [[texture(0)]], device float *out [[buffer(0)]],\n"
    "                     uint i [[thread_position_in_grid]])\n"
    "{ out[i] = t.read(uint2(1, 0), i / 4, i % 4).g; }\n"
    "kernel void seen_uint(texture2d_ms_array<uint> t [[texture(0)]], device float *out [[buffer(0)]],\n"
    "                      uint i [[thread_position_in_grid]])\n"
    "{ out[i] = t.read(uint2(1, 0), i / 4, i % 4).g; }\n";
enum { MS_ARRAY = 8, LAYERS = 2, SAMPLES = 4 };
static const metal_shape shape = {MS_ARRAY, 2, 2, 1, LAYERS, 1, .samples = SAMPLES};

/* Every sample of a pixel, in each layer, has the second component of the layer's pixel. */
static void layers_have(const char *kernel, const char *format, const void *pixels, const float *second)
{
    assay_error error = {0};
    metal_library *library = compiled(source);
    metal_pipeline *what = pipeline_of(library, kernel);
    metal_buffer *buffer = metal_buffer_create(device, LAYERS * SAMPLES * sizeof(float), NULL);
    metal_texture *texture = metal_texture_create(device, format, &shape, METAL_READ, &error);
    if (!texture || !metal_texture_write(texture, pixels, &error))
        fail_msg("%s", error.text);
    const float *results = metal_buffer_contents(buffer);
    metal_commands *commands = metal_commands_create(device, METAL_SERIAL, NULL);
    metal_set_pipeline(commands, what);
    metal_set_texture(commands, texture, 0);
    metal_set_buffer(commands, buffer, 0, 0);
    metal_dispatch_threads(commands, (uint32_t[]){8, 1, 1}, (uint32_t[]){8, 1, 1});
    run(commands);
    for (int i = 0; i < LAYERS * SAMPLES; i++)
        assert_true(results[i] == second[i / SAMPLES]);
    metal_texture_destroy(texture);
    metal_buffer_destroy(buffer);
    metal_pipeline_destroy(what);
    metal_library_destroy(library);
}

static void each_layer_is_filled(void **state)
{
    (void)state;
    layers_have("seen", "rgba32float", (const float[LAYERS][4]){{1, 2, 3, 4}, {5, -6, 7, 8}}, (const float[]){2, -6});
    layers_have("seen_int", "rgba16sint", (const int16_t[LAYERS][4]){{1, -2, 3, 4}, {5, 32767, 7, 8}},
                (const float[]){-2, 32767});
    layers_have("seen_uint", "rgba16uint", (const uint16_t[LAYERS][4]){{1, 65535, 3, 4}, {5, 6, 7, 8}},
                (const float[]){65535, 6});
}

static void other_formats_are_refused(void **state)
{
    (void)state;
    assay_error error = {0};
    metal_texture *texture = metal_texture_create(device, "rgba8unorm", &shape, METAL_READ, &error);
    assert_non_null(texture);
    assert_false(metal_texture_write(texture, (const uint8_t[LAYERS * 4]){0}, &error));
    assert_non_null(strstr(error.text, "32-bit floats or 16-bit integers"));
    metal_texture_destroy(texture);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_layer_is_filled),
        cmocka_unit_test(other_formats_are_refused),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, open_device, close_device);
}
