/* texture_api_test.c: textures as a client makes, fills, copies and views them: every kind, and what is refused. */
#include "../test_client.h"
#include <stdlib.h>

static const char source[] =
    "#include <metal_stdlib>\n"
    "using namespace metal;\n"
    "kernel void look(texture2d<float> image [[texture(0)]], device float4 *r [[buffer(0)]]) { r[0] = "
    "image.read(uint2(0)); }\n"
    "kernel void look_half(texture2d<half> image [[texture(0)]], device float4 *r [[buffer(0)]]) { r[0] = "
    "float4(image.read(uint2(0))); }\n"
    "kernel void samples(texture2d_ms<float> image [[texture(0)]], device float4 *r [[buffer(0)]],\n"
    "                    uint i [[thread_position_in_grid]]) { r[i] = image.read(uint2(2, 1), i); }\n";

/* ---- descriptors */

typedef struct shape {
    NSUInteger type, format, width, height, depth, layers, levels, samples, usage;
} shape;

static id descriptor_of(shape s)
{
    const struct {
        const char *setter;
        NSUInteger value;
    } values[] = {{"setTextureType:", s.type},        {"setPixelFormat:", s.format},  {"setWidth:", s.width},
                  {"setHeight:", s.height},           {"setDepth:", s.depth},         {"setArrayLength:", s.layers},
                  {"setMipmapLevelCount:", s.levels}, {"setSampleCount:", s.samples}, {"setUsage:", s.usage}};
    id made = CALL0(id, MAKE("MTLTextureDescriptor"), "autorelease");
    for (size_t n = 0; n < sizeof values / sizeof *values; n++)
        CALL(void, NSUInteger, made, values[n].setter, values[n].value);
    return made;
}

static id make(shape s)
{
    return CALL(id, id, device, "newTextureWithDescriptor:", descriptor_of(s));
}

static uint32_t bytes_of(NSUInteger format)
{
    return format == MTLPixelFormatBC1_RGBA ? 8 : 4;
}

static NSUInteger halved(NSUInteger size, NSUInteger level)
{
    return size >> level ? size >> level : 1;
}

/* The bytes of a row, and the rows, of one image. */
static void image_size(shape s, NSUInteger level, NSUInteger *row, NSUInteger *rows)
{
    NSUInteger block = s.format == MTLPixelFormatBC1_RGBA ? 4 : 1;
    *row = (halved(s.width, level) + block - 1) / block * bytes_of(s.format);
    *rows = (halved(s.height, level) + block - 1) / block;
}

static void put_slice(id texture, shape s, NSUInteger level, NSUInteger slice, const void *bytes)
{
    NSUInteger row, rows;
    image_size(s, level, &row, &rows);
    MTLRegion region = {{0, 0, 0}, {halved(s.width, level), halved(s.height, level), halved(s.depth, level)}};
    CALL(void, TYPES(MTLRegion, NSUInteger, NSUInteger, const void *, NSUInteger, NSUInteger), texture,
         "replaceRegion:mipmapLevel:slice:withBytes:bytesPerRow:bytesPerImage:", region, level, slice, bytes, row,
         row *rows);
}

static void get_slice(id texture, shape s, NSUInteger level, NSUInteger slice, void *bytes)
{
    NSUInteger row, rows;
    image_size(s, level, &row, &rows);
    MTLRegion region = {{0, 0, 0}, {halved(s.width, level), halved(s.height, level), halved(s.depth, level)}};
    CALL(void, TYPES(void *, NSUInteger, NSUInteger, MTLRegion, NSUInteger, NSUInteger), texture,
         "getBytes:bytesPerRow:bytesPerImage:fromRegion:mipmapLevel:slice:", bytes, row, row *rows, region, level,
         slice);
}

/* ---- every kind, there and back */

enum { MOST_BYTES = 4096 };

static const shape kinds[] = {
    {MTLTextureType1D, MTLPixelFormatR32Uint, 7, 1, 1, 1, 1, 1, 1},
    {MTLTextureType1DArray, MTLPixelFormatR32Uint, 7, 1, 1, 3, 1, 1, 1},
    {MTLTextureType2D, MTLPixelFormatRGBA8Unorm, 6, 5, 1, 1, 3, 1, 1},
    {MTLTextureType2DArray, MTLPixelFormatR32Float, 6, 5, 1, 3, 2, 1, 1},
    {MTLTextureTypeCube, MTLPixelFormatR32Uint, 4, 4, 1, 1, 3, 1, 1},
    {MTLTextureTypeCubeArray, MTLPixelFormatR32Uint, 4, 4, 1, 2, 2, 1, 1},
    {MTLTextureType3D, MTLPixelFormatR32Uint, 5, 4, 3, 1, 2, 1, 1},
    {MTLTextureType2D, MTLPixelFormatDepth32Float, 5, 4, 1, 1, 1, 1, 1},
    {MTLTextureType2D, MTLPixelFormatBC1_RGBA, 10, 6, 1, 1, 3, 1, 1},
};

