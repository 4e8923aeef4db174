/* commands_test.c: a command buffer by Metal 3's path: what is bound, in which order dispatches run, and that each
 * encoder ends. */
#include "../metal_testing.h"

static const char source[] =
    "kernel void iota(device uint *out [[buffer(0)]], constant uint &start [[buffer(1)]],\n"
    "                 uint i [[thread_position_in_grid]]) { out[i] = start + i * 5; }\n"
    "kernel void scale(device uint *out [[buffer(0)]], uint i [[thread_position_in_grid]]) { out[i] *= 3; }\n"
    "kernel void reversed(device uint *out [[buffer(0)]], threadgroup uint *shared [[threadgroup(1)]],\n"
    "                     uint i [[thread_position_in_threadgroup]])\n"
    "{ shared[i] = out[i]; metal::threadgroup_barrier(metal::mem_flags::mem_threadgroup); out[i] = shared[31 - i]; }\n";

static metal_commands *commands_for(metal_pipeline *made, metal_order order)
{
    metal_commands *commands = metal_commands_create(device, order, NULL);
    assert_non_null(commands);
    metal_set_pipeline(commands, made);
    return commands;
}

static void test_two_dispatches(void **state)
{
    (void)state;
    metal_library *library = compiled(source);
    metal_pipeline *iota = pipeline_of(library, "iota"), *scale = pipeline_of(library, "scale");
    metal_buffer *buffer = metal_buffer_create(device, 104 * sizeof(uint32_t), NULL);
    uint32_t *numbers = metal_buffer_contents(buffer), start = 7;
    memset(numbers, 0xff, metal_buffer_length(buffer));

    metal_commands *commands = commands_for(iota, METAL_SERIAL);
    metal_set_buffer(commands, buffer, 2 * sizeof *numbers, 0);
    metal_set_bytes(commands, &start, sizeof start, 1);
    metal_dispatch_threads(commands, (uint32_t[]){100, 1, 1}, (uint32_t[]){32, 1, 1});
    metal_set_pipeline(commands, scale);
    metal_dispatch_groups(commands, (uint32_t[]){3, 1, 1}, (uint32_t[]){32, 1, 1});
    const metal_result *result = run(commands);

    assert_string_equal(result->message, "");
    assert_in_range((int)result->gpu_seconds, 0, 30); /* no time of day */
    assert_int_equal(numbers[1], UINT32_MAX);
    assert_int_equal(numbers[102], UINT32_MAX);
    for (uint32_t i = 0; i < 100; i++)
        assert_int_equal(numbers[2 + i], (7 + 5 * i) * (i < 96 ? 3 : 1));
    metal_buffer_destroy(buffer);
    metal_pipeline_destroy(iota);
    metal_pipeline_destroy(scale);
    metal_library_destroy(library);
}

/* iota, then scale in the same encoder or another: how far `between` keeps them apart. */
static uint32_t in_concurrent_encoder(void (*between)(metal_commands *, metal_resource))
{
    metal_library *library = compiled(source);
    metal_pipeline *iota = pipeline_of(library, "iota"), *scale = pipeline_of(library, "scale");
    metal_buffer *buffer = metal_buffer_create(device, 32 * sizeof(uint32_t), NULL);
    uint32_t *numbers = metal_buffer_contents(buffer), start = 7;
    memset(numbers, 0, metal_buffer_length(buffer));
    metal_commands *commands = commands_for(iota, METAL_CONCURRENT);
    metal_set_buffer(commands, buffer, 0, 0);
    metal_set_bytes(commands, &start, sizeof start, 1);
    metal_dispatch_threads(commands, (uint32_t[]){32, 1, 1}, (uint32_t[]){32, 1, 1});
    between(commands, (metal_resource){.buffer = buffer});
    metal_set_pipeline(commands, scale);
    metal_set_buffer(commands, buffer, 0, 0);
    metal_set_bytes(commands, &start, sizeof start, 1);
    metal_dispatch_threads(commands, (uint32_t[]){32, 1, 1}, (uint32_t[]){32, 1, 1});
    run(commands);
    uint32_t last = numbers[31];
    metal_buffer_destroy(buffer);
    metal_pipeline_destroy(iota);
    metal_pipeline_destroy(scale);
    metal_library_destroy(library);
    return last;
}

