/* compute_encoder_test.c: dispatches with what they are given, and misuse: each becomes one clear error, and nothing
 * runs. */
#include "../test_kernels.h"

static void test_offsets_and_bytes(void **state)
{
    (void)state;
    id increment = pipeline_of("increment"), result = buffer_of(256), encoder, commands = begin(&encoder);
    set_pipeline(encoder, increment);
    set_buffer(encoder, result, 16, 0);
    int by = 5;
    set_bytes(encoder, &by, sizeof by, 1);
    by = 1000; /* the bytes were copied */
    dispatch(encoder, 10, 4);
    CALL(void, TYPES(NSUInteger, NSUInteger), encoder, "setBufferOffset:atIndex:", 128, 0);
    dispatch(encoder, 1, 1);
    finish_well(commands, encoder);
    assert_int_equal(ints(result)[3], 0);
    assert_int_equal(ints(result)[4], 5);
    assert_int_equal(ints(result)[13], 5);
    assert_int_equal(ints(result)[14], 0);
    assert_int_equal(ints(result)[32], 5);
    assert_true(CALL0(double, commands, "GPUEndTime") >= CALL0(double, commands, "GPUStartTime"));
    release(result);
    release(increment);
}

/* Several at once, from an index on, each buffer with an offset of its own. */
static void test_ranges(void **state)
{
    (void)state;
    id add = pipeline_of("add"), invert = pipeline_of("invert"), encoder, commands = begin(&encoder);
    id buffer[3] = {buffer_of(64), buffer_of(64), buffer_of(64)}, texture[2];
    float pixel = 0.25f;
    for (int n = 0; n < 16; n++) {
        ints(buffer[0])[n] = n;
        ints(buffer[1])[n] = 100 * n;
    }
    for (int n = 0; n < 2; n++)
        texture[n] = texture_of(MTLPixelFormatR32Float, 1, 1, MTLTextureUsageShaderRead | MTLTextureUsageShaderWrite);
    replace(texture[0], MTLRegionMake2D(0, 0, 1, 1), &pixel, sizeof pixel);
    set_pipeline(encoder, add);
    set_buffer(encoder, buffer[0], 4, 0);
    CALL(void, TYPES(const id *, const NSUInteger *, NSRange), encoder, "setBuffers:offsets:withRange:", buffer + 1,
         ((const NSUInteger[]){8, 16}), ((NSRange){1, 2}));
    dispatch(encoder, 4, 4);
    set_pipeline(encoder, invert);
    CALL(void, TYPES(const id *, NSRange), encoder, "setTextures:withRange:", texture, ((NSRange){0, 1}));
    CALL(void, TYPES(const id *, NSRange), encoder, "setTextures:withRange:", texture + 1, ((NSRange){1, 1}));
    dispatch(encoder, 1, 1);
    finish_well(commands, encoder);
    for (int n = 0; n < 4; n++)
        assert_int_equal(ints(buffer[2])[4 + n], 1 + n + 100 * (2 + n));
    get(texture[1], MTLRegionMake2D(0, 0, 1, 1), &pixel, sizeof pixel);
    assert_true(pixel == 0.75f);
    for (int n = 0; n < 3; n++)
        release(buffer[n]);
    release(texture[0]);
    release(texture[1]);
    release(add);
    release(invert);
}

static void test_dispatches_run_in_order(void **state)
{
    (void)state;
    id increment = pipeline_of("increment"), twice = pipeline_of("twice"), result = buffer_of(64);
    id encoder, commands = begin(&encoder);
    const int three = 3;
    set_buffer(encoder, result, 0, 0);
    set_bytes(encoder, &three, sizeof three, 1);
    set_pipeline(encoder, increment);
    dispatch(encoder, 16, 16);
    set_pipeline(encoder, twice);
    dispatch(encoder, 16, 16);
    CALL0(void, encoder, "endEncoding");
    encoder = CALL0(id, commands, "computeCommandEncoder");
    set_buffer(encoder, result, 0, 0);
    set_bytes(encoder, &three, sizeof three, 1);
    set_pipeline(encoder, increment);
    CALL(void, TYPES(MTLSize, MTLSize), encoder, "dispatchThreadgroups:threadsPerThreadgroup:", MTLSizeMake(2, 1, 1),
         MTLSizeMake(8, 1, 1));
    finish_well(commands, encoder);
    for (int n = 0; n < 16; n++)
        assert_int_equal(ints(result)[n], 9);
    release(result);
    release(increment);
    release(twice);
}