static NSUInteger slices_of(shape s)
{
    return s.layers * (s.type == MTLTextureTypeCube || s.type == MTLTextureTypeCubeArray ? 6 : 1);
}

static void pattern(uint8_t *bytes, NSUInteger level, NSUInteger slice)
{
    for (NSUInteger n = 0; n < MOST_BYTES; n++)
        bytes[n] = (uint8_t)(n * 7 + level * 31 + slice * 57 + 1);
}

/* From the first texture to a buffer, and from there to the second. */
static void copy_through_buffer(id from, id to, shape s, NSUInteger level, NSUInteger slice)
{
    NSUInteger row, rows;
    image_size(s, level, &row, &rows);
    id buffer = buffer_of(MOST_BYTES), commands = CALL0(id, queue, "commandBuffer");
    id encoder = CALL0(id, commands, "blitCommandEncoder");
    MTLSize size = {halved(s.width, level), halved(s.height, level), halved(s.depth, level)};
    CALL(void, TYPES(id, NSUInteger, NSUInteger, MTLOrigin, MTLSize, id, NSUInteger, NSUInteger, NSUInteger), encoder,
         "copyFromTexture:sourceSlice:sourceLevel:sourceOrigin:sourceSize:toBuffer:destinationOffset:"
         "destinationBytesPerRow:destinationBytesPerImage:",
         from, slice, level, ((MTLOrigin){0, 0, 0}), size, buffer, 16, row, row *rows);
    CALL(void, TYPES(id, NSUInteger, NSUInteger, NSUInteger, MTLSize, id, NSUInteger, NSUInteger, MTLOrigin), encoder,
         "copyFromBuffer:sourceOffset:sourceBytesPerRow:sourceBytesPerImage:sourceSize:toTexture:destinationSlice:"
         "destinationLevel:destinationOrigin:",
         buffer, 16, row, row *rows, size, to, slice, level, ((MTLOrigin){0, 0, 0}));
    assert_null(finish(commands, encoder));
    release(buffer);
}

static void test_every_kind_goes_there_and_back(void **state)
{
    (void)state;
    uint8_t wanted[MOST_BYTES], got[MOST_BYTES];
    for (size_t n = 0; n < sizeof kinds / sizeof *kinds; n++) {
        shape s = kinds[n];
        id first = make(s), second = make(s), third = make(s);
        assert_non_null(first);
        for (NSUInteger level = 0; level < s.levels; level++)
            for (NSUInteger slice = 0; slice < slices_of(s); slice++) {
                pattern(wanted, level, slice);
                put_slice(first, s, level, slice, wanted);
                copy_through_buffer(first, second, s, level, slice);
            }
        id commands = CALL0(id, queue, "commandBuffer"), encoder = CALL0(id, commands, "blitCommandEncoder");
        CALL(void, TYPES(id, id), encoder, "copyFromTexture:toTexture:", second, third);
        assert_null(finish(commands, encoder));
        for (NSUInteger level = 0; level < s.levels; level++)
            for (NSUInteger slice = 0; slice < slices_of(s); slice++) {
                NSUInteger row, rows;
                image_size(s, level, &row, &rows);
                pattern(wanted, level, slice);
                memset(got, 0, sizeof got);
                get_slice(third, s, level, slice, got);
                assert_memory_equal(got, wanted, row * rows * halved(s.depth, level));
                assert_int_equal(got[row * rows * halved(s.depth, level)], 0);
            }
        release(first);
        release(second);
        release(third);
    }
}

/* Regions of a compressed texture are whole blocks; others change nothing. */
static void test_regions_of_blocks(void **state)
{
    (void)state;
    const shape s = {MTLTextureType2D, MTLPixelFormatBC1_RGBA, 10, 6, 1, 1, 1, 1, 1};
    static const MTLRegion wrong[] = {{{2, 0, 0}, {4, 4, 1}},
                                      {{0, 0, 0}, {3, 4, 1}},
                                      {{0, 2, 0}, {4, 4, 1}},
                                      {{8, 4, 0}, {4, 4, 1}},
                                      {{0, 0, 0}, {12, 8, 1}}};
    id texture = make(s);
    uint8_t wanted[MOST_BYTES], got[MOST_BYTES];
    pattern(wanted, 0, 0);
    put_slice(texture, s, 0, 0, wanted);
    for (size_t n = 0; n < sizeof wrong / sizeof *wrong; n++)
        replace(texture, wrong[n], got, 24);
    get_slice(texture, s, 0, 0, got);
    assert_memory_equal(got, wanted, 48);
    replace(texture, (MTLRegion){{8, 4, 0}, {2, 2, 1}}, wanted, 8); /* the last block, cut off */
    get_slice(texture, s, 0, 0, got);
    assert_memory_equal(got, wanted, 40);
    assert_memory_equal(got + 40, wanted, 8);
    release(texture);
}

