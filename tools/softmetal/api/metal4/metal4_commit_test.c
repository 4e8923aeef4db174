/* metal4_commit_test.c: Metal 4's command buffers and commits: in which order they run, what runs of one that is not
 * ready, and what an argument table refuses. */
#include "metal4_client.h"

static const char program[] =
    "using namespace metal;\n"
    "kernel void add_one(device int *to [[buffer(0)]], uint i [[thread_position_in_grid]]) { to[i] += 1; }\n"
    "kernel void times_ten(device int *to [[buffer(0)]], uint i [[thread_position_in_grid]]) { to[i] *= 10; }\n";

/* A command buffer that is ready: one dispatch of four threads. */
static id ready(const char *kernel, id own_allocator, id to)
{
    id commands = CALL0(id, CALL0(id, device, "newCommandBuffer"), "autorelease");
    CALL(void, id, commands, "beginCommandBufferWithAllocator:", own_allocator);
    id encoder = encoder_of(commands, kernel);
    set_address(address_of(to), 0);
    barrier(encoder, "barrierAfterQueueStages:beforeStages:visibilityOptions:", MTLStageDispatch, MTLStageDispatch);
    dispatch(encoder, 4, 4);
    end(encoder);
    CALL0(void, commands, "endCommandBuffer");
    return commands;
}

/* As listed, after what was committed before; the handler is called once for all of a commit. */
static void test_order_of_commits(void **state)
{
    (void)state;
    id to = resident(16), first[2], second[2];
    first[0] = ready("add_one", allocator, to);
    first[1] = ready("times_ten", allocator, to);
    second[0] = ready("times_ten", allocator, to);
    second[1] = ready("add_one", allocator, to);
    CALL(void, TYPES(id *, NSUInteger), queue4, "commit:count:", first, 2);
    commit_only(second, 2);
    wait_all();
    assert_int_equal(told.count, 1);
    assert_string_equal(told.text, "");
    assert_int_equal(ints(to)[3], 101);
    release(to);
}

/* The one error of a commit of several is that of whichever failed, and the call is one, too. */
static void test_error_among_several(void **state)
{
    (void)state;
    id to = resident(16), both[2] = {ready("add_one", allocator, to), CALL0(id, device, "newCommandBuffer")};
    commit_only(both, 2);
    wait_all();
    assert_int_equal(told.count, 1);
    assert_true(contains(told.text, "has recorded nothing"));
    release(both[1]);
    release(to);
}

static void test_unrecorded(void **state)
{
    (void)state;
    id to = resident(16), commands = CALL0(id, device, "newCommandBuffer");
    assert_null(CALL0(id, commands, "computeCommandEncoder"));
    CALL0(void, commands, "endCommandBuffer");
    commit_only(&commands, 1);
    wait_all();
    assert_true(contains(told.text, "has recorded nothing"));
    CALL(void, id, commands, "beginCommandBufferWithAllocator:", nil);
    assert_null(CALL0(id, commands, "computeCommandEncoder"));
    release(commands);
    commands = ready("add_one", allocator, to);
    commit_only(&commands, 1);
    wait_all();
    assert_string_equal(told.text, "");
    commit_only(&commands, 1); /* recorded nothing since */
    wait_all();
    assert_true(contains(told.text, "has recorded nothing"));
    assert_int_equal(ints(to)[0], 1);
    release(to);
}

static void test_recording(void **state)
{
    (void)state;
    id to = resident(16), commands = begin4(), encoder = encoder_of(commands, "add_one");
    set_address(address_of(to), 0);
    dispatch(encoder, 4, 4);
    end(encoder);
    commit_only(&commands, 1);
    wait_all();
    assert_true(contains(told.text, "still being recorded"));
    assert_int_equal(ints(to)[0], 0);
    finish_all(commands);
    assert_string_equal(told.text, "");
    assert_int_equal(ints(to)[0], 1);
    release(to);
}

static void test_open_encoder(void **state)
{
    (void)state;
    id commands = begin4(), encoder = encoder_of(commands, "add_one");
    CALL0(void, commands, "endCommandBuffer");
    end(encoder);
    commit_only(&commands, 1);
    wait_all();
    assert_true(contains(told.text, "has not been ended by endEncoding"));
}

/* An allocator serves one recording at a time, and is not reset meanwhile. */
static void test_allocator(void **state)
{
    (void)state;
    id to = resident(16), commands = ready("add_one", allocator, to), other = CALL0(id, device, "newCommandBuffer");
    commit_only(&commands, 1);
    wait_all();
    const uint64_t size = CALL0(uint64_t, allocator, "allocatedSize");
    assert_true(size > 0);
    CALL(void, id, commands, "beginCommandBufferWithAllocator:", allocator);
    CALL(void, id, other, "beginCommandBufferWithAllocator:", allocator); /* taken: no effect */
    assert_null(CALL0(id, other, "computeCommandEncoder"));
    id encoder = encoder_of(commands, "add_one");
    dispatch(encoder, 4, 4);
    CALL0(void, allocator, "reset"); /* no effect */
    assert_true(CALL0(uint64_t, allocator, "allocatedSize") >= size);
    end(encoder);
    finish_all(commands);
    assert_string_equal(told.text, "");
    assert_int_equal(ints(to)[0], 2);
    CALL0(void, allocator, "reset");
    assert_int_equal(CALL0(uint64_t, allocator, "allocatedSize"), 0);
    CALL(void, id, other, "beginCommandBufferWithAllocator:", allocator); /* free again */
    assert_non_null(CALL0(id, other, "computeCommandEncoder"));
    release(other);
    release(to);
}

static void test_table(void **state)
{
    (void)state;
    static const NSUInteger most[] = {31, 128, 16};
    id error = nil, largest = new_table(most[0], most[1], most[2], &error);
    assert_non_null(largest);
    release(largest);
    for (int n = 0; n < 3; n++) {
        error = nil;
        assert_null(new_table(most[0] + (n == 0), most[1] + (n == 1), most[2] + (n == 2), &error));
        assert_true(contains(error_text(error), "up to 31 buffers, 128 textures and 16 samplers"));
    }
    id to = resident(16), commands = begin4(), encoder = encoder_of(commands, "add_one");
    set_address(address_of(to), 0);
    const MTLResourceID none = {99};
    set_address(1, 4); /* beyond the table: no effect */
    CALL(void, TYPES(MTLResourceID, NSUInteger), table, "setTexture:atIndex:", none, 2);
    CALL(void, TYPES(MTLResourceID, NSUInteger), table, "setSamplerState:atIndex:", none, 2);
    CALL(void, TYPES(MTLResourceID, NSUInteger), table, "setResource:atBufferIndex:", none, 4);
    dispatch(encoder, 4, 4);
    end(encoder);
    finish_all(commands);
    assert_string_equal(told.text, "");
    assert_int_equal(ints(to)[3], 1);
    release(to);
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
        TEST(test_order_of_commits), TEST(test_error_among_several), TEST(test_unrecorded), TEST(test_recording),
        TEST(test_open_encoder),     TEST(test_allocator),           TEST(test_table),
    };
    return cmocka_run_group_tests_name("metal4_commit", tests, open_program, NULL);
}
