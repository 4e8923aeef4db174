/* metal4_test.c: Metal 4's host path: queues, allocators, reusable command buffers, tables of arguments, barriers,
 * feedback, residency. */
#include "metal4_client.h"

static const char program[] =
    "using namespace metal;\n"
    "kernel void twice(device int *to [[buffer(0)]], device const int *from [[buffer(1)]],\n"
    "                  constant int &more [[buffer(2)]], uint i [[thread_position_in_grid]])\n"
    "{ to[i] = 2 * from[i] + more; }\n"
    "kernel void add_one(device int *to [[buffer(0)]], uint i [[thread_position_in_grid]]) { to[i] += 1; }\n"
    "kernel void times_ten(device int *to [[buffer(0)]], uint i [[thread_position_in_grid]]) { to[i] *= 10; }\n"
    "struct list { device int *to; };\n"
    "kernel void through(constant list &l [[buffer(0)]], uint i [[thread_position_in_grid]]) { l.to[i] = 7; }\n"
    "kernel void spin(device int *to [[buffer(0)]]) { while (to[0] == 0) to[1] += 1; }\n"
    "constant int factor [[function_constant(0)]];\n"
    "kernel void scaled(device int *to [[buffer(0)]], uint i [[thread_position_in_grid]]) { to[i] = factor; }\n";

/* ---- dispatches */

static void test_family(void **state)
{
    (void)state;
    assert_true(CALL(BOOL, NSInteger, device, "supportsFamily:", MTLGPUFamilyMetal4));
}

static void test_plain(void **state)
{
    (void)state;
    id to = resident(64), from = resident(64), more = resident(1024), commands = begin4();
    for (int i = 0; i < 16; i++)
        ints(from)[i] = i;
    ints(more)[100] = 3;
    id encoder = encoder_of(commands, "twice");
    set_address(address_of(to), 0);
    set_address(address_of(from), 1);
    set_address(address_of(more) + 400, 2);
    dispatch(encoder, 16, 8);
    end(encoder);
    finish_all(commands);
    assert_string_equal(told.text, "");
    assert_true(told.end >= told.start && told.start > 0);
    for (int i = 0; i < 16; i++)
        assert_int_equal(ints(to)[i], 2 * i + 3);
    release(to);
    release(from);
    release(more);
}

/* The table's contents count when the dispatch is encoded; threadgroups are the other way to say a grid. */
static void test_table_changes(void **state)
{
    (void)state;
    id one = resident(16), two = resident(16), commands = begin4(), encoder = encoder_of(commands, "add_one");
    set_address(address_of(one), 0);
    dispatch(encoder, 4, 4);
    set_address(address_of(two), 0);
    CALL(void, TYPES(MTLSize, MTLSize), encoder, "dispatchThreadgroups:threadsPerThreadgroup:", MTLSizeMake(2, 1, 1),
         MTLSizeMake(2, 1, 1));
    set_address(0, 0);
    end(encoder);
    finish_all(commands);
    assert_string_equal(told.text, "");
    for (int i = 0; i < 4; i++)
        assert_true(ints(one)[i] == 1 && ints(two)[i] == 1);
    release(one);
    release(two);
}

static void test_reuse(void **state)
{
    (void)state;
    id to = resident(16), commands = begin4();
    set_address(address_of(to), 0);
    for (int round = 1; round <= 3; round++) {
        id encoder = encoder_of(commands, "add_one");
        dispatch(encoder, 4, 4);
        end(encoder);
        finish_all(commands);
        assert_int_equal(ints(to)[3], round);
        assert_true(CALL0(uint64_t, allocator, "allocatedSize") > 0);
        CALL0(void, allocator, "reset");
        assert_int_equal(CALL0(uint64_t, allocator, "allocatedSize"), 0);
        CALL(void, id, commands, "beginCommandBufferWithAllocator:", allocator);
    }
    release(to);
}

/* ---- order */

/* (0 + 1) * 10, or 0 * 10 + 1 where nothing orders the two. */
static int in_order(void (*between)(id commands, id *encoder))
{
    id to = resident(16), commands = begin4(), encoder = encoder_of(commands, NULL);
    set_address(address_of(to), 0);
    run_kernel(encoder, "add_one", 4);
    between(commands, &encoder);
    run_kernel(encoder, "times_ten", 4);
    end(encoder);
    finish_all(commands);
    assert_string_equal(told.text, "");
    int result = ints(to)[0];
    CALL(void, id, set, "removeAllocation:", to);
    release(to);
    return result;
}

