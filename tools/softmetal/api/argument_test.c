/* argument_test.c: argument buffers as a client fills them: encoders made from a kernel's argument, and the reflection
 * that tells the ids. The examples are those of MSL 2.13. */
#include "test_client.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>

static id library, pool;

static const char source[] =
    "#include <metal_stdlib>\n"
    "using namespace metal;\n"
    "struct Foo { texture2d<float> t1 [[id(1)]]; texture2d<float> t2 [[id(3)]]; };\n"
    "struct Bar { Foo foo1; Foo foo2; };\n"
    "kernel void bars(constant Bar &bar [[buffer(2)]], device float *r [[buffer(0)]]) {\n"
    "    r[0] = bar.foo1.t2.read(uint2(0, 0)).x; r[1] = bar.foo2.t1.read(uint2(0, 0)).x; }\n"
    "struct MaterialTexture { texture2d<float> tex; float4 uvScaleOffset; };\n"
    "struct Material { float4 diffuse; array<texture2d<float>, 3> texs1; MaterialTexture materials[3];\n"
    "                  int constants[4] [[id(20)]]; };\n"
    "kernel void materials(device const Material *material [[buffer(0)]], device float *r [[buffer(1)]],\n"
    "                      uint i [[thread_position_in_grid]]) {\n"
    "    r[i] = material[i].diffuse.y + material[i].texs1[2].read(uint2(0, 0)).x +\n"
    "           material[i].materials[1].uvScaleOffset.z + material[i].constants[3]; }\n"
    "struct Leaf { device const int *from; int plus; };\n"
    "struct Tree { sampler s [[id(5)]]; texture2d<float> t; constant Leaf *leaf [[id(100000)]]; device int *to; };\n"
    "kernel void trees(constant Tree &tree [[buffer(30)]], uint i [[thread_position_in_grid]]) {\n"
    "    tree.to[i] = tree.leaf->from[i] + tree.leaf->plus + int(tree.t.sample(tree.s, float2(4)).x); }\n"
    "struct Plain { int a; float3 b; };\n"
    "struct Numbered { int a [[id(0)]]; };\n"
    "kernel void kinds(constant Plain &plain [[buffer(0)]], constant Numbered &numbered [[buffer(1)]],\n"
    "                  device float4 *plain_array [[buffer(2)]]) { plain_array[0] = plain.a + numbered.a; }\n";

static id function_named(const char *name)
{
    id function = CALL(id, id, library, "newFunctionWithName:", text(name));
    assert_non_null(function);
    return CALL0(id, function, "autorelease");
}

static id encoder_for(const char *name, NSUInteger index)
{
    id encoder = CALL(id, NSUInteger, function_named(name), "newArgumentEncoderWithBufferIndex:", index);
    return CALL0(id, encoder, "autorelease");
}

static id pixel(float value)
{
    id made = texture_of(MTLPixelFormatR32Float, 1, 1, MTLTextureUsageShaderRead);
    replace(made, MTLRegionMake2D(0, 0, 1, 1), &value, 4);
    return CALL0(id, made, "autorelease");
}

static void set_target(id encoder, id buffer, NSUInteger offset)
{
    CALL(void, TYPES(id, NSUInteger), encoder, "setArgumentBuffer:offset:", buffer, offset);
}

static void set_texture(id encoder, id texture, NSUInteger index)
{
    CALL(void, TYPES(id, NSUInteger), encoder, "setTexture:atIndex:", texture, index);
}

static id buffer_for(id encoder, NSUInteger count)
{
    return CALL0(id, buffer_of(count * CALL0(NSUInteger, encoder, "encodedLength")), "autorelease");
}

static void run(const char *name, id const *buffers, const NSUInteger *indices, NSUInteger count, NSUInteger threads)
{
    id error = nil, encoder;
    id pipeline =
        CALL(id, TYPES(id, id *), device, "newComputePipelineStateWithFunction:error:", function_named(name), &error);
    if (!pipeline)
        fail_msg("%s", error_text(error));
    id commands = begin(&encoder);
    set_pipeline(encoder, pipeline);
    for (NSUInteger n = 0; n < count; n++)
        set_buffer(encoder, buffers[n], 0, indices[n]);
    dispatch(encoder, threads, threads);
    CALL0(void, encoder, "endEncoding");
    CALL0(void, commands, "commit");
    CALL0(void, commands, "waitUntilCompleted");
    error = CALL0(id, commands, "error");
    if (error)
        fail_msg("%s", error_text(error));
    release(pipeline);
}

