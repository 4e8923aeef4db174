/* reflection_test.c: what an argument's reflection says of its type, size, alignment and access, by its declaration. */
#include "../test_client.h"

static const char source[] =
    "#include <metal_stdlib>\n"
    "using namespace metal;\n"
    "struct block { uchar tag; float4 row; };\n"
    "kernel void buffers(device float *real [[buffer(0)]], device const ushort3 *vectors [[buffer(1)]],\n"
    "                    constant packed_half3 *packed [[buffer(2)]], device float4x3 &matrix [[buffer(3)]],\n"
    "                    constant block &one [[buffer(4)]], device float *device *rows [[buffer(5)]],\n"
    "                    device float (*pairs)[2] [[buffer(6)]], constant float (&four)[4] [[buffer(7)]],\n"
    "                    device long *wide [[buffer(8)]], device const atomic_uint *counter [[buffer(30)]]) {\n"
    "    real[0] = packed[0].x + one.row.x + four[3] + vectors[0].x + matrix[0][0] + rows[0][0];\n"
    "    pairs[0][1] = real[0]; wide[0] = atomic_load_explicit(counter, memory_order_relaxed); }\n"
    "kernel void textures(texture2d<float, access::write> to [[texture(0)]], texture3d<uint> from [[texture(1)]],\n"
    "                     depth2d<float> depth [[texture(2)]], sampler how [[sampler(0)]],\n"
    "                     texture2d<half, access::read_write> both [[texture(31)]],\n"
    "                     threadgroup short4 *shared [[threadgroup(1)]]) {\n"
    "    shared[0] = short4(from.read(uint3(0)));\n"
    "    to.write(depth.sample(how, float2(0)) + shared[0].x, uint2(0)); both.write(half4(0), uint2(0)); }\n";

static int open_device(void **state)
{
    (void)state;
    return open_client(source);
}

static id arguments_of(const char *kernel)
{
    id error = nil, reflection = nil;
    id pipeline = CALL(id, TYPES(id, NSUInteger, id *, id *), device,
                       "newComputePipelineStateWithFunction:options:reflection:error:", function_named(kernel), 3,
                       &reflection, &error);
    if (!pipeline)
        fail_msg("%s", error_text(error));
    release(pipeline);
    return CALL0(id, reflection, "arguments");
}

static id expect_argument(id arguments, NSUInteger n, NSUInteger type, const char *name, NSUInteger index)
{
    id argument = CALL(id, NSUInteger, arguments, "objectAtIndex:", n);
    assert_string_equal(utf8(CALL0(id, argument, "name")), name);
    assert_int_equal(CALL0(NSUInteger, argument, "type"), type);
    assert_int_equal(CALL0(NSUInteger, argument, "index"), index);
    return argument;
}

static void buffers_have_type_size_and_access(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        NSUInteger index, type, size, alignment, access;
    } all[] = {
        {"real", 0, MTLDataTypeFloat, 4, 4, MTLArgumentAccessReadWrite},
        {"vectors", 1, MTLDataTypeUShort3, 8, 8, MTLArgumentAccessReadOnly},
        {"packed", 2, MTLDataTypeHalf3, 6, 2, MTLArgumentAccessReadOnly},
        {"matrix", 3, MTLDataTypeFloat4x3, 64, 16, MTLArgumentAccessReadWrite},
        {"one", 4, MTLDataTypeStruct, 32, 16, MTLArgumentAccessReadOnly},
        {"rows", 5, MTLDataTypePointer, 8, 8, MTLArgumentAccessReadWrite},
        {"pairs", 6, MTLDataTypeFloat, 4, 4, MTLArgumentAccessReadWrite},
        {"four", 7, MTLDataTypeFloat, 4, 4, MTLArgumentAccessReadOnly},
        {"wide", 8, MTLDataTypeLong, 8, 8, MTLArgumentAccessReadWrite},
        {"counter", 30, MTLDataTypeUInt, 4, 4, MTLArgumentAccessReadOnly},
    };
    id arguments = arguments_of("buffers");
    for (NSUInteger n = 0; n < sizeof all / sizeof *all; n++) {
        id argument = expect_argument(arguments, n, MTLArgumentTypeBuffer, all[n].name, all[n].index);
        NSUInteger type = CALL0(NSUInteger, argument, "bufferDataType"),
                   size = CALL0(NSUInteger, argument, "bufferDataSize"),
                   alignment = CALL0(NSUInteger, argument, "bufferAlignment"),
                   access = CALL0(NSUInteger, argument, "access");
        if (type != all[n].type || size != all[n].size || alignment != all[n].alignment || access != all[n].access)
            fail_msg("%s: type %lu, size %lu, alignment %lu, access %lu", all[n].name, (unsigned long)type,
                     (unsigned long)size, (unsigned long)alignment, (unsigned long)access);
    }
}

static void textures_have_type_and_access(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        NSUInteger n, index, type, data, access;
        BOOL depth;
    } all[] = {
        {"to", 0, 0, MTLTextureType2D, MTLDataTypeFloat, MTLArgumentAccessWriteOnly, NO},
        {"from", 1, 1, MTLTextureType3D, MTLDataTypeUInt, MTLArgumentAccessReadOnly, NO},
        {"depth", 2, 2, MTLTextureType2D, MTLDataTypeFloat, MTLArgumentAccessReadOnly, YES},
        {"both", 4, 31, MTLTextureType2D, MTLDataTypeHalf, MTLArgumentAccessReadWrite, NO},
    };
    id arguments = arguments_of("textures");
    for (size_t n = 0; n < sizeof all / sizeof *all; n++) {
        id argument = expect_argument(arguments, all[n].n, MTLArgumentTypeTexture, all[n].name, all[n].index);
        assert_int_equal(CALL0(NSUInteger, argument, "textureType"), all[n].type);
        assert_int_equal(CALL0(NSUInteger, argument, "textureDataType"), all[n].data);
        assert_int_equal(CALL0(NSUInteger, argument, "access"), all[n].access);
        assert_int_equal(CALL0(BOOL, argument, "isDepthTexture"), all[n].depth);
    }
    expect_argument(arguments, 3, MTLArgumentTypeSampler, "how", 0);
    id shared = expect_argument(arguments, 5, MTLArgumentTypeThreadgroupMemory, "shared", 1);
    assert_int_equal(CALL0(NSUInteger, shared, "threadgroupMemoryDataSize"), 8);
    assert_int_equal(CALL0(NSUInteger, shared, "threadgroupMemoryAlignment"), 8);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, open_pool, close_pool)
    const struct CMUnitTest tests[] = {
        TEST(buffers_have_type_size_and_access),
        TEST(textures_have_type_and_access),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, open_device, NULL);
}