static void nothing(id commands, id *encoder)
{
    (void)commands;
    (void)encoder;
}

static void within(id commands, id *encoder)
{
    (void)commands;
    barrier(*encoder, "barrierAfterEncoderStages:beforeEncoderStages:visibilityOptions:", MTLStageDispatch,
            MTLStageDispatch);
}

static void of_blits(id commands, id *encoder)
{
    (void)commands;
    barrier(*encoder, "barrierAfterEncoderStages:beforeEncoderStages:visibilityOptions:", MTLStageBlit,
            MTLStageDispatch);
}

static void another(id commands, id *encoder)
{
    end(*encoder);
    *encoder = encoder_of(commands, NULL);
}

static void consumer(id commands, id *encoder)
{
    another(commands, encoder);
    barrier(*encoder, "barrierAfterQueueStages:beforeStages:visibilityOptions:", MTLStageDispatch, MTLStageDispatch);
}

static void producer(id commands, id *encoder)
{
    barrier(*encoder, "barrierAfterStages:beforeQueueStages:visibilityOptions:", MTLStageDispatch, MTLStageDispatch);
    another(commands, encoder);
}

static void producer_too_late(id commands, id *encoder)
{
    another(commands, encoder);
    barrier(*encoder, "barrierAfterStages:beforeQueueStages:visibilityOptions:", MTLStageDispatch, MTLStageDispatch);
}

static void by_fence(id commands, id *encoder)
{
    id fence = CALL0(id, device, "newFence");
    CALL(void, TYPES(id, NSUInteger), *encoder, "updateFence:afterEncoderStages:", fence, MTLStageDispatch);
    another(commands, encoder);
    CALL(void, TYPES(id, NSUInteger), *encoder, "waitForFence:beforeEncoderStages:", fence, MTLStageDispatch);
    release(fence);
}

static void by_other_fence(id commands, id *encoder)
{
    id fence = CALL0(id, device, "newFence"), other = CALL0(id, device, "newFence");
    CALL(void, TYPES(id, NSUInteger), *encoder, "updateFence:afterEncoderStages:", other, MTLStageDispatch);
    another(commands, encoder);
    CALL(void, TYPES(id, NSUInteger), *encoder, "waitForFence:beforeEncoderStages:", fence, MTLStageDispatch);
    release(fence);
    release(other);
}

static void test_order(void **state)
{
    (void)state;
    assert_int_equal(in_order(nothing), 1);
    assert_int_equal(in_order(within), 10);
    assert_int_equal(in_order(of_blits), 1);
    assert_int_equal(in_order(another), 1);
    assert_int_equal(in_order(consumer), 10);
    assert_int_equal(in_order(producer), 10);
    assert_int_equal(in_order(producer_too_late), 1);
    assert_int_equal(in_order(by_fence), 10);
    assert_int_equal(in_order(by_other_fence), 1);
}

/* The fence had been updated before what is to be waited for, too. */
static void test_last_fence(void **state)
{
    (void)state;
    id to = resident(16), fence = CALL0(id, device, "newFence"), commands = begin4(),
       encoder = encoder_of(commands, NULL);
    set_address(address_of(to), 0);
    CALL(void, TYPES(id, NSUInteger), encoder, "updateFence:afterEncoderStages:", fence, MTLStageDispatch);
    another(commands, &encoder);
    run_kernel(encoder, "add_one", 4);
    CALL(void, TYPES(id, NSUInteger), encoder, "updateFence:afterEncoderStages:", fence, MTLStageDispatch);
    another(commands, &encoder);
    CALL(void, TYPES(id, NSUInteger), encoder, "waitForFence:beforeEncoderStages:", fence, MTLStageDispatch);
    run_kernel(encoder, "times_ten", 4);
    end(encoder);
    finish_all(commands);
    assert_int_equal(ints(to)[0], 10);
    release(fence);
    release(to);
}

