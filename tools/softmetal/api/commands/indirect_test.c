/* indirect_test.c: indirect command buffers, encoded by the host and by kernels (MSL 6.17). */
#include "../test_client.h"

static const char source[] =
    "#include <metal_stdlib>\n"
    "#include <metal_command_buffer>\n"
    "using namespace metal;\n"
    "kernel void add(device int *a [[buffer(0)]], constant int &n [[buffer(1)]], uint i [[thread_position_in_grid]],\n"
    "                uint size [[threads_per_grid]]) { a[i] += n + 100 * size; }\n"
    "kernel void twice(device int *a [[buffer(0)]], uint i [[thread_position_in_grid]]) { a[i] *= 2; }\n"
    "kernel void share(device int *a [[buffer(0)]], threadgroup int *t [[threadgroup(0)]],\n"
    "                  uint i [[thread_position_in_threadgroup]], uint n [[threads_per_threadgroup]])\n"
    "{ t[i] = i; threadgroup_barrier(mem_flags::mem_threadgroup); a[i] = t[n - 1 - i]; }\n"
    "struct arguments { command_buffer commands; array<compute_pipeline_state, 2> states; device int *a; };\n"
    "kernel void encode(device arguments &all [[buffer(0)]], constant int *numbers [[buffer(1)]],\n"
    "                   device uint *size [[buffer(2)]], uint i [[thread_position_in_grid]])\n"
    "{\n"
    "    compute_command command(all.commands, i);\n"
    "    command.reset();\n"
    "    command.set_compute_pipeline_state(all.states[i % 2]);\n"
    "    command.set_kernel_buffer(all.a, 0);\n"
    "    if (i % 2 == 0) command.set_kernel_buffer(numbers + i / 2, 1);\n"
    "    if (i > 0) command.set_barrier();\n"
    "    command.concurrent_dispatch_threads(uint3(4, 1, 1), uint3(2, 1, 1));\n"
    "    size[0] = all.commands.size();\n"
    "}\n"
    "kernel void again(device arguments &all [[buffer(0)]])\n"
    "{\n"
    "    compute_command first(all.commands, 0), last(all.commands, 3);\n"
    "    last.copy_command(first);\n"
    "    last.set_barrier();\n"
    "    compute_command second(all.commands, 1);\n"
    "    second.clear_barrier();\n"
    "    second = first;\n"
    "    second.concurrent_dispatch_threadgroups(uint3(3, 1, 1), uint3(1, 1, 1));\n"
    "    compute_command(all.commands, 2).reset();\n"
    "}\n";

enum { BOTH = MTLIndirectCommandTypeConcurrentDispatch | MTLIndirectCommandTypeConcurrentDispatchThreads };

static id pipeline_of(const char *name, BOOL indirect)
{
    id error = nil, descriptor = CALL0(id, MAKE("MTLComputePipelineDescriptor"), "autorelease");
    CALL(void, id, descriptor, "setComputeFunction:", function_named(name));
    CALL(void, BOOL, descriptor, "setSupportIndirectCommandBuffers:", indirect);
    id pipeline = CALL(id, TYPES(id, NSUInteger, id *, id *), device,
                       "newComputePipelineStateWithDescriptor:options:reflection:error:", descriptor, 0, NULL, &error);
    assert_non_null(pipeline);
    return CALL0(id, pipeline, "autorelease");
}

static id commands_of(NSUInteger types, BOOL inherit_pipeline, BOOL inherit_buffers, NSUInteger count)
{
    id descriptor = CALL0(id, MAKE("MTLIndirectCommandBufferDescriptor"), "autorelease");
    CALL(void, NSUInteger, descriptor, "setCommandTypes:", types);
    CALL(void, BOOL, descriptor, "setInheritPipelineState:", inherit_pipeline);
    CALL(void, BOOL, descriptor, "setInheritBuffers:", inherit_buffers);
    CALL(void, NSUInteger, descriptor, "setMaxKernelBufferBindCount:", 4);
    CALL(void, NSUInteger, descriptor, "setMaxKernelThreadgroupMemoryBindCount:", 1);
    id made = CALL(id, TYPES(id, NSUInteger, NSUInteger), device,
                   "newIndirectCommandBufferWithDescriptor:maxCommandCount:options:", descriptor, count, 0);
    return made ? CALL0(id, made, "autorelease") : nil;
}

