/* tensor_test.c: MTLTensor: what can be made, what is in a slice, and how kernels see it. */
#include "../metal4/metal4_client.h"
#include <stdlib.h>

static const char program[] =
    "#include <metal_tensor>\n"
    "using namespace metal;\n"
    "kernel void copy_half(tensor<device half, dextents<int, 2>> t [[buffer(0)]], device half *to [[buffer(1)]],\n"
    "                      uint2 at [[thread_position_in_grid]]) { to[at.x + 16 * at.y] = t[int(at.x), int(at.y)]; }\n"
    "kernel void double_it(tensor<device half, extents<int, 16, 4>> t [[buffer(3)]],\n"
    "                      uint2 at [[thread_position_in_grid]]) { t[int(at.x), int(at.y)] *= half(2); }\n"
    "kernel void ask(tensor<constant float, dextents<ushort, 3>> t [[buffer(0)]], device int *to [[buffer(1)]]) {\n"
    "  to[0] = is_null_tensor(t); if (to[0]) return;\n"
    "  for (int r = 0; r < 3; r++) { to[1 + r] = t.get_extent(r); to[4 + r] = t.get_stride(r); } to[7] = int(t.get(1, "
    "2, 3)); }\n"
    "typedef tensor<device metal_fp8_e4m3_format, dextents<int, 2>, tensor_handle,\n"
    "               tensor_blockwise<tensor_plane_scales, device metal_fp8_ue8m0_format, 32, 1>> scaled;\n"
    "kernel void sizes(scaled t [[buffer(0)]], device int *to [[buffer(1)]]) { to[0] = t.get_extent(0);\n"
    "  to[1] = t.get_extent<tensor_plane_scales>(0); to[2] = t.get_stride<tensor_plane_scales>(1); }\n"
    "struct both { tensor<device half, dextents<int, 2>> t; device half *to; };\n"
    "kernel void through(device const both &b [[buffer(0)]], uint2 at [[thread_position_in_grid]])\n"
    "{ tensor<device half, dextents<int, 2>> t = b.t; b.to[at.x + 16 * at.y] = t[int(at.x), int(at.y)]; }\n";

static id extents(NSUInteger rank, ...)
{
    NSInteger values[32];
    va_list arguments;
    va_start(arguments, rank);
    for (NSUInteger n = 0; n < rank; n++)
        values[n] = va_arg(arguments, int);
    va_end(arguments);
    id made = CALL0(id, (id)objc_getClass("MTLTensorExtents"), "alloc");
    made = CALL(id, TYPES(NSUInteger, const NSInteger *), made, "initWithRank:values:", rank, values);
    return CALL0(id, made, "autorelease");
}

static id descriptor_of(NSInteger type, id dimensions, id strides)
{
    id descriptor = CALL0(id, MAKE("MTLTensorDescriptor"), "autorelease");
    CALL(void, id, descriptor, "setDimensions:", dimensions);
    CALL(void, id, descriptor, "setStrides:", strides);
    CALL(void, NSInteger, descriptor, "setDataType:", type);
    CALL(void, NSUInteger, descriptor, "setUsage:", MTLTensorUsageCompute);
    return descriptor;
}

static id tensor_of(NSInteger type, id dimensions)
{
    id error = nil;
    id made = CALL(id, TYPES(id, id *), device, "newTensorWithDescriptor:error:", descriptor_of(type, dimensions, nil),
                   &error);
    if (!made)
        fail_msg("%s", error_text(error));
    CALL(void, id, set, "addAllocation:", made);
    CALL0(void, set, "commit");
    return CALL0(id, made, "autorelease");
}

static id tensor_in(id buffer, NSUInteger offset, NSInteger type, id dimensions, id strides, id *error)
{
    id made = CALL(id, TYPES(id, NSUInteger, id *), buffer,
                   "newTensorWithDescriptor:offset:error:", descriptor_of(type, dimensions, strides), offset, error);
    return made ? CALL0(id, made, "autorelease") : nil;
}

static void put(id tensor, id origin, id size, const void *bytes, id strides)
{
    CALL(void, TYPES(id, id, const void *, id), tensor, "replaceSliceOrigin:sliceDimensions:withBytes:strides:", origin,
         size, bytes, strides);
}

static void take(id tensor, void *bytes, id strides, id origin, id size)
{
    CALL(void, TYPES(void *, id, id, id), tensor, "getBytes:strides:fromSliceOrigin:sliceDimensions:", bytes, strides,
         origin, size);
}

