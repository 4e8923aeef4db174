/* function_constant_test.c: function constants of every type that the API has a number for: what reflection says of
 * them, and which type a client must name. */
#include "../test_client.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

static const struct {
    const char *name;
    NSUInteger type; /* of the scalar; those of vectors follow it */
} scalars[] = {
    {"float", MTLDataTypeFloat}, {"half", MTLDataTypeHalf},   {"int", MTLDataTypeInt},
    {"uint", MTLDataTypeUInt},   {"short", MTLDataTypeShort}, {"ushort", MTLDataTypeUShort},
    {"char", MTLDataTypeChar},   {"uchar", MTLDataTypeUChar}, {"bool", MTLDataTypeBool},
    {"long", MTLDataTypeLong},   {"ulong", MTLDataTypeULong}, {"bfloat", MTLDataTypeBFloat},
};
enum {
    SCALARS = sizeof scalars / sizeof *scalars,
    WIDTHS = 4,
    TYPES_COUNT = SCALARS * WIDTHS,
    CONSTANTS = 2 * TYPES_COUNT
};

/* The second half has types that the program calls by names of its own. */
static NSUInteger type_of(NSUInteger index)
{
    return scalars[index / WIDTHS % SCALARS].type + index % WIDTHS;
}

static id constants_of(id function)
{
    return CALL0(id, function, "functionConstantsDictionary");
}

static id named(id constants, NSUInteger index)
{
    char name[16];
    snprintf(name, sizeof name, "k%d", (int)index);
    return CALL(id, id, constants, "objectForKey:", text(name));
}

static void test_each_type_has_its_number(void **state)
{
    (void)state;
    id function = CALL(id, id, library, "newFunctionWithName:", text("use")), constants = constants_of(function);
    assert_int_equal(CALL0(NSUInteger, constants, "count"), CONSTANTS);
    for (NSUInteger i = 0; i < CONSTANTS; i++) {
        id constant = named(constants, i);
        assert_non_null(constant);
        assert_int_equal(CALL0(NSUInteger, constant, "type"), type_of(i));
        assert_int_equal(CALL0(NSUInteger, constant, "index"), 100 + i);
    }
    release(function);
}

/* The function with constant `index` alone, whose bytes are given as of `type`; nil if it refuses. */
static id function_with(NSUInteger index, NSUInteger type)
{
    static const uint64_t ones[4] = {0x0101010101010101, 0x0101010101010101, 0x0101010101010101, 0x0101010101010101};
    id values = CALL0(id, MAKE("MTLFunctionConstantValues"), "autorelease"), error = nil;
    CALL(void, TYPES(const void *, NSUInteger, NSUInteger), values, "setConstantValue:type:atIndex:", ones, type,
         100 + index);
    id function = CALL(id, TYPES(id, id, id *), library, "newFunctionWithName:constantValues:error:", text("use"),
                       values, &error);
    assert_true(function || error);
    return function;
}

/* Of all constants the kernel finds the one defined. */
static void sees_one_value(id function, NSUInteger index)
{
    id error = nil,
       pipeline = CALL(id, TYPES(id, id *), device, "newComputePipelineStateWithFunction:error:", function, &error);
    assert_non_null(pipeline);
    id encoder, buffer = buffer_of(4 * CONSTANTS), commands = begin(&encoder);
    set_pipeline(encoder, pipeline);
    set_buffer(encoder, buffer, 0, 0);
    dispatch(encoder, 1, 1);
    assert_null(finish(commands, encoder));
    for (NSUInteger n = 0; n < CONSTANTS; n++)
        assert_int_equal(ints(buffer)[n], n == index);
    release(buffer);
    release(pipeline);
}

static void test_values_name_the_constant_s_own_type(void **state)
{
    (void)state;
    for (NSUInteger i = 0; i < CONSTANTS; i++) {
        const NSUInteger own = type_of(i), other = type_of(i + WIDTHS);
        const NSUInteger wider = own - i % WIDTHS + (i + 1) % WIDTHS;
        id function = function_with(i, own);
        assert_non_null(function);
        assert_null(function_with(i, other));
        assert_null(function_with(i, wider));
        if (i % 9 == 0)
            sees_one_value(function, i);
        release(function);
    }
}

static int open_device(void **state)
{
    (void)state;
    static char source[16384];
    size_t at = (size_t)snprintf(source, sizeof source, "#include <metal_stdlib>\nusing namespace metal;\n");
    for (int i = 0; i < CONSTANTS; i++) {
        char type[32], width[2] = {i % WIDTHS ? (char)('1' + i % WIDTHS) : 0};
        snprintf(type, sizeof type, "%s%s", scalars[i / WIDTHS % SCALARS].name, width);
        if (i >= TYPES_COUNT) {
            at += (size_t)snprintf(source + at, sizeof source - at, "typedef %s own%d;\n", type, i);
            snprintf(type, sizeof type, "own%d", i);
        }
        at += (size_t)snprintf(source + at, sizeof source - at, "constant %s k%d [[function_constant(%d)]];\n", type, i,
                               100 + i);
    }
    at += (size_t)snprintf(source + at, sizeof source - at, "kernel void use(device int *r [[buffer(0)]]) {\n");
    for (int i = 0; i < CONSTANTS; i++)
        at +=
            (size_t)snprintf(source + at, sizeof source - at, "    r[%d] = is_function_constant_defined(k%d);\n", i, i);
    snprintf(source + at, sizeof source - at, "}\n");
    return open_client(source);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, open_pool, close_pool)
    const struct CMUnitTest tests[] = {
        TEST(test_each_type_has_its_number),
        TEST(test_values_name_the_constant_s_own_type),
    };
    return cmocka_run_group_tests(tests, open_device, NULL);
}