/* ---- what is refused */

static void test_textures_refused(void **state)
{
    (void)state;
    enum { D2 = MTLTextureType2D, R32 = MTLPixelFormatR32Uint, READ = 1, WRITE = 2, ATOMIC = 32 };
    static const shape wrong[] = {
        {D2, R32, 0, 4, 1, 1, 1, 1, READ},
        {D2, R32, 16385, 4, 1, 1, 1, 1, READ},
        {D2, R32, 4, 16385, 1, 1, 1, 1, READ},
        {D2, R32, 4, 4, 2, 1, 1, 1, READ},
        {D2, R32, 4, 4, 1, 2, 1, 1, READ},
        {D2, R32, 4, 4, 1, 1, 4, 1, READ},
        {D2, R32, 4, 4, 1, 1, 1, 4, READ},
        {99, R32, 4, 4, 1, 1, 1, 1, READ},
        {D2, 77, 4, 4, 1, 1, 1, 1, READ},
        {MTLTextureType1D, R32, 4, 2, 1, 1, 1, 1, READ},
        {MTLTextureType1D, R32, 4, 1, 1, 1, 2, 1, READ},
        {MTLTextureType2DArray, R32, 4, 4, 1, 2049, 1, 1, READ},
        {MTLTextureType3D, R32, 2049, 4, 1, 1, 1, 1, READ},
        {MTLTextureType3D, R32, 4, 4, 2049, 1, 1, 1, READ},
        {MTLTextureTypeCube, R32, 4, 8, 1, 1, 1, 1, READ},
        {MTLTextureType2DMultisample, R32, 4, 4, 1, 1, 1, 1, READ},
        {MTLTextureType2DMultisample, R32, 4, 4, 1, 1, 1, 3, READ},
        {MTLTextureType2DMultisample, R32, 4, 4, 1, 1, 1, 8, READ},
        {MTLTextureType2DMultisample, R32, 4, 4, 1, 1, 2, 4, READ},
        {MTLTextureType2DMultisample, R32, 4, 4, 1, 1, 1, 4, WRITE},
        {D2, MTLPixelFormatBC1_RGBA, 4, 4, 1, 1, 1, 1, WRITE},
        {MTLTextureType1D, MTLPixelFormatBC1_RGBA, 4, 1, 1, 1, 1, 1, READ},
        {D2, MTLPixelFormatDepth32Float, 4, 4, 1, 1, 1, 1, WRITE},
        {D2, MTLPixelFormatStencil8, 4, 4, 1, 1, 1, 1, WRITE},
        {MTLTextureType3D, MTLPixelFormatDepth16Unorm, 4, 4, 1, 1, 1, 1, READ},
        {D2, MTLPixelFormatRGBA8Uint, 4, 4, 1, 1, 1, 1, READ | WRITE | ATOMIC},
        {D2, MTLPixelFormatBC7_RGBAUnorm, 4, 4, 1, 1, 1, 1, WRITE},
        {D2, MTLPixelFormatPVRTC_RGBA_4BPP, 8, 8, 1, 1, 1, 1, READ},
    };
    for (size_t n = 0; n < sizeof wrong / sizeof *wrong; n++)
        if (make(wrong[n]))
            fail_msg("texture %zu is made", n);
    static const shape right[] = {
        {D2, R32, 16384, 1, 1, 1, 15, 1, READ},
        {D2, R32, 1, 16384, 1, 1, 15, 1, READ},
        {MTLTextureType3D, R32, 1, 4, 2048, 1, 12, 1, READ},
        {MTLTextureType2DArray, R32, 1, 1, 1, 2048, 1, 1, READ},
        {MTLTextureType3D, R32, 2048, 1, 1, 1, 12, 1, READ},
        {MTLTextureType2DMultisample, R32, 4, 4, 1, 1, 1, 2, READ},
        {MTLTextureType2DMultisampleArray, R32, 4, 4, 1, 3, 1, 4, READ},
        {D2, MTLPixelFormatRG32Uint, 4, 4, 1, 1, 1, 1, READ | WRITE | ATOMIC},
        {D2, MTLPixelFormatBC7_RGBAUnorm, 5, 5, 1, 1, 3, 1, READ},
        {D2, MTLPixelFormatETC2_RGB8, 5, 5, 1, 1, 3, 1, READ},
        {D2, MTLPixelFormatASTC_12x10_LDR, 13, 11, 1, 1, 4, 1, READ},
    };
    for (size_t n = 0; n < sizeof right / sizeof *right; n++) {
        id texture = make(right[n]);
        assert_non_null(texture);
        release(texture);
    }
    for (NSUInteger count = 0; count < 10; count++)
        assert_int_equal(CALL(BOOL, NSUInteger, device, "supportsTextureSampleCount:", count),
                         count == 1 || count == 2 || count == 4);
}