static void bind_tensor(id tensor, NSUInteger index)
{
    CALL(void, TYPES(MTLResourceID, NSUInteger), table,
         "setResource:atBufferIndex:", CALL0(MTLResourceID, tensor, "gpuResourceID"), index);
}

/* Runs one kernel over `width` x `height` threads. */
static void run_over(const char *kernel, NSUInteger width, NSUInteger height)
{
    id commands = begin4(), encoder = encoder_of(commands, kernel);
    CALL(void, TYPES(MTLSize, MTLSize), encoder,
         "dispatchThreads:threadsPerThreadgroup:", MTLSizeMake(width, height, 1), MTLSizeMake(width, 1, 1));
    end(encoder);
    finish_all(commands);
}

/* ---- on the host */

static void test_slices(void **state)
{
    (void)state;
    short all[15], part[4] = {-1, -2, -3, -4}, spread[16] = {0}, out[15];
    id tensor = tensor_of(MTLTensorDataTypeInt16, extents(2, 5, 3));
    for (int n = 0; n < 15; n++)
        all[n] = (short)n;
    put(tensor, extents(2, 0, 0), extents(2, 5, 3), all, nil);
    put(tensor, extents(2, 1, 1), extents(2, 2, 2), part, nil);
    take(tensor, out, nil, extents(2, 0, 0), extents(2, 5, 3));
    const short expected[] = {0, 1, 2, 3, 4, 5, -1, -2, 8, 9, 10, -3, -4, 13, 14};
    assert_memory_equal(out, expected, sizeof expected);
    take(tensor, spread, extents(2, 2, 8), extents(2, 3, 1), extents(2, 2, 2));
    assert_true(spread[0] == 8 && spread[1] == 0 && spread[2] == 9 && spread[8] == 13 && spread[10] == 14);
    put(tensor, extents(2, 4, 0), extents(2, 2, 1), part, nil); /* beyond: no effect */
    put(tensor, extents(1, 0), extents(1, 1), part, nil);
    put(tensor, extents(2, 0, 0), extents(2, 1, 1), NULL, nil);
    take(tensor, out, nil, extents(2, 0, 0), extents(2, 5, 3));
    assert_memory_equal(out, expected, sizeof expected);
    assert_int_equal(CALL(NSInteger, NSUInteger, CALL0(id, tensor, "dimensions"), "extentAtDimensionIndex:", 1), 3);
    assert_null(CALL0(id, tensor, "strides")); /* of tensors of a buffer */
    assert_int_equal(CALL0(NSInteger, tensor, "dataType"), MTLTensorDataTypeInt16);
    assert_null(CALL0(id, tensor, "buffer"));
}

/* Two elements to a byte: a slice that begins in the middle of one changes no other. */
static void test_slices_of_formats(void **state)
{
    (void)state;
    uint8_t all[32], one[1] = {0x0c}, out[32];
    id tensor = tensor_of(MTLTensorDataTypeUInt4, extents(2, 32, 2));
    memset(all, 0xa5, sizeof all);
    put(tensor, extents(2, 0, 0), extents(2, 32, 2), all, nil);
    put(tensor, extents(2, 3, 1), extents(2, 1, 1), one, nil);
    take(tensor, out, nil, extents(2, 0, 0), extents(2, 32, 2));
    all[16 + 1] = 0xc5;
    assert_memory_equal(out, all, sizeof all);
}

/* Bytes whose strides let elements overlap may be read, not written. */
static void test_overlapping_bytes(void **state)
{
    (void)state;
    id tensor = tensor_of(MTLTensorDataTypeInt16, extents(2, 3, 2));
    short run[4] = {1, 2, 3, 4}, all[6], out[6] = {9, 9, 9, 9, 9, 9};
    const short windows[] = {1, 2, 3, 2, 3, 4}, untouched[] = {9, 9, 9, 9, 9, 9};
    put(tensor, extents(2, 0, 0), extents(2, 3, 2), run, extents(2, 1, 1));
    take(tensor, all, nil, extents(2, 0, 0), extents(2, 3, 2));
    assert_memory_equal(all, windows, sizeof windows);
    take(tensor, out, extents(2, 1, 2), extents(2, 0, 0), extents(2, 3, 2));
    assert_memory_equal(out, untouched, sizeof untouched);
    take(tensor, out, extents(2, 2, 1), extents(2, 0, 0), extents(2, 3, 2)); /* in turn */
    assert_memory_equal(out, ((const short[]){1, 2, 2, 3, 3, 4}), sizeof out);
}

static unsigned code_in(const uint8_t *bytes, size_t at, unsigned bits)
{
    return bytes[at * bits / 8] >> (at * bits % 8) & ((1u << bits) - 1);
}

