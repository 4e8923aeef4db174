/* resource_test.c: buffers, textures and their views, samplers, argument buffers. */
#include "../metal_testing.h"

static const char *program;
static const char source[] =
    "#include <metal_stdlib>\n"
    "using namespace metal;\n"
    "kernel void invert(texture2d<float, access::read> from [[texture(0)]],\n"
    "                   texture2d<float, access::write> to [[texture(1)]],\n"
    "                   uint2 at [[thread_position_in_grid]])\n"
    "{ to.write(1.0f - from.read(at), at); }\n"
    "struct things { texture2d<float> image [[id(1)]]; sampler s [[id(3)]]; device float *out [[id(4)]]; float x "
    "[[id(6)]]; };\n"
    "kernel void look(constant things &a [[buffer(2)]]) { a.out[1] = a.image.sample(a.s, float2(a.x, 0.5f)).x; }\n";

static void test_textures(void **state)
{
    (void)state;
    enum { WIDTH = 5, HEIGHT = 3 };
    uint8_t pixels[HEIGHT][WIDTH][4], got[HEIGHT][WIDTH][4];
    for (size_t i = 0; i < sizeof pixels; i++)
        ((uint8_t *)pixels)[i] = (uint8_t)(i * 4);
    metal_library *library = compiled(source);
    metal_pipeline *invert = pipeline_of(library, "invert");
    metal_texture *from = metal_texture_create(
        device, "rgba8unorm", &(metal_shape){2, WIDTH, HEIGHT, 1, 1, 1, .samples = 1}, METAL_READ, NULL);
    metal_texture *to =
        metal_texture_create(device, "rgba8unorm", &(metal_shape){2, WIDTH, HEIGHT, 1, 1, 1, .samples = 1},
                             (metal_use){.written = true}, NULL);
    assert_int_equal(metal_texture_pixel_size(to), 4);
    assert_true(metal_texture_write(from, pixels, NULL));

    metal_commands *commands = metal_commands_create(device, METAL_SERIAL, NULL);
    metal_set_pipeline(commands, invert);
    metal_set_texture(commands, from, 0);
    metal_set_texture(commands, to, 1);
    metal_dispatch_threads(commands, (uint32_t[]){WIDTH, HEIGHT, 1}, (uint32_t[]){4, 2, 1});
    run(commands);

    assert_true(metal_texture_read(to, got, NULL));
    for (size_t i = 0; i < sizeof pixels; i++)
        assert_int_equal(((uint8_t *)got)[i], 255 - ((uint8_t *)pixels)[i]);
    metal_texture_destroy(from);
    metal_texture_destroy(to);
    metal_pipeline_destroy(invert);
    metal_library_destroy(library);
}

/* Levels of a depth format, which nothing writes here: what goes in comes out. */
static void test_depth_texture(void **state)
{
    (void)state;
    float pixels[4 * 4 + 2 * 2 + 1], got[4 * 4 + 2 * 2 + 1] = {0};
    for (size_t i = 0; i < sizeof pixels / sizeof *pixels; i++)
        pixels[i] = (float)(i + 1) / 32;
    assay_error error = {0};
    metal_texture *texture = metal_texture_create(device, "depth32float",
                                                  &(metal_shape){2, 4, 4, 1, 1, 3, .samples = 1}, METAL_READ, &error);
    if (!texture)
        fail_msg("%s", error.text);
    assert_true(metal_texture_write(texture, pixels, &error));
    assert_true(metal_texture_read(texture, got, &error));
    assert_memory_equal(got, pixels, sizeof pixels);
    metal_texture_destroy(texture);
}

static void test_private_textures(void **state)
{
    (void)state;
    assert_int_equal(status_of_child(program, "--textures", "discrete"), 0);
}

