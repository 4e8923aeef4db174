/* function_table_test.c: linked functions, their handles and tables of them as a client uses them. */
#include "../test_client.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static const char source[] =
    "#include <metal_stdlib>\n"
    "using namespace metal;\n"
    "[[visible]] int next(int x) { return x + 1; }\n"
    "[[visible]] int before(int x) { return x - 1; }\n"
    "[[visible]] int total(int x) { return simd_sum(x); }\n"
    "using table = visible_function_table<int(int)>;\n"
    "kernel void call(table f [[buffer(0)]], device int *r [[buffer(1)]], uint i [[thread_position_in_grid]]) {\n"
    "    r[i] = f[i % f.size()](r[i]); }\n"
    "kernel void turn(table f [[buffer(0)]], device int *r [[buffer(1)]], uint i [[thread_position_in_grid]]) {\n"
    "    for (uint n = 0; n < f.size(); n++) r[i] = f[n](r[i]); }\n"
    "kernel void measure(table f [[buffer(0)]], device int *r [[buffer(1)]]) {\n"
    "    r[0] = f.size(); r[1] = f.empty(); r[2] = is_null_visible_function_table(f); }\n"
    "kernel void direct(device int *r [[buffer(1)]]) { r[0] = next(r[0]); }\n";

/* A pipeline that links these functions; nil with an error. */
static id link_pipeline(const char *kernel, const id *functions, NSUInteger count, id *error)
{
    id linked = CALL0(id, (id)objc_getClass("MTLLinkedFunctions"), "linkedFunctions");
    id descriptor = CALL0(id, MAKE("MTLComputePipelineDescriptor"), "autorelease");
    CALL(void, id, linked, "setFunctions:",
         CALL(id, TYPES(const id *, NSUInteger), (id)objc_getClass("NSArray"), "arrayWithObjects:count:", functions,
              count));
    CALL(void, id, descriptor, "setComputeFunction:", function_named(kernel));
    CALL(void, id, descriptor, "setLinkedFunctions:", linked);
    id pipeline = CALL(id, TYPES(id, NSUInteger, id *, id *), device,
                       "newComputePipelineStateWithDescriptor:options:reflection:error:", descriptor, 0, NULL, error);
    return CALL0(id, pipeline, "autorelease");
}

static id link_three(const char *kernel)
{
    id error = nil,
       pipeline = link_pipeline(
           kernel, (id[]){function_named("next"), function_named("before"), function_named("total")}, 3, &error);
    assert_non_null(pipeline);
    return pipeline;
}

static id handle_of(id pipeline, const char *name)
{
    return CALL(id, id, pipeline, "functionHandleWithFunction:", function_named(name));
}

static id table_of(id pipeline, NSUInteger count)
{
    id descriptor = CALL0(id, (id)objc_getClass("MTLVisibleFunctionTableDescriptor"), "visibleFunctionTableDescriptor");
    CALL(void, NSUInteger, descriptor, "setFunctionCount:", count);
    return CALL0(id, CALL(id, id, pipeline, "newVisibleFunctionTableWithDescriptor:", descriptor), "autorelease");
}

static void set_function(id table, id handle, NSUInteger index)
{
    CALL(void, TYPES(id, NSUInteger), table, "setFunction:atIndex:", handle, index);
}

/* Runs with the table at index 0; returns the finished command buffer. */
static id run(id pipeline, id table, id result, NSUInteger threads)
{
    id encoder, commands = begin(&encoder);
    set_pipeline(encoder, pipeline);
    CALL(void, TYPES(id, NSUInteger), encoder, "setVisibleFunctionTable:atBufferIndex:", table, 0);
    set_buffer(encoder, result, 0, 1);
    dispatch(encoder, threads, threads);
    CALL0(void, encoder, "endEncoding");
    CALL0(void, commands, "commit");
    CALL0(void, commands, "waitUntilCompleted");
    return commands;
}

static void assert_fails(id commands, const char *part)
{
    id error = CALL0(id, commands, "error");
    assert_non_null(error);
    assert_true(contains(error_text(error), part));
}

static void test_calls(void **state)
{
    (void)state;
    id pipeline = link_three("call"), table = table_of(pipeline, 2), result = buffer_of(4 * sizeof(int));
    set_function(table, handle_of(pipeline, "before"), 0);
    set_function(table, handle_of(pipeline, "next"), 1);
    assert_null(CALL0(id, run(pipeline, table, result, 4), "error"));
    for (int i = 0; i < 4; i++)
        assert_int_equal(ints(result)[i], i % 2 ? 1 : -1);
    set_function(table, handle_of(pipeline, "next"), 0);
    assert_null(CALL0(id, run(pipeline, table, result, 4), "error"));
    assert_int_equal(ints(result)[0], 0);
}

/* Threads meet in a function that is reached through a table only. */
static void test_meeting(void **state)
{
    (void)state;
    id pipeline = link_three("turn"), table = table_of(pipeline, 3), result = buffer_of(32 * sizeof(int));
    set_function(table, handle_of(pipeline, "next"), 0);
    set_function(table, handle_of(pipeline, "total"), 1);
    set_function(table, handle_of(pipeline, "before"), 2);
    for (int i = 0; i < 32; i++)
        ints(result)[i] = i;
    assert_null(CALL0(id, run(pipeline, table, result, 32), "error"));
    for (int i = 0; i < 32; i++)
        assert_int_equal(ints(result)[i], 31 * 16 + 32 - 1);
}