static void test_explicit_ids(void **state)
{
    (void)state;
    id encoder = encoder_for("bars", 2), arguments = buffer_for(encoder, 1), result = buffer_of(8);
    assert_int_equal(CALL0(NSUInteger, encoder, "encodedLength"), 32);
    assert_int_equal(CALL0(NSUInteger, encoder, "alignment"), 8);
    set_target(encoder, arguments, 0);
    set_texture(encoder, pixel(10), 1);
    set_texture(encoder, pixel(20), 3);
    set_texture(encoder, pixel(30), 5);
    set_texture(encoder, pixel(40), 7);
    run("bars", (id[]){arguments, result}, (NSUInteger[]){2, 0}, 2, 1);
    const float *r = (const float *)ints(result);
    assert_true(r[0] == 20 && r[1] == 30);
    release(result);
}

static void test_automatic_ids(void **state)
{
    (void)state;
    id encoder = encoder_for("materials", 0), arguments = buffer_for(encoder, 2), result = buffer_of(8);
    for (NSUInteger n = 0; n < 2; n++) {
        CALL(void, TYPES(id, NSUInteger, NSUInteger), encoder, "setArgumentBuffer:startOffset:arrayElement:", arguments,
             0, n);
        ((float *)CALL(void *, NSUInteger, encoder, "constantDataAtIndex:", 0))[1] = 100 + (float)n;
        set_texture(encoder, pixel(20 + (float)n), 3);
        ((float *)CALL(void *, NSUInteger, encoder, "constantDataAtIndex:", 7))[2] = 3 + (float)n;
        *(int *)CALL(void *, NSUInteger, encoder, "constantDataAtIndex:", 23) = 1000;
    }
    run("materials", (id[]){arguments, result}, (NSUInteger[]){0, 1}, 2, 2);
    const float *r = (const float *)ints(result);
    assert_true(r[0] == 1123);
    assert_true(r[1] == 1126);
    release(result);
}

static void test_nested_encoder(void **state)
{
    (void)state;
    const int values[2] = {5, 6};
    id tree = encoder_for("trees", 30), trees = buffer_for(tree, 1), to = buffer_of(8);
    id leaf = CALL(id, NSUInteger, tree, "newArgumentEncoderForBufferAtIndex:", 100000);
    id leaves = buffer_for(leaf, 1);
    id from = CALL(id, TYPES(const void *, NSUInteger, NSUInteger), device,
                   "newBufferWithBytes:length:options:", values, sizeof values, 0);
    set_target(leaf, leaves, 0);
    CALL(void, TYPES(id, NSUInteger, NSUInteger), leaf, "setBuffer:offset:atIndex:", from, 0, 0);
    *(int *)CALL(void *, NSUInteger, leaf, "constantDataAtIndex:", 1) = 10;
    id sampler_descriptor = MAKE("MTLSamplerDescriptor");
    CALL(void, BOOL, sampler_descriptor, "setSupportArgumentBuffers:", YES);
    CALL(void, NSUInteger, sampler_descriptor, "setSAddressMode:", MTLSamplerAddressModeClampToEdge);
    id sampler = CALL(id, id, device, "newSamplerStateWithDescriptor:", sampler_descriptor);
    set_target(tree, trees, 0);
    CALL(void, TYPES(id, NSUInteger), tree, "setSamplerState:atIndex:", sampler, 5);
    set_texture(tree, pixel(700), 6);
    CALL(void, TYPES(id, NSUInteger, NSUInteger), tree, "setBuffer:offset:atIndex:", leaves, 0, 100000);
    CALL(void, TYPES(id, NSUInteger, NSUInteger), tree, "setBuffer:offset:atIndex:", to, 0, 100001);
    run("trees", (id[]){trees}, (NSUInteger[]){30}, 1, 2);
    assert_int_equal(ints(to)[0], 715);
    assert_int_equal(ints(to)[1], 716);
    assert_null(CALL(id, NSUInteger, tree, "newArgumentEncoderForBufferAtIndex:", 100001)); /* plain ints */
    assert_null(CALL(void *, NSUInteger, tree, "constantDataAtIndex:", 5));                 /* a sampler */
    assert_null(CALL(void *, NSUInteger, tree, "constantDataAtIndex:", 4));                 /* no such id */
    release(leaf);
    release(from);
    release(sampler_descriptor);
    release(sampler);
    release(to);
}

static void test_plain_buffers_have_no_encoder(void **state)
{
    (void)state;
    assert_null(encoder_for("kinds", 0));
    assert_non_null(encoder_for("kinds", 1)); /* one [[id]] makes it an argument buffer */
    assert_null(encoder_for("kinds", 2));
    assert_null(encoder_for("kinds", 3)); /* no such argument */
}

/* ---- reflection */

static id binding_of(const char *name, NSUInteger n)
{
    id error = nil, reflection = nil, function = function_named(name);
    id pipeline = CALL(id, TYPES(id, NSUInteger, id *, id *), device,
                       "newComputePipelineStateWithFunction:options:reflection:error:", function,
                       MTLPipelineOptionArgumentInfo | MTLPipelineOptionBufferTypeInfo, &reflection, &error);
    if (!pipeline)
        fail_msg("%s", error_text(error));
    release(pipeline);
    return CALL(id, NSUInteger, CALL0(id, reflection, "bindings"), "objectAtIndex:", n);
}

