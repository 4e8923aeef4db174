/* life_time_test.c: a thousand dispatches leave no object. */
#include "../test_kernels.h"

/* GNUstep counts live objects per class. */
extern BOOL GSDebugAllocationActive(BOOL active);
extern int GSDebugAllocationCount(Class class);

static const char *const counted[] = {"SoftmetalCommandBuffer",
                                      "SoftmetalComputeCommandEncoder",
                                      "SoftmetalBuffer",
                                      "SoftmetalComputePipelineState",
                                      "SoftmetalFunction",
                                      "SoftmetalLibrary",
                                      "SoftmetalTexture",
                                      "SoftmetalBlitCommandEncoder",
                                      "MTLArgument"};

static int live_objects(void)
{
    int live = 0;
    for (size_t n = 0; n < sizeof counted / sizeof *counted; n++)
        live += GSDebugAllocationCount(objc_getClass(counted[n]));
    return live;
}

static void dispatch_once(void)
{
    id inner = MAKE("NSAutoreleasePool"), increment = pipeline_of("increment"), result = buffer_of(64);
    id encoder, commands = begin(&encoder);
    const int one = 1;
    set_pipeline(encoder, increment);
    set_buffer(encoder, result, 0, 0);
    set_bytes(encoder, &one, sizeof one, 1);
    release(increment); /* the command buffer keeps what it uses */
    dispatch(encoder, 16, 16);
    finish_well(commands, encoder);
    assert_int_equal(ints(result)[15], 1);
    release(result);
    release(inner);
}

static void test_nothing_leaks(void **state)
{
    (void)state;
    id settle = CALL0(id, queue, "commandBuffer");
    GSDebugAllocationActive(YES);
    dispatch_once();
    CALL0(void, settle, "commit");
    CALL0(void, settle, "waitUntilCompleted");
    int before = live_objects();
    for (int n = 0; n < 1000; n++)
        dispatch_once();
    /* The last buffer is released by the queue's thread, just after its waiters woke. */
    settle = CALL0(id, queue, "commandBuffer");
    CALL0(void, settle, "commit");
    CALL0(void, settle, "waitUntilCompleted");
    assert_true(live_objects() <= before + 2);
    GSDebugAllocationActive(NO);
}

/* A property that gets what it has keeps it, though nobody else does. */
static void test_a_property_set_to_itself(void **state)
{
    (void)state;
    GSDebugAllocationActive(YES);
    id descriptor = MAKE("MTLComputePipelineDescriptor"), linked = MAKE("MTLLinkedFunctions"), error = nil;
    id function = CALL0(id, function_named("twice"), "retain");
    CALL(void, id, descriptor, "setComputeFunction:", function);
    CALL(void, id, descriptor, "setLinkedFunctions:", linked);
    release(function);
    release(linked);
    release(pool);
    pool = MAKE("NSAutoreleasePool");
    int before = live_objects();
    for (int n = 0; n < 3; n++) {
        CALL(void, id, descriptor, "setComputeFunction:", CALL0(id, descriptor, "computeFunction"));
        CALL(void, id, descriptor, "setLinkedFunctions:", CALL0(id, descriptor, "linkedFunctions"));
        assert_int_equal(live_objects(), before);
    }
    id pipeline = CALL(id, TYPES(id, NSUInteger, id *, id *), device,
                       "newComputePipelineStateWithDescriptor:options:reflection:error:", descriptor, 0, NULL, &error);
    assert_non_null(pipeline);
    release(pipeline);
    release(descriptor);
    GSDebugAllocationActive(NO);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, open_pool, close_pool)
    const struct CMUnitTest tests[] = {
        TEST(test_nothing_leaks),
        TEST(test_a_property_set_to_itself),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, open_device, NULL);
}
