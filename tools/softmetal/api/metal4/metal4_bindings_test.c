/* metal4_bindings_test.c: Metal 4: textures, samplers and tables of functions that an argument table binds, and
 * commands besides plain dispatches: sizes that the GPU reads, copies, counters. */
#include "metal4_client.h"

#define ENCODER_BARRIER "barrierAfterEncoderStages:beforeEncoderStages:visibilityOptions:"

static const char program[] =
    "using namespace metal;\n"
    "kernel void add_one(device int *to [[buffer(0)]], uint i [[thread_position_in_grid]]) { to[i] += 1; }\n"
    "kernel void mark(device int *to [[buffer(0)]], uint3 i [[thread_position_in_grid]],\n"
    "                 uint3 size [[dispatch_threads_per_threadgroup]])\n"
    "{ to[i.x + 4 * i.y + 16 * i.z] += 100 * size.x + 10 * size.y + size.z + 1; }\n"
    "kernel void sampled(texture2d<float> t [[texture(0)]], texture2d<float> u [[texture(1)]], sampler s "
    "[[sampler(0)]],\n"
    "                    sampler v [[sampler(1)]], device float *to [[buffer(0)]])\n"
    "{ to[0] = t.sample(s, float2(0.375, 0.5)).x; to[1] = u.sample(v, float2(0.375, 0.5)).x; }\n"
    "[[visible]] int plus(int x) { return x + 5; }\n"
    "kernel void called(visible_function_table<int(int)> f [[buffer(1)]], device int *to [[buffer(0)]],\n"
    "                   uint i [[thread_position_in_grid]]) { to[i] = f[0](to[i]); }\n";

static void copy_buffer(id encoder, id from, NSUInteger from_offset, id to, NSUInteger to_offset, NSUInteger size)
{
    CALL(void, TYPES(id, NSUInteger, id, NSUInteger, NSUInteger), encoder,
         "copyFromBuffer:sourceOffset:toBuffer:destinationOffset:size:", from, from_offset, to, to_offset, size);
}

static void fill_buffer(id encoder, id buffer, NSUInteger first, NSUInteger count, int value)
{
    CALL(void, TYPES(id, NSRange, uint8_t), encoder, "fillBuffer:range:value:", buffer, ((NSRange){first, count}),
         (uint8_t)value);
}

/* ---- what the table binds */

static id texture_with(const float *pixels, NSUInteger count)
{
    id texture = texture_of(MTLPixelFormatR32Float, count, 1, MTLTextureUsageShaderRead);
    replace(texture, (MTLRegion){{0, 0, 0}, {count, 1, 1}}, pixels, count * sizeof *pixels);
    CALL(void, id, set, "addAllocation:", texture);
    CALL0(void, set, "commit");
    return texture;
}

static id sampler_with(NSUInteger filter)
{
    id descriptor = MAKE("MTLSamplerDescriptor");
    CALL(void, BOOL, descriptor, "setSupportArgumentBuffers:", YES);
    CALL(void, NSUInteger, descriptor, "setMinFilter:", filter);
    CALL(void, NSUInteger, descriptor, "setMagFilter:", filter);
    id sampler = CALL(id, id, device, "newSamplerStateWithDescriptor:", descriptor);
    release(descriptor);
    return sampler;
}

/* Two of each, which go to the kernel's places by their ids: at 0.25 of the way
 * from one pixel to the next the nearest is the first. */
static void test_textures(void **state)
{
    (void)state;
    const float one[2] = {8, 16}, other[2] = {32, 64};
    id textures[2] = {texture_with(one, 2), texture_with(other, 2)}, to = resident(16);
    id samplers[2] = {sampler_with(MTLSamplerMinMagFilterNearest), sampler_with(MTLSamplerMinMagFilterLinear)};
    set_address(address_of(to), 0);
    for (NSUInteger turned = 0; turned < 2; turned++) {
        for (NSUInteger n = 0; n < 2; n++) {
            CALL(void, TYPES(MTLResourceID, NSUInteger), table,
                 "setTexture:atIndex:", CALL0(MTLResourceID, textures[n], "gpuResourceID"), n ^ turned);
            CALL(void, TYPES(MTLResourceID, NSUInteger), table,
                 "setSamplerState:atIndex:", CALL0(MTLResourceID, samplers[n], "gpuResourceID"), n ^ turned);
        }
        id commands = begin4(), encoder = encoder_of(commands, "sampled");
        dispatch(encoder, 1, 1);
        end(encoder);
        finish_all(commands);
        assert_string_equal(told.text, "");
        const float *sampled = CALL0(const void *, to, "contents");
        assert_true(sampled[turned] == 8 && sampled[1 ^ turned] == 40);
    }
    for (int n = 0; n < 2; n++) {
        release(textures[n]);
        release(samplers[n]);
    }
    release(to);
}