static void test_threadgroup_memory(void **state)
{
    (void)state;
    id reversed = pipeline_of("reversed"), result = buffer_of(64 * 4), encoder, commands = begin(&encoder);
    set_pipeline(encoder, reversed);
    set_buffer(encoder, result, 0, 0);
    CALL(void, TYPES(NSUInteger, NSUInteger), encoder, "setThreadgroupMemoryLength:atIndex:", 256, 0);
    dispatch(encoder, 64, 64);
    finish_well(commands, encoder);
    assert_int_equal(ints(result)[0], 63);
    assert_int_equal(ints(result)[63], 0);
    release(result);
    release(reversed);
}

static void test_indirect_dispatch(void **state)
{
    (void)state;
    id twice = pipeline_of("twice"), result = buffer_of(64), groups = buffer_of(16), encoder,
       commands = begin(&encoder);
    for (int n = 0; n < 16; n++)
        ints(result)[n] = 1;
    memcpy(ints(groups) + 1, (const int[3]){3, 1, 1}, 12);
    set_pipeline(encoder, twice);
    set_buffer(encoder, result, 0, 0);
    CALL(void, TYPES(id, NSUInteger, MTLSize), encoder,
         "dispatchThreadgroupsWithIndirectBuffer:indirectBufferOffset:threadsPerThreadgroup:", groups, 4,
         MTLSizeMake(4, 1, 1));
    finish_well(commands, encoder);
    assert_int_equal(ints(result)[11], 2);
    assert_int_equal(ints(result)[12], 1);
    release(groups);
    release(result);
    release(twice);
}

/* What was dispatched before has run, and of the grid that is too large nothing. */
static void test_indirect_too_many(void **state)
{
    (void)state;
    const uint32_t grids[][3] = {{UINT32_MAX, 1, 1}, {1, UINT32_MAX, 1}, {1, 1, UINT32_MAX}, {1 << 16, 1 << 16, 1}};
    for (size_t n = 0; n < sizeof grids / sizeof *grids; n++) {
        for (NSUInteger group = 1; group <= 4; group += 3) {
            id twice = pipeline_of("twice"), result = buffer_of(64), groups = buffer_of(16), encoder,
               commands = begin(&encoder);
            for (int i = 0; i < 16; i++)
                ints(result)[i] = 1;
            memcpy(ints(groups), grids[n], sizeof grids[n]);
            set_pipeline(encoder, twice);
            set_buffer(encoder, result, 0, 0);
            dispatch(encoder, 16, 4);
            CALL(void, TYPES(id, NSUInteger, MTLSize), encoder,
                 "dispatchThreadgroupsWithIndirectBuffer:indirectBufferOffset:threadsPerThreadgroup:", groups, 0,
                 MTLSizeMake(group, 1, 1));
            id error = finish(commands, encoder);
            assert_int_equal(error_code(error), MTLCommandBufferErrorInvalidResource);
            assert_true(contains(error_text(error), "are too many"));
            for (int i = 0; i < 16; i++)
                assert_int_equal(ints(result)[i], 2);
            release(groups);
            release(result);
            release(twice);
        }
    }
}

static void test_argument_buffer(void **state)
{
    (void)state;
    id indirect = pipeline_of("indirect"), from = buffer_of(64), to = buffer_of(64), pair = buffer_of(16);
    ints(from)[3] = 42;
    id arguments[2];
    for (NSUInteger n = 0; n < 2; n++) {
        arguments[n] = CALL0(id, (id)objc_getClass("MTLArgumentDescriptor"), "argumentDescriptor");
        assert_int_equal(CALL0(NSUInteger, arguments[n], "textureType"), MTLTextureType2D); /* of a new one */
        CALL(void, NSUInteger, arguments[n], "setDataType:", MTLDataTypePointer);
        CALL(void, NSUInteger, arguments[n], "setIndex:", n);
    }
    id list =
        CALL(id, TYPES(const id *, NSUInteger), (id)objc_getClass("NSArray"), "arrayWithObjects:count:", arguments, 2);
    id maker = CALL(id, id, device, "newArgumentEncoderWithArguments:", list);
    assert_int_equal(CALL0(NSUInteger, maker, "encodedLength"), 16);
    CALL(void, TYPES(id, NSUInteger), maker, "setArgumentBuffer:offset:", pair, 0);
    set_buffer(maker, from, 8, 0);
    set_buffer(maker, to, 0, 1);
    id encoder, commands = begin(&encoder);
    set_pipeline(encoder, indirect);
    set_buffer(encoder, pair, 0, 0);
    dispatch(encoder, 8, 8);
    finish_well(commands, encoder);
    assert_int_equal(ints(to)[1], 42);
    release(maker);
    release(pair);
    release(from);
    release(to);
    release(indirect);
}

