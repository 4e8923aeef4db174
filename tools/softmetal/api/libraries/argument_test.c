/* argument_test.c: argument buffers as a client fills them: encoders made from a kernel's argument, and the reflection
 * that tells the ids. The examples are those of MSL 2.13. */
#include "../test_client.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

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
    "constant bool with_extra [[function_constant(0)]];\n"
    "struct Input { float4 a [[attribute(0)]]; half2 b [[attribute(3)]]; int3 c [[attribute(4)]];\n"
    "               uchar u [[attribute(5)]]; float extra [[attribute(6), function_constant(with_extra)]]; };\n"
    "kernel void staged(Input in [[stage_in]], device float *r [[buffer(4)]], uint2 i [[thread_position_in_grid]],\n"
    "                   uint2 n [[threads_per_grid]]) {\n"
    "    device float *o = r + 11 * (i.y * n.x + i.x);\n"
    "    o[0] = in.a.x; o[1] = in.a.y; o[2] = in.a.z; o[3] = in.a.w; o[4] = in.b.x; o[5] = in.b.y;\n"
    "    o[6] = in.c.x; o[7] = in.c.y; o[8] = in.c.z; o[9] = in.u; o[10] = with_extra ? in.extra : -1.0f; }\n"
    "kernel void kinds(constant Plain &plain [[buffer(0)]], constant Numbered &numbered [[buffer(1)]],\n"
    "                  device float4 *plain_array [[buffer(2)]]) { plain_array[0] = plain.a + numbered.a; }\n";

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
    id encoder, commands = begin(&encoder);
    set_pipeline(encoder, pipeline_named(name));
    for (NSUInteger n = 0; n < count; n++)
        set_buffer(encoder, buffers[n], 0, indices[n]);
    dispatch(encoder, threads, threads);
    CALL0(void, encoder, "endEncoding");
    CALL0(void, commands, "commit");
    CALL0(void, commands, "waitUntilCompleted");
    id error = CALL0(id, commands, "error");
    if (error)
        fail_msg("%s", error_text(error));
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

/* ---- stage-in: two attributes interleaved in buffer 0 by column, one by row in buffer 1, one constant in buffer 2 */

static void attribute(id stage, NSUInteger index, NSUInteger format, NSUInteger offset, NSUInteger buffer)
{
    id made = CALL(id, NSUInteger, CALL0(id, stage, "attributes"), "objectAtIndexedSubscript:", index);
    CALL(void, NSUInteger, made, "setFormat:", format);
    CALL(void, NSUInteger, made, "setOffset:", offset);
    CALL(void, NSUInteger, made, "setBufferIndex:", buffer);
}

static void layout(id stage, NSUInteger buffer, NSUInteger stride, NSUInteger step, NSUInteger rate)
{
    id made = CALL(id, NSUInteger, CALL0(id, stage, "layouts"), "objectAtIndexedSubscript:", buffer);
    CALL(void, NSUInteger, made, "setStride:", stride);
    CALL(void, NSUInteger, made, "setStepFunction:", step);
    CALL(void, NSUInteger, made, "setStepRate:", rate);
}

static id stage_descriptor(void)
{
    id stage = CALL0(id, (id)objc_getClass("MTLStageInputOutputDescriptor"), "stageInputOutputDescriptor");
    attribute(stage, 0, MTLAttributeFormatUChar3Normalized, 0, 0);
    attribute(stage, 3, MTLAttributeFormatShort2Normalized, 4, 0);
    attribute(stage, 4, MTLAttributeFormatChar3, 0, 1);
    attribute(stage, 5, MTLAttributeFormatUShort, 2, 2);
    layout(stage, 0, 8, MTLStepFunctionThreadPositionInGridX, 1);
    layout(stage, 1, 3, MTLStepFunctionThreadPositionInGridY, 1);
    layout(stage, 2, 0, MTLStepFunctionConstant, 1);
    return stage;
}