static id command_at(id commands, NSUInteger index)
{
    return CALL(id, NSUInteger, commands, "indirectComputeCommandAtIndex:", index);
}

static void give(id command, id buffer, NSUInteger offset, NSUInteger index)
{
    CALL(void, TYPES(id, NSUInteger, NSUInteger), command, "setKernelBuffer:offset:atIndex:", buffer, offset, index);
}

static void threads(id command, NSUInteger grid, NSUInteger group)
{
    CALL(void, TYPES(MTLSize, MTLSize), command,
         "concurrentDispatchThreads:threadsPerThreadgroup:", MTLSizeMake(grid, 1, 1), MTLSizeMake(group, 1, 1));
}

static void groups(id command, NSUInteger grid, NSUInteger group)
{
    CALL(void, TYPES(MTLSize, MTLSize), command,
         "concurrentDispatchThreadgroups:threadsPerThreadgroup:", MTLSizeMake(grid, 1, 1), MTLSizeMake(group, 1, 1));
}

static void execute(id encoder, id commands, NSUInteger first, NSUInteger count)
{
    CALL(void, TYPES(id, NSRange), encoder, "executeCommandsInBuffer:withRange:", commands, ((NSRange){first, count}));
}

static void execute_at(id encoder, id commands, id ranges, NSUInteger offset)
{
    CALL(void, TYPES(id, id, NSUInteger), encoder,
         "executeCommandsInBuffer:indirectBuffer:indirectBufferOffset:", commands, ranges, offset);
}

/* Ends and runs; the text of the error, or "". */
static const char *ended_with(id encoder, id buffer)
{
    id error = finish(buffer, encoder);
    return error ? error_text(error) : "";
}

static const char *run(id commands, NSUInteger first, NSUInteger count)
{
    id encoder, buffer = begin(&encoder);
    execute(encoder, commands, first, count);
    return ended_with(encoder, buffer);
}

static id number(int value)
{
    id buffer = buffer_of(sizeof value);
    ints(buffer)[0] = value;
    return buffer;
}

static void assert_ints(id buffer, int a, int b, int c, int d)
{
    const int wanted[] = {a, b, c, d};
    assert_memory_equal(ints(buffer), wanted, sizeof wanted);
}

/* Adds 5 + 100 * 4 to four numbers, then doubles three of them. */
static id add_then_twice(id a, bool barrier)
{
    id commands = commands_of(BOTH, NO, NO, 3), add = command_at(commands, 0), twice = command_at(commands, 1);
    CALL(void, id, add, "setComputePipelineState:", pipeline_of("add", YES));
    give(add, a, 0, 0);
    give(add, number(5), 0, 1);
    threads(add, 4, 4);
    CALL(void, id, twice, "setComputePipelineState:", pipeline_of("twice", YES));
    give(twice, a, 4, 0);
    groups(twice, 3, 1);
    CALL0(void, twice, "setBarrier");
    if (!barrier)
        CALL0(void, twice, "clearBarrier");
    return commands;
}

static void test_host(void **state)
{
    (void)state;
    id a = buffer_of(16), commands = add_then_twice(a, true);
    assert_int_equal(CALL0(NSUInteger, commands, "size"), 3);
    assert_string_equal(run(commands, 0, 3), "");
    assert_ints(a, 405, 810, 810, 810);
    assert_string_equal(run(commands, 1, 1), ""); /* commands stay */
    assert_ints(a, 405, 1620, 1620, 1620);
    assert_string_equal(run(commands, 0, 0), "");
    CALL0(void, command_at(commands, 1), "reset");
    assert_string_equal(run(commands, 0, 2), "");
    assert_ints(a, 810, 2025, 2025, 2025);
    CALL(void, NSRange, commands, "resetWithRange:", ((NSRange){0, 3}));
    assert_string_equal(run(commands, 0, 3), "");
    assert_ints(a, 810, 2025, 2025, 2025);
}