static void set_code(uint8_t *bytes, size_t at, unsigned bits, unsigned code)
{
    unsigned shift = (unsigned)(at * bits % 8), mask = ((1u << bits) - 1) << shift;
    bytes[at * bits / 8] = (uint8_t)((bytes[at * bits / 8] & ~mask) | code << shift);
}

/* Three dimensions of 4 and 2 bits: the tensor's rows are padded, the client's bytes have strides of their own. */
static void test_formats_of_three_dimensions(void **state)
{
    (void)state;
    enum { X = 32, Y = 3, Z = 2, ROW = 35, PLANE = 3 * ROW + 2 };
    static const struct {
        NSInteger type;
        unsigned bits;
    } formats[] = {{MTLTensorDataTypeInt4, 4}, {MTLTensorDataTypeUInt2, 2}, {MTLTensorDataTypeE2M1, 4}};
    for (size_t f = 0; f < 3; f++) {
        const unsigned bits = formats[f].bits, mask = (1u << bits) - 1;
        id tensor = tensor_of(formats[f].type, extents(3, X, Y, Z));
        uint8_t all[X * Y * Z], part[Z * PLANE], out[X * Y * Z] = {0}, spread[Z * PLANE];
        for (size_t n = 0; n < X * Y * Z; n++)
            set_code(all, n, bits, (unsigned)(n * 7 + n / X * 3 + 1) & mask);
        memset(part, 0x5a, sizeof part);
        memset(spread, 0xff, sizeof spread);
        put(tensor, extents(3, 0, 0, 0), extents(3, X, Y, Z), all, nil);
        put(tensor, extents(3, 5, 1, 0), extents(3, 9, 2, 2), part, extents(3, 1, ROW, PLANE));
        for (size_t z = 0; z < 2; z++)
            for (size_t y = 0; y < 2; y++)
                for (size_t x = 0; x < 9; x++)
                    set_code(all, 5 + x + X * (1 + y + Y * z), bits, code_in(part, x + ROW * y + PLANE * z, bits));
        take(tensor, out, nil, extents(3, 0, 0, 0), extents(3, X, Y, Z));
        assert_memory_equal(out, all, X * Y * Z * bits / 8);
        take(tensor, spread, extents(3, 1, ROW, PLANE), extents(3, 3, 1, 1), extents(3, 7, 2, 1));
        for (size_t n = 0; n < 2 * ROW; n++)
            assert_int_equal(code_in(spread, n, bits),
                             n % ROW < 7 ? code_in(all, 3 + n % ROW + X * (1 + n / ROW + Y), bits) : mask);
    }
}

static void test_of_buffer(void **state)
{
    (void)state;
    id buffer = resident(256), error = nil;
    id tensor = tensor_in(buffer, 8, MTLTensorDataTypeInt32, extents(2, 3, 4), extents(2, 1, 5), &error);
    int row[3] = {7, 8, 9};
    put(tensor, extents(2, 0, 2), extents(2, 3, 1), row, nil);
    assert_true(ints(buffer)[2 + 10] == 7 && ints(buffer)[2 + 12] == 9 && ints(buffer)[2 + 13] == 0);
    assert_true(CALL0(id, tensor, "buffer") == buffer && CALL0(NSUInteger, tensor, "bufferOffset") == 8);
    assert_int_equal(CALL(NSInteger, NSUInteger, CALL0(id, tensor, "strides"), "extentAtDimensionIndex:", 1), 5);
    assert_int_equal(CALL(NSInteger, NSUInteger, CALL0(id, tensor, "strides"), "extentAtDimensionIndex:", 2), -1);
    release(buffer);
}

static void test_size(void **state)
{
    (void)state;
    MTLSizeAndAlign size =
        CALL(MTLSizeAndAlign, id, device,
             "tensorSizeAndAlignWithDescriptor:", descriptor_of(MTLTensorDataTypeFloat16, extents(2, 100, 3), nil));
    assert_true(size.size >= 600 && size.align > 0 && size.size % size.align == 0);
    size = CALL(MTLSizeAndAlign, id, device, "tensorSizeAndAlignWithDescriptor:", nil);
    assert_int_equal(size.size, 0);
}

