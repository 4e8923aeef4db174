/* blit_test.c: what copies and clears take and where they put it: levels, slices, planes, rows that are longer than
 * they need to be, and smaller levels. Each texel of a texture is a number of its own. */
#include "../test_client.h"

enum { SIZE = 8, SLICES = 4, LEVELS = 3, PLANES = 4 };

static id texture_with(NSUInteger type, NSUInteger format, NSUInteger size, NSUInteger depth, NSUInteger layers,
                       NSUInteger levels)
{
    id of = MAKE("MTLTextureDescriptor");
    CALL(void, NSUInteger, of, "setTextureType:", type);
    CALL(void, NSUInteger, of, "setPixelFormat:", format);
    CALL(void, NSUInteger, of, "setWidth:", size);
    CALL(void, NSUInteger, of, "setHeight:", size);
    CALL(void, NSUInteger, of, "setDepth:", depth);
    CALL(void, NSUInteger, of, "setArrayLength:", layers);
    CALL(void, NSUInteger, of, "setMipmapLevelCount:", levels);
    CALL(void, NSUInteger, of, "setUsage:", MTLTextureUsageShaderRead | MTLTextureUsageRenderTarget);
    id made = CALL(id, id, device, "newTextureWithDescriptor:", of);
    release(of);
    assert_non_null(made);
    return made;
}

/* Of 4 bytes a pixel. */
static void put_level(id texture, NSUInteger level, NSUInteger slice, NSUInteger size, NSUInteger depth,
                      const void *pixels)
{
    MTLRegion all = {{0, 0, 0}, {size, size, depth}};
    CALL(void, TYPES(MTLRegion, NSUInteger, NSUInteger, const void *, NSUInteger, NSUInteger), texture,
         "replaceRegion:mipmapLevel:slice:withBytes:bytesPerRow:bytesPerImage:", all, level, slice, pixels, 4 * size,
         4 * size * size);
}

static void get_level(id texture, NSUInteger level, NSUInteger slice, NSUInteger size, NSUInteger depth, void *pixels)
{
    MTLRegion all = {{0, 0, 0}, {size, size, depth}};
    CALL(void, TYPES(void *, NSUInteger, NSUInteger, MTLRegion, NSUInteger, NSUInteger), texture,
         "getBytes:bytesPerRow:bytesPerImage:fromRegion:mipmapLevel:slice:", pixels, 4 * size, 4 * size * size, all,
         level, slice);
}

static uint32_t number(NSUInteger level, NSUInteger slice, NSUInteger n)
{
    return (uint32_t)(1 + 10000 * level + 1000 * slice + n);
}

static id numbered(void)
{
    id made = texture_with(MTLTextureType2DArray, MTLPixelFormatR32Uint, SIZE, 1, SLICES, LEVELS);
    for (NSUInteger level = 0; level < LEVELS; level++)
        for (NSUInteger slice = 0; slice < SLICES; slice++) {
            uint32_t pixels[SIZE * SIZE];
            for (NSUInteger n = 0; n < SIZE * SIZE; n++)
                pixels[n] = number(level, slice, n);
            put_level(made, level, slice, SIZE >> level, 1, pixels);
        }
    return made;
}

static id blit(id *commands)
{
    *commands = CALL0(id, queue, "commandBuffer");
    return CALL0(id, *commands, "blitCommandEncoder");
}

/* Two slices and two levels, from other places than they go to: from level 1 to level 0 of half the size, and back. */
static void test_levels_and_slices(void **state)
{
    (void)state;
    id from = numbered(), to = texture_with(MTLTextureType2DArray, MTLPixelFormatR32Uint, SIZE / 2, 1, SLICES, 2);
    id commands, encoder = blit(&commands);
    CALL(void, TYPES(id, NSUInteger, NSUInteger, id, NSUInteger, NSUInteger, NSUInteger, NSUInteger), encoder,
         "copyFromTexture:sourceSlice:sourceLevel:toTexture:destinationSlice:destinationLevel:sliceCount:levelCount:",
         from, 1, 1, to, 2, 0, 2, 2);
    assert_null(finish(commands, encoder));
    for (NSUInteger level = 0; level < 2; level++)
        for (NSUInteger slice = 0; slice < SLICES; slice++) {
            uint32_t pixels[SIZE * SIZE / 4], size = SIZE / 2 >> level;
            get_level(to, level, slice, size, 1, pixels);
            for (NSUInteger n = 0; n < size * size; n++)
                assert_int_equal(pixels[n], slice < 2 ? 0 : number(level + 1, slice - 1, n));
        }
    id back = texture_with(MTLTextureType2DArray, MTLPixelFormatR32Uint, SIZE, 1, SLICES, LEVELS);
    encoder = blit(&commands);
    CALL(void, TYPES(id, NSUInteger, NSUInteger, id, NSUInteger, NSUInteger, NSUInteger, NSUInteger), encoder,
         "copyFromTexture:sourceSlice:sourceLevel:toTexture:destinationSlice:destinationLevel:sliceCount:levelCount:",
         to, 2, 0, back, 0, 1, 2, 2);
    assert_null(finish(commands, encoder));
    for (NSUInteger level = 0; level < LEVELS; level++)
        for (NSUInteger slice = 0; slice < SLICES; slice++) {
            uint32_t pixels[SIZE * SIZE], size = SIZE >> level;
            get_level(back, level, slice, size, 1, pixels);
            for (NSUInteger n = 0; n < size * size; n++)
                assert_int_equal(pixels[n], slice < 2 && level > 0 ? number(level, slice + 1, n) : 0);
        }
    release(back);
    release(to);
    release(from);
}