/* Without a barrier the latest command runs first. */
static void test_no_barrier(void **state)
{
    (void)state;
    id a = buffer_of(16);
    ints(a)[1] = 7;
    assert_string_equal(run(add_then_twice(a, false), 0, 2), "");
    assert_ints(a, 405, 419, 405, 405);
}

static void test_indirect_range(void **state)
{
    (void)state;
    id a = buffer_of(16), commands = add_then_twice(a, true), ranges = buffer_of(12), encoder, buffer = begin(&encoder);
    ints(ranges)[1] = 0, ints(ranges)[2] = 1;
    execute_at(encoder, commands, ranges, 4);
    assert_string_equal(ended_with(encoder, buffer), "");
    assert_ints(a, 405, 405, 405, 405);
    ints(ranges)[1] = 2, ints(ranges)[2] = 2;
    buffer = begin(&encoder);
    execute(encoder, commands, 0, 1);
    execute_at(encoder, commands, ranges, 4);
    assert_true(contains(ended_with(encoder, buffer), "asks for 2 commands from index 2, of 3"));
}

static void test_inherited(void **state)
{
    (void)state;
    id a = buffer_of(16), commands = commands_of(BOTH, YES, YES, 1), encoder, buffer = begin(&encoder);
    threads(command_at(commands, 0), 2, 2);
    set_pipeline(encoder, pipeline_of("add", YES));
    set_buffer(encoder, a, 8, 0);
    int one = 1;
    set_bytes(encoder, &one, sizeof one, 1);
    execute(encoder, commands, 0, 1);
    set_buffer(encoder, a, 0, 0); /* what comes later does not matter */
    assert_string_equal(ended_with(encoder, buffer), "");
    assert_ints(a, 0, 0, 201, 201);
}

static void test_threadgroup_memory(void **state)
{
    (void)state;
    id a = buffer_of(16), commands = commands_of(BOTH, NO, NO, 1), command = command_at(commands, 0);
    CALL(void, id, command, "setComputePipelineState:", pipeline_of("share", YES));
    give(command, a, 0, 0);
    groups(command, 1, 4);
    assert_true(contains(run(commands, 0, 1), "threadgroup(0) has no length"));
    CALL(void, TYPES(NSUInteger, NSUInteger), command, "setThreadgroupMemoryLength:atIndex:", 16, 0);
    assert_string_equal(run(commands, 0, 1), "");
    assert_ints(a, 3, 2, 1, 0);
    CALL(void, TYPES(NSUInteger, NSUInteger), command, "setThreadgroupMemoryLength:atIndex:", 20, 0);
    assert_true(contains(run(commands, 0, 1), "a multiple of 16"));
}

static void test_blit(void **state)
{
    (void)state;
    id a = buffer_of(16), commands = add_then_twice(a, true), buffer = CALL0(id, queue, "commandBuffer"),
       blit = CALL0(id, buffer, "blitCommandEncoder");
    CALL(void, TYPES(id, NSRange, id, NSUInteger), blit,
         "copyIndirectCommandBuffer:sourceRange:destination:destinationIndex:", commands, ((NSRange){0, 1}), commands,
         2);
    CALL(void, TYPES(id, NSRange), blit, "resetCommandsInBuffer:withRange:", commands, ((NSRange){0, 2}));
    CALL(void, TYPES(id, NSRange), blit, "optimizeIndirectCommandBuffer:withRange:", commands, ((NSRange){0, 3}));
    assert_string_equal(ended_with(blit, buffer), "");
    assert_string_equal(run(commands, 0, 3), "");
    assert_ints(a, 405, 405, 405, 405);
    buffer = CALL0(id, queue, "commandBuffer");
    blit = CALL0(id, buffer, "blitCommandEncoder");
    CALL(void, TYPES(id, NSRange), blit, "resetCommandsInBuffer:withRange:", commands, ((NSRange){2, 2}));
    assert_true(contains(ended_with(blit, buffer), "2 commands from index 2 are not among the buffer's 3"));
}