/* ---- views */

static const MTLTextureSwizzleChannels straight = {MTLTextureSwizzleRed, MTLTextureSwizzleGreen, MTLTextureSwizzleBlue,
                                                   MTLTextureSwizzleAlpha};

static id view(id texture, NSUInteger format, NSUInteger type, NSRange levels, NSRange slices,
               MTLTextureSwizzleChannels swizzle)
{
    return CALL(id, TYPES(NSUInteger, NSUInteger, NSRange, NSRange, MTLTextureSwizzleChannels), texture,
                "newTextureViewWithPixelFormat:textureType:levels:slices:swizzle:", format, type, levels, slices,
                swizzle);
}

static uint32_t pixel_of(id texture)
{
    uint32_t pixel = 0;
    get(texture, MTLRegionMake2D(0, 0, 1, 1), &pixel, 4);
    return pixel;
}

static const shape layered = {MTLTextureType2DArray, MTLPixelFormatR32Uint, 4, 4, 1, 7, 3, 1, 1};

static id layered_texture(void)
{
    id texture = make(layered);
    for (NSUInteger level = 0; level < 3; level++)
        for (NSUInteger slice = 0; slice < 7; slice++) {
            uint32_t pixels[16];
            for (int n = 0; n < 16; n++)
                pixels[n] = (uint32_t)(100 * level + slice);
            put_slice(texture, layered, level, slice, pixels);
        }
    return texture;
}

static void test_views(void **state)
{
    (void)state;
    id texture = layered_texture();
    id part = view(texture, MTLPixelFormatR32Uint, MTLTextureType2DArray, (NSRange){1, 2}, (NSRange){2, 3}, straight);
    assert_int_equal(pixel_of(part), 102);
    assert_int_equal(CALL0(NSUInteger, part, "width"), 2);
    assert_int_equal(CALL0(NSUInteger, part, "arrayLength"), 3);
    assert_int_equal(CALL0(NSUInteger, part, "mipmapLevelCount"), 2);
    assert_int_equal(CALL0(NSUInteger, part, "parentRelativeLevel"), 1);
    assert_int_equal(CALL0(NSUInteger, part, "parentRelativeSlice"), 2);
    assert_true(CALL0(id, part, "parentTexture") == texture);
    id one = view(part, MTLPixelFormatR32Float, MTLTextureType2D, (NSRange){1, 1}, (NSRange){1, 1}, straight);
    assert_int_equal(pixel_of(one), 203);
    const uint32_t seven = 7;
    replace(one, MTLRegionMake2D(0, 0, 1, 1), &seven, 4); /* what a view changes, its texture sees */
    id cube = view(texture, MTLPixelFormatR32Uint, MTLTextureTypeCube, (NSRange){2, 1}, (NSRange){1, 6}, straight);
    uint32_t seen = 0;
    get_slice(cube, (shape){MTLTextureTypeCube, MTLPixelFormatR32Uint, 1, 1, 1, 1, 1, 1, 1}, 0, 2, &seen);
    assert_int_equal(seen, 7);
    const id made[] = {cube, one, part, texture};
    for (size_t n = 0; n < sizeof made / sizeof *made; n++)
        release(made[n]);
}

static void look(const char *kernel, id texture, size_t threads, float *result)
{
    id buffer = buffer_of(threads * 16), encoder, commands = begin(&encoder);
    set_pipeline(encoder, pipeline_named(kernel));
    CALL(void, TYPES(id, NSUInteger), encoder, "setTexture:atIndex:", texture, 0);
    set_buffer(encoder, buffer, 0, 0);
    dispatch(encoder, threads, 1);
    assert_null(finish(commands, encoder));
    memcpy(result, ints(buffer), threads * 16);
    release(buffer);
}