static id probe; /* a buffer of 64 bytes that no failing command buffer may write */

static void misuse_no_pipeline(id encoder)
{
    dispatch(encoder, 1, 1);
}

static void misuse_missing_buffer(id encoder)
{
    set_pipeline(encoder, CALL0(id, pipeline_of("add"), "autorelease"));
    dispatch(encoder, 1, 1);
}

static void ready(id encoder)
{
    set_pipeline(encoder, CALL0(id, pipeline_of("twice"), "autorelease"));
    set_buffer(encoder, probe, 0, 0);
    dispatch(encoder, 1, 1);
}

static void misuse_buffer_index(id encoder)
{
    ready(encoder);
    set_buffer(encoder, probe, 0, 31);
}

static void misuse_offset(id encoder)
{
    ready(encoder);
    set_buffer(encoder, probe, 64, 0);
}

static void misuse_alignment(id encoder)
{
    ready(encoder);
    set_buffer(encoder, probe, 2, 0);
    dispatch(encoder, 1, 1);
}

static void misuse_set_bytes(id encoder)
{
    static const char bytes[8192];
    ready(encoder);
    set_bytes(encoder, bytes, sizeof bytes, 1);
}

static void misuse_threadgroup_size(id encoder)
{
    ready(encoder);
    dispatch(encoder, 2048, 1025);
}

static void misuse_deep_threadgroup(id encoder)
{
    ready(encoder);
    CALL(void, TYPES(MTLSize, MTLSize), encoder, "dispatchThreads:threadsPerThreadgroup:", MTLSizeMake(16, 16, 5),
         MTLSizeMake(16, 16, 5));
}

static void misuse_empty_threadgroup(id encoder)
{
    ready(encoder);
    dispatch(encoder, 8, 0);
}

static void misuse_threadgroup_memory(id encoder)
{
    ready(encoder);
    CALL(void, TYPES(NSUInteger, NSUInteger), encoder, "setThreadgroupMemoryLength:atIndex:", 32784, 0);
}

static void misuse_threadgroup_unit(id encoder)
{
    ready(encoder);
    CALL(void, TYPES(NSUInteger, NSUInteger), encoder, "setThreadgroupMemoryLength:atIndex:", 20, 0);
}

static void misuse_threadgroup_unset(id encoder)
{
    set_pipeline(encoder, CALL0(id, pipeline_of("reversed"), "autorelease"));
    set_buffer(encoder, probe, 0, 0);
    dispatch(encoder, 1, 1);
}

/* Each length is allowed, their sum is not. */
static void misuse_threadgroup_sum(id encoder)
{
    set_pipeline(encoder, CALL0(id, pipeline_of("two_lengths"), "autorelease"));
    set_buffer(encoder, probe, 0, 0);
    CALL(void, TYPES(NSUInteger, NSUInteger), encoder, "setThreadgroupMemoryLength:atIndex:", 16384, 0);
    CALL(void, TYPES(NSUInteger, NSUInteger), encoder, "setThreadgroupMemoryLength:atIndex:", 16400, 1);
    dispatch(encoder, 1, 1);
}

static void misuse_required_shape(id encoder)
{
    set_pipeline(encoder, CALL0(id, pipeline_of("shaped"), "autorelease"));
    set_buffer(encoder, probe, 0, 0);
    dispatch(encoder, 16, 16);
}

static void misuse_required_depth(id encoder)
{
    set_pipeline(encoder, CALL0(id, pipeline_of("shaped"), "autorelease"));
    set_buffer(encoder, probe, 0, 0);
    CALL(void, TYPES(MTLSize, MTLSize), encoder, "dispatchThreads:threadsPerThreadgroup:", MTLSizeMake(8, 2, 2),
         MTLSizeMake(8, 2, 2));
}

static void misuse_short_buffer(id encoder)
{
    set_pipeline(encoder, CALL0(id, pipeline_of("wide"), "autorelease"));
    set_buffer(encoder, probe, 56 - 8, 0);
    dispatch(encoder, 1, 1); /* 16 bytes are left: enough */
    id small = CALL0(id, buffer_of(12), "autorelease");
    set_buffer(encoder, small, 0, 0);
    dispatch(encoder, 1, 1);
}

static void misuse_no_bytes(id encoder)
{
    ready(encoder);
    set_bytes(encoder, "", 0, 1);
}

static void misuse_texture_index(id encoder)
{
    ready(encoder);
    CALL(void, TYPES(id, NSUInteger), encoder, "setTexture:atIndex:", nil, 128);
}