/* An argument buffer of the kernels `encode` and `again`. */
static id arguments_of(id commands, id a)
{
    id encoder = CALL0(id, CALL(id, NSUInteger, function_named("encode"), "newArgumentEncoderWithBufferIndex:", 0),
                       "autorelease");
    assert_non_null(encoder);
    assert_int_equal(CALL0(NSUInteger, encoder, "encodedLength"), 32);
    id made = buffer_of(32);
    CALL(void, TYPES(id, NSUInteger), encoder, "setArgumentBuffer:offset:", made, 0);
    CALL(void, TYPES(id, NSUInteger), encoder, "setIndirectCommandBuffer:atIndex:", commands, 0);
    CALL(void, TYPES(id, NSUInteger), encoder, "setComputePipelineState:atIndex:", pipeline_of("add", YES), 1);
    CALL(void, TYPES(id, NSUInteger), encoder, "setComputePipelineState:atIndex:", pipeline_of("twice", YES), 2);
    CALL(void, TYPES(id, NSUInteger, NSUInteger), encoder, "setBuffer:offset:atIndex:", a, 0, 3);
    assert_int_equal(*(uint64_t *)CALL0(void *, made, "contents"),
                     CALL0(MTLResourceID, commands, "gpuResourceID")._impl);
    return made;
}

static void test_kernel(void **state)
{
    (void)state;
    id a = buffer_of(16), numbers = buffer_of(8), size = buffer_of(4), commands = commands_of(BOTH, NO, NO, 4),
       all = arguments_of(commands, a), encoder, buffer = begin(&encoder);
    ints(numbers)[0] = 1, ints(numbers)[1] = 10;
    set_pipeline(encoder, pipeline_of("encode", NO));
    set_buffer(encoder, all, 0, 0);
    set_buffer(encoder, numbers, 0, 1);
    set_buffer(encoder, size, 0, 2);
    dispatch(encoder, 4, 4);
    execute(encoder, commands, 0, 4); /* ((0 + 401) * 2 + 410) * 2 */
    assert_string_equal(ended_with(encoder, buffer), "");
    assert_int_equal(ints(size)[0], 4);
    assert_ints(a, 2424, 2424, 2424, 2424);
    memset(ints(a), 0, 16);
    buffer = begin(&encoder);
    set_pipeline(encoder, pipeline_of("again", NO));
    set_buffer(encoder, all, 0, 0);
    dispatch(encoder, 1, 1);
    execute(encoder, commands, 2, 2); /* one that was reset, and a copy of the first as it was */
    assert_string_equal(ended_with(encoder, buffer), "");
    assert_ints(a, 401, 401, 401, 401);
    assert_string_equal(run(commands, 0, 1), ""); /* assigned, not copied: the first one's grid changed */
    assert_ints(a, 702, 702, 702, 401);
}

/* ---- mistakes: one sentence each, and nothing is executed */

static void test_bad_commands(void **state)
{
    (void)state;
    id a = buffer_of(16), encoder, buffer, commands = add_then_twice(a, true), last = command_at(commands, 2);
    assert_true(contains(run(commands, 2, 2), "2 commands from index 2 are not among the buffer's 3"));
    assert_true(contains(run(nil, 0, 1), "the indirect command buffer is nil"));
    threads(last, 4, 4);
    assert_true(contains(run(commands, 0, 3), "command 2 has no pipeline"));
    CALL(void, id, last, "setComputePipelineState:", pipeline_of("twice", NO)); /* refused */
    assert_true(contains(run(commands, 0, 3), "command 2 has no pipeline"));
    CALL(void, id, last, "setComputePipelineState:", pipeline_of("twice", YES));
    assert_true(contains(run(commands, 0, 3), "nothing is bound to buffer(0)"));
    give(last, a, 16, 0); /* beyond the buffer: refused */
    give(last, a, 0, 4);  /* beyond maxKernelBufferBindCount: refused */
    assert_true(contains(run(commands, 0, 3), "nothing is bound to buffer(0)"));
    give(last, a, 0, 0);
    threads(last, 4, 2048);
    assert_true(contains(run(commands, 0, 3), "is larger than the pipeline's"));
    groups(last, UINT32_MAX, 4);
    assert_true(contains(run(commands, 0, 3), "too large"));
    assert_null(command_at(commands, 3));
    assert_ints(a, 0, 0, 0, 0);
    commands = commands_of(MTLIndirectCommandTypeConcurrentDispatch, YES, YES, 1);
    threads(command_at(commands, 0), 4, 4);
    assert_true(contains(run(commands, 0, 1), "of a type that commandTypes lacks"));
    groups(command_at(commands, 0), 1, 4);
    assert_true(contains(run(commands, 0, 1), "command 0 has no pipeline"));
    buffer = begin(&encoder);
    set_pipeline(encoder, pipeline_of("twice", NO));
    set_buffer(encoder, a, 0, 0);
    execute(encoder, commands, 0, 1);
    assert_true(contains(ended_with(encoder, buffer), "made without supportIndirectCommandBuffers"));
}

