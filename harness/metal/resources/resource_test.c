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
    "kernel void look(constant things &a [[buffer(2)]]) { a.out[1] = a.image.sample(a.s, float2(a.x, 0.5f)).x; }\n"
    "kernel void try_sampler(depth2d<float> depth [[texture(0)]], texture2d<float> image [[texture(1)]],\n"
    "                        sampler s [[sampler(0)]], device float *out [[buffer(0)]])\n"
    "{\n"
    "    for (int i = 0; i < 3; i++)\n"
    "        out[i] = depth.sample_compare(s, float2(0.25f), 0.25f * (i + 1));\n"
    "    out[3] = image.sample(s, float2(-0.25f, 0.25f)).x;\n"
    "    out[4] = image.sample(s, float2(0.25f, -0.25f)).x;\n"
    "    out[5] = image.sample(s, float2(-0.25f, 0.25f)).w;\n"
    "    out[6] = image.sample(s, float2(0.25f), level(0.75f)).x;\n"
    "    out[7] = image.sample(s, float2(0.5f, 0.75f)).x;\n"
    "    out[8] = image.sample(s, float2(0.5f, 0.75f), level(1)).x;\n"
    "}\n";

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

/* What is written comes back from each image of textures with several: levels, layers, faces, planes, blocks. */
static void test_images(void **state)
{
    (void)state;
    static const struct {
        const char *format;
        metal_shape shape;
    } kinds[] = {
        {"r8uint", {1, 5, 1, 1, 3, 1, .samples = 1}},                          /* 1D array */
        {"rg16uint", {3, 5, 3, 1, 2, 3, .samples = 1}},                        /* 2D array */
        {"r32uint", {5, 4, 4, 1, 1, 2, .samples = 1}},                         /* cube */
        {"rgba8uint", {7, 5, 3, 4, 1, 2, .samples = 1}},                       /* 3D */
        {"astc_8x5_ldr", {2, 24, 25, 1, 1, 2, .samples = 1, .block = {8, 5}}}, /* 3 by 5 blocks */
    };
    assay_error error = {0};
    for (size_t n = 0; n < sizeof kinds / sizeof *kinds; n++) {
        metal_texture *texture = metal_texture_create(device, kinds[n].format, &kinds[n].shape, METAL_READ, &error);
        if (!texture)
            fail_msg("%s: %s", kinds[n].format, error.text);
        size_t size = metal_shape_pixels(&kinds[n].shape) * metal_texture_pixel_size(texture);
        uint8_t *pixels = malloc(size), *got = calloc(1, size);
        assert_true(pixels && got);
        for (size_t i = 0; i < size; i++)
            pixels[i] = (uint8_t)(i * 7 + i / 256 + 1);
        assert_true(metal_texture_write(texture, pixels, &error));
        assert_true(metal_texture_read(texture, got, &error));
        assert_memory_equal(got, pixels, size);
        free(got);
        free(pixels);
        metal_texture_destroy(texture);
    }
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
    uint8_t all[sizeof pixels] = {0};
    const metal_view both = {.type = 2, .ranged = true, .levels = {0, 2}, .slices = {0, 1}};
    view = metal_texture_view(texture, "rgba8unorm", &both, &error);
    assert_true(view && metal_texture_read(view, all, &error));
    assert_memory_equal(all, pixels, sizeof pixels);
    metal_texture_destroy(view);
    metal_texture_destroy(to);
    metal_texture_destroy(texture);
    metal_pipeline_destroy(invert);
    metal_library_destroy(library);
}

