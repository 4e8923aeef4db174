/* counters_test.c: times that a client samples at the ends of encoders and between dispatches, and mistakes with
 * them. */
#include "../test_client.h"

enum { SAMPLES = 8 };

static id samples_of(NSUInteger count, id *error)
{
    id descriptor = MAKE("MTLCounterSampleBufferDescriptor"), sets = CALL0(id, device, "counterSets");
    CALL(void, id, descriptor, "setCounterSet:", CALL(id, NSUInteger, sets, "objectAtIndex:", 0));
    CALL(void, NSUInteger, descriptor, "setSampleCount:", count);
    CALL(void, id, descriptor, "setLabel:", text("times"));
    id samples = CALL(id, TYPES(id, id *), device, "newCounterSampleBufferWithDescriptor:error:", descriptor, error);
    release(descriptor);
    return samples;
}

static uint64_t time_at(id samples, NSUInteger index)
{
    id data = CALL(id, NSRange, samples, "resolveCounterRange:", ((NSRange){index, 1}));
    assert_int_equal(CALL0(NSUInteger, data, "length"), sizeof(MTLCounterResultTimestamp));
    return CALL0(const MTLCounterResultTimestamp *, data, "bytes")->timestamp;
}

static void attach(id pass, NSUInteger which, id samples, NSUInteger start, NSUInteger end)
{
    id attachment =
        CALL(id, NSUInteger, CALL0(id, pass, "sampleBufferAttachments"), "objectAtIndexedSubscript:", which);
    CALL(void, id, attachment, "setSampleBuffer:", samples);
    CALL(void, NSUInteger, attachment, "setStartOfEncoderSampleIndex:", start);
    CALL(void, NSUInteger, attachment, "setEndOfEncoderSampleIndex:", end);
}

static void test_sets(void **state)
{
    (void)state;
    id sets = CALL0(id, device, "counterSets");
    assert_int_equal(CALL0(NSUInteger, sets, "count"), 1);
    id set = CALL(id, NSUInteger, sets, "objectAtIndex:", 0), counters = CALL0(id, set, "counters");
    assert_string_equal(utf8(CALL0(id, set, "name")), "timestamp");
    assert_int_equal(CALL0(NSUInteger, counters, "count"), 1);
    assert_string_equal(utf8(CALL0(id, CALL(id, NSUInteger, counters, "objectAtIndex:", 0), "name")), "GPUTimestamp");
    for (NSUInteger point = 0; point < 5; point++)
        assert_int_equal(CALL(BOOL, NSUInteger, device, "supportsCounterSampling:", point) != 0, point % 2 == 0);
}

/* Each time is where it was asked for, and they are in the order of the commands; what nobody samples stays 0. */
static void test_times(void **state)
{
    (void)state;
    id samples = samples_of(SAMPLES, NULL);
    assert_int_equal(CALL0(NSUInteger, samples, "sampleCount"), SAMPLES);
    assert_string_equal(utf8(CALL0(id, samples, "label")), "times");
    MTLTimestamp cpu = 0, before = 0, after = 0;
    CALL(void, TYPES(MTLTimestamp *, MTLTimestamp *), device, "sampleTimestamps:gpuTimestamp:", &cpu, &before);
    id commands = CALL0(id, queue, "commandBuffer"), result = buffer_of(64);
    id pass = CALL0(id, (id)objc_getClass("MTLComputePassDescriptor"), "computePassDescriptor");
    attach(pass, 0, samples, 0, 3);
    id encoder = CALL(id, id, commands, "computeCommandEncoderWithDescriptor:", pass);
    set_pipeline(encoder, pipeline_named("one"));
    set_buffer(encoder, result, 0, 0);
    CALL(void, TYPES(id, NSUInteger, BOOL), encoder, "sampleCountersInBuffer:atSampleIndex:withBarrier:", samples, 1,
         YES);
    dispatch(encoder, 1, 1);
    CALL(void, TYPES(id, NSUInteger, BOOL), encoder, "sampleCountersInBuffer:atSampleIndex:withBarrier:", samples, 2,
         YES);
    CALL0(void, encoder, "endEncoding");
    id copies = CALL0(id, (id)objc_getClass("MTLBlitPassDescriptor"), "blitPassDescriptor");
    attach(copies, 1, samples, 4, MTLCounterDontSample);
    encoder = CALL(id, id, commands, "blitCommandEncoderWithDescriptor:", copies);
    CALL(void, TYPES(id, NSUInteger, BOOL), encoder, "sampleCountersInBuffer:atSampleIndex:withBarrier:", samples, 5,
         NO);
    CALL(void, TYPES(id, NSRange, id, NSUInteger), encoder,
         "resolveCounters:inRange:destinationBuffer:destinationOffset:", samples, ((NSRange){3, 2}), result, 16);
    assert_null(finish(commands, encoder));
    CALL(void, TYPES(MTLTimestamp *, MTLTimestamp *), device, "sampleTimestamps:gpuTimestamp:", &cpu, &after);
    uint64_t last = before;
    for (NSUInteger n = 0; n < 6; n++) {
        assert_true(time_at(samples, n) >= last);
        last = time_at(samples, n);
    }
    assert_true(last <= after && last > 0);
    assert_true(time_at(samples, 6) == 0);
    const uint64_t *resolved = (const uint64_t *)(void *)(ints(result) + 4);
    assert_true(resolved[0] == time_at(samples, 3) && resolved[1] == time_at(samples, 4) && resolved[2] == 0);
    assert_int_equal(ints(result)[0], 1);
    release(result);
    release(samples);
}