/* An address of zero takes back what was bound. */
static void test_address_of_zero(void **state)
{
    (void)state;
    id to = resident(16), commands = begin4(), encoder = encoder_of(commands, "add_one");
    set_address(address_of(to), 0);
    dispatch(encoder, 4, 4);
    set_address(0, 0);
    dispatch(encoder, 4, 4);
    end(encoder);
    finish_all(commands);
    assert_true(contains(told.text, "nothing is bound to buffer(0)"));
    assert_int_not_equal(ints(to)[0], 2);
    release(to);
}

static void test_function_table(void **state)
{
    (void)state;
    id plus = function_named("plus"), linked = CALL0(id, (id)objc_getClass("MTLLinkedFunctions"), "linkedFunctions");
    id descriptor = MAKE("MTLComputePipelineDescriptor"), error = nil, to = resident(16);
    CALL(void, id, linked, "setFunctions:", CALL(id, id, (id)objc_getClass("NSArray"), "arrayWithObject:", plus));
    CALL(void, id, descriptor, "setComputeFunction:", function_named("called"));
    CALL(void, id, descriptor, "setLinkedFunctions:", linked);
    id pipeline = CALL(id, TYPES(id, NSUInteger, id *, id *), device,
                       "newComputePipelineStateWithDescriptor:options:reflection:error:", descriptor, 0, NULL, &error);
    id of = CALL0(id, (id)objc_getClass("MTLVisibleFunctionTableDescriptor"), "visibleFunctionTableDescriptor");
    CALL(void, NSUInteger, of, "setFunctionCount:", 1);
    id functions = CALL(id, id, pipeline, "newVisibleFunctionTableWithDescriptor:", of);
    CALL(void, TYPES(id, NSUInteger), functions,
         "setFunction:atIndex:", CALL(id, id, pipeline, "functionHandleWithFunction:", plus), 0);
    CALL(void, id, set, "addAllocation:", functions);
    CALL0(void, set, "commit");
    set_address(address_of(to), 0);
    CALL(void, TYPES(MTLResourceID, NSUInteger), table,
         "setResource:atBufferIndex:", CALL0(MTLResourceID, functions, "gpuResourceID"), 1);
    id commands = begin4(), encoder = encoder_of(commands, NULL);
    set_pipeline(encoder, pipeline);
    dispatch(encoder, 4, 4);
    end(encoder);
    finish_all(commands);
    assert_string_equal(told.text, "");
    assert_true(ints(to)[0] == 5 && ints(to)[3] == 5);
    release(functions);
    release(pipeline);
    release(descriptor);
    release(to);
}

/* ---- commands */

/* What a dispatch over a grid leaves: how large its threadgroups are, plus one for each thread, at the thread's
 * place. */
static void covers(const int *places, const uint32_t grid[3], int value)
{
    for (uint32_t n = 0; n < 64; n++)
        assert_int_equal(places[n], n % 4 < grid[0] && n / 4 % 4 < grid[1] && n / 16 < grid[2] ? value : 0);
}

/* The sizes are those that a command before it has written. */
static void test_indirect(void **state)
{
    (void)state;
    const uint32_t groups[3] = {1, 2, 3}, threads[6] = {3, 4, 2, 2, 1, 2};
    for (int whole = 0; whole < 2; whole++) {
        id to = resident(256), from = resident(64), sizes = resident(64);
        id commands = begin4(), encoder = encoder_of(commands, "mark");
        memcpy(ints(from), whole ? groups : threads, whole ? sizeof groups : sizeof threads);
        copy_buffer(encoder, from, 0, sizes, 4, 24);
        barrier(encoder, ENCODER_BARRIER, MTLStageBlit, MTLStageDispatch);
        set_address(address_of(to), 0);
        if (whole)
            CALL(void, TYPES(uint64_t, MTLSize), encoder,
                 "dispatchThreadgroupsWithIndirectBuffer:threadsPerThreadgroup:", address_of(sizes) + 4,
                 MTLSizeMake(4, 2, 1));
        else
            CALL(void, uint64_t, encoder, "dispatchThreadsWithIndirectBuffer:", address_of(sizes) + 4);
        end(encoder);
        finish_all(commands);
        assert_string_equal(told.text, "");
        covers(ints(to), whole ? (const uint32_t[]){4, 4, 3} : threads,
               whole ? 100 * 4 + 10 * 2 + 1 + 1 : 100 * 2 + 10 * 1 + 2 + 1);
        release(to);
        release(from);
        release(sizes);
    }
}

