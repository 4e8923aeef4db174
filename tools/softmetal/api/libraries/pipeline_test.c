/* pipeline_test.c: pipelines of functions with constants, arguments that are switched off, and reflection. */
#include "../test_kernels.h"

static id scaled_by(const void *value, NSUInteger type, id *error)
{
    id values = MAKE("MTLFunctionConstantValues");
    if (value)
        CALL(void, TYPES(const void *, NSUInteger, NSUInteger), values, "setConstantValue:type:atIndex:", value, type,
             0);
    id function = CALL(id, TYPES(id, id, id *), library, "newFunctionWithName:constantValues:error:", text("scaled"),
                       values, error);
    release(values);
    return function;
}

static void test_function_constants(void **state)
{
    (void)state;
    id error = nil, plain = CALL(id, id, library, "newFunctionWithName:", text("scaled"));
    id constants = CALL0(id, plain, "functionConstantsDictionary");
    id constant = CALL(id, id, constants, "objectForKey:", text("scale"));
    assert_int_equal(CALL0(NSUInteger, constant, "type"), MTLDataTypeInt);
    assert_null(CALL(id, TYPES(id, id *), device, "newComputePipelineStateWithFunction:error:", plain, &error));
    assert_true(contains(error_text(error), "function constants"));
    release(plain);
    assert_null(scaled_by(NULL, 0, &error));
    assert_true(contains(error_text(error), "scale"));
    float wrong = 1;
    assert_null(scaled_by(&wrong, MTLDataTypeFloat, &error));
    assert_true(contains(error_text(error), "of type int"));
    assert_null(scaled_by(&wrong, MTLDataTypeUInt, &error));
    assert_true(contains(error_text(error), "of type int"));
    for (int by = 3; by < 5; by++) {
        id function = scaled_by(&by, MTLDataTypeInt, &error);
        id pipeline = CALL(id, TYPES(id, id *), device, "newComputePipelineStateWithFunction:error:", function, &error);
        id result = buffer_of(64), encoder, commands = begin(&encoder);
        set_pipeline(encoder, pipeline);
        set_buffer(encoder, result, 0, 0);
        dispatch(encoder, 16, 16);
        finish_well(commands, encoder);
        assert_int_equal(ints(result)[5], 5 * by);
        release(result);
        release(pipeline);
        release(function);
    }
}

static id optional_pipeline(bool with_extra, id *reflection)
{
    id error = nil, values = MAKE("MTLFunctionConstantValues");
    CALL(void, TYPES(const void *, NSUInteger, NSUInteger), values, "setConstantValue:type:atIndex:", &with_extra,
         MTLDataTypeBool, 1);
    id function = CALL(id, TYPES(id, id, id *), library, "newFunctionWithName:constantValues:error:", text("optional"),
                       values, &error);
    id pipeline =
        CALL(id, TYPES(id, NSUInteger, id *, id *), device,
             "newComputePipelineStateWithFunction:options:reflection:error:", function, 3, reflection, &error);
    release(values);
    release(function);
    return pipeline;
}

/* An argument that a function constant switches off needs no buffer. */
static void test_optional_argument(void **state)
{
    (void)state;
    for (int with_extra = 0; with_extra < 2; with_extra++) {
        id reflection = nil, pipeline = optional_pipeline(with_extra, &reflection), encoder, result = buffer_of(64);
        id argument = CALL(id, NSUInteger, CALL0(id, reflection, "arguments"), "objectAtIndex:", 1);
        assert_int_equal(CALL0(BOOL, argument, "isActive"), with_extra);
        id commands = begin(&encoder);
        set_pipeline(encoder, pipeline);
        set_buffer(encoder, result, 0, 0);
        dispatch(encoder, 16, 16);
        CALL0(void, encoder, "endEncoding");
        CALL0(void, commands, "commit");
        CALL0(void, commands, "waitUntilCompleted");
        if (with_extra)
            assert_true(contains(error_text(CALL0(id, commands, "error")), "nothing is bound to buffer(1)"));
        else
            assert_int_equal(ints(result)[5], 7);
        release(result);
        release(pipeline);
    }
}

static void test_reflection(void **state)
{
    (void)state;
    id error = nil, reflection = nil, function = CALL(id, id, library, "newFunctionWithName:", text("add"));
    id pipeline =
        CALL(id, TYPES(id, NSUInteger, id *, id *), device,
             "newComputePipelineStateWithFunction:options:reflection:error:", function, 3, &reflection, &error);
    id arguments = CALL0(id, reflection, "arguments");
    assert_int_equal(CALL0(NSUInteger, arguments, "count"), 3);
    id result = CALL(id, NSUInteger, arguments, "objectAtIndex:", 2);
    assert_string_equal(utf8(CALL0(id, result, "name")), "r");
    assert_int_equal(CALL0(NSUInteger, result, "index"), 2);
    assert_int_equal(CALL0(NSUInteger, result, "access"), MTLBindingAccessReadWrite);
    assert_int_equal(CALL0(NSUInteger, pipeline, "threadExecutionWidth"), 32);
    release(pipeline);
    release(function);
}

static id limited_to(id function, NSUInteger threads, id *error)
{
    id descriptor = CALL0(id, MAKE("MTLComputePipelineDescriptor"), "autorelease");
    CALL(void, id, descriptor, "setComputeFunction:", function);
    CALL(void, NSUInteger, descriptor, "setMaxTotalThreadsPerThreadgroup:", threads);
    id pipeline = CALL(id, TYPES(id, NSUInteger, id *, id *), device,
                       "newComputePipelineStateWithDescriptor:options:reflection:error:", descriptor, 0, NULL, error);
    return CALL0(id, pipeline, "autorelease");
}