static void test_events(void **state)
{
    (void)state;
    id to = resident(16), event = CALL0(id, device, "newSharedEvent"), commands = begin4();
    id encoder = encoder_of(commands, "add_one");
    set_address(address_of(to), 0);
    dispatch(encoder, 4, 4);
    end(encoder);
    CALL0(void, commands, "endCommandBuffer");
    CALL(void, TYPES(id, uint64_t), queue4, "waitForEvent:value:", event, 5);
    commit_only(&commands, 1);
    usleep(20000);
    assert_int_equal(told.count, 0);
    assert_int_equal(ints(to)[0], 0);
    CALL(void, uint64_t, event, "setSignaledValue:", 5);
    wait_all();
    assert_int_equal(told.count, 1);
    assert_int_equal(ints(to)[0], 1);
    release(event);
    release(to);
}

/* ---- the compiler */

static void test_compiler(void **state)
{
    (void)state;
    id descriptor = MAKE("MTL4CompilerDescriptor"), error = nil;
    id compiler = CALL(id, TYPES(id, id *), device, "newCompilerWithDescriptor:error:", descriptor, &error);
    id of_library = MAKE("MTL4LibraryDescriptor"), of_function = MAKE("MTL4LibraryFunctionDescriptor");
    CALL(void, id, of_library, "setSource:", text("nonsense"));
    assert_null(CALL(id, TYPES(id, id *), compiler, "newLibraryWithDescriptor:error:", of_library, &error));
    assert_true(contains(error_text(error), "nonsense"));
    CALL(void, id, of_library, "setSource:", text(program));
    id made = CALL(id, TYPES(id, id *), compiler, "newLibraryWithDescriptor:error:", of_library, &error);
    CALL(void, id, of_function, "setName:", text("scaled"));
    CALL(void, id, of_function, "setLibrary:", made);
    id specialised = MAKE("MTL4SpecializedFunctionDescriptor"), values = MAKE("MTLFunctionConstantValues");
    int factor = 31;
    CALL(void, TYPES(const void *, NSUInteger, NSUInteger), values, "setConstantValue:type:atIndex:", &factor,
         MTLDataTypeInt, 0);
    CALL(void, id, specialised, "setFunctionDescriptor:", of_function);
    CALL(void, id, specialised, "setConstantValues:", values);
    id of_pipeline = MAKE("MTL4ComputePipelineDescriptor");
    CALL(void, id, of_pipeline, "setComputeFunctionDescriptor:", specialised);
    CALL(void, NSUInteger, of_pipeline, "setMaxTotalThreadsPerThreadgroup:", 64);
    id pipeline = CALL(id, TYPES(id, id, id *), compiler,
                       "newComputePipelineStateWithDescriptor:compilerTaskOptions:error:", of_pipeline, nil, &error);
    assert_non_null(pipeline);
    assert_int_equal(CALL0(NSUInteger, pipeline, "maxTotalThreadsPerThreadgroup"), 64);
    id to = resident(16), commands = begin4(), encoder = encoder_of(commands, NULL);
    set_address(address_of(to), 0);
    set_pipeline(encoder, pipeline);
    dispatch(encoder, 4, 4);
    end(encoder);
    finish_all(commands);
    assert_int_equal(ints(to)[3], 31);
    CALL(void, id, of_function, "setName:", text("absent"));
    CALL(void, id, of_pipeline, "setComputeFunctionDescriptor:", of_function);
    assert_null(CALL(id, TYPES(id, id, id *), compiler,
                     "newComputePipelineStateWithDescriptor:compilerTaskOptions:error:", of_pipeline, nil, &error));
    assert_true(contains(error_text(error), "no function absent"));
    release(to);
    release(pipeline);
    release(of_pipeline);
    release(values);
    release(specialised);
    release(made);
    release(of_function);
    release(of_library);
    release(compiler);
    release(descriptor);
}

/* ---- mistakes */

static void fails(id commands, id encoder, const char *part)
{
    end(encoder);
    finish_all(commands);
    assert_int_equal(told.code, MTL4CommandQueueErrorInternal);
    assert_true(contains(told.text, part));
}