/* What cannot be made, each with its sentence. */
static void test_refused(void **state)
{
    (void)state;
    const NSInteger F16 = MTLTensorDataTypeFloat16, I4 = MTLTensorDataTypeInt4;
    id ones = extents(17, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1);
    id buffer = resident(1024), error = nil;
    id far = CALL(id, TYPES(NSUInteger, const NSInteger *), CALL0(id, (id)objc_getClass("MTLTensorExtents"), "alloc"),
                  "initWithRank:values:", 2, ((const NSInteger[]){(INT64_C(1) << 60) + 1, 1}));
    const struct {
        id dimensions, strides;
        NSInteger type;
        NSUInteger offset;
        const char *words;
    } tries[] = {
        {nil, nil, F16, 0, "needs dimensions"},
        {ones, nil, F16, 0, "at most 16 dimensions; the descriptor has 17"},
        {extents(2, 4, 0), nil, F16, 0, "dimension 1 of a tensor has 0 elements"},
        {extents(2, -4, 1), nil, F16, 0, "dimension 0 of a tensor has -4 elements"},
        {extents(2, 4, 4), nil, 81, 0, "81 is no data type"},
        {extents(2, 33, 2), nil, I4, 0, "a multiple of 32; it is 33"},
        {extents(2, 32, 2), extents(2, 1, 64), I4, 0,
         "stride 1 of a tensor of 4-bit elements is a multiple of 128 bytes"},
        {extents(2, 4, 4), extents(1, 1), F16, 0, "of 2 dimensions needs as many strides"},
        {extents(2, 4, 4), extents(2, 2, 8), F16, 0, "stride 0 of a tensor is 1, not 2"},
        {extents(2, 4, 4), extents(2, 1, 0), F16, 0, "a stride of a tensor is positive, not 0"},
        {extents(2, 4, 4), extents(2, 1, 3), F16, 0, "the strides of the tensor let elements overlap"},
        {extents(3, 4, 4, 4), extents(3, 1, 16, 8), F16, 0, "let elements overlap"},
        {extents(3, 4, 4, 4), extents(3, 1, 4, 15), F16, 0, "let elements overlap"}, /* by one element */
        {extents(3, 4, 4, 4), extents(3, 1, 15, 4), F16, 0, "let elements overlap"},
        {extents(2, 4, 4), nil, F16, 1, "the offset 1 of the tensor is not a multiple of 2"},
        {extents(2, 32, 2), nil, I4, 64, "the offset 64 of the tensor is not a multiple of 128"},
        {extents(2, 4, 4), nil, F16, 994, "the tensor has 32 bytes from offset 994 on, the buffer 1024"},
        {extents(2, 4, 4), nil, F16, 99998, "from offset 99998"},
        {extents(3, 0x7fffffff, 0x7fffffff, 0x7fffffff), nil, F16, 0, "larger than the device's largest buffer"},
        {extents(3, 2, 0x3fffffff, 0x7fffffff), extents(3, 1, 2, 0x7fffffff), F16, 0, "largest buffer"},
        {far, extents(2, 1, 16), F16, 0, "largest buffer"}, /* 2^64 bits would be none */
    };
    for (size_t n = 0; n < sizeof tries / sizeof *tries; n++) {
        error = nil;
        assert_null(tensor_in(buffer, tries[n].offset, tries[n].type, tries[n].dimensions, tries[n].strides, &error));
        if (!contains(error_text(error), tries[n].words))
            fail_msg("%zu: %s", n, error_text(error));
        assert_int_equal(error_code(error), MTLTensorErrorInvalidDescriptor);
    }
    assert_non_null(tensor_in(buffer, 0, F16, extents(3, 4, 4, 4), extents(3, 1, 16, 4), &error)); /* rows in turn */
    assert_non_null(tensor_in(buffer, 0, F16, extents(3, 4, 1, 1), extents(3, 1, 4, 4), &error)); /* one element wide */
    assert_non_null(tensor_in(buffer, 0, F16, extents(2, 1, 1), extents(2, 1, 1), &error));
    assert_non_null(tensor_of(F16, extents(16, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1)));
    assert_null(CALL(id, TYPES(id, id *), device,
                     "newTensorWithDescriptor:error:", descriptor_of(F16, extents(1, 4), extents(1, 1)), &error));
    assert_true(contains(error_text(error), "strides are for tensors of a buffer"));
    assert_null(CALL(id, TYPES(id, id *), device, "newTensorWithDescriptor:error:", nil, &error));
    assert_null(CALL(id, TYPES(id, id *), device, "newTensorWithDescriptor:error:", nil, NULL));
    release(buffer);
    release(far);
}

/* ---- scales */