static void test_wrong_buffers(void **state)
{
    (void)state;
    id error = nil;
    assert_null(samples_of(0, &error));
    assert_true(contains(error_text(error), "sampleCount"));
    assert_null(samples_of(1u << 30, &error));
    assert_null(CALL(id, TYPES(id, id *), device, "newCounterSampleBufferWithDescriptor:error:", nil, &error));
    assert_int_equal(error_code(error), MTLCounterSampleBufferErrorInvalid);
    assert_string_equal(utf8(CALL0(id, error, "domain")), "MTLCounterErrorDomain");
    id samples = samples_of(2, NULL);
    assert_null(CALL(id, NSRange, samples, "resolveCounterRange:", ((NSRange){1, 2})));
    release(samples);
}

/* A sample that is not there makes the command buffer fail, and nothing of it runs. */
static void test_wrong_commands(void **state)
{
    (void)state;
    id samples = samples_of(2, NULL), result = buffer_of(16), encoder;
    const char *sample = "sampleCountersInBuffer:atSampleIndex:withBarrier:";
    const char *resolve = "resolveCounters:inRange:destinationBuffer:destinationOffset:";
    for (int n = 0; n < 5; n++) {
        id commands = CALL0(id, queue, "commandBuffer");
        encoder = CALL0(id, commands, "blitCommandEncoder");
        CALL(void, TYPES(id, NSRange, uint8_t), encoder, "fillBuffer:range:value:", result, ((NSRange){0, 16}), 7);
        if (n == 0)
            CALL(void, TYPES(id, NSUInteger, BOOL), encoder, sample, samples, 2, NO);
        if (n == 1)
            CALL(void, TYPES(id, NSUInteger, BOOL), encoder, sample, result, 0, NO);
        if (n == 2)
            CALL(void, TYPES(id, NSRange, id, NSUInteger), encoder, resolve, samples, ((NSRange){1, 2}), result, 0);
        if (n == 3)
            CALL(void, TYPES(id, NSRange, id, NSUInteger), encoder, resolve, samples, ((NSRange){0, 2}), result, 8);
        if (n == 4)
            CALL(void, TYPES(id, NSRange, id, NSUInteger), encoder, resolve, samples, ((NSRange){0, 1}), result, 4);
        assert_non_null(finish(commands, encoder));
        assert_int_equal(ints(result)[0], 0);
    }
    release(result);
    release(samples);
}

static int open(void **state)
{
    (void)state;
    return open_client("kernel void one(device int *out [[buffer(0)]]) { out[0] = 1; }");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, open_pool, close_pool)
int main(void)
{
    const struct CMUnitTest tests[] = {TEST(test_sets), TEST(test_times), TEST(test_wrong_buffers),
                                       TEST(test_wrong_commands)};
    return cmocka_run_group_tests(tests, open, NULL);
}