static void test_mistakes(void **state)
{
    (void)state;
    id to = resident(16), commands = begin4(), encoder = encoder_of(commands, "add_one");
    set_address(0, 0);
    dispatch(encoder, 4, 4);
    fails(commands, encoder, "nothing is bound to buffer(0)");
    commands = begin4();
    encoder = encoder_of(commands, "add_one");
    set_address(3, 0);
    dispatch(encoder, 4, 4);
    fails(commands, encoder, "0x3 at buffer index 0 of the argument table is in no buffer");
    set_address(address_of(to) + 2, 0);
    commands = begin4();
    encoder = encoder_of(commands, "add_one");
    dispatch(encoder, 4, 4);
    fails(commands, encoder, "not a multiple of 4");
    set_address(address_of(to), 0);
    CALL(void, TYPES(MTLResourceID, NSUInteger), table, "setTexture:atIndex:", ((MTLResourceID){99}), 0);
    commands = begin4();
    encoder = encoder_of(commands, "add_one");
    dispatch(encoder, 4, 4);
    fails(commands, encoder, "id of no living texture at index 0");
    CALL(void, TYPES(MTLResourceID, NSUInteger), table, "setTexture:atIndex:", ((MTLResourceID){0}), 0);
    commands = begin4();
    encoder = encoder_of(commands, NULL);
    dispatch(encoder, 4, 4);
    fails(commands, encoder, "before setComputePipelineState:");
    release(to);
}

/* A commit that an event holds back: what is reset meanwhile is in flight. */
static void test_reset_in_flight(void **state)
{
    (void)state;
    id to = resident(16), event = CALL0(id, device, "newSharedEvent"), commands = begin4();
    id encoder = encoder_of(commands, "add_one");
    set_address(address_of(to), 0);
    dispatch(encoder, 4, 4);
    end(encoder);
    CALL0(void, commands, "endCommandBuffer");
    CALL(void, TYPES(id, uint64_t), queue4, "waitForEvent:value:", event, 1);
    commit_only(&commands, 1);
    CALL0(void, allocator, "reset");
    CALL(void, uint64_t, event, "setSignaledValue:", 1);
    wait_all();
    assert_true(contains(told.text, "the command allocator was reset before the command buffer"));
    release(event);
    release(to);
}

static void test_hang(void **state)
{
    (void)state;
    id to = resident(16), commands = begin4(), encoder = encoder_of(commands, "spin");
    set_address(address_of(to), 0);
    dispatch(encoder, 1, 1);
    end(encoder);
    finish_all(commands);
    assert_int_equal(told.code, MTL4CommandQueueErrorTimeout);
    release(to);
}

/* ---- checked mode */

static void test_not_resident(void **state)
{
    (void)state;
    id outside = buffer_of(16), commands = begin4(), encoder = encoder_of(commands, "add_one");
    set_address(address_of(outside), 0);
    dispatch(encoder, 4, 4);
    end(encoder);
    finish_all(commands);
    assert_true(contains(told.log, "add_one: what is bound to buffer(0) for to is in no residency set"));
    assert_string_equal(told.text, "");
    /* in a set, but not committed */
    id own = new_set();
    CALL(void, id, own, "addAllocation:", outside);
    commands = begin4();
    CALL(void, id, commands, "useResidencySet:", own);
    encoder = encoder_of(commands, "add_one");
    dispatch(encoder, 4, 4);
    end(encoder);
    finish_all(commands);
    assert_true(contains(told.log, "in no residency set"));
    CALL0(void, own, "commit");
    commands = begin4();
    CALL(void, id, commands, "useResidencySet:", own);
    encoder = encoder_of(commands, "add_one");
    dispatch(encoder, 4, 4);
    end(encoder);
    finish_all(commands);
    assert_string_equal(told.log, "");
    release(own);
    release(outside);
}

/* What checked mode says of a dispatch that writes into the buffer. */
static bool is_found_outside(id buffer)
{
    id commands = begin4(), encoder = encoder_of(commands, "add_one");
    set_address(address_of(buffer), 0);
    dispatch(encoder, 4, 4);
    end(encoder);
    finish_all(commands);
    return contains(told.log, "in no residency set");
}