static id plane_with(NSInteger type, id block)
{
    id planes = CALL0(id, MAKE("MTLTensorAuxiliaryPlaneDescriptorMap"), "autorelease");
    id plane = CALL0(id, MAKE("MTLTensorAuxiliaryPlaneDescriptor"), "autorelease");
    if (type)
        CALL(void, NSInteger, plane, "setDataType:", type);
    if (block)
        CALL(void, id, plane, "setBlockFactors:", block);
    CALL(void, TYPES(id, NSInteger), planes, "setDescriptor:forPlane:", plane, MTLTensorPlaneTypeData); /* no effect */
    assert_null(CALL(id, NSInteger, planes, "descriptorForPlane:", MTLTensorPlaneTypeData));
    CALL(void, TYPES(id, NSInteger), planes, "setDescriptor:forPlane:", plane, MTLTensorPlaneTypeScales);
    return planes;
}

static id attached(id data, NSUInteger data_offset, id scales, NSUInteger scales_offset)
{
    id attachments = CALL0(id, MAKE("MTLTensorBufferAttachments"), "autorelease");
    const id buffers[] = {data, scales};
    const NSUInteger offsets[] = {data_offset, scales_offset};
    for (NSInteger n = 0; n < 2; n++)
        if (buffers[n])
            CALL(void, TYPES(id, NSUInteger, NSInteger), attachments, "setBuffer:offset:forPlane:", buffers[n],
                 offsets[n], n);
    return attachments;
}

static id scaled_tensor(id descriptor, id attachments, id *error)
{
    id made = CALL(id, TYPES(id, id, id *), device, "newTensorWithDescriptor:attachments:error:", descriptor,
                   attachments, error);
    return made ? CALL0(id, made, "autorelease") : nil;
}

static void move_scales(id tensor, bool in, void *bytes, id origin, id size)
{
    if (in)
        CALL(void, TYPES(id, id, NSInteger, const void *, id), tensor,
             "replaceSliceOrigin:sliceDimensions:plane:withBytes:strides:", origin, size, MTLTensorPlaneTypeScales,
             bytes, nil);
    else
        CALL(void, TYPES(void *, id, id, id, NSInteger), tensor,
             "getBytes:strides:fromSliceOrigin:sliceDimensions:plane:", bytes, nil, origin, size,
             MTLTensorPlaneTypeScales);
}

/* Rows of 96 elements have three scales each. */
static void test_scales(void **state)
{
    (void)state;
    id data = resident(1024), scales = resident(256), error = nil;
    id descriptor = descriptor_of(MTLTensorDataTypeE4M3, extents(2, 96, 4), nil);
    CALL(void, id, descriptor, "setAuxiliaryPlanes:", plane_with(0, extents(2, 32, 1)));
    id both[] = {scaled_tensor(descriptor, attached(data, 128, scales, 128), &error),
                 CALL0(id, CALL(id, TYPES(id, id *), device, "newTensorWithDescriptor:error:", descriptor, &error),
                       "autorelease")};
    for (int n = 0; n < 2; n++) {
        uint8_t two[] = {5, 6}, all[12], expected[12] = {[7] = 5, [10] = 6};
        move_scales(both[n], true, two, extents(2, 1, 2), extents(2, 1, 2));
        move_scales(both[n], true, two, extents(2, 2, 2), extents(2, 2, 1)); /* beyond: no effect */
        move_scales(both[n], false, all, extents(2, 0, 0), extents(2, 3, 4));
        assert_memory_equal(all, expected, 12);
        id planes = CALL0(id, both[n], "auxiliaryPlanes"), plane = CALL(id, NSUInteger, planes, "objectAtIndex:", 0);
        assert_int_equal(CALL0(NSUInteger, planes, "count"), 1);
        assert_int_equal(CALL0(NSInteger, plane, "planeType"), MTLTensorPlaneTypeScales);
        assert_int_equal(CALL0(NSInteger, plane, "dataType"), MTLTensorDataTypeUE8M0);
        assert_true(CALL0(id, plane, "buffer") == (n ? nil : scales));
        assert_int_equal(CALL0(NSUInteger, plane, "bufferOffset"), n ? 0 : 128);
    }
    assert_int_equal(((uint8_t *)ints(scales))[128 + 7], 5);
    id to = resident(16);
    bind_tensor(both[0], 0);
    set_address(address_of(to), 1);
    run_over("sizes", 1, 1);
    assert_string_equal(told.text, "");
    assert_true(ints(to)[0] == 96 && ints(to)[1] == 3 && ints(to)[2] == 3);
    release(to);
    uint8_t row[96], byte = 9;
    put(both[0], extents(2, 95, 3), extents(2, 1, 1), &byte, nil); /* the elements are where they were */
    take(both[0], row, nil, extents(2, 0, 3), extents(2, 96, 1));
    assert_true(row[95] == 9 && ((uint8_t *)ints(data))[128 + 3 * 128 + 95] == 9);
    id plain = tensor_of(MTLTensorDataTypeE4M3, extents(2, 96, 4));
    assert_int_equal(CALL0(NSUInteger, CALL0(id, plain, "auxiliaryPlanes"), "count"), 0);
    move_scales(plain, false, row, extents(2, 0, 0), extents(2, 1, 1)); /* has none: no effect */
    assert_int_equal(row[95], 9);
    release(data);
    release(scales);
}