static void test_bad_ranges(void **state)
{
    (void)state;
    id a = buffer_of(16), commands = add_then_twice(a, true), ranges = buffer_of(12), encoder, buffer;
    static const struct {
        NSUInteger offset;
        uint32_t location, length;
        const char *part;
    } rows[] = {{2, 0, 1, "the offset is 2"},
                {8, 0, 1, "the offset is 8"},
                {0, 0, UINT32_MAX, "asks for 4294967295 commands from index 0, of 3"},
                {0, UINT32_MAX, 1, "from index 4294967295, of 3"}};
    for (size_t n = 0; n < sizeof rows / sizeof *rows; n++) {
        ints(ranges)[0] = (int)rows[n].location, ints(ranges)[1] = (int)rows[n].length;
        buffer = begin(&encoder);
        execute_at(encoder, commands, ranges, rows[n].offset);
        assert_true(contains(ended_with(encoder, buffer), rows[n].part));
    }
    assert_ints(a, 0, 0, 0, 0);
}

/* A buffer that ended before the execution is told; so is a pipeline. */
static void test_gone(void **state)
{
    (void)state;
    id commands = commands_of(BOTH, NO, NO, 1), command = command_at(commands, 0), a = buffer_of(16),
       inner = MAKE("NSAutoreleasePool");
    CALL(void, id, command, "setComputePipelineState:", pipeline_of("twice", YES));
    give(command, a, 0, 0);
    threads(command, 4, 4);
    release(inner);
    assert_true(contains(run(commands, 0, 1), "command 0 has no pipeline, or one that is gone"));
    CALL(void, id, command, "setComputePipelineState:", pipeline_of("twice", YES));
    release(a);
    assert_true(contains(run(commands, 0, 1), "command 0 sets buffer(0) to memory of no buffer that is there"));
}

static void test_bad_descriptors(void **state)
{
    (void)state;
    assert_null(commands_of(0, NO, NO, 1));
    assert_null(commands_of(MTLIndirectCommandTypeDraw, NO, NO, 1));
    assert_null(commands_of(BOTH, NO, NO, 0));
    assert_null(commands_of(BOTH, NO, NO, 16385));
    id inheriting = commands_of(BOTH, YES, YES, 1), command = command_at(inheriting, 0);
    CALL(void, id, command, "setComputePipelineState:", pipeline_of("twice", YES)); /* refused, both */
    give(command, buffer_of(16), 0, 0);
    threads(command, 1, 1);
    assert_true(contains(run(inheriting, 0, 1), "command 0 has no pipeline"));
}

static int open_library(void **state)
{
    (void)state;
    return open_client(source);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, open_pool, close_pool)

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(test_host),      TEST(test_no_barrier),         TEST(test_indirect_range),
                                       TEST(test_inherited), TEST(test_threadgroup_memory), TEST(test_blit),
                                       TEST(test_kernel),    TEST(test_bad_commands),       TEST(test_bad_ranges),
                                       TEST(test_gone),      TEST(test_bad_descriptors)};
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, open_library, NULL);
}