static void no_barrier(metal_commands *commands, metal_resource resource)
{
    (void)commands, (void)resource;
}

static void barrier_of_buffers(metal_commands *commands, metal_resource resource)
{
    (void)resource;
    metal_barrier(commands, true, false);
}

static void barrier_of_textures(metal_commands *commands, metal_resource resource)
{
    (void)resource;
    metal_barrier(commands, false, true);
}

static void barrier_of_one(metal_commands *commands, metal_resource resource)
{
    metal_barrier_of(commands, &resource, 1);
}

/* Of a texture that no dispatch uses, and of the buffer beside it. */
static void barrier_of_others(metal_commands *commands, metal_resource resource, size_t count)
{
    const metal_shape shape = {2, 1, 1, 1, 1, 1, .samples = 1};
    metal_texture *texture = metal_texture_create(device, "r32uint", &shape, METAL_READ, NULL);
    assert_non_null(texture);
    metal_barrier_of(commands, (const metal_resource[]){{.texture = texture}, resource}, count);
    metal_texture_destroy(texture);
}

static void barrier_of_another(metal_commands *commands, metal_resource resource)
{
    barrier_of_others(commands, resource, 1);
}

static void barrier_of_two(metal_commands *commands, metal_resource resource)
{
    barrier_of_others(commands, resource, 2);
}

static void another_encoder(metal_commands *commands, metal_resource resource)
{
    (void)resource;
    assert_true(metal_next_encoder(commands, NULL));
}

/* softmetal runs the second dispatch first, if it may; hardware, when it likes. */
static void test_concurrent_dispatches(void **state)
{
    (void)state;
    const uint32_t scaled = 3 * (7 + 5 * 31), unscaled = 7 + 5 * 31;
    if (metal_device_facts(device)->software) {
        assert_int_equal(in_concurrent_encoder(no_barrier), unscaled);
        assert_int_equal(in_concurrent_encoder(barrier_of_textures), unscaled);
        assert_int_equal(in_concurrent_encoder(barrier_of_another), unscaled);
    }
    assert_int_equal(in_concurrent_encoder(barrier_of_buffers), scaled);
    assert_int_equal(in_concurrent_encoder(barrier_of_one), scaled);
    assert_int_equal(in_concurrent_encoder(barrier_of_two), scaled);
    assert_int_equal(in_concurrent_encoder(another_encoder), scaled);
}

/* The second encoder is of the order of the first. */
static void encoders_are_of_one_order(void **state)
{
    (void)state;
    if (!metal_device_facts(device)->software)
        skip();
    metal_library *library = compiled(source);
    metal_pipeline *iota = pipeline_of(library, "iota"), *scale = pipeline_of(library, "scale");
    for (metal_order order = METAL_SERIAL; order <= METAL_CONCURRENT; order++) {
        metal_buffer *buffer = metal_buffer_create(device, 32 * sizeof(uint32_t), NULL);
        uint32_t *numbers = memset(metal_buffer_contents(buffer), 0, metal_buffer_length(buffer)), start = 7;
        metal_commands *commands = commands_for(iota, order);
        assert_true(metal_next_encoder(commands, NULL));
        for (int n = 0; n < 2; n++) {
            metal_set_pipeline(commands, n ? scale : iota);
            metal_set_buffer(commands, buffer, 0, 0);
            metal_set_bytes(commands, &start, sizeof start, 1);
            metal_dispatch_threads(commands, (uint32_t[]){32, 1, 1}, (uint32_t[]){32, 1, 1});
        }
        run(commands);
        assert_int_equal(numbers[1], order == METAL_SERIAL ? 3 * (7 + 5) : 7 + 5);
        metal_buffer_destroy(buffer);
    }
    metal_pipeline_destroy(iota);
    metal_pipeline_destroy(scale);
    metal_library_destroy(library);
}