static void test_sizes(void **state)
{
    (void)state;
    id pipeline = link_three("measure"), result = buffer_of(3 * sizeof(int));
    static const int sizes[][3] = {{7, 0, 0}, {0, 1, 0}};
    for (size_t n = 0; n < 2; n++) {
        assert_null(CALL0(id, run(pipeline, table_of(pipeline, (NSUInteger)sizes[n][0]), result, 1), "error"));
        assert_memory_equal(ints(result), sizes[n], sizeof sizes[n]);
    }
    assert_null(CALL0(id, run(pipeline, nil, result, 1), "error"));
    assert_int_equal(ints(result)[2], 1);
}

static void test_handles(void **state)
{
    (void)state;
    assert_true(CALL0(BOOL, device, "supportsFunctionPointers"));
    id error = nil, pipeline = link_pipeline("call", (id[]){function_named("next")}, 1, &error);
    assert_non_null(pipeline);
    id handle = handle_of(pipeline, "next");
    assert_string_equal(utf8(CALL0(id, handle, "name")), "next");
    assert_int_equal(CALL0(NSUInteger, handle, "functionType"), MTLFunctionTypeVisible);
    assert_null(handle_of(pipeline, "before"));
}

static void test_direct_calls(void **state)
{
    (void)state;
    id error = nil, result = buffer_of(sizeof(int)), pipeline = link_three("direct");
    assert_null(CALL0(id, run(pipeline, nil, result, 1), "error"));
    assert_int_equal(ints(result)[0], 1);
    assert_null(link_pipeline("direct", (id[]){function_named("before")}, 1, &error));
    assert_true(contains(error_text(error), "next"));
}

static id array_of(const char *name)
{
    return CALL(id, id, (id)objc_getClass("NSArray"), "arrayWithObject:", function_named(name));
}

/* Binary functions are linked like others; private ones can be called by name but have no handle. */
static void test_kinds_of_linking(void **state)
{
    (void)state;
    id error = nil, result = buffer_of(2 * sizeof(int)), linked = CALL0(id, MAKE("MTLLinkedFunctions"), "autorelease"),
       descriptor = CALL0(id, MAKE("MTLComputePipelineDescriptor"), "autorelease");
    CALL(void, id, linked, "setBinaryFunctions:", array_of("before"));
    CALL(void, id, linked, "setPrivateFunctions:", array_of("next"));
    CALL(void, id, linked, "setGroups:",
         CALL(id, TYPES(id, id), (id)objc_getClass("NSDictionary"), "dictionaryWithObject:forKey:", array_of("before"),
              text("group")));
    CALL(void, id, descriptor, "setLinkedFunctions:", CALL0(id, CALL0(id, linked, "copy"), "autorelease"));
    for (int n = 0; n < 2; n++) {
        CALL(void, id, descriptor, "setComputeFunction:", function_named(n ? "call" : "direct"));
        id pipeline =
               CALL(id, TYPES(id, NSUInteger, id *, id *), device,
                    "newComputePipelineStateWithDescriptor:options:reflection:error:", descriptor, 0, NULL, &error),
           table = table_of(pipeline, 1);
        assert_non_null(pipeline);
        assert_null(handle_of(pipeline, "next"));
        set_function(table, handle_of(pipeline, "before"), 0);
        assert_null(CALL0(id, run(pipeline, n ? table : nil, result, 1), "error"));
        assert_int_equal(ints(result)[0], n ? 0 : 1);
        release(pipeline);
    }
}

static void test_mistakes(void **state)
{
    (void)state;
    id error = nil, result = buffer_of(4 * sizeof(int));
    assert_null(link_pipeline("call", (id[]){function_named("direct")}, 1, &error));
    assert_true(contains(error_text(error), "is not visible"));
    id pipeline = link_three("call"), other = link_three("call"), encoder, commands = begin(&encoder);
    assert_fails(run(pipeline, table_of(other, 1), result, 1), "another pipeline");
    set_pipeline(encoder, pipeline);
    set_buffer(encoder, result, 0, 0);
    set_buffer(encoder, result, 0, 1);
    dispatch(encoder, 1, 1);
    CALL0(void, encoder, "endEncoding");
    CALL0(void, commands, "commit");
    CALL0(void, commands, "waitUntilCompleted");
    assert_fails(commands, "table of visible functions");
    id table = table_of(pipeline, 1); /* complaints only: nothing is set */
    set_function(table, handle_of(other, "next"), 0);
    set_function(table, handle_of(pipeline, "next"), 1);
    assert_fails(run(pipeline, table, result, 1), "Address Fault");
}

static int open_library(void **state)
{
    (void)state;
    return open_client(source);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, open_pool, close_pool)

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(test_calls),   TEST(test_meeting),      TEST(test_sizes),
                                       TEST(test_handles), TEST(test_direct_calls), TEST(test_kinds_of_linking),
                                       TEST(test_mistakes)};
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, open_library, NULL);
}
