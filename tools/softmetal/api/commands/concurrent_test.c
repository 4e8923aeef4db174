/* concurrent_test.c: concurrent dispatches: what barriers order, and what nothing orders. */
#include "../test_kernels.h"

static id begin_concurrent(id *encoder)
{
    id commands = CALL0(id, queue, "commandBuffer");
    *encoder = CALL(id, NSUInteger, commands, "computeCommandEncoderWithDispatchType:", MTLDispatchTypeConcurrent);
    return commands;
}

enum { NO_BARRIER, OF_BUFFERS, OF_TEXTURES, OF_RESULT, OF_OTHER, OF_BOTH, OF_VIEW };

static void barrier_between(id encoder, int what, id result, id other, id view)
{
    const id resources[] = {other, what == OF_VIEW ? view : result};
    bool scope = what == OF_BUFFERS || what == OF_TEXTURES;
    if (scope)
        CALL(void, NSUInteger, encoder,
             "memoryBarrierWithScope:", what == OF_BUFFERS ? MTLBarrierScopeBuffers : MTLBarrierScopeTextures);
    else if (what != NO_BARRIER)
        CALL(void, TYPES(const id *, NSUInteger), encoder,
             "memoryBarrierWithResources:count:", resources + (what == OF_RESULT),
             what == OF_BOTH || what == OF_VIEW ? 2u : 1u);
}

/* Three is added, then the sum doubled; the other way round if nothing orders them. */
static void test_concurrent_order(void **state)
{
    (void)state;
    static const int expected[] = {[NO_BARRIER] = 3, [OF_BUFFERS] = 6, [OF_TEXTURES] = 3, [OF_RESULT] = 6,
                                   [OF_OTHER] = 3,   [OF_BOTH] = 6,    [OF_VIEW] = 6};
    id increment = pipeline_of("increment"), twice = pipeline_of("twice"), result = buffer_of(1024);
    id other = buffer_of(1024),
       described = CALL(id, TYPES(NSUInteger, NSUInteger, NSUInteger, BOOL), (id)objc_getClass("MTLTextureDescriptor"),
                        "texture2DDescriptorWithPixelFormat:width:height:mipmapped:", MTLPixelFormatR32Sint, 16, 1, NO);
    id view = CALL(id, TYPES(id, NSUInteger, NSUInteger), result,
                   "newTextureWithDescriptor:offset:bytesPerRow:", described, 512, 64);
    assert_non_null(view);
    for (int what = NO_BARRIER; what <= OF_VIEW; what++) {
        id encoder, commands = begin_concurrent(&encoder);
        const int three = 3;
        ints(result)[0] = 0;
        set_buffer(encoder, result, 0, 0);
        set_bytes(encoder, &three, sizeof three, 1);
        set_pipeline(encoder, increment);
        dispatch(encoder, 1, 1);
        barrier_between(encoder, what, result, other, view);
        set_pipeline(encoder, twice);
        dispatch(encoder, 1, 1);
        finish_well(commands, encoder);
        assert_int_equal(ints(result)[0], expected[what]);
    }
    release(view);
    release(other);
    release(result);
    release(increment);
    release(twice);
}

/* More dispatches than are ordered at a time, in two encoders; each is run once, and barriers hold throughout. */
static void test_concurrent_many(void **state)
{
    (void)state;
    enum { PAIRS = 75 };
    id increment = pipeline_of("increment"), twice = pipeline_of("twice"), result = buffer_of(64), encoder;
    id commands = begin_concurrent(&encoder);
    unsigned expected = 0;
    for (int n = 0; n < 2 * PAIRS; n++) {
        const int by = n + 1;
        if (n == PAIRS) {
            CALL0(void, encoder, "endEncoding");
            encoder =
                CALL(id, NSUInteger, commands, "computeCommandEncoderWithDispatchType:", MTLDispatchTypeConcurrent);
        }
        set_buffer(encoder, result, 0, 0);
        set_bytes(encoder, &by, sizeof by, 1);
        set_pipeline(encoder, increment);
        dispatch(encoder, 1, 1);
        barrier_between(encoder, n % 2 ? OF_RESULT : OF_BUFFERS, result, nil, nil);
        set_pipeline(encoder, twice);
        dispatch(encoder, 1, 1);
        barrier_between(encoder, n % 3 ? OF_RESULT : OF_BUFFERS, result, nil, nil);
        expected = 2 * (expected + (unsigned)by);
    }
    finish_well(commands, encoder);
    assert_int_equal((unsigned)ints(result)[0], expected);
    release(result);
    release(increment);
    release(twice);
}

static void test_concurrent_misuse(void **state)
{
    (void)state;
    id encoder, commands = begin_concurrent(&encoder);
    const id nothing[] = {nil};
    CALL(void, TYPES(const id *, NSUInteger), encoder, "memoryBarrierWithResources:count:", nothing, 1);
    id error = finish(commands, encoder);
    assert_non_null(error);
    assert_true(contains(error_text(error), "is no resource"));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, open_pool, close_pool)
    const struct CMUnitTest tests[] = {
        TEST(test_concurrent_order),
        TEST(test_concurrent_many),
        TEST(test_concurrent_misuse),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, open_device, NULL);
}
