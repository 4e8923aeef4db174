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
    }
    assert_int_equal(in_concurrent_encoder(barrier_of_buffers), scaled);
    assert_int_equal(in_concurrent_encoder(barrier_of_one), scaled);
    assert_int_equal(in_concurrent_encoder(another_encoder), scaled);
}

static void dispatch(metal_commands *commands, metal_pipeline *what, metal_buffer *buffer)
{
    metal_set_pipeline(commands, what);
    metal_set_buffer(commands, buffer, 0, 0);
    metal_dispatch_threads(commands, (uint32_t[]){32, 1, 1}, (uint32_t[]){32, 1, 1});
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_two_dispatches),
        cmocka_unit_test(test_concurrent_dispatches),
        cmocka_unit_test(encoders_end_once),
        cmocka_unit_test(test_indirect_and_threadgroup_memory),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, open_device, close_device);
}