/* A copy or a fill and the dispatch that changes it, in one encoder. */
static int copied(bool fills, NSUInteger after)
{
    id from = resident(16), to = resident(16), commands = begin4(), encoder = encoder_of(commands, NULL);
    ints(from)[0] = 4;
    assert_int_equal(CALL0(NSUInteger, encoder, "stages"), 0);
    if (fills)
        fill_buffer(encoder, to, 0, 16, 4);
    else
        copy_buffer(encoder, from, 0, to, 0, 16);
    assert_int_equal(CALL0(NSUInteger, encoder, "stages"), MTLStageBlit);
    barrier(encoder, ENCODER_BARRIER, after, MTLStageDispatch);
    set_address(address_of(to), 0);
    run_kernel(encoder, "add_one", 4);
    assert_int_equal(CALL0(NSUInteger, encoder, "stages"), MTLStageBlit | MTLStageDispatch);
    end(encoder);
    finish_all(commands);
    int result = ints(to)[0];
    release(from);
    release(to);
    return result;
}

static void test_copies(void **state)
{
    (void)state;
    assert_int_equal(copied(false, MTLStageBlit), 5);
    assert_int_equal(copied(false, MTLStageDispatch), 4);
    assert_int_equal(copied(true, MTLStageBlit), 0x04040405);
    assert_int_equal(copied(true, MTLStageDispatch), 0x04040404);
    id buffer = resident(16), commands = begin4(), encoder = encoder_of(commands, NULL);
    fill_buffer(encoder, buffer, 4, 8, 0xff);
    end(encoder);
    finish_all(commands);
    assert_true(ints(buffer)[0] == 0 && ints(buffer)[1] == -1 && ints(buffer)[2] == -1 && ints(buffer)[3] == 0);
    release(buffer);
}

/* From a buffer to a texture, from there to another, and back into a buffer. */
static void test_copies_of_textures(void **state)
{
    (void)state;
    const float zeros[2] = {0, 0};
    id from = resident(16), to = resident(16), first = texture_with(zeros, 2), second = texture_with(zeros, 2);
    id commands = begin4(), encoder = encoder_of(commands, NULL);
    memcpy(ints(from), (int[]){7, 8, 9, 10}, 16);
    CALL(void, TYPES(id, NSUInteger, NSUInteger, NSUInteger, MTLSize, id, NSUInteger, NSUInteger, MTLOrigin), encoder,
         "copyFromBuffer:sourceOffset:sourceBytesPerRow:sourceBytesPerImage:sourceSize:toTexture:destinationSlice:"
         "destinationLevel:destinationOrigin:",
         from, 4, 8, 8, MTLSizeMake(2, 1, 1), first, 0, 0, ((MTLOrigin){0, 0, 0}));
    barrier(encoder, ENCODER_BARRIER, MTLStageBlit, MTLStageBlit);
    CALL(void, TYPES(id, NSUInteger, NSUInteger, MTLOrigin, MTLSize, id, NSUInteger, NSUInteger, MTLOrigin), encoder,
         "copyFromTexture:sourceSlice:sourceLevel:sourceOrigin:sourceSize:toTexture:destinationSlice:destinationLevel:"
         "destinationOrigin:",
         first, 0, 0, ((MTLOrigin){1, 0, 0}), MTLSizeMake(1, 1, 1), second, 0, 0, ((MTLOrigin){0, 0, 0}));
    barrier(encoder, ENCODER_BARRIER, MTLStageBlit, MTLStageBlit);
    CALL(void, TYPES(id, NSUInteger, NSUInteger, MTLOrigin, MTLSize, id, NSUInteger, NSUInteger, NSUInteger), encoder,
         "copyFromTexture:sourceSlice:sourceLevel:sourceOrigin:sourceSize:toBuffer:destinationOffset:"
         "destinationBytesPerRow:destinationBytesPerImage:",
         second, 0, 0, ((MTLOrigin){0, 0, 0}), MTLSizeMake(2, 1, 1), to, 8, 8, 8);
    assert_int_equal(CALL0(NSUInteger, encoder, "stages"), MTLStageBlit);
    end(encoder);
    finish_all(commands);
    assert_string_equal(told.text, "");
    assert_true(ints(to)[0] == 0 && ints(to)[1] == 0 && ints(to)[2] == 9 && ints(to)[3] == 0);
    release(from);
    release(to);
    release(first);
    release(second);
}