/* A box of one slice and level to another slice, level and place. */
static void test_region(void **state)
{
    (void)state;
    id from = numbered(), to = numbered(), commands, encoder = blit(&commands);
    CALL(void, TYPES(id, NSUInteger, NSUInteger, MTLOrigin, MTLSize, id, NSUInteger, NSUInteger, MTLOrigin), encoder,
         "copyFromTexture:sourceSlice:sourceLevel:sourceOrigin:sourceSize:toTexture:destinationSlice:destinationLevel:"
         "destinationOrigin:",
         from, 3, 0, ((MTLOrigin){5, 2, 0}), ((MTLSize){3, 2, 1}), to, 1, 1, ((MTLOrigin){1, 2, 0}));
    assert_null(finish(commands, encoder));
    for (NSUInteger level = 0; level < LEVELS; level++)
        for (NSUInteger slice = 0; slice < SLICES; slice++) {
            uint32_t pixels[SIZE * SIZE], size = SIZE >> level;
            get_level(to, level, slice, size, 1, pixels);
            for (NSUInteger y = 0; y < size; y++)
                for (NSUInteger x = 0; x < size; x++) {
                    bool copied = level == 1 && slice == 1 && x >= 1 && x < 4 && y >= 2 && y < 4;
                    assert_int_equal(pixels[y * size + x], copied ? number(0, 3, (y - 2 + 2) * SIZE + x - 1 + 5)
                                                                  : number(level, slice, y * size + x));
                }
        }
    release(to);
    release(from);
}

/* Rows and planes in a buffer may be further apart than they need to be; what lies between keeps its content. */
static void test_pitches(void **state)
{
    (void)state;
    enum { ROW = 48, IMAGE = 5 * ROW, OFFSET = 16, EDGE = 4 };
    id from = texture_with(MTLTextureType3D, MTLPixelFormatR32Uint, EDGE, PLANES, 1, 1),
       to = texture_with(MTLTextureType3D, MTLPixelFormatR32Uint, EDGE, PLANES, 1, 1);
    uint32_t pixels[EDGE * EDGE * PLANES], back[EDGE * EDGE * PLANES];
    for (uint32_t n = 0; n < EDGE * EDGE * PLANES; n++)
        pixels[n] = 1 + n;
    put_level(from, 0, 0, EDGE, PLANES, pixels);
    id buffer = buffer_of(OFFSET + PLANES * IMAGE), commands, encoder = blit(&commands);
    const MTLSize all = {EDGE, EDGE, PLANES};
    CALL(void, TYPES(id, NSUInteger, NSUInteger, MTLOrigin, MTLSize, id, NSUInteger, NSUInteger, NSUInteger), encoder,
         "copyFromTexture:sourceSlice:sourceLevel:sourceOrigin:sourceSize:toBuffer:destinationOffset:"
         "destinationBytesPerRow:destinationBytesPerImage:",
         from, 0, 0, ((MTLOrigin){0, 0, 0}), all, buffer, OFFSET, ROW, IMAGE);
    CALL(void, TYPES(id, NSUInteger, NSUInteger, NSUInteger, MTLSize, id, NSUInteger, NSUInteger, MTLOrigin), encoder,
         "copyFromBuffer:sourceOffset:sourceBytesPerRow:sourceBytesPerImage:sourceSize:toTexture:destinationSlice:"
         "destinationLevel:destinationOrigin:",
         buffer, OFFSET, ROW, IMAGE, all, to, 0, 0, ((MTLOrigin){0, 0, 0}));
    assert_null(finish(commands, encoder));
    for (int byte = 0; byte < OFFSET + PLANES * IMAGE; byte += 4) {
        int in = byte - OFFSET, z = in / IMAGE, y = in % IMAGE / ROW, x = in % ROW / 4;
        bool inside = in >= 0 && y < EDGE && x < EDGE;
        assert_int_equal(ints(buffer)[byte / 4], inside ? 1 + (z * EDGE + y) * EDGE + x : 0);
    }
    get_level(to, 0, 0, EDGE, PLANES, back);
    assert_memory_equal(back, pixels, sizeof pixels);
    release(buffer);
    release(to);
    release(from);
}

