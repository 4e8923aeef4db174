/* libdispatch_test.c: the part of Grand Central Dispatch that the library provides, and listeners of shared events. */
#include "../../include-host/dispatch/dispatch.h"
#include "blocks.h"
#include "../test_client.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>

#include <cmocka.h>

/* What jobs write down, and where they wait. */
typedef struct record {
    int order[100], count;
    dispatch_semaphore_t go;
} record;

static void note(void *context)
{
    record *r = context;
    r->order[r->count] = r->count;
    r->count++;
}

static void wait_then_note(void *context)
{
    record *r = context;
    dispatch_semaphore_wait(r->go, DISPATCH_TIME_FOREVER);
    note(r);
}

static void test_serial_queue(void **state)
{
    (void)state;
    record r = {.go = dispatch_semaphore_create(0)};
    dispatch_queue_t serial = dispatch_queue_create("a name", DISPATCH_QUEUE_SERIAL);
    dispatch_group_t group = dispatch_group_create();
    assert_string_equal(dispatch_queue_get_label(serial), "a name");
    dispatch_group_async_f(group, serial, &r, wait_then_note); /* everything after it waits behind it */
    for (int i = 0; i < 98; i++)
        dispatch_async_f(serial, &r, note);
    assert_int_not_equal(dispatch_group_wait(group, DISPATCH_TIME_NOW), 0);
    assert_int_not_equal(dispatch_group_wait(group, dispatch_time(DISPATCH_TIME_NOW, 1000000)), 0);
    dispatch_semaphore_signal(r.go);
    dispatch_sync_f(serial, &r, note);
    assert_int_equal(r.count, 100);
    assert_int_equal(dispatch_group_wait(group, DISPATCH_TIME_FOREVER), 0);
    dispatch_release(group);
    dispatch_release(serial);
    dispatch_release(r.go);
}

/* Two that wait for each other. */
typedef struct meeting {
    dispatch_semaphore_t mine, other;
} meeting;

static void meet(void *context)
{
    meeting *m = context;
    dispatch_semaphore_signal(m->mine);
    dispatch_semaphore_wait(m->other, DISPATCH_TIME_FOREVER);
}

static void test_concurrent_queue(void **state)
{
    (void)state;
    dispatch_semaphore_t a = dispatch_semaphore_create(0), b = dispatch_semaphore_create(0);
    dispatch_group_t group = dispatch_group_create();
    dispatch_queue_t queues[] = {dispatch_queue_create(NULL, DISPATCH_QUEUE_CONCURRENT),
                                 dispatch_get_global_queue(0, 0)};
    for (int i = 0; i < 2; i++) {
        dispatch_group_async_f(group, queues[i], &(meeting){a, b}, meet);
        dispatch_group_async_f(group, queues[i], &(meeting){b, a}, meet);
        assert_int_equal(dispatch_group_wait(group, DISPATCH_TIME_FOREVER), 0);
    }
    assert_int_not_equal(dispatch_semaphore_wait(a, DISPATCH_TIME_NOW), 0);
    dispatch_release(queues[0]);
    dispatch_release(group);
    dispatch_release(a);
    dispatch_release(b);
}

static void add_index(void *sum, size_t index)
{
    *(size_t *)sum += index + 1;
}

static void count_up(void *count)
{
    ++*(int *)count;
}

static void test_apply_and_once(void **state)
{
    (void)state;
    size_t sum = 0;
    int count = 0;
    dispatch_once_t once = 0;
    dispatch_apply_f(10, DISPATCH_APPLY_AUTO, &sum, add_index);
    assert_int_equal(sum, 55);
    dispatch_once_f(&once, &count, count_up);
    dispatch_once_f(&once, &count, count_up);
    assert_int_equal(count, 1);
}

/* A block as a compiler lays it out. */
struct told_block {
    mtl_block block;
    dispatch_semaphore_t told;
    uint64_t *values;
};

static void tell(struct told_block *block, id event, uint64_t value)
{
    assert_true(CALL0(uint64_t, event, "signaledValue") >= value);
    *block->values = *block->values * 10 + value;
    dispatch_semaphore_signal(block->told);
}

static void test_listener(void **state)
{
    (void)state;
    static const mtl_block_descriptor descriptor = {0, sizeof(struct told_block), NULL, NULL};
    extern void *_NSConcreteStackBlock[32];
    uint64_t values = 0;
    struct told_block block = {
        {_NSConcreteStackBlock, 0, 0, (void (*)(void))tell, &descriptor}, dispatch_semaphore_create(0), &values};
    dispatch_queue_t serial = dispatch_queue_create("listener", DISPATCH_QUEUE_SERIAL);
    id event = CALL0(id, device, "newSharedEvent"), commands = CALL0(id, queue, "commandBuffer"),
       listener = CALL(id, dispatch_queue_t, CALL0(id, (id)objc_getClass("MTLSharedEventListener"), "alloc"),
                       "initWithDispatchQueue:", serial);
    assert_ptr_equal(CALL0(dispatch_queue_t, listener, "dispatchQueue"), serial);
    for (uint64_t value = 1; value <= 4; value++)
        CALL(void, TYPES(id, uint64_t, id), event, "notifyListener:atValue:block:", listener, value, (id)&block);
    CALL(void, TYPES(id, uint64_t), commands, "encodeSignalEvent:value:", event, 2);
    CALL0(void, commands, "commit");
    for (int n = 0; n < 2; n++)
        dispatch_semaphore_wait(block.told, DISPATCH_TIME_FOREVER);
    CALL0(void, commands, "waitUntilCompleted");
    assert_int_equal(values, 12);
    CALL(void, uint64_t, event, "setSignaledValue:", 3);
    dispatch_semaphore_wait(block.told, DISPATCH_TIME_FOREVER);
    assert_int_equal(values, 123);
    release(listener);
    release(event);                              /* with a notice that nobody got */
    dispatch_sync_f(serial, &(record){0}, note); /* what the queue still does is done */
    dispatch_release(serial);
    dispatch_release(block.told);
}