static void misuse_sampler_index(id encoder)
{
    ready(encoder);
    CALL(void, TYPES(id, NSUInteger), encoder, "setSamplerState:atIndex:", nil, 16);
}

static void misuse_texture_usage(id encoder)
{
    id from = CALL0(id, texture_of(MTLPixelFormatR32Float, 4, 4, MTLTextureUsageShaderRead), "autorelease");
    set_pipeline(encoder, CALL0(id, pipeline_of("invert"), "autorelease"));
    CALL(void, TYPES(id, NSUInteger), encoder, "setTexture:atIndex:", from, 0);
    CALL(void, TYPES(id, NSUInteger), encoder, "setTexture:atIndex:", from, 1);
    dispatch(encoder, 1, 1);
}

static void misuse_indirect_offset(id encoder)
{
    ready(encoder);
    CALL(void, TYPES(id, NSUInteger, MTLSize), encoder,
         "dispatchThreadgroupsWithIndirectBuffer:indirectBufferOffset:threadsPerThreadgroup:", probe, 2,
         MTLSizeMake(1, 1, 1));
}

static void misuse_after_end(id encoder)
{
    ready(encoder);
    CALL0(void, encoder, "endEncoding");
    dispatch(encoder, 1, 1);
}

static void misuse_second_encoder(id encoder)
{
    ready(encoder);
    CALL0(id, CALL0(id, encoder, "commandBuffer"), "blitCommandEncoder");
}

static void test_misuse(void **state)
{
    (void)state;
    static const struct {
        void (*make)(id encoder);
        const char *words;
    } rows[] = {
        {misuse_no_pipeline, "setComputePipelineState:"},
        {misuse_missing_buffer, "buffer(0)"},
        {misuse_buffer_index, "index 31"},
        {misuse_offset, "offset 64"},
        {misuse_alignment, "multiple of 4"},
        {misuse_set_bytes, "8192 bytes"},
        {misuse_threadgroup_size, "maxTotalThreadsPerThreadgroup"},
        {misuse_deep_threadgroup, "maxTotalThreadsPerThreadgroup"},
        {misuse_empty_threadgroup, "no threads"},
        {misuse_threadgroup_memory, "32768"},
        {misuse_threadgroup_unit, "multiple of 16"},
        {misuse_threadgroup_unset, "threadgroup(0)"},
        {misuse_threadgroup_sum, "32784 bytes of threadgroup memory"},
        {misuse_required_shape, "requires threadgroups of 8 x 2 x 1"},
        {misuse_required_depth, "requires threadgroups of 8 x 2 x 1 threads, not 8 x 2 x 2"},
        {misuse_short_buffer, "12 bytes"},
        {misuse_no_bytes, "there are no bytes"},
        {misuse_texture_index, "index 128"},
        {misuse_sampler_index, "index 16"},
        {misuse_texture_usage, "MTLTextureUsageShaderWrite"},
        {misuse_indirect_offset, "multiple of 4"},
        {misuse_after_end, "after endEncoding"},
        {misuse_second_encoder, "has not been ended"},
    };
    probe = buffer_of(64);
    ints(probe)[0] = 1;
    for (size_t n = 0; n < sizeof rows / sizeof *rows; n++) {
        id encoder, commands = begin(&encoder);
        rows[n].make(encoder);
        id error = finish(commands, encoder);
        assert_non_null(error);
        assert_int_equal(error_code(error), MTLCommandBufferErrorInvalidResource);
        if (!contains(error_text(error), rows[n].words))
            fail_msg("%s lacks: %s", error_text(error), rows[n].words);
    }
    assert_int_equal(ints(probe)[0], 1);
    release(probe);
}

static void test_endless_kernel(void **state)
{
    (void)state;
    id endless = pipeline_of("endless"), result = buffer_of(64), encoder, commands = begin(&encoder);
    set_pipeline(encoder, endless);
    set_buffer(encoder, result, 0, 0);
    dispatch(encoder, 1, 1);
    id error = finish(commands, encoder);
    assert_int_equal(error_code(error), MTLCommandBufferErrorTimeout);
    assert_true(contains(error_text(error), "Hang"));
    release(result);
    release(endless);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, open_pool, close_pool)
    const struct CMUnitTest tests[] = {
        TEST(test_offsets_and_bytes),       TEST(test_ranges),
        TEST(test_dispatches_run_in_order), TEST(test_threadgroup_memory),
        TEST(test_indirect_dispatch),       TEST(test_indirect_too_many),
        TEST(test_argument_buffer),         TEST(test_misuse),
        TEST(test_endless_kernel),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, open_device, NULL);
}