/* A texture in the middle of a buffer: what is read of one is what is written to the other. */
static void test_texture_of_buffer(void **state)
{
    (void)state;
    enum { WIDTH = 8, OFFSET = 256 };
    static const char program_of_buffers[] =
        "#include <metal_stdlib>\n"
        "using namespace metal;\n"
        "kernel void add(texture_buffer<uint, access::read> from [[texture(0)]],\n"
        "                texture_buffer<uint, access::write> to [[texture(1)]], uint i [[thread_position_in_grid]])\n"
        "{ to.write(from.read(i) + 100, i); }\n";
    assay_error error = {0};
    metal_library *library = compiled(program_of_buffers);
    metal_pipeline *add = pipeline_of(library, "add");
    metal_buffer *from = metal_buffer_create(device, OFFSET + WIDTH, &error);
    metal_buffer *to = metal_buffer_create(device, OFFSET + 4 * WIDTH, &error);
    assert_true(from && to);
    uint8_t *in = metal_buffer_contents(from);
    uint32_t *out = metal_buffer_contents(to);
    memset(out, 0, OFFSET + 4 * WIDTH);
    for (int i = 0; i < OFFSET + WIDTH; i++)
        in[i] = (uint8_t)(i < OFFSET ? 0xee : i - OFFSET);
    metal_texture *read = metal_texture_of_buffer(from, OFFSET, "r8uint", WIDTH, false, &error);
    metal_texture *written = metal_texture_of_buffer(to, OFFSET, "r32uint", WIDTH, true, &error);
    assert_true(read && written);
    assert_int_equal(metal_texture_pixel_size(read), 1);
    metal_commands *commands = metal_commands_create(device, METAL_SERIAL, NULL);
    metal_set_pipeline(commands, add);
    metal_set_texture(commands, read, 0);
    metal_set_texture(commands, written, 1);
    metal_dispatch_threads(commands, (uint32_t[]){WIDTH, 1, 1}, (uint32_t[]){WIDTH, 1, 1});
    run(commands);
    for (uint32_t i = 0; i < OFFSET / 4 + WIDTH; i++)
        assert_int_equal(out[i], i < OFFSET / 4 ? 0 : 100 + i - OFFSET / 4);
    assert_null(metal_texture_of_buffer(from, OFFSET, "r8unknown", WIDTH, false, &error));
    metal_texture_destroy(read);
    metal_texture_destroy(written);
    metal_buffer_destroy(from);
    metal_buffer_destroy(to);
    metal_pipeline_destroy(add);
    metal_library_destroy(library);
}