static id staged_pipeline(id stage, bool with_extra, id *error)
{
    id values = CALL0(id, MAKE("MTLFunctionConstantValues"), "autorelease"),
       descriptor = CALL0(id, MAKE("MTLComputePipelineDescriptor"), "autorelease");
    CALL(void, TYPES(const void *, NSUInteger, NSUInteger), values, "setConstantValue:type:atIndex:", &with_extra,
         MTLDataTypeBool, 0);
    id function = CALL(id, TYPES(id, id, id *), library, "newFunctionWithName:constantValues:error:", text("staged"),
                       values, error);
    assert_non_null(function);
    CALL(void, id, descriptor, "setComputeFunction:", function);
    CALL(void, id, descriptor, "setStageInputDescriptor:", stage);
    id pipeline =
        CALL(id, TYPES(id, NSUInteger, id *, id *), device,
             "newComputePipelineStateWithDescriptor:options:reflection:error:", descriptor, 0, (id *)NULL, error);
    release(function);
    return CALL0(id, pipeline, "autorelease");
}

static const struct {
    uint8_t a[3], unused;
    int16_t b[2];
} columns[2] = {{{0, 51, 255}, 0, {32767, -32768}}, {{255, 0, 102}, 0, {0, -32767}}};
static const int8_t rows[2][3] = {{1, -2, 3}, {-128, 127, 0}};
static const uint16_t whole[2] = {9, 0x1f7};

static id region_at; /* a buffer that has the region 8 bytes from its start, or nil */

static id run_staged(id pipeline, const MTLRegion *region, id indices)
{
    id encoder, commands = begin(&encoder), result = CALL0(id, buffer_of(4 * 11 * sizeof(float)), "autorelease");
    memset(ints(result), 0xff, 4 * 11 * sizeof(float));
    set_pipeline(encoder, pipeline);
    set_bytes(encoder, columns, sizeof columns, 0);
    set_bytes(encoder, rows, sizeof rows, 1);
    set_bytes(encoder, whole, sizeof whole, 2);
    set_buffer(encoder, result, 0, 4);
    if (indices)
        set_buffer(encoder, indices, 0, 6);
    if (region)
        CALL(void, MTLRegion, encoder, "setStageInRegion:", *region);
    if (region_at)
        CALL(void, TYPES(id, NSUInteger), encoder,
             "setStageInRegionWithIndirectBuffer:indirectBufferOffset:", region_at, 8);
    CALL(void, TYPES(MTLSize, MTLSize), encoder, "dispatchThreads:threadsPerThreadgroup:", MTLSizeMake(2, 2, 1),
         MTLSizeMake(2, 1, 1));
    CALL0(void, encoder, "endEncoding");
    CALL0(void, commands, "commit");
    CALL0(void, commands, "waitUntilCompleted");
    id error = CALL0(id, commands, "error");
    if (error)
        fail_msg("%s", error_text(error));
    return result;
}

static void assert_thread(id result, size_t thread, const float expected[11])
{
    const float *found = (const float *)ints(result) + 11 * thread;
    for (int n = 0; n < 11; n++) {
        if (found[n] != expected[n])
            fail_msg("thread %zu, value %d: %g in place of %g", thread, n, (double)found[n], (double)expected[n]);
    }
}

static void test_stage_in(void **state)
{
    (void)state;
    id error = nil, pipeline = staged_pipeline(stage_descriptor(), false, &error);
    if (!pipeline)
        fail_msg("%s", error_text(error));
    id result = run_staged(pipeline, NULL, nil);
    assert_thread(result, 0, (float[]){0, 51 / 255.0f, 1, 1, 1, -1, 1, -2, 3, 0xf7, -1});
    assert_thread(result, 3, (float[]){1, 0, 102 / 255.0f, 1, 0, -1, -128, 127, 0, 0xf7, -1});
    MTLRegion second = {{1, 0, 0}, {1, 2, 1}};
    result = run_staged(pipeline, &second, nil);
    assert_thread(result, 0, (float[]){0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1}); /* outside the region */
    assert_thread(result, 3, (float[]){1, 0, 102 / 255.0f, 1, 0, -1, -128, 127, 0, 0xf7, -1});
    region_at = buffer_of(32);
    memcpy(ints(region_at), (const uint32_t[]){0, 0, 1, 0, 0, 1, 2, 1}, 32);
    id same = run_staged(pipeline, NULL, nil);
    assert_memory_equal(ints(same), ints(result), 4 * 11 * sizeof(float));
    release(region_at);
    region_at = nil;
}

/* The ways in which a stride comes with what is bound. */
enum { BY_BYTES, BY_BUFFER, BY_BUFFERS, BY_OFFSET, WAYS };