/* Sets and allocations that are taken away, one and several at a time. */
static void test_removed(void **state)
{
    (void)state;
    id buffer[3], sets[3];
    for (int n = 0; n < 3; n++) {
        buffer[n] = buffer_of(16);
        sets[n] = new_set();
        CALL(void, id, sets[n], "addAllocation:", buffer[n]);
        CALL0(void, sets[n], "commit");
    }
    CALL(void, TYPES(const id *, NSUInteger), queue4, "addResidencySets:count:", sets, 3);
    for (int n = 0; n < 3; n++)
        assert_false(is_found_outside(buffer[n]));
    CALL(void, TYPES(const id *, NSUInteger), queue4, "removeResidencySets:count:", sets + 1, 2);
    assert_false(is_found_outside(buffer[0]));
    assert_true(is_found_outside(buffer[1]));
    assert_true(is_found_outside(buffer[2]));
    CALL(void, id, queue4, "removeResidencySet:", sets[0]);
    assert_true(is_found_outside(buffer[0]));
    CALL(void, TYPES(const id *, NSUInteger), set, "addAllocations:count:", buffer, 3);
    CALL0(void, set, "commit");
    for (int n = 0; n < 3; n++)
        assert_false(is_found_outside(buffer[n]));
    CALL(void, TYPES(const id *, NSUInteger), set, "removeAllocations:count:", buffer, 2);
    assert_false(is_found_outside(buffer[1])); /* until the commit */
    CALL0(void, set, "commit");
    assert_true(is_found_outside(buffer[0]));
    assert_true(is_found_outside(buffer[1]));
    assert_false(is_found_outside(buffer[2]));
    CALL0(void, set, "removeAllAllocations");
    CALL0(void, set, "commit");
    assert_true(is_found_outside(buffer[2]));
    for (int n = 0; n < 3; n++) {
        release(sets[n]);
        release(buffer[n]);
    }
}

static void test_not_resident_through_pointer(void **state)
{
    (void)state;
    id outside = buffer_of(16), list = resident(16), commands = begin4(), encoder = encoder_of(commands, "through");
    *(uint64_t *)CALL0(void *, list, "contents") = address_of(outside);
    set_address(address_of(list), 0);
    dispatch(encoder, 4, 4);
    end(encoder);
    finish_all(commands);
    assert_true(contains(told.log, "through"));
    CALL(void, id, set, "addAllocation:", outside);
    CALL0(void, set, "commit");
    commands = begin4();
    encoder = encoder_of(commands, "through");
    dispatch(encoder, 4, 4);
    end(encoder);
    finish_all(commands);
    assert_string_equal(told.log, "");
    assert_int_equal(ints(outside)[3], 7);
    release(list);
    release(outside);
}

/* A heap is resident as a whole, even if what lies at its start is named in the set as well, before it or after it. */
static void test_heap_and_its_first_buffer(void **state)
{
    (void)state;
    for (int heap_first = 0; heap_first < 2; heap_first++) {
        id of = CALL0(id, MAKE("MTLHeapDescriptor"), "autorelease"), buffer[2];
        CALL(void, NSUInteger, of, "setSize:", 4096);
        CALL(void, NSInteger, of, "setType:", MTLHeapTypePlacement);
        CALL(void, NSUInteger, of, "setStorageMode:", MTLStorageModeShared);
        id heap = CALL(id, id, device, "newHeapWithDescriptor:", of), list = resident(16);
        for (NSUInteger n = 0; n < 2; n++)
            buffer[n] = CALL(id, TYPES(NSUInteger, NSUInteger, NSUInteger), heap,
                             "newBufferWithLength:options:offset:", 16, MTLResourceStorageModeShared, 1024 * n);
        CALL(void, id, set, "addAllocation:", heap_first ? heap : buffer[0]);
        CALL(void, id, set, "addAllocation:", heap_first ? buffer[0] : heap);
        CALL0(void, set, "commit");
        *(uint64_t *)CALL0(void *, list, "contents") = address_of(buffer[1]);
        id commands = begin4(), encoder = encoder_of(commands, "through");
        set_address(address_of(list), 0);
        dispatch(encoder, 4, 4);
        end(encoder);
        finish_all(commands);
        assert_string_equal(told.log, "");
        assert_int_equal(ints(buffer[1])[3], 7);
        CALL0(void, set, "removeAllAllocations");
        CALL0(void, set, "commit");
        release(buffer[0]);
        release(buffer[1]);
        release(heap);
        release(list);
    }
}