static void test_swizzles(void **state)
{
    (void)state;
    const shape s = {MTLTextureType2D, MTLPixelFormatRGBA8Unorm, 1, 1, 1, 1, 1, 1, 1};
    const uint8_t pixel[4] = {51, 102, 153, 204};
    const MTLTextureSwizzleChannels turned = {MTLTextureSwizzleAlpha, MTLTextureSwizzleRed, MTLTextureSwizzleOne,
                                              MTLTextureSwizzleZero};
    float seen[4];
    id texture = make(s);
    replace(texture, MTLRegionMake2D(0, 0, 1, 1), pixel, 4);
    id once = view(texture, MTLPixelFormatRGBA8Unorm, MTLTextureType2D, (NSRange){0, 1}, (NSRange){0, 1}, turned);
    look("look", once, 1, seen);
    assert_memory_equal(seen, ((float[4]){0.8f, 0.2f, 1, 0}), sizeof seen);
    look("look_half", once, 1, seen);
    assert_true(seen[2] == 1 && seen[3] == 0);
    id twice = view(once, MTLPixelFormatRGBA8Unorm, MTLTextureType2D, (NSRange){0, 1}, (NSRange){0, 1}, turned);
    look("look", twice, 1, seen); /* a view of a view takes what that gives */
    assert_memory_equal(seen, ((float[4]){0, 0.8f, 1, 0}), sizeof seen);
    id plain = CALL(id, NSUInteger, once, "newTextureViewWithPixelFormat:", MTLPixelFormatRGBA8Unorm);
    look("look", plain, 1, seen);
    assert_memory_equal(seen, ((float[4]){0.8f, 0.2f, 1, 0}), sizeof seen);
    const id made[] = {plain, twice, once, texture};
    for (size_t n = 0; n < sizeof made / sizeof *made; n++)
        release(made[n]);
}

static void test_views_refused(void **state)
{
    (void)state;
    enum { ARRAY = MTLTextureType2DArray, R32 = MTLPixelFormatR32Uint };
    static const struct {
        NSUInteger format, type;
        NSRange levels, slices;
        uint8_t red;
    } wrong[] = {
        {MTLPixelFormatR8Uint, ARRAY, {0, 1}, {0, 1}, 2},
        {MTLPixelFormatBC1_RGBA, ARRAY, {0, 1}, {0, 1}, 2},
        {MTLPixelFormatDepth32Float, ARRAY, {0, 1}, {0, 1}, 2},
        {R32, ARRAY, {0, 0}, {0, 1}, 2},
        {R32, ARRAY, {0, 4}, {0, 1}, 2},
        {R32, ARRAY, {3, 1}, {0, 1}, 2},
        {R32, ARRAY, {1, (NSUInteger)-1}, {0, 1}, 2},
        {R32, ARRAY, {0, 1}, {0, 0}, 2},
        {R32, ARRAY, {0, 1}, {0, 8}, 2},
        {R32, ARRAY, {0, 1}, {6, (NSUInteger)-1}, 2},
        {R32, MTLTextureType2D, {0, 1}, {0, 2}, 2},
        {R32, MTLTextureType3D, {0, 1}, {0, 1}, 2},
        {R32, MTLTextureType1D, {0, 1}, {0, 1}, 2},
        {R32, MTLTextureType2DMultisample, {0, 1}, {0, 1}, 2},
        {R32, MTLTextureTypeCube, {0, 1}, {0, 5}, 2},
        {R32, 99, {0, 1}, {0, 1}, 2},
        {R32, ARRAY, {0, 1}, {0, 1}, 6},
    };
    id texture = layered_texture();
    for (size_t n = 0; n < sizeof wrong / sizeof *wrong; n++)
        if (view(texture, wrong[n].format, wrong[n].type, wrong[n].levels, wrong[n].slices,
                 (MTLTextureSwizzleChannels){wrong[n].red, 3, 4, 5}))
            fail_msg("view %zu is made", n);
    assert_int_equal(pixel_of(texture), 0);
    release(texture);
}

/* ---- heaps and buffers */