/* Columns at index 0; those in a buffer have 16 bytes before them. */
static void bind_strided(id encoder, int way, NSUInteger stride)
{
    const NSUInteger offset = 16;
    id buffer = CALL0(id, buffer_of(offset + sizeof columns), "autorelease");
    memcpy((char *)ints(buffer) + offset, columns, sizeof columns);
    if (way == BY_BYTES)
        CALL(void, TYPES(const void *, NSUInteger, NSUInteger, NSUInteger), encoder,
             "setBytes:length:attributeStride:atIndex:", columns, sizeof columns, stride, 0);
    else if (way == BY_BUFFER)
        CALL(void, TYPES(id, NSUInteger, NSUInteger, NSUInteger), encoder,
             "setBuffer:offset:attributeStride:atIndex:", buffer, offset, stride, 0);
    else if (way == BY_BUFFERS)
        CALL(void, TYPES(const id *, const NSUInteger *, const NSUInteger *, NSRange), encoder,
             "setBuffers:offsets:attributeStrides:withRange:", &buffer, &offset, &stride, (NSRange){0, 1});
    else {
        CALL(void, TYPES(id, NSUInteger, NSUInteger, NSUInteger), encoder,
             "setBuffer:offset:attributeStride:atIndex:", buffer, 0, 4, 0);
        CALL(void, TYPES(NSUInteger, NSUInteger, NSUInteger), encoder,
             "setBufferOffset:attributeStride:atIndex:", offset, stride, 0);
    }
}

/* Columns with a stride that comes with what is bound; 0: with none. */
static id run_strided(id pipeline, id result, int way, NSUInteger stride)
{
    id encoder, buffer = begin(&encoder);
    MTLRegion all = {{0, 0, 0}, {2, 2, 1}};
    CALL(void, id, encoder, "setComputePipelineState:", pipeline);
    if (stride)
        bind_strided(encoder, way, stride);
    else
        CALL(void, TYPES(const void *, NSUInteger, NSUInteger), encoder, "setBytes:length:atIndex:", columns,
             sizeof columns, 0);
    CALL(void, TYPES(const void *, NSUInteger, NSUInteger), encoder, "setBytes:length:atIndex:", rows, sizeof rows, 1);
    CALL(void, TYPES(const void *, NSUInteger, NSUInteger), encoder, "setBytes:length:atIndex:", whole, sizeof whole,
         2);
    CALL(void, TYPES(id, NSUInteger, NSUInteger), encoder, "setBuffer:offset:atIndex:", result, 0, 4);
    CALL(void, MTLRegion, encoder, "setStageInRegion:", all);
    CALL(void, TYPES(MTLSize, MTLSize), encoder, "dispatchThreads:threadsPerThreadgroup:", MTLSizeMake(2, 2, 1),
         MTLSizeMake(2, 2, 1));
    return finish(buffer, encoder);
}

static void test_stage_in_strides(void **state)
{
    (void)state;
    id error = nil, stage = stage_descriptor();
    layout(stage, 0, (NSUInteger)-1, MTLStepFunctionThreadPositionInGridX, 1);
    id pipeline = staged_pipeline(stage, false, &error),
       result = CALL(id, TYPES(NSUInteger, NSUInteger), device, "newBufferWithLength:options:", 4096, 0);
    assert_true(contains(error_text(run_strided(pipeline, result, BY_BYTES, 0)), "buffer(0) has a dynamic stride"));
    for (int way = 0; way < WAYS; way++) {
        assert_null(run_strided(pipeline, result, way, 8));
        assert_thread(result, 3, (float[]){1, 0, 102 / 255.0f, 1, 0, -1, -128, 127, 0, 0xf7, -1});
        assert_null(run_strided(pipeline, result, way, 12)); /* the second member lies beyond the end */
        assert_thread(result, 3, (float[]){0, 0, 1 / 255.0f, 1, 0, 0, -128, 127, 0, 0xf7, -1});
    }
    release(result);
}