static void test_scales_refused(void **state)
{
    (void)state;
    const NSInteger F16 = MTLTensorDataTypeFloat16, E4M3 = MTLTensorDataTypeE4M3;
    id data = resident(1024), scales = resident(256), both = attached(data, 0, scales, 0);
    id block = extents(2, 32, 1), wide = extents(2, 96, 4);
    const struct {
        NSInteger type, scale_type;
        id dimensions, block, attachments;
        NSUInteger usage;
        const char *words;
    } tries[] = {
        {F16, 0, wide, block, both, 1, "elements with scales have at most 8 bits; these have 16"},
        {E4M3, E4M3, wide, block, both, 1, "scales of a tensor are of MTLTensorDataType 145, not 142"},
        {E4M3, 0, wide, nil, both, 1, "the block factors of scales need the tensor's rank, 2"},
        {E4M3, 0, wide, extents(2, 16, 1), both, 1, "block factor 0 of scales is 32, not 16"},
        {E4M3, 0, wide, extents(2, 32, 2), both, 1, "block factor 1 of scales is 1, not 2"},
        {MTLTensorDataTypeInt8, 0, extents(2, 48, 4), block, both, 1,
         "dimension 0 of a tensor with scales is a multiple of 32; it is 48"},
        {E4M3, 0, wide, block, both, 5, "not for machine-learning encoders"},
        {E4M3, 0, wide, block, attached(data, 0, nil, 0), 1, "every plane of the tensor needs a buffer"},
        {E4M3, 0, wide, block, attached(nil, 0, scales, 0), 1, "every plane of the tensor needs a buffer"},
        {E4M3, 0, wide, block, nil, 1, "every plane of the tensor needs a buffer"},
        {E4M3, 0, wide, block, attached(data, 0, scales, 64), 1, "the offset 64 of scales is not a multiple of 128"},
        {E4M3, 0, extents(2, 96, 8), block, attached(data, 0, resident(16), 0), 1,
         "the tensor has 24 scales from offset 0 on, the buffer 16"},
    };
    id error = nil;
    for (size_t n = 0; n < sizeof tries / sizeof *tries; n++) {
        id descriptor = descriptor_of(tries[n].type, tries[n].dimensions, nil);
        CALL(void, id, descriptor, "setAuxiliaryPlanes:", plane_with(tries[n].scale_type, tries[n].block));
        CALL(void, NSUInteger, descriptor, "setUsage:", tries[n].usage);
        error = nil;
        assert_null(scaled_tensor(descriptor, tries[n].attachments, &error));
        if (!contains(error_text(error), tries[n].words))
            fail_msg("%zu: %s", n, error_text(error));
    }
    id descriptor = descriptor_of(E4M3, wide, nil);
    CALL(void, id, descriptor, "setAuxiliaryPlanes:", plane_with(0, block));
    assert_null(
        CALL(id, TYPES(id, NSUInteger, id *), data, "newTensorWithDescriptor:offset:error:", descriptor, 0, &error));
    assert_true(contains(error_text(error), "MTLTensorBufferAttachments"));
    assert_non_null(scaled_tensor(descriptor, both, &error));
    release(data);
    release(scales);
}

/* ---- in kernels */

static const uint16_t halves[] = {0x3c00, 0x4000, 0x4200, 0x4400}; /* 1, 2, 3, 4 */

static id table_of_halves(void)
{
    id tensor = tensor_of(MTLTensorDataTypeFloat16, extents(2, 16, 4));
    for (int y = 0; y < 4; y++)
        for (int x = 0; x < 16; x++)
            put(tensor, extents(2, x, y), extents(2, 1, 1), &halves[(x + y) % 4], nil);
    return tensor;
}

static void test_kernel(void **state)
{
    (void)state;
    id tensor = table_of_halves(), to = resident(128);
    bind_tensor(tensor, 0);
    set_address(address_of(to), 1);
    run_over("copy_half", 16, 4);
    assert_string_equal(told.text, "");
    assert_string_equal(told.log, "");
    for (int n = 0; n < 64; n++)
        assert_int_equal(((uint16_t *)ints(to))[n], halves[(n % 16 + n / 16) % 4]);
    bind_tensor(tensor, 3);
    run_over("double_it", 16, 4);
    assert_string_equal(told.text, "");
    uint16_t doubled;
    take(tensor, &doubled, nil, extents(2, 1, 0), extents(2, 1, 1));
    assert_int_equal(doubled, 0x4400);
    release(to);
}