static void test_heaps(void **state)
{
    (void)state;
    const shape s = {MTLTextureType2DArray, MTLPixelFormatR32Uint, 4, 4, 1, 7, 3, 1, 1};
    MTLSizeAndAlign need =
        CALL(MTLSizeAndAlign, id, device, "heapTextureSizeAndAlignWithDescriptor:", descriptor_of(s));
    assert_true(need.size >= 7 * (16 + 4 + 1) * 4 && need.size % need.align == 0);
    for (NSInteger type = MTLHeapTypeAutomatic; type <= MTLHeapTypePlacement; type++) {
        id of = CALL0(id, MAKE("MTLHeapDescriptor"), "autorelease");
        CALL(void, NSUInteger, of, "setSize:", 2 * need.size);
        CALL(void, NSInteger, of, "setType:", type);
        id heap = CALL(id, id, device, "newHeapWithDescriptor:", of), made[3];
        for (NSUInteger n = 0; n < 3; n++)
            made[n] = type == MTLHeapTypePlacement
                          ? CALL(id, TYPES(id, NSUInteger), heap, "newTextureWithDescriptor:offset:", descriptor_of(s),
                                 n * need.size)
                          : CALL(id, id, heap, "newTextureWithDescriptor:", descriptor_of(s));
        assert_non_null(made[1]);
        assert_null(made[2]); /* it is full */
        uint8_t wanted[MOST_BYTES], got[MOST_BYTES];
        pattern(wanted, 0, 0);
        put_slice(made[0], s, 1, 6, wanted);
        memset(got, 1, sizeof got);
        get_slice(made[1], s, 1, 6, got);
        assert_int_equal(got[3], 0); /* they lie apart */
        get_slice(made[0], s, 1, 6, got);
        assert_memory_equal(got, wanted, 16);
        if (type == MTLHeapTypePlacement) {
            assert_null(
                CALL(id, TYPES(id, NSUInteger), heap, "newTextureWithDescriptor:offset:", descriptor_of(s), 100));
            id same = CALL(id, TYPES(id, NSUInteger), heap, "newTextureWithDescriptor:offset:", descriptor_of(s), 0);
            get_slice(same, s, 1, 6, got);
            assert_memory_equal(got, wanted, 16); /* two in the same place */
            release(same);
        }
        shape wrong = s;
        wrong.width = 0;
        assert_null(CALL(id, id, heap, "newTextureWithDescriptor:", descriptor_of(wrong)));
        release(made[0]);
        release(made[1]);
        release(heap);
    }
}

/* A heap that has just what a texture needs takes it, and a smaller one does not. */
static void test_heap_sizes(void **state)
{
    (void)state;
    enum { R32 = MTLPixelFormatR32Uint };
    static const struct {
        shape of;
        NSUInteger bytes; /* at least */
    } rows[] = {
        {{MTLTextureType2D, R32, 20, 20, 1, 1, 1, 1, 1}, 1600},
        {{MTLTextureType2D, R32, 16, 16, 1, 1, 5, 1, 1}, (256 + 64 + 16 + 4 + 1) * 4},
        {{MTLTextureType3D, R32, 8, 8, 8, 1, 2, 1, 1}, (512 + 64) * 4},
        {{MTLTextureTypeCubeArray, R32, 8, 8, 1, 3, 1, 1, 1}, 18 * 64 * 4},
        {{MTLTextureType2DMultisample, R32, 16, 16, 1, 1, 1, 4, 1}, 4 * 1024},
        {{MTLTextureType2D, MTLPixelFormatRGBA32Float, 8, 8, 1, 1, 1, 1, 1}, 1024},
    };
    for (size_t n = 0; n < sizeof rows / sizeof *rows; n++) {
        id texture = descriptor_of(rows[n].of), heap;
        MTLSizeAndAlign need = CALL(MTLSizeAndAlign, id, device, "heapTextureSizeAndAlignWithDescriptor:", texture);
        assert_true(need.size >= rows[n].bytes && need.align > 0 && need.size % need.align == 0);
        for (NSInteger type = MTLHeapTypeAutomatic; type <= MTLHeapTypePlacement; type++) {
            for (NSUInteger less = 0; less < 2; less++) {
                id of = CALL0(id, MAKE("MTLHeapDescriptor"), "autorelease"), made;
                CALL(void, NSUInteger, of, "setSize:", need.size - less * need.align);
                CALL(void, NSInteger, of, "setType:", type);
                heap = CALL(id, id, device, "newHeapWithDescriptor:", of);
                assert_non_null(heap);
                made = type == MTLHeapTypePlacement
                           ? CALL(id, TYPES(id, NSUInteger), heap, "newTextureWithDescriptor:offset:", texture, 0)
                           : CALL(id, id, heap, "newTextureWithDescriptor:", texture);
                if ((made != nil) != (less == 0))
                    fail_msg("%zu: %lu bytes less", n, (unsigned long)(less * need.align));
                if (type == MTLHeapTypeAutomatic)
                    assert_int_equal(CALL0(NSUInteger, heap, "usedSize"), less ? 0 : need.size);
                release(made);
                release(heap);
            }
        }
    }
}

