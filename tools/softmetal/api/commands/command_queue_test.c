/* command_queue_test.c: handlers, events, the order of command buffers, and a queue that gets no thread. */
#include "../test_block.h"
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>
#include "../test_kernels.h"

static void count_call(struct counting_block *block, id commands)
{
    *block->count = *block->count * 10 + (int)CALL0(NSUInteger, commands, "status");
}

static void test_handlers(void **state)
{
    (void)state;
    int calls = 0;
    id commands = CALL0(id, queue, "commandBuffer");
    struct counting_block block = counting(&calls, (void (*)(void))count_call);
    CALL(void, id, commands, "addCompletedHandler:", (id)&block);
    CALL(void, id, commands, "addScheduledHandler:", (id)&block);
    CALL(void, id, commands, "addCompletedHandler:", (id)&block);
    CALL0(void, commands, "commit");
    CALL0(void, commands, "waitUntilCompleted");
    assert_int_equal(calls, 344); /* scheduled, completed, completed */
}

/* In place of the C library's: softmetal's calls come here, too. */
static bool no_threads;
int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument)
{
    int (*create)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
    *(void **)&create = dlsym(RTLD_NEXT, "pthread_create");
    return no_threads ? EAGAIN : create(thread, attributes, start, argument);
}

/* A queue that gets no thread fails its command buffers, handlers and all; once there are threads, it works. */
static void test_queue_without_thread(void **state)
{
    (void)state;
    int calls = 0;
    id other = CALL0(id, device, "newCommandQueue"), first = CALL0(id, other, "commandBuffer"),
       second = CALL0(id, other, "commandBuffer"), third = CALL0(id, other, "commandBuffer");
    struct counting_block block = counting(&calls, (void (*)(void))count_call);
    CALL(void, id, second, "addCompletedHandler:", (id)&block);
    no_threads = true;
    CALL0(void, first, "enqueue");
    CALL0(void, second, "commit");
    assert_int_equal(CALL0(NSUInteger, second, "status"), MTLCommandBufferStatusCommitted); /* after the first */
    CALL0(void, first, "commit");
    no_threads = false;
    for (int n = 0; n < 2; n++) {
        id error = CALL0(id, n ? second : first, "error");
        CALL0(void, n ? second : first, "waitUntilCompleted");
        assert_int_equal(error_code(error), MTLCommandBufferErrorOutOfMemory);
        assert_true(contains(error_text(error), "no thread"));
    }
    assert_int_equal(calls, 5);
    CALL0(void, third, "commit");
    CALL0(void, third, "waitUntilCompleted");
    assert_int_equal(CALL0(NSUInteger, third, "status"), MTLCommandBufferStatusCompleted);
    release(other);
}

static void test_events_order_queues(void **state)
{
    (void)state;
    id event = CALL0(id, device, "newSharedEvent"), other = CALL0(id, device, "newCommandQueue");
    id waiting = CALL0(id, queue, "commandBuffer"), signalling = CALL0(id, other, "commandBuffer");
    CALL(void, TYPES(id, uint64_t), waiting, "encodeWaitForEvent:value:", event, 2);
    CALL0(void, waiting, "commit");
    assert_false(CALL(BOOL, TYPES(uint64_t, uint64_t), event, "waitUntilSignaledValue:timeoutMS:", 1, 20));
    assert_int_not_equal(CALL0(NSUInteger, waiting, "status"), MTLCommandBufferStatusCompleted);
    CALL(void, TYPES(id, uint64_t), signalling, "encodeSignalEvent:value:", event, 2);
    CALL0(void, signalling, "commit");
    CALL0(void, waiting, "waitUntilCompleted");
    assert_int_equal(CALL0(uint64_t, event, "signaledValue"), 2);
    assert_true(CALL(BOOL, TYPES(uint64_t, uint64_t), event, "waitUntilSignaledValue:timeoutMS:", 1, 0));
    CALL0(void, signalling, "waitUntilCompleted");
    release(other);
    release(event);
}

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* Who waits for less than the event has goes on at once, who waits for more does so for as long as was said. */
static void test_events_beyond(void **state)
{
    (void)state;
    id event = CALL0(id, device, "newSharedEvent"), commands = CALL0(id, queue, "commandBuffer");
    CALL(void, uint64_t, event, "setSignaledValue:", 5);
    CALL(void, TYPES(id, uint64_t), commands, "encodeWaitForEvent:value:", event, 3);
    CALL(void, TYPES(id, uint64_t), commands, "encodeSignalEvent:value:", event, 7);
    CALL0(void, commands, "commit");
    double start = seconds();
    assert_true(CALL(BOOL, TYPES(uint64_t, uint64_t), event, "waitUntilSignaledValue:timeoutMS:", 6, 60000));
    assert_true(seconds() - start < 50);
    start = seconds();
    assert_false(CALL(BOOL, TYPES(uint64_t, uint64_t), event, "waitUntilSignaledValue:timeoutMS:", 8, 20));
    assert_true(seconds() - start >= 0.02);
    CALL0(void, commands, "waitUntilCompleted");
    release(event);
}

static void test_enqueue_decides_order(void **state)
{
    (void)state;
    id increment = pipeline_of("increment"), twice = pipeline_of("twice"), result = buffer_of(64);
    const int one = 1;
    id encoder, first = CALL0(id, queue, "commandBuffer"), second = begin(&encoder);
    CALL0(void, first, "enqueue");
    set_pipeline(encoder, twice);
    set_buffer(encoder, result, 0, 0);
    dispatch(encoder, 1, 1);
    CALL0(void, encoder, "endEncoding");
    CALL0(void, second, "commit");
    encoder = CALL0(id, first, "computeCommandEncoder");
    set_pipeline(encoder, increment);
    set_buffer(encoder, result, 0, 0);
    set_bytes(encoder, &one, sizeof one, 1);
    dispatch(encoder, 1, 1);
    finish_well(first, encoder);
    CALL0(void, second, "waitUntilCompleted");
    assert_int_equal(ints(result)[0], 2);
    release(result);
    release(increment);
    release(twice);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, open_pool, close_pool)
    const struct CMUnitTest tests[] = {
        TEST(test_handlers),      TEST(test_queue_without_thread),  TEST(test_events_order_queues),
        TEST(test_events_beyond), TEST(test_enqueue_decides_order),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, open_device, NULL);
}