/* A view has the texture's pixels: here of the second level, with red and blue exchanged. */
static void test_views(void **state)
{
    (void)state;
    enum { RED = 2, GREEN, BLUE, ALPHA }; /* MTLTextureSwizzle */
    assay_error error = {0};
    uint8_t pixels[(4 * 4 + 2 * 2) * 4], got[2 * 2 * 4];
    for (size_t i = 0; i < sizeof pixels; i++)
        pixels[i] = (uint8_t)i;
    metal_library *library = compiled(source);
    metal_pipeline *invert = pipeline_of(library, "invert");
    const metal_shape two_levels = {2, 4, 4, 1, 1, 2, .samples = 1}, small = {2, 2, 2, 1, 1, 1, .samples = 1};
    metal_texture *texture = metal_texture_create(device, "rgba8unorm", &two_levels, METAL_READ, &error);
    metal_texture *to = metal_texture_create(device, "rgba8unorm", &small, (metal_use){.written = true}, &error);
    assert_true(texture && to && metal_texture_write(texture, pixels, &error));
    const metal_view second = {.type = 2,
                               .ranged = true,
                               .swizzled = true,
                               .levels = {1, 1},
                               .slices = {0, 1},
                               .swizzle = {BLUE, GREEN, RED, ALPHA}};
    metal_texture *view = metal_texture_view(texture, "rgba8unorm", &second, &error);
    if (!view)
        fail_msg("%s", error.text);
    metal_commands *commands = metal_commands_create(device, METAL_SERIAL, NULL);
    metal_set_pipeline(commands, invert);
    metal_set_texture(commands, view, 0);
    metal_set_texture(commands, to, 1);
    metal_dispatch_threads(commands, (uint32_t[]){2, 2, 1}, (uint32_t[]){2, 2, 1});
    run(commands);
    assert_true(metal_texture_read(to, got, &error));
    for (size_t i = 0; i < sizeof got; i++)
        assert_int_equal(got[i], 255 - pixels[4 * 4 * 4 + i / 4 * 4 + (i % 4 == 3 ? 3 : 2 - i % 4)]);
    metal_texture_destroy(view);
    metal_texture_destroy(to);
    metal_texture_destroy(texture);
    metal_pipeline_destroy(invert);
    metal_library_destroy(library);
}

/* Half-way between two pixels a linear sampler gives their mean, a nearest one of them. */
static float looked_at(const metal_sampling *sampling)
{
    assay_error error = {0};
    const float pixels[2] = {1, 3}, x = 0.5f;
    metal_library *library = compiled(source);
    metal_pipeline *look = pipeline_of(library, "look");
    metal_texture *image =
        metal_texture_create(device, "r32float", &(metal_shape){2, 2, 1, 1, 1, 1, .samples = 1}, METAL_READ, &error);
    metal_sampler *sampler = metal_sampler_create(device, sampling, &error);
    metal_buffer *out = metal_buffer_create(device, 16, &error);
    metal_arguments *arguments = metal_arguments_create(device, look, 2, &error);
    if (!image || !sampler || !out || !arguments)
        fail_msg("%s", error.text);
    assert_true(metal_texture_write(image, pixels, &error));
    metal_arguments_texture(arguments, image, 1);
    metal_arguments_sampler(arguments, sampler, 3);
    metal_arguments_buffer(arguments, out, 4, 4);
    assert_true(metal_arguments_data(arguments, &x, sizeof x, 6));
    metal_commands *commands = metal_commands_create(device, METAL_SERIAL, NULL);
    metal_set_pipeline(commands, look);
    metal_set_arguments(commands, arguments, 2);
    metal_dispatch_threads(commands, (uint32_t[]){1, 1, 1}, (uint32_t[]){1, 1, 1});
    run(commands);
    float result = ((const float *)metal_buffer_contents(out))[2];
    metal_arguments_destroy(arguments);
    metal_buffer_destroy(out);
    metal_sampler_destroy(sampler);
    metal_texture_destroy(image);
    metal_pipeline_destroy(look);
    metal_library_destroy(library);
    return result;
}

static void test_samplers_in_argument_buffers(void **state)
{
    (void)state;
    metal_sampling sampling = {0};
    assert_true(looked_at(&sampling) == 3);
    assert_true(metal_sampling_set(&sampling, "filter", "linear"));
    assert_true(looked_at(&sampling) == 2);
}

static void test_resources_refused(void **state)
{
    (void)state;
    assay_error error = {0};
    assert_null(metal_buffer_create(device, 0, &error));
    assert_non_null(strstr(error.text, "0 bytes"));
    assert_null(
        metal_texture_create(device, "rgba9unorm", &(metal_shape){2, 4, 4, 1, 1, 1, .samples = 1}, METAL_READ, &error));
    assert_non_null(strstr(error.text, "rgba9unorm"));
    assert_null(
        metal_texture_create(device, "r32float", &(metal_shape){2, 0, 4, 1, 1, 1, .samples = 1}, METAL_READ, &error));
    metal_buffer_destroy(NULL);
    metal_texture_destroy(NULL);
}

/* The number of failed tests. */
static int run_textures(const char *personality)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_textures), cmocka_unit_test(test_depth_texture)};
    assay_error error = {0};
    setenv("SOFTMETAL_PERSONALITY", personality, 1);
    device = metal_open("default", &error);
    if (!device)
        return -1;
    if (device->facts.software && device->facts.unified_memory)
        return -1;
    return cmocka_run_group_tests(tests, NULL, close_device);
}

int main(int argc, char **argv)
{
    program = argv[0];
    if (argc == 3 && strcmp(argv[1], "--textures") == 0)
        return run_textures(argv[2]);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_textures),
        cmocka_unit_test(test_depth_texture),
        cmocka_unit_test(test_private_textures),
        cmocka_unit_test(test_views),
        cmocka_unit_test(test_samplers_in_argument_buffers),
        cmocka_unit_test(test_resources_refused),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, open_device, close_device);
}