static void test_stage_in_options(void **state)
{
    (void)state;
    const uint32_t indices[2] = {1, 0};
    id error = nil, stage = stage_descriptor();
    assert_null(staged_pipeline(stage, true, &error) ? nil : error); /* optional, and no format: reads as zero */
    attribute(stage, 6, MTLAttributeFormatUCharNormalized, 2, 0);
    layout(stage, 0, 8, MTLStepFunctionThreadPositionInGridXIndexed, 1);
    CALL(void, NSUInteger, stage, "setIndexType:", MTLIndexTypeUInt32);
    CALL(void, NSUInteger, stage, "setIndexBufferIndex:", 6);
    id pipeline = staged_pipeline(stage, true, &error);
    if (!pipeline)
        fail_msg("%s", error_text(error));
    id list = CALL(id, TYPES(const void *, NSUInteger, NSUInteger), device,
                   "newBufferWithBytes:length:options:", indices, sizeof indices, 0);
    id result = run_staged(pipeline, NULL, list);
    assert_thread(result, 0, (float[]){1, 0, 102 / 255.0f, 1, 0, -1, 1, -2, 3, 0xf7, 102 / 255.0f});
    assert_thread(result, 3,
                  (float[]){0, 51 / 255.0f, 1, 1, 1, -1, -128, 127, 0, 0xf7, 1}); /* the buffer's last index */
    release(list);
}

static void test_stage_in_packed(void **state)
{
    (void)state;
    id error = nil, stage = stage_descriptor();
    attribute(stage, 0, MTLAttributeFormatInt1010102Normalized, 0, 0); /* 0x00ff3300, then 0x006600ff */
    id result = run_staged(staged_pipeline(stage, false, &error), NULL, nil);
    assert_thread(result, 0, (float[]){-256 / 511.0f, -52 / 511.0f, 15 / 511.0f, 0, 1, -1, 1, -2, 3, 0xf7, -1});
    attribute(stage, 0, MTLAttributeFormatUChar4Normalized_BGRA, 0, 0);
    result = run_staged(staged_pipeline(stage, false, &error), NULL, nil);
    assert_thread(result, 1, (float[]){102 / 255.0f, 0, 1, 0, 0, -1, 1, -2, 3, 0xf7, -1});
}

static void test_stage_in_mistakes(void **state)
{
    (void)state;
    id error = nil, stage = stage_descriptor();
    assert_null(staged_pipeline(nil, false, &error));
    assert_true(contains(error_text(error), "stageInputDescriptor"));
    attribute(stage, 4, MTLAttributeFormatFloat3, 0, 1);
    assert_null(staged_pipeline(stage, false, &error));
    assert_true(contains(error_text(error), "member c: its format needs a member of float"));
    attribute(stage, 4, MTLAttributeFormatInvalid, 0, 1);
    assert_null(staged_pipeline(stage, false, &error));
    assert_true(contains(error_text(error), "member c"));
    stage = stage_descriptor();
    layout(stage, 2, 4, MTLStepFunctionPerInstance, 1);
    assert_null(staged_pipeline(stage, false, &error));
    assert_true(contains(error_text(error), "step function"));
    id attributes = CALL0(id, function_named("staged"), "stageInputAttributes");
    assert_int_equal(CALL0(NSUInteger, attributes, "count"), 5);
    id third = CALL(id, NSUInteger, attributes, "objectAtIndex:", 2);
    assert_string_equal(utf8(CALL0(id, third, "name")), "c");
    assert_int_equal(CALL0(NSUInteger, third, "attributeIndex"), 4);
    assert_int_equal(CALL0(NSUInteger, third, "attributeType"), MTLDataTypeInt3);
    assert_null(CALL0(id, function_named("kinds"), "stageInputAttributes"));
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
    id encoder = CALL(id, id, device, "newArgumentEncoderWithBufferBinding:", binding);
    assert_int_equal(number(encoder, "encodedLength"), 32);
    release(encoder);
    assert_null(CALL(id, id, device, "newArgumentEncoderWithBufferBinding:", binding_of("kinds", 0)));
    assert_null(CALL0(id, binding_of("kinds", 2), "bufferStructType"));
    assert_int_equal(number(member_of(CALL0(id, binding_of("kinds", 0), "bufferStructType"), "b"), "offset"), 16);
}

/* ---- */

static int open_device(void **state)
{
    (void)state;
    return open_client(source);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, open_pool, close_pool)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_explicit_ids),      TEST(test_automatic_ids),
        TEST(test_nested_encoder),    TEST(test_plain_buffers_have_no_encoder),
        TEST(test_struct_type),       TEST(test_pointer_type),
        TEST(test_stage_in),          TEST(test_stage_in_options),
        TEST(test_stage_in_strides),  TEST(test_stage_in_packed),
        TEST(test_stage_in_mistakes),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, open_device, NULL);
}