static void dispatch(metal_commands *commands, metal_pipeline *what, metal_buffer *buffer)
{
    metal_set_pipeline(commands, what);
    metal_set_buffer(commands, buffer, 0, 0);
    metal_dispatch_threads(commands, (uint32_t[]){32, 1, 1}, (uint32_t[]){32, 1, 1});
}

static IMP replace(Class class, metal_method method, IMP code)
{
    return method_setImplementation(class_getInstanceMethod(class, runtime_selector[method]), code);
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
    metal_library *library = compiled(source);
    metal_buffer *buffer = metal_buffer_create(device, 32 * sizeof(uint32_t), NULL);
    metal_pipeline *what = pipeline_of(library, "scale");
    Method method = class_getInstanceMethod(object_getClass(encoder), runtime_selector[METHOD_encoder_end]);
    assert_non_null(method);
    encoder_end(encoder);
    for (int runs = 0; runs < 2; runs++) {
        ends = 0;
        end_encoder = method_setImplementation(method, (IMP)(void (*)(void))count_end);
        metal_commands *commands = metal_commands_create(device, METAL_SERIAL, NULL);
        dispatch(commands, what, buffer);
        assert_true(metal_next_encoder(commands, NULL));
        dispatch(commands, what, buffer);
        if (runs)
            run(commands);
        else
            metal_commands_destroy(commands);
        method_setImplementation(method, end_encoder);
        assert_int_equal(ends, 2);
    }
    metal_pipeline_destroy(what);
    metal_buffer_destroy(buffer);
    metal_library_destroy(library);
    runtime_pool_close(pool);
}

/* The device reads how many threadgroups there are; memory of a threadgroup is as long as the command says. */
static void test_indirect_and_threadgroup_memory(void **state)
{
    (void)state;
    metal_library *library = compiled(source);
    metal_pipeline *iota = pipeline_of(library, "iota"), *reversed = pipeline_of(library, "reversed");
    metal_buffer *buffer = metal_buffer_create(device, 96 * sizeof(uint32_t), NULL);
    metal_buffer *groups = metal_buffer_create(device, 8 * sizeof(uint32_t), NULL);
    uint32_t *numbers = memset(metal_buffer_contents(buffer), 0, metal_buffer_length(buffer)), start = 1;
    memcpy((uint32_t *)metal_buffer_contents(groups) + 2, (uint32_t[]){2, 1, 1}, 3 * sizeof(uint32_t));
    metal_commands *commands = commands_for(iota, METAL_SERIAL);
    metal_set_buffer(commands, buffer, 0, 0);
    metal_set_bytes(commands, &start, sizeof start, 1);
    metal_dispatch_indirect(commands, groups, 2 * sizeof(uint32_t), (uint32_t[]){32, 1, 1});
    metal_set_pipeline(commands, reversed);
    metal_set_threadgroup_memory(commands, 32 * sizeof(uint32_t), 1);
    metal_dispatch_groups(commands, (uint32_t[]){1, 1, 1}, (uint32_t[]){32, 1, 1});
    run(commands);
    assert_int_equal(numbers[0], 1 + 5 * 31);
    assert_int_equal(numbers[31], 1);
    assert_int_equal(numbers[63], 1 + 5 * 63);
    assert_int_equal(numbers[64], 0);
    metal_buffer_destroy(buffer);
    metal_buffer_destroy(groups);
    metal_pipeline_destroy(iota);
    metal_pipeline_destroy(reversed);
    metal_library_destroy(library);
}