static void test_strided_kernel(void **state)
{
    (void)state;
    id buffer = resident(1024), to = resident(64), error = nil;
    id tensor = tensor_in(buffer, 16, MTLTensorDataTypeFloat32, extents(3, 2, 3, 4), extents(3, 1, 4, 20), &error);
    float value = 77;
    put(tensor, extents(3, 1, 2, 3), extents(3, 1, 1, 1), &value, nil);
    bind_tensor(tensor, 0);
    set_address(address_of(to), 1);
    run_over("ask", 1, 1);
    const int expected[] = {0, 2, 3, 4, 1, 4, 20, 77};
    assert_string_equal(told.text, "");
    assert_memory_equal(ints(to), expected, sizeof expected);
    set_address(0, 0);
    run_over("ask", 1, 1);
    assert_string_equal(told.text, "");
    assert_int_equal(ints(to)[0], 1);
    release(buffer);
    release(to);
}

static void test_argument_buffer(void **state)
{
    (void)state;
    id tensor = table_of_halves(), to = resident(128), both = resident(16);
    MTLResourceID identity = CALL0(MTLResourceID, tensor, "gpuResourceID");
    memcpy(ints(both), &identity, 8);
    ((uint64_t *)(void *)ints(both))[1] = address_of(to);
    set_address(address_of(both), 0);
    run_over("through", 16, 4);
    assert_string_equal(told.text, "");
    assert_string_equal(told.log, "");
    assert_int_equal(((uint16_t *)ints(to))[17], halves[2]);
    release(to);
    release(both);
}

static void test_mismatches(void **state)
{
    (void)state;
    id to = resident(128);
    const struct {
        id tensor;
        const char *kernel, *words;
        NSUInteger index;
    } tries[] = {
        {tensor_of(MTLTensorDataTypeE4M3, extents(2, 96, 4)), "sizes",
         "a tensor without scales where it takes one with them", 0},
        {tensor_of(MTLTensorDataTypeFloat32, extents(2, 16, 4)), "copy_half", "MTLTensorDataType 3 where it takes 16",
         0},
        {tensor_of(MTLTensorDataTypeFloat16, extents(3, 16, 4, 1)), "copy_half",
         "of 3 dimensions where it takes one of 2", 0},
        {tensor_of(MTLTensorDataTypeFloat16, extents(2, 16, 5)), "double_it",
         "with 5 elements in dimension 1 where it takes 4", 3},
        {tensor_of(MTLTensorDataTypeFloat16, extents(2, 16, 4)), "copy_half", "buffer(1) is a tensor, but to is none",
         1},
    };
    for (size_t n = 0; n < sizeof tries / sizeof *tries; n++) {
        set_address(0, 0);
        set_address(address_of(to), 1);
        bind_tensor(tries[n].tensor, tries[n].index);
        run_over(tries[n].kernel, 16, 4);
        if (!contains(told.text, tries[n].words))
            fail_msg("%zu: %s", n, told.text);
    }
    set_address(address_of(to), 0);
    set_address(address_of(to), 1);
    run_over("copy_half", 16, 4);
    assert_true(contains(told.text, "what is bound to buffer(0) for t is no tensor"));
    release(to);
}

static void test_reflection(void **state)
{
    (void)state;
    id error = nil, reflection = nil;
    id pipeline = CALL(id, TYPES(id, NSUInteger, id *, id *), device,
                       "newComputePipelineStateWithFunction:options:reflection:error:", function_named("double_it"), 3,
                       &reflection, &error);
    id binding = CALL(id, NSUInteger, CALL0(id, reflection, "bindings"), "objectAtIndex:", 0);
    assert_int_equal(CALL0(NSInteger, binding, "type"), MTLBindingTypeTensor);
    assert_int_equal(CALL0(NSUInteger, binding, "index"), 3);
    assert_int_equal(CALL0(NSInteger, binding, "tensorDataType"), MTLTensorDataTypeFloat16);
    assert_int_equal(CALL0(NSUInteger, binding, "indexType"), MTLDataTypeInt);
    id dimensions = CALL0(id, binding, "dimensions");
    assert_int_equal(CALL0(NSUInteger, dimensions, "rank"), 2);
    assert_int_equal(CALL(NSInteger, NSUInteger, dimensions, "extentAtDimensionIndex:", 0), 16);
    assert_int_equal(CALL(NSInteger, NSUInteger, dimensions, "extentAtDimensionIndex:", 1), 4);
    release(pipeline);
}