static id member_of(id structure, const char *name)
{
    id member = CALL(id, id, structure, "memberByName:", text(name));
    assert_non_null(member);
    assert_string_equal(utf8(CALL0(id, member, "name")), name);
    return member;
}

static NSUInteger number(id object, const char *property)
{
    return ((NSUInteger(*)(id, SEL))objc_msgSend)(object, sel_registerName(property));
}

static void test_struct_type(void **state)
{
    (void)state;
    id type = CALL0(id, binding_of("materials", 0), "bufferStructType");
    assert_int_equal(number(type, "dataType"), MTLDataTypeStruct);
    assert_int_equal(number(CALL0(id, type, "members"), "count"), 4);
    assert_null(CALL(id, id, type, "memberByName:", text("nothing")));
    id textures = member_of(type, "texs1"), materials = member_of(type, "materials"),
       constants = member_of(type, "constants");
    assert_int_equal(number(member_of(type, "diffuse"), "dataType"), MTLDataTypeFloat4);
    assert_int_equal(number(textures, "argumentIndex"), 1);
    assert_int_equal(number(textures, "offset"), 16);
    assert_int_equal(number(materials, "argumentIndex"), 4);
    assert_int_equal(number(constants, "argumentIndex"), 20);
    id array = CALL0(id, materials, "arrayType");
    assert_int_equal(number(array, "arrayLength"), 3);
    assert_int_equal(number(array, "stride"), 32);
    assert_int_equal(number(array, "argumentIndexStride"), 2);
    assert_int_equal(number(array, "elementType"), MTLDataTypeStruct);
    id inner = CALL0(id, array, "elementStructType");
    assert_int_equal(number(member_of(inner, "uvScaleOffset"), "argumentIndex"), 5);
    assert_null(CALL0(id, materials, "structType"));
    id texture = CALL0(id, CALL0(id, textures, "arrayType"), "elementTextureReferenceType");
    assert_int_equal(number(texture, "textureType"), MTLTextureType2D);
    assert_int_equal(number(texture, "textureDataType"), MTLDataTypeFloat);
    assert_int_equal(number(texture, "access"), MTLArgumentAccessReadOnly);
}

static void test_pointer_type(void **state)
{
    (void)state;
    id binding = binding_of("trees", 0), pointer = CALL0(id, binding, "bufferPointerType");
    assert_int_equal(number(binding, "index"), 30);
    assert_int_equal(number(pointer, "elementType"), MTLDataTypeStruct);
    assert_true(CALL0(BOOL, pointer, "elementIsArgumentBuffer"));
    assert_int_equal(number(pointer, "dataSize"), 32);
    id tree = CALL0(id, pointer, "elementStructType"), leaf = member_of(tree, "leaf"), to = member_of(tree, "to");
    assert_int_equal(number(leaf, "argumentIndex"), 100000);
    assert_int_equal(number(to, "argumentIndex"), 100001);
    id to_type = CALL0(id, to, "pointerType"), leaf_type = CALL0(id, leaf, "pointerType");
    assert_int_equal(number(to_type, "elementType"), MTLDataTypeInt);
    assert_int_equal(number(to_type, "access"), MTLArgumentAccessReadWrite);
    assert_int_equal(number(to_type, "alignment"), 4);
    assert_false(CALL0(BOOL, to_type, "elementIsArgumentBuffer"));
    assert_int_equal(number(leaf_type, "access"), MTLArgumentAccessReadOnly);
    assert_int_equal(number(member_of(CALL0(id, leaf_type, "elementStructType"), "plus"), "argumentIndex"), 1);
    assert_null(CALL0(id, binding_of("kinds", 2), "bufferStructType"));
    assert_int_equal(number(member_of(CALL0(id, binding_of("kinds", 0), "bufferStructType"), "b"), "offset"), 16);
}

/* ---- */

static int open_pool(void **state)
{
    (void)state;
    pool = MAKE("NSAutoreleasePool");
    return 0;
}

static int close_pool(void **state)
{
    (void)state;
    release(pool);
    return 0;
}

static int open_device(void **state)
{
    id outer = MAKE("NSAutoreleasePool");
    (void)state;
    device = MTLCreateSystemDefaultDevice();
    queue = CALL0(id, device, "newCommandQueue");
    id error = nil;
    library = library_from(source, nil, &error);
    if (!library)
        fprintf(stderr, "%s\n", error_text(error));
    release(outer);
    return device && queue && library ? 0 : -1;
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, open_pool, close_pool)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_explicit_ids),   TEST(test_automatic_ids),
        TEST(test_nested_encoder), TEST(test_plain_buffers_have_no_encoder),
        TEST(test_struct_type),    TEST(test_pointer_type),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, open_device, NULL);
}