static void test_textures_in_buffers(void **state)
{
    (void)state;
    enum { D2 = MTLTextureType2D, R32 = MTLPixelFormatR32Uint };
    static const struct {
        shape of;
        NSUInteger offset, row;
        bool made;
    } rows[] = {
        {{D2, R32, 4, 4, 1, 1, 1, 1, 1}, 16, 32, true},
        {{D2, R32, 4, 4, 1, 1, 1, 1, 1}, 0, 16, true},
        {{MTLTextureTypeTextureBuffer, R32, 64, 1, 1, 1, 1, 1, 1}, 0, 256, true},
        {{D2, R32, 4, 4, 1, 1, 1, 1, 1}, 8, 32, false},   /* the offset */
        {{D2, R32, 4, 4, 1, 1, 1, 1, 1}, 16, 24, false},  /* bytesPerRow is no multiple */
        {{D2, R32, 8, 4, 1, 1, 1, 1, 1}, 0, 16, false},   /* and too small */
        {{D2, R32, 4, 4, 1, 1, 1, 1, 1}, 224, 16, false}, /* beyond the end */
        {{D2, R32, 4, 4, 1, 1, 2, 1, 1}, 0, 16, false},
        {{MTLTextureType2DArray, R32, 4, 1, 1, 2, 1, 1, 1}, 0, 16, false},
        {{D2, MTLPixelFormatBC1_RGBA, 4, 4, 1, 1, 1, 1, 1}, 0, 16, false},
        {{D2, MTLPixelFormatDepth32Float, 4, 4, 1, 1, 1, 1, 1}, 0, 16, false},
        {{MTLTextureTypeTextureBuffer, R32, 65, 1, 1, 1, 1, 1, 1}, 0, 272, false},
    };
    id buffer = buffer_of(256);
    assert_int_equal(CALL(NSUInteger, NSUInteger, device, "minimumLinearTextureAlignmentForPixelFormat:", R32), 16);
    for (int n = 0; n < 64; n++)
        ints(buffer)[n] = n;
    for (size_t n = 0; n < sizeof rows / sizeof *rows; n++) {
        id texture = CALL(id, TYPES(id, NSUInteger, NSUInteger), buffer,
                          "newTextureWithDescriptor:offset:bytesPerRow:", descriptor_of(rows[n].of), rows[n].offset,
                          rows[n].row);
        if ((texture != nil) != rows[n].made)
            fail_msg("texture %zu is %smade", n, texture ? "" : "not ");
        if (texture)
            assert_int_equal(pixel_of(texture), rows[n].offset / 4);
        release(texture);
    }
    release(buffer);
}

/* ---- samples, which a render pass clears */

typedef struct clear_color {
    double red, green, blue, alpha;
} clear_color;

static id clear_pass(id texture, NSUInteger slice, NSUInteger store, clear_color color)
{
    id pass = CALL0(id, (id)objc_getClass("MTLRenderPassDescriptor"), "renderPassDescriptor");
    id first = CALL(id, NSUInteger, CALL0(id, pass, "colorAttachments"), "objectAtIndexedSubscript:", 0);
    CALL(void, id, first, "setTexture:", texture);
    CALL(void, NSUInteger, first, "setSlice:", slice);
    CALL(void, NSUInteger, first, "setLoadAction:", 2);
    CALL(void, NSUInteger, first, "setStoreAction:", store);
    CALL(void, clear_color, first, "setClearColor:", color);
    return pass;
}

static id cleared(id texture, NSUInteger slice, NSUInteger store, clear_color color)
{
    id commands = CALL0(id, queue, "commandBuffer");
    return finish(commands, CALL(id, id, commands,
                                 "renderCommandEncoderWithDescriptor:", clear_pass(texture, slice, store, color)));
}