static void test_counters(void **state)
{
    (void)state;
    id descriptor = MAKE("MTL4CounterHeapDescriptor"), error = nil, to = resident(16), resolved = resident(64);
    assert_null(CALL(id, TYPES(id, id *), device, "newCounterHeapWithDescriptor:error:", descriptor, &error));
    assert_true(contains(error_text(error), "MTL4CounterHeapTypeTimestamp"));
    CALL(void, NSInteger, descriptor, "setType:", MTL4CounterHeapTypeTimestamp);
    CALL(void, NSUInteger, descriptor, "setCount:", 4);
    id heap = CALL(id, TYPES(id, id *), device, "newCounterHeapWithDescriptor:error:", descriptor, &error);
    assert_int_equal(CALL0(NSUInteger, heap, "count"), 4);
    assert_int_equal(CALL(NSUInteger, NSInteger, device, "sizeOfCounterHeapEntry:", MTL4CounterHeapTypeTimestamp),
                     sizeof(MTL4TimestampHeapEntry));
    id commands = begin4(), encoder;
    CALL(void, TYPES(id, NSUInteger), commands, "writeTimestampIntoHeap:atIndex:", heap, 0);
    encoder = encoder_of(commands, "add_one");
    set_address(address_of(to), 0);
    dispatch(encoder, 4, 4);
    CALL(void, TYPES(NSInteger, id, NSUInteger), encoder,
         "writeTimestampWithGranularity:intoHeap:atIndex:", MTL4TimestampGranularityPrecise, heap, 1);
    end(encoder);
    CALL(void, TYPES(id, NSRange, MTL4BufferRange, id, id), commands,
         "resolveCounterHeap:withRange:intoBuffer:waitFence:updateFence:", heap, ((NSRange){0, 3}),
         ((MTL4BufferRange){address_of(resolved), 64}), nil, nil);
    CALL(void, TYPES(id, NSRange, MTL4BufferRange, id, id), commands,
         "resolveCounterHeap:withRange:intoBuffer:waitFence:updateFence:", heap, ((NSRange){1, 1}),
         ((MTL4BufferRange){address_of(resolved) + 32, 8}), nil, nil);
    finish_all(commands);
    assert_string_equal(told.text, "");
    id data = CALL(id, NSRange, heap, "resolveCounterRange:", ((NSRange){0, 3}));
    const uint64_t *times = CALL0(const void *, data, "bytes");
    assert_true(times[0] > 0 && times[1] > times[0] && times[2] == 0);
    assert_memory_equal(times, ints(resolved), 24);
    assert_memory_equal(times + 1, ints(resolved) + 8, 8);
    assert_true(ints(resolved)[6] == 0 && ints(resolved)[10] == 0);
    data = CALL(id, NSRange, heap, "resolveCounterRange:", ((NSRange){1, 1}));
    assert_memory_equal(CALL0(const void *, data, "bytes"), times + 1, 8);
    CALL(void, NSRange, heap, "invalidateCounterRange:", ((NSRange){0, 1}));
    data = CALL(id, NSRange, heap, "resolveCounterRange:", ((NSRange){0, 2}));
    assert_memory_equal(CALL0(const void *, data, "bytes"), ((uint64_t[]){0, times[1]}), 16);
    assert_null(CALL(id, NSRange, heap, "resolveCounterRange:", ((NSRange){3, 2})));
    release(heap);
    release(descriptor);
    release(to);
    release(resolved);
}

static int open_program(void **state)
{
    (void)state;
    return open_client(program);
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, open_all, close_all)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_textures), TEST(test_address_of_zero),    TEST(test_function_table), TEST(test_indirect),
        TEST(test_copies),   TEST(test_copies_of_textures), TEST(test_counters),
    };
    return cmocka_run_group_tests_name("metal4_bindings", tests, open_program, NULL);
}