static int open_device(void **state)
{
    (void)state;
    return open_client("#include <metal_stdlib>\nkernel void nothing() {}");
}

/* Numbers that no grid has: a sentence, and nothing runs. */
static void test_indirect_grids_too_large(void **state)
{
    (void)state;
    static const unsigned grids[][3] = {
        {UINT32_MAX, 1, 1}, {1, UINT32_MAX, 1}, {65536, 65536, 1}, {UINT32_MAX, UINT32_MAX, UINT32_MAX}};
    static const char program[] = "kernel void mark(device int *result) { result[0] = 1; }";
    id error = nil, made = library_from(program, nil, &error), result = buffer_of(16), groups = buffer_of(16);
    id function = CALL(id, id, made, "newFunctionWithName:", text("mark"));
    id pipeline = CALL(id, TYPES(id, id *), device, "newComputePipelineStateWithFunction:error:", function, &error);
    assert_non_null(pipeline);
    for (size_t n = 0; n < sizeof grids / sizeof *grids; n++)
        for (NSUInteger size = 1; size <= 4; size *= 4) {
            id encoder, commands = begin(&encoder);
            memcpy(ints(groups), grids[n], sizeof grids[n]);
            ints(result)[0] = 0;
            set_pipeline(encoder, pipeline);
            set_buffer(encoder, result, 0, 0);
            CALL(void, TYPES(id, NSUInteger, MTLSize), encoder,
                 "dispatchThreadgroupsWithIndirectBuffer:indirectBufferOffset:threadsPerThreadgroup:", groups, 0,
                 MTLSizeMake(size, 1, 1));
            CALL0(void, encoder, "endEncoding");
            CALL0(void, commands, "commit");
            CALL0(void, commands, "waitUntilCompleted");
            assert_int_equal(CALL0(NSUInteger, commands, "status"), MTLCommandBufferStatusError);
            assert_true(contains(error_text(CALL0(id, commands, "error")), "too many"));
            assert_int_equal(ints(result)[0], 0);
        }
}

void *_Block_copy(const void *block);
void _Block_release(const void *block);
void _Block_object_assign(void *to, const void *object, int flags);
void _Block_object_dispose(const void *object, int flags);

enum { IS_VARIABLE = 8 };

/* A variable that a block shares with its copies, as compilers lay it out, and such a block. */
typedef struct shared_variable {
    void *isa;
    struct shared_variable *forwarding;
    int flags, size;
    void (*keep)(struct shared_variable *to, struct shared_variable *from);
    void (*destroy)(struct shared_variable *variable);
    int value;
} shared_variable;

typedef struct sharing_block {
    mtl_block block;
    shared_variable *variable;
} sharing_block;

static int copied, disposed, kept, destroyed;

static void copy_captured(void *to, const void *from)
{
    copied++;
    _Block_object_assign(&((sharing_block *)to)->variable, ((const sharing_block *)from)->variable, IS_VARIABLE);
}

static void dispose_captured(const void *block)
{
    disposed++;
    _Block_object_dispose(((const sharing_block *)block)->variable, IS_VARIABLE);
}

static void keep_variable(shared_variable *to, shared_variable *from)
{
    kept++;
    to->value = from->value;
}

static void destroy_variable(shared_variable *variable)
{
    (void)variable;
    destroyed++;
}

/* Each copy is released once; a variable lives as long as the blocks that share it, and its function. */
static void test_copies_of_blocks(void **state)
{
    (void)state;
    static const mtl_block_descriptor descriptor = {0, sizeof(sharing_block), copy_captured, dispose_captured};
    extern void *_NSConcreteStackBlock[32];
    shared_variable v = {.forwarding = &v,
                         .flags = MTL_BLOCK_HAS_COPY_DISPOSE,
                         .size = sizeof v,
                         .keep = keep_variable,
                         .destroy = destroy_variable,
                         .value = 7};
    sharing_block own = {{_NSConcreteStackBlock, MTL_BLOCK_HAS_COPY_DISPOSE, 0, NULL, &descriptor}, &v}, another = own;
    void *first = _Block_copy(&own), *second = _Block_copy(first), *third = _Block_copy(&another);
    assert_true(first == second && first != third && copied == 2 && kept == 1);
    assert_true(v.forwarding != &v && ((sharing_block *)third)->variable == v.forwarding && v.forwarding->value == 7);
    _Block_release(&own); /* on the stack: nothing is counted */
    _Block_release(first);
    assert_int_equal(disposed, 0);
    _Block_release(second);
    assert_true(disposed == 1 && destroyed == 0);
    _Block_object_dispose(&v, IS_VARIABLE);
    assert_int_equal(destroyed, 0);
    _Block_release(third);
    assert_true(disposed == 2 && destroyed == 1);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, open_pool, close_pool)
    const struct CMUnitTest tests[] = {
        TEST(test_serial_queue), TEST(test_concurrent_queue),         TEST(test_apply_and_once),
        TEST(test_listener),     TEST(test_indirect_grids_too_large), TEST(test_copies_of_blocks),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, open_device, NULL);
}