static void copy_tensor(id encoder, id from, id from_origin, id size, id to, id to_origin)
{
    CALL(void, TYPES(id, id, id, id, id, id), encoder,
         "copyFromTensor:sourceOrigin:sourceDimensions:toTensor:destinationOrigin:destinationDimensions:", from,
         from_origin, size, to, to_origin, size);
}

static void test_copy(void **state)
{
    (void)state;
    id from = table_of_halves(), to = tensor_of(MTLTensorDataTypeFloat16, extents(2, 16, 4));
    id commands = begin4(), encoder = encoder_of(commands, NULL);
    copy_tensor(encoder, from, extents(2, 1, 1), extents(2, 2, 1), to, extents(2, 5, 3));
    end(encoder);
    finish_all(commands);
    assert_string_equal(told.text, "");
    uint16_t row[16];
    take(to, row, nil, extents(2, 0, 3), extents(2, 16, 1));
    assert_true(row[4] == 0 && row[5] == halves[2] && row[6] == halves[3] && row[7] == 0);
    commands = begin4();
    encoder = encoder_of(commands, NULL);
    copy_tensor(encoder, from, extents(2, 15, 1), extents(2, 2, 1), to, extents(2, 5, 3));
    end(encoder);
    finish_all(commands);
    assert_true(contains(told.text, "the slice reaches beyond the tensor"));
    commands = begin4();
    encoder = encoder_of(commands, NULL);
    copy_tensor(encoder, from, extents(2, 1, 1), extents(2, 2, 1), tensor_of(MTLTensorDataTypeInt16, extents(2, 16, 4)),
                extents(2, 5, 3));
    end(encoder);
    finish_all(commands);
    assert_true(contains(told.text, "the tensors are of different data types"));
}

static void test_not_resident(void **state)
{
    (void)state;
    id tensor = table_of_halves(), to = resident(128);
    CALL(void, id, set, "removeAllocation:", tensor);
    CALL0(void, set, "commit");
    bind_tensor(tensor, 0);
    set_address(address_of(to), 1);
    run_over("copy_half", 16, 4);
    assert_true(contains(told.log, "what is bound to buffer(0) for t is in no residency set"));
    release(to);
}

/* ---- faults */

static bool shows_in_strides(void)
{
    id buffer = resident(1024), to = resident(64), error = nil;
    id tensor = tensor_in(buffer, 0, MTLTensorDataTypeFloat32, extents(3, 2, 3, 4), extents(3, 1, 4, 20), &error);
    bind_tensor(tensor, 0);
    set_address(address_of(to), 1);
    run_over("ask", 1, 1);
    return ints(to)[5] == 2;
}

static bool shows_in_origin(void)
{
    id tensor = tensor_of(MTLTensorDataTypeInt32, extents(1, 4));
    int value = 5, all[4];
    put(tensor, extents(1, 2), extents(1, 1), &value, nil);
    take(tensor, all, nil, extents(1, 0), extents(1, 4));
    return all[0] == 5;
}

static const struct fault faults[] = {
    {"api_tensor_strides_packed", shows_in_strides}, {"api_tensor_origin_ignored", shows_in_origin}, {NULL, NULL}};

static void test_faults(void **state)
{
    (void)state;
    every_fault(faults);
}

static int open_program(void **state)
{
    (void)state;
    return open_client(program);
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, open_all, close_all)

int main(int count, char **arguments)
{
    const struct CMUnitTest plain[] = {
        TEST(test_slices),
        TEST(test_slices_of_formats),
        TEST(test_overlapping_bytes),
        TEST(test_formats_of_three_dimensions),
        TEST(test_of_buffer),
        TEST(test_size),
        TEST(test_refused),
        TEST(test_kernel),
        TEST(test_strided_kernel),
        TEST(test_argument_buffer),
        TEST(test_mismatches),
        TEST(test_reflection),
        TEST(test_copy),
        TEST(test_scales),
        TEST(test_scales_refused),
        cmocka_unit_test(test_faults),
    };
    const struct CMUnitTest checked[] = {TEST(test_kernel), TEST(test_argument_buffer), TEST(test_not_resident)};
    if (count > 2)
        return open_program(NULL) != 0 ? 2 : try_fault(faults, arguments[2]);
    if (count > 1)
        return cmocka_run_group_tests_name("tensor checked", checked, open_program, NULL);
    int failed = cmocka_run_group_tests_name("tensor", plain, open_program, NULL);
    return failed ? failed : again_checked(arguments[0]);
}