/* Each thing where it is bound, and sizes along each axis. */
static void everything_is_bound_where_told(void **state)
{
    (void)state;
    enum { NUMBERS = 2 * 3 * 4 };
    assay_error error = {0};
    metal_library *library = compiled(
        "#include <metal_stdlib>\nusing namespace metal;\n"
        "kernel void k(device float *out [[buffer(0)]], constant float2 *more [[buffer(5)]],\n"
        "              texture2d<float> image [[texture(2)]], texture2d<float> none [[texture(3)]],\n"
        "              sampler linear [[sampler(3)]], uint3 at [[thread_position_in_grid]],\n"
        "              uint3 size [[threads_per_grid]], uint3 group [[threads_per_threadgroup]])\n"
        "{ uint i = (at.z * size.y + at.y) * size.x + at.x;\n"
        "  out[i] = i == 0 ? image.sample(linear, float2(0.5f)).x : i == 1 ? more[1].y\n"
        "         : i == 2 ? float(is_null_texture(none)) : i == 3 ? float(group.y * 10 + group.z) : float(i); }\n");
    metal_pipeline *pipeline = pipeline_of(library, "k");
    metal_buffer *buffer = metal_buffer_create(device, NUMBERS * sizeof(float), NULL);
    const metal_shape shape = {2, 2, 1, 1, 1, 1, .samples = 1};
    metal_texture *image = metal_texture_create(device, "r32float", &shape, METAL_READ, &error);
    metal_sampling sampling = {0};
    assert_true(metal_sampling_set(&sampling, "filter", "linear"));
    metal_sampler *linear = metal_sampler_create(device, &sampling, &error);
    assert_true(image && linear && metal_texture_write(image, (const float[]){1, 3}, &error));
    float *got = memset(metal_buffer_contents(buffer), 0, metal_buffer_length(buffer));
    metal_commands *commands = commands_for(pipeline, METAL_SERIAL);
    metal_set_buffer(commands, buffer, 0, 0);
    metal_set_bytes(commands, (const float[]){1, 2, 3, 40}, 4 * sizeof(float), 5);
    metal_set_texture(commands, image, 3);
    metal_set_texture(commands, image, 2);
    metal_set_texture(commands, NULL, 3);
    metal_set_sampler(commands, linear, 3);
    metal_dispatch_threads(commands, (uint32_t[]){2, 3, 4}, (uint32_t[]){2, 3, 2});
    run(commands);
    for (int i = 0; i < NUMBERS; i++)
        assert_true(got[i] == (i == 0 ? 2 : i == 1 ? 40 : i == 2 ? 1 : i == 3 ? 32 : (float)i));
    metal_buffer_destroy(buffer);
    metal_texture_destroy(image);
    metal_sampler_destroy(linear);
    metal_pipeline_destroy(pipeline);
    metal_library_destroy(library);
}

static id used;
static NSUInteger usage;

static void see_use(id self, SEL selector, id resource, NSUInteger how)
{
    (void)self, (void)selector;
    used = resource;
    usage = how;
}

/* What an argument buffer refers to is made resident, to be read and written: a device without one memory needs it. */
static void what_arguments_refer_to_is_used(void **state)
{
    (void)state;
    metal_library *library = compiled("struct things { device uint *out [[id(0)]]; };\n"
                                      "kernel void k(constant things &a [[buffer(1)]]) { *a.out = 1; }\n");
    metal_pipeline *pipeline = pipeline_of(library, "k");
    metal_buffer *buffer = metal_buffer_create(device, 16, NULL);
    metal_arguments *arguments = metal_arguments_create(device, pipeline, 1, NULL);
    assert_true(buffer && arguments);
    metal_arguments_buffer(arguments, buffer, 0, 0);
    metal_commands *commands = commands_for(pipeline, METAL_SERIAL);
    Class class = object_getClass(commands->encoder);
    IMP use = replace(class, METHOD_encoder_use_resource, (IMP)(void (*)(void))see_use);
    metal_set_arguments(commands, arguments, 1);
    replace(class, METHOD_encoder_use_resource, use);
    metal_commands_destroy(commands);
    assert_ptr_equal(used, buffer->object);
    assert_int_equal(usage, 3); /* MTLResourceUsageRead | MTLResourceUsageWrite */
    metal_arguments_destroy(arguments);
    metal_buffer_destroy(buffer);
    metal_pipeline_destroy(pipeline);
    metal_library_destroy(library);
}