static void test_clears(void **state)
{
    (void)state;
    const shape s = {MTLTextureType2DMultisample, MTLPixelFormatRGBA32Float, 3, 2, 1, 1, 1, 4, 5};
    id texture = make(s), plain = texture_of(MTLPixelFormatRGBA8Unorm, 2, 2, 1);
    float seen[16];
    assert_null(cleared(texture, 0, 1, (clear_color){0.25, -2, 3, 0.5}));
    look("samples", texture, 4, seen);
    for (int n = 0; n < 4; n++)
        assert_memory_equal(seen + 4 * n, ((float[4]){0.25f, -2, 3, 0.5f}), 16);
    assert_true(contains(error_text(cleared(texture, 1, 1, (clear_color){1, 1, 1, 1})), "no such slice"));
    assert_true(contains(error_text(cleared(texture, 0, 2, (clear_color){1, 1, 1, 1})), "resolves nothing"));
    assert_true(contains(error_text(cleared(plain, 0, 1, (clear_color){1, 1, 1, 1})), "RenderTarget"));
    id commands = CALL0(id, queue, "commandBuffer");
    assert_true(contains(
        error_text(finish(commands, CALL(id, id, commands, "renderCommandEncoderWithDescriptor:", nil))), "nil"));
    look("samples", texture, 4, seen); /* nothing is lost */
    assert_true(seen[12] == 0.25f);
    /* No pixels can be copied out of it. */
    id buffer = buffer_of(256), encoder;
    commands = CALL0(id, queue, "commandBuffer");
    encoder = CALL0(id, commands, "blitCommandEncoder");
    CALL(void, TYPES(id, NSUInteger, NSUInteger, MTLOrigin, MTLSize, id, NSUInteger, NSUInteger, NSUInteger), encoder,
         "copyFromTexture:sourceSlice:sourceLevel:sourceOrigin:sourceSize:toBuffer:destinationOffset:"
         "destinationBytesPerRow:destinationBytesPerImage:",
         texture, 0, 0, ((MTLOrigin){0, 0, 0}), ((MTLSize){3, 2, 1}), buffer, 0, 48, 96);
    assert_true(contains(error_text(finish(commands, encoder)), "multisampled"));
    release(buffer);
    release(plain);
    release(texture);
}

static int open_device(void **state)
{
    (void)state;
    return open_client(source);
}

/* Each slice has levels of its own. */
static void test_mipmaps_of_slices(void **state)
{
    (void)state;
    const shape s = {MTLTextureType2DArray, MTLPixelFormatR32Float, 2, 2, 1, 3, 2, 1, MTLTextureUsageShaderRead};
    id texture = make(s);
    for (NSUInteger slice = 0; slice < 3; slice++) {
        const float first = 10 * (float)slice, values[4] = {first, first + 1, first + 2, first + 3};
        put_slice(texture, s, 0, slice, values);
    }
    id commands = CALL0(id, queue, "commandBuffer"), encoder = CALL0(id, commands, "blitCommandEncoder");
    CALL(void, id, encoder, "generateMipmapsForTexture:", texture);
    assert_null(finish(commands, encoder));
    for (NSUInteger slice = 0; slice < 3; slice++) {
        float small = 0;
        get_slice(texture, s, 1, slice, &small);
        assert_true(small == 10 * (float)slice + 1.5f);
    }
    release(texture);
}

/* The host neither writes nor reads a private texture; a blit does. */
static void test_private_texture(void **state)
{
    (void)state;
    const shape s = {MTLTextureType2D, MTLPixelFormatR32Float, 2, 2, 1, 1, 1, 1, MTLTextureUsageShaderRead};
    const float ones[4] = {1, 1, 1, 1}, twos[4] = {2, 2, 2, 2};
    id descriptor = descriptor_of(s), shared = make(s);
    CALL(void, NSUInteger, descriptor, "setStorageMode:", MTLStorageModePrivate);
    id hidden = CALL(id, id, device, "newTextureWithDescriptor:", descriptor);
    put_slice(shared, s, 0, 0, ones);
    for (int n = 0; n < 2; n++) {
        float got[4] = {7, 7, 7, 7};
        id commands = CALL0(id, queue, "commandBuffer"), encoder = CALL0(id, commands, "blitCommandEncoder");
        CALL(void, TYPES(id, id), encoder, "copyFromTexture:toTexture:", n ? hidden : shared, n ? shared : hidden);
        assert_null(finish(commands, encoder));
        put_slice(hidden, s, 0, 0, twos);
        get_slice(hidden, s, 0, 0, got);
        assert_true(got[0] == 7 && got[3] == 7);
        get_slice(shared, s, 0, 0, got);
        assert_true(got[0] == 1 && got[3] == 1);
    }
    release(hidden);
    release(shared);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, open_pool, close_pool)
    const struct CMUnitTest tests[] = {
        TEST(test_every_kind_goes_there_and_back),
        TEST(test_regions_of_blocks),
        TEST(test_textures_refused),
        TEST(test_views),
        TEST(test_swizzles),
        TEST(test_views_refused),
        TEST(test_heaps),
        TEST(test_heap_sizes),
        TEST(test_textures_in_buffers),
        TEST(test_mipmaps_of_slices),
        TEST(test_clears),
        TEST(test_private_texture),
    };
    return cmocka_run_group_tests(tests, open_device, NULL);
}