static void test_missing_barrier(void **state)
{
    (void)state;
    in_order(another);
    assert_true(contains(told.log, "add_one") && contains(told.log, "times_ten"));
    in_order(consumer);
    assert_string_equal(told.log, "");
    in_order(within);
    assert_string_equal(told.log, "");
}

/* ---- faults: a run of this program for each, whose exit status is 0 where the fault shows */

static bool shows_in_event(void)
{
    id to = resident(16), event = CALL0(id, device, "newSharedEvent"), commands = begin4();
    id encoder = encoder_of(commands, "add_one");
    set_address(address_of(to), 0);
    dispatch(encoder, 4, 4);
    end(encoder);
    CALL0(void, commands, "endCommandBuffer");
    CALL(void, TYPES(id, uint64_t), queue4, "waitForEvent:value:", event, 1);
    commit_only(&commands, 1);
    id last = CALL0(id, device, "newSharedEvent");
    CALL(void, TYPES(id, uint64_t), queue4, "signalEvent:value:", last, 1);
    return CALL(BOOL, TYPES(uint64_t, uint64_t), last, "waitUntilSignaledValue:timeoutMS:", 1, 2000);
}

static bool shows_in_table(void)
{
    id one = resident(16), two = resident(16), commands = begin4(), encoder = encoder_of(commands, "add_one");
    set_address(address_of(one), 0);
    dispatch(encoder, 4, 4);
    set_address(address_of(two), 0);
    dispatch(encoder, 4, 4);
    end(encoder);
    finish_all(commands);
    return ints(two)[0] != 1;
}

static bool shows_in_offset(void)
{
    id to = resident(64), commands = begin4(), encoder = encoder_of(commands, "add_one");
    set_address(address_of(to) + 16, 0);
    dispatch(encoder, 4, 4);
    end(encoder);
    finish_all(commands);
    return ints(to)[0] == 1 && ints(to)[4] == 0;
}

static bool shows_in_feedback(void)
{
    id commands = begin4(), encoder = encoder_of(commands, "add_one");
    set_address(0, 0);
    dispatch(encoder, 4, 4);
    end(encoder);
    finish_all(commands);
    return told.code == 0;
}

static bool shows_in_consumer(void)
{
    return in_order(consumer) == 1;
}

static bool shows_in_producer(void)
{
    return in_order(producer) == 1;
}

static bool shows_in_stages(void)
{
    return in_order(of_blits) == 10;
}

static const struct fault faults[] = {
    {"api_barrier_consumer", shows_in_consumer},    {"api_barrier_producer", shows_in_producer},
    {"api_barrier_stages", shows_in_stages},        {"api_table_stale", shows_in_table},
    {"api_table_address_rounded", shows_in_offset}, {"api_feedback_swallowed", shows_in_feedback},
    {"api_queue_wait_ignored", shows_in_event},     {NULL, NULL},
};

static void test_faults(void **state)
{
    (void)state;
    every_fault(faults);
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, open_all, close_all)

static int open_program(void **state)
{
    (void)state;
    return open_client(program);
}

int main(int count, char **arguments)
{
    const struct CMUnitTest plain[] = {
        TEST(test_family),   TEST(test_plain),           TEST(test_table_changes), TEST(test_reuse),
        TEST(test_order),    TEST(test_last_fence),      TEST(test_events),        TEST(test_compiler),
        TEST(test_mistakes), TEST(test_reset_in_flight), TEST(test_hang),          cmocka_unit_test(test_faults),
    };
    const struct CMUnitTest checked[] = {
        TEST(test_plain),
        TEST(test_not_resident),
        TEST(test_removed),
        TEST(test_not_resident_through_pointer),
        TEST(test_heap_and_its_first_buffer),
        TEST(test_missing_barrier),
    };
    setenv("SOFTMETAL_BUDGET", "100000", 0);
    if (count > 2)
        return open_program(NULL) != 0 ? 2 : try_fault(faults, arguments[2]);
    if (count > 1)
        return cmocka_run_group_tests_name("metal4 checked", checked, open_program, NULL);
    int failed = cmocka_run_group_tests_name("metal4", plain, open_program, NULL);
    return failed ? failed : again_checked(arguments[0]);
}