/* The region of a stage_in is what a kernel sees as its grid_size. */
static void regions_have_three_axes(void **state)
{
    (void)state;
    enum { STORED_UINT = 36, EACH = 5 };
    const metal_attribute attribute = {0, STORED_UINT, 1, 4, EACH, false};
    metal_library *library =
        compiled("#include <metal_stdlib>\nusing namespace metal;\n"
                 "struct inputs { uint own [[attribute(0)]]; };\n"
                 "kernel void k(inputs in [[stage_in]], device uint *out [[buffer(0)]], ushort3 size [[grid_size]])\n"
                 "{ *out = in.own + size.x * 10000 + size.y * 100 + size.z; }\n");
    metal_pipeline *pipeline =
        pipeline_with(library, "k", &(metal_wishes){.attributes = &attribute, .attribute_count = 1});
    metal_buffer *out = metal_buffer_create(device, 4, NULL), *in = metal_buffer_create(device, 4 * 30, NULL);
    memset(metal_buffer_contents(in), 0, metal_buffer_length(in));
    metal_commands *commands = commands_for(pipeline, METAL_SERIAL);
    metal_set_buffer(commands, out, 0, 0);
    metal_set_buffer(commands, in, 0, 1);
    metal_set_stage_in_region(commands, (uint32_t[]){2, 3, 5});
    metal_dispatch_threads(commands, (uint32_t[]){1, 1, 1}, (uint32_t[]){1, 1, 1});
    run(commands);
    assert_int_equal(*(const uint32_t *)metal_buffer_contents(out), 20305);
    metal_buffer_destroy(out);
    metal_buffer_destroy(in);
    metal_pipeline_destroy(pipeline);
    metal_library_destroy(library);
}

/* What a device in trouble answers. */
static id no_object(id self, SEL selector)
{
    (void)self, (void)selector;
    return NULL;
}

static NSUInteger failed_status(id self, SEL selector)
{
    (void)self, (void)selector;
    return 5; /* MTLCommandBufferStatusError */
}

static double quarter_past(id self, SEL selector)
{
    (void)self;
    return sel_isEqual(selector, runtime_selector[METHOD_commands_gpu_end]) ? 100.75 : 100.5;
}

static void trouble_is_told(void **state)
{
    (void)state;
    id pool = runtime_pool_open();
    Class class = object_getClass(queue_command_buffer(device->queue));
    assay_error error = {0};
    metal_result result;
    IMP none = (IMP)(void (*)(void))no_object, seconds = (IMP)(void (*)(void))quarter_past;

    IMP encoder = replace(class, METHOD_commands_compute_encoder, none);
    assert_null(metal_commands_create(device, METAL_SERIAL, &error));
    assert_non_null(strstr(error.text, "no compute command encoder"));
    replace(class, METHOD_commands_compute_encoder, encoder);
    metal_commands *commands = metal_commands_create(device, METAL_SERIAL, NULL);
    replace(class, METHOD_commands_compute_encoder, none);
    assert_false(metal_next_encoder(commands, &error));
    assert_non_null(strstr(error.text, "no further compute command encoder"));
    metal_commands_destroy(commands);
    replace(class, METHOD_commands_compute_encoder, encoder);

    IMP status = replace(class, METHOD_commands_status, (IMP)(void (*)(void))failed_status);
    IMP start = replace(class, METHOD_commands_gpu_start, seconds);
    IMP end = replace(class, METHOD_commands_gpu_end, seconds);
    commands = metal_commands_create(device, METAL_SERIAL, NULL);
    metal_commands_run(commands, 30, &result);
    metal_commands_destroy(commands);
    replace(class, METHOD_commands_status, status);
    replace(class, METHOD_commands_gpu_start, start);
    replace(class, METHOD_commands_gpu_end, end);
    assert_int_equal(result.status, METAL_ERROR);
    assert_non_null(strstr(result.message, "without saying why"));
    assert_true(result.gpu_seconds == 0.25);
    runtime_pool_close(pool);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_two_dispatches),
        cmocka_unit_test(test_concurrent_dispatches),
        cmocka_unit_test(encoders_are_of_one_order),
        cmocka_unit_test(encoders_end_once),
        cmocka_unit_test(everything_is_bound_where_told),
        cmocka_unit_test(regions_have_three_axes),
        cmocka_unit_test(what_arguments_refer_to_is_used),
        cmocka_unit_test(trouble_is_told),
        cmocka_unit_test(test_indirect_and_threadgroup_memory),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, open_device, close_device);
}