/* The smaller of what the function says and what the descriptor says, where 0 is nothing. */
static void test_limits(void **state)
{
    (void)state;
    static const char program[] =
        "[[max_total_threads_per_threadgroup(48)]] kernel void few(device int *r [[buffer(0)]]) { r[0] = 1; }\n"
        "kernel void any(device int *r [[buffer(0)]]) { r[0] = 1; }\n";
    static const struct {
        const char *kernel;
        NSUInteger asked, given;
    } all[] = {{"any", 0, 1024}, {"any", 1, 1},   {"any", 2, 2},   {"any", 1024, 1024}, {"few", 0, 48},
               {"few", 1, 1},    {"few", 47, 47}, {"few", 49, 48}, {"few", 1024, 48}};
    id error = nil, made = library_from(program, nil, &error);
    for (size_t n = 0; n < sizeof all / sizeof *all; n++) {
        id function = CALL(id, id, made, "newFunctionWithName:", text(all[n].kernel));
        id pipeline = limited_to(function, all[n].asked, &error);
        assert_non_null(pipeline);
        assert_int_equal(CALL0(NSUInteger, pipeline, "maxTotalThreadsPerThreadgroup"), all[n].given);
        assert_null(limited_to(function, 1025, &error));
        assert_true(contains(error_text(error), "is 1025"));
        release(function);
    }
    release(made);
}

/* Indices that a function constant gives: reflection tells them, and none may lie in an array of another argument. */
static void test_indices_by_constants(void **state)
{
    (void)state;
    static const char program[] =
        "#include <metal_stdlib>\nusing namespace metal;\nconstant int place [[function_constant(0)]];\n"
        "kernel void several(array<texture2d<float>, 3> many [[texture(4)]], texture2d<float> one [[texture(place)]],\n"
        "                    device float *r [[buffer(0)]]) {\n"
        "    r[0] = many[2].read(uint2(0)).x + one.read(uint2(0)).x; }\n"
        "kernel void moved(texture2d<float> one [[texture(4)]], array<texture2d<float>, 3> many [[texture(place)]],\n"
        "                  device float *r [[buffer(0)]]) {\n"
        "    r[0] = many[2].read(uint2(0)).x + one.read(uint2(0)).x; }\n";
    static const struct {
        const char *kernel;
        int place;
        bool good;
    } all[] = {{"several", 3, true}, {"several", 4, false}, {"several", 5, false},  {"several", 6, false},
               {"several", 7, true}, {"moved", 1, true},    {"moved", 2, false},    {"moved", 3, false},
               {"moved", 4, false},  {"moved", 5, true},    {"several", 127, true}, {"several", 128, false},
               {"moved", 125, true}, {"moved", 126, false}};
    id error = nil, made = library_from(program, nil, &error);
    assert_non_null(made);
    for (size_t n = 0; n < sizeof all / sizeof *all; n++) {
        id values = MAKE("MTLFunctionConstantValues"), reflection = nil;
        CALL(void, TYPES(const void *, NSUInteger, NSUInteger), values, "setConstantValue:type:atIndex:", &all[n].place,
             MTLDataTypeInt, 0);
        id function = CALL(id, TYPES(id, id, id *), made,
                           "newFunctionWithName:constantValues:error:", text(all[n].kernel), values, &error);
        id pipeline =
            CALL(id, TYPES(id, NSUInteger, id *, id *), device,
                 "newComputePipelineStateWithFunction:options:reflection:error:", function, 3, &reflection, &error);
        if ((pipeline != nil) != all[n].good)
            fail_msg("%s with texture(%d): %s", all[n].kernel, all[n].place, pipeline ? "made" : error_text(error));
        if (pipeline) {
            id argument = CALL(id, NSUInteger, CALL0(id, reflection, "arguments"), "objectAtIndex:", 1);
            assert_int_equal(CALL0(NSUInteger, argument, "index"), all[n].place);
            release(pipeline);
        }
        release(function);
        release(values);
    }
    release(made);
}

/* A descriptor has one for each index that a buffer may have, and keeps what is set. */
static void test_buffers_of_a_descriptor(void **state)
{
    (void)state;
    id descriptor = CALL0(id, MAKE("MTLComputePipelineDescriptor"), "autorelease"),
       buffers = CALL0(id, descriptor, "buffers");
    for (NSUInteger n = 0; n < 31; n++) {
        id one = CALL(id, NSUInteger, buffers, "objectAtIndexedSubscript:", n);
        assert_non_null(one);
        CALL(void, NSUInteger, one, "setMutability:", n % 3);
    }
    for (NSUInteger n = 0; n < 31; n++)
        assert_int_equal(CALL0(NSUInteger, CALL(id, NSUInteger, buffers, "objectAtIndexedSubscript:", n), "mutability"),
                         n % 3);
    assert_null(CALL(id, NSUInteger, buffers, "objectAtIndexedSubscript:", 31));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, open_pool, close_pool)
    const struct CMUnitTest tests[] = {
        TEST(test_function_constants),   TEST(test_optional_argument),       TEST(test_reflection), TEST(test_limits),
        TEST(test_indices_by_constants), TEST(test_buffers_of_a_descriptor),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, open_device, NULL);
}