/* Two functions by a table of its own and by one in an argument buffer, where another thing stands before it. */
static void test_function_tables(void **state)
{
    (void)state;
    static const char program_of_tables[] =
        "#include <metal_stdlib>\n"
        "using namespace metal;\n"
        "[[visible]] int one(int x) { return x + 1; }\n"
        "[[visible]] int two(int x) { return x + 2; }\n"
        "struct things { device int *out [[id(0)]]; visible_function_table<int(int)> table [[id(1)]]; };\n"
        "kernel void call(visible_function_table<int(int)> table [[buffer(1)]], constant things &a [[buffer(2)]])\n"
        "{ a.out[0] = table.size(); a.out[1] = table[0](10); a.out[2] = table[1](10);\n"
        "  a.out[3] = a.table[0](20); a.out[4] = a.table[1](20); }\n";
    static const char *const functions[] = {"one", "two"}, *const reversed[] = {"two", "one"};
    const int32_t wanted[] = {2, 11, 12, 22, 21};
    const metal_wishes wishes = {.linked = functions, .linked_count = 2};
    assay_error error = {0};
    metal_library *library = compiled(program_of_tables);
    metal_pipeline *call = pipeline_with(library, "call", &wishes);
    metal_table *own = metal_table_create(call, functions, 2, &error);
    metal_table *encoded = metal_table_create(call, reversed, 2, &error);
    metal_arguments *arguments = metal_arguments_create(device, call, 2, &error);
    metal_buffer *out = metal_buffer_create(device, sizeof wanted, &error);
    if (!own || !encoded || !arguments || !out)
        fail_msg("%s", error.text);
    metal_arguments_buffer(arguments, out, 0, 0);
    metal_arguments_table(arguments, encoded, 1);
    metal_commands *commands = metal_commands_create(device, METAL_SERIAL, NULL);
    metal_set_pipeline(commands, call);
    metal_set_table(commands, own, 1);
    metal_set_arguments(commands, arguments, 2);
    metal_dispatch_threads(commands, (uint32_t[]){1, 1, 1}, (uint32_t[]){1, 1, 1});
    run(commands);
    assert_memory_equal(metal_buffer_contents(out), wanted, sizeof wanted);
    assert_null(metal_table_create(call, (const char *const[]){"three"}, 1, &error));
    assert_non_null(strstr(error.text, "`three`"));
    metal_table_destroy(own);
    metal_table_destroy(encoded);
    metal_arguments_destroy(arguments);
    metal_buffer_destroy(out);
    metal_pipeline_destroy(call);
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

/* Three depths, 0.25, 0.5 and 0.75, compared with 0.5; beside the image and above it, with alpha; between two levels;
 * between two pixels, magnified and minified. */
typedef struct sampler_row {
    const char *words[6]; /* properties and their words, in pairs */
    float result[9];
} sampler_row;

static const sampler_row samplers[] = {
    {{"filter", "linear"}, {0, 0, 0, 1, 1, 1, 1, 3.5f, 3.5f}},
    {{"compare_func", "never"}, {0, 0, 0, 1, 1, 1, 1, 4, 4}},
    {{"compare_func", "less"}, {1, 0, 0, 1, 1, 1, 1, 4, 4}},
    {{"compare_func", "equal"}, {0, 1, 0, 1, 1, 1, 1, 4, 4}},
    {{"compare_func", "less_equal"}, {1, 1, 0, 1, 1, 1, 1, 4, 4}},
    {{"compare_func", "greater"}, {0, 0, 1, 1, 1, 1, 1, 4, 4}},
    {{"compare_func", "not_equal"}, {1, 0, 1, 1, 1, 1, 1, 4, 4}},
    {{"compare_func", "greater_equal"}, {0, 1, 1, 1, 1, 1, 1, 4, 4}},
    {{"compare_func", "always"}, {1, 1, 1, 1, 1, 1, 1, 4, 4}},
    {{"address", "repeat"}, {0, 0, 0, 2, 3, 1, 1, 4, 4}},
    {{"address", "mirrored_repeat"}, {0, 0, 0, 1, 1, 1, 1, 4, 4}},
    {{"address", "clamp_to_zero"}, {0, 0, 0, 0, 0, 1, 1, 4, 4}},
    {{"address", "clamp_to_border", "border_color", "opaque_white"}, {0, 0, 0, 1, 1, 1, 1, 4, 4}},
    {{"address", "clamp_to_border", "border_color", "opaque_black"}, {0, 0, 0, 0, 0, 1, 1, 4, 4}},
    {{"mip_filter", "nearest"}, {0, 0, 0, 1, 1, 1, 9, 4, 9}},
    {{"mip_filter", "linear"}, {0, 0, 0, 1, 1, 1, 7, 4, 9}},
    {{"mip_filter", "nearest", "compare_func", "less", "address", "repeat"}, {1, 0, 0, 2, 3, 1, 9, 4, 9}},
};

static void test_samplers(void **state)
{
    (void)state;
    assay_error error = {0};
    const metal_shape shape = {2, 2, 2, 1, 1, 2, .samples = 1};
    const float depths[5] = {0.5f, 0.5f, 0.5f, 0.5f, 0.5f}, pixels[5] = {1, 2, 3, 4, 9};
    metal_library *library = compiled(source);
    metal_pipeline *pipeline = pipeline_of(library, "try_sampler");
    metal_texture *depth = metal_texture_create(device, "depth32float", &shape, METAL_READ, &error);
    metal_texture *image = metal_texture_create(device, "r32float", &shape, METAL_READ, &error);
    metal_buffer *out = metal_buffer_create(device, sizeof samplers->result, &error);
    assert_true(depth && image && out);
    assert_true(metal_texture_write(depth, depths, &error) && metal_texture_write(image, pixels, &error));
    for (size_t n = 0; n < sizeof samplers / sizeof *samplers; n++) {
        const sampler_row *row = &samplers[n];
        metal_sampling sampling = {0};
        for (size_t i = 0; i < 6 && row->words[i]; i += 2)
            assert_true(metal_sampling_set(&sampling, row->words[i], row->words[i + 1]));
        metal_sampler *sampler = metal_sampler_create(device, &sampling, &error);
        if (!sampler)
            fail_msg("%s: %s", row->words[1], error.text);
        metal_commands *commands = metal_commands_create(device, METAL_SERIAL, NULL);
        metal_set_pipeline(commands, pipeline);
        metal_set_texture(commands, depth, 0);
        metal_set_texture(commands, image, 1);
        metal_set_sampler(commands, sampler, 0);
        metal_set_buffer(commands, out, 0, 0);
        metal_dispatch_threads(commands, (uint32_t[]){1, 1, 1}, (uint32_t[]){1, 1, 1});
        run(commands);
        const float *got = metal_buffer_contents(out);
        for (size_t i = 0; i < sizeof row->result / sizeof *row->result; i++)
            if (got[i] != row->result[i])
                fail_msg("row %zu, %s: result %zu is %g", n, row->words[1], i, (double)got[i]);
        metal_sampler_destroy(sampler);
    }
    metal_buffer_destroy(out);
    metal_texture_destroy(image);
    metal_texture_destroy(depth);
    metal_pipeline_destroy(pipeline);
    metal_library_destroy(library);
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
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_textures), cmocka_unit_test(test_depth_texture),
                                       cmocka_unit_test(test_images)};
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
        cmocka_unit_test(test_images),
        cmocka_unit_test(test_private_textures),
        cmocka_unit_test(test_views),
        cmocka_unit_test(test_samplers_in_argument_buffers),
        cmocka_unit_test(test_texture_of_buffer),
        cmocka_unit_test(test_function_tables),
        cmocka_unit_test(test_samplers),
        cmocka_unit_test(test_resources_refused),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, open_device, close_device);
}