typedef struct clear_color {
    double red, green, blue, alpha;
} clear_color;

/* A pass clears the level, slice and plane that it names. */
static void clear(id texture, NSUInteger level, NSUInteger slice, NSUInteger plane)
{
    id pass = CALL0(id, (id)objc_getClass("MTLRenderPassDescriptor"), "renderPassDescriptor"),
       commands = CALL0(id, queue, "commandBuffer");
    id first = CALL(id, NSUInteger, CALL0(id, pass, "colorAttachments"), "objectAtIndexedSubscript:", 0);
    CALL(void, id, first, "setTexture:", texture);
    CALL(void, NSUInteger, first, "setLevel:", level);
    CALL(void, NSUInteger, first, "setSlice:", slice);
    CALL(void, NSUInteger, first, "setDepthPlane:", plane);
    CALL(void, NSUInteger, first, "setLoadAction:", 2);
    CALL(void, NSUInteger, first, "setStoreAction:", 1);
    CALL(void, clear_color, first, "setClearColor:", ((clear_color){7, 0, 0, 0}));
    assert_null(finish(commands, CALL(id, id, commands, "renderCommandEncoderWithDescriptor:", pass)));
}

static void test_clears(void **state)
{
    (void)state;
    id solid = texture_with(MTLTextureType3D, MTLPixelFormatR32Float, SIZE, PLANES, 1, 2),
       layered = texture_with(MTLTextureType2DArray, MTLPixelFormatR32Float, SIZE, 1, SLICES, 2);
    clear(solid, 0, 0, 2);
    clear(layered, 1, 3, 0);
    float pixels[SIZE * SIZE * PLANES];
    get_level(solid, 0, 0, SIZE, PLANES, pixels);
    for (int n = 0; n < SIZE * SIZE * PLANES; n++)
        assert_true(pixels[n] == (n / (SIZE * SIZE) == 2 ? 7.0f : 0.0f));
    for (NSUInteger slice = 0; slice < SLICES; slice++)
        for (NSUInteger level = 0; level < 2; level++) {
            get_level(layered, level, slice, SIZE >> level, 1, pixels);
            for (int n = 0; n < (SIZE >> level) * (SIZE >> level); n++)
                assert_true(pixels[n] == (slice == 3 && level == 1 ? 7.0f : 0.0f));
        }
    release(layered);
    release(solid);
}

static void make_levels(id texture)
{
    id commands, encoder = blit(&commands);
    CALL(void, id, encoder, "generateMipmapsForTexture:", texture);
    assert_null(finish(commands, encoder));
}

/* Of a texture of three dimensions a texel is the mean of eight; every level is made of the one before it. */
static void test_mipmaps_of_planes(void **state)
{
    (void)state;
    id texture = texture_with(MTLTextureType3D, MTLPixelFormatR32Float, 4, PLANES, 1, 3);
    float pixels[4 * 4 * PLANES], small[8];
    for (int n = 0; n < 4 * 4 * PLANES; n++)
        pixels[n] = (float)(n * n);
    put_level(texture, 0, 0, 4, PLANES, pixels);
    make_levels(texture);
    get_level(texture, 1, 0, 2, 2, small);
    float all = 0;
    for (int n = 0; n < 8; n++) {
        int x = n % 2, y = n / 2 % 2, z = n / 4;
        float sum = 0;
        for (int m = 0; m < 8; m++)
            sum += pixels[(2 * z + m / 4) * 16 + (2 * y + m / 2 % 2) * 4 + 2 * x + m % 2];
        assert_true(small[n] == sum / 8);
        all += small[n];
    }
    get_level(texture, 2, 0, 1, 1, small);
    assert_true(small[0] == all / 8);
    release(texture);
}

/* Means are of colours, not of codes: half white and half black is 0.5, whose code in sRGB is 188. */
static void test_mipmaps_of_srgb(void **state)
{
    (void)state;
    id texture = texture_with(MTLTextureType2D, MTLPixelFormatRGBA8Unorm_sRGB, 2, 1, 1, 2);
    const uint32_t pixels[4] = {0xffffffff, 0xff000000, 0x00ffffff, 0x00000000};
    put_level(texture, 0, 0, 2, 1, pixels);
    make_levels(texture);
    uint8_t small[4];
    get_level(texture, 1, 0, 1, 1, small);
    assert_int_equal(small[0], 188);
    assert_in_range(small[3], 127, 128); /* alpha is none */
    release(texture);
}

static int open(void **state)
{
    (void)state;
    return open_client("kernel void nothing() {}");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, open_pool, close_pool)
int main(void)
{
    const struct CMUnitTest tests[] = {TEST(test_levels_and_slices), TEST(test_region),
                                       TEST(test_pitches),           TEST(test_clears),
                                       TEST(test_mipmaps_of_planes), TEST(test_mipmaps_of_srgb)};
    return cmocka_run_group_tests(tests, open, NULL);
}
