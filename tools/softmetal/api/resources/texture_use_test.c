/* texture_use_test.c: textures are filled, copied, read and written by kernels, seen through buffers; copies of
 * buffers and levels. */
#include "../test_kernels.h"

static void test_blit(void **state)
{
    (void)state;
    id from = buffer_of(64), to = buffer_of(64), commands = CALL0(id, queue, "commandBuffer");
    for (int n = 0; n < 16; n++)
        ints(from)[n] = n;
    id encoder = CALL0(id, commands, "blitCommandEncoder");
    CALL(void, TYPES(id, NSRange, uint8_t), encoder, "fillBuffer:range:value:", to, ((NSRange){4, 8}), 0x11);
    CALL(void, TYPES(id, NSUInteger, id, NSUInteger, NSUInteger), encoder,
         "copyFromBuffer:sourceOffset:toBuffer:destinationOffset:size:", from, 8, to, 32, 12);
    finish_well(commands, encoder);
    assert_int_equal(ints(to)[0], 0);
    assert_int_equal(ints(to)[1], 0x11111111);
    assert_int_equal(ints(to)[3], 0);
    assert_int_equal(ints(to)[8], 2);
    assert_int_equal(ints(to)[10], 4);
    assert_int_equal(ints(to)[11], 0);
    commands = CALL0(id, queue, "commandBuffer");
    encoder = CALL0(id, commands, "blitCommandEncoder");
    CALL(void, TYPES(id, NSRange, uint8_t), encoder, "fillBuffer:range:value:", to, ((NSRange){60, 8}), 1);
    id error = finish(commands, encoder);
    assert_true(contains(error_text(error), "beyond"));
    release(from);
    release(to);
}

static id mipmapped(NSUInteger format, NSUInteger width, NSUInteger height)
{
    id descriptor = CALL(id, TYPES(NSUInteger, NSUInteger, NSUInteger, BOOL), (id)objc_getClass("MTLTextureDescriptor"),
                         "texture2DDescriptorWithPixelFormat:width:height:mipmapped:", format, width, height, YES);
    return CALL(id, id, device, "newTextureWithDescriptor:", descriptor);
}

static void test_mipmaps(void **state)
{
    (void)state;
    const float values[2][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}};
    float small[2], smallest;
    id texture = mipmapped(MTLPixelFormatR32Float, 4, 2), whole = mipmapped(MTLPixelFormatR32Uint, 4, 2);
    assert_int_equal(CALL0(NSUInteger, texture, "mipmapLevelCount"), 3);
    replace(texture, MTLRegionMake2D(0, 0, 4, 2), values, 16);
    id commands = CALL0(id, queue, "commandBuffer"), encoder = CALL0(id, commands, "blitCommandEncoder");
    CALL(void, id, encoder, "generateMipmapsForTexture:", texture);
    finish_well(commands, encoder);
    CALL(void, TYPES(void *, NSUInteger, MTLRegion, NSUInteger), texture,
         "getBytes:bytesPerRow:fromRegion:mipmapLevel:", small, 8, MTLRegionMake2D(0, 0, 2, 1), 1);
    CALL(void, TYPES(void *, NSUInteger, MTLRegion, NSUInteger), texture,
         "getBytes:bytesPerRow:fromRegion:mipmapLevel:", &smallest, 4, MTLRegionMake2D(0, 0, 1, 1), 2);
    assert_true(small[0] == 3.5f && small[1] == 5.5f);
    assert_true(smallest == 4.5f);
    commands = CALL0(id, queue, "commandBuffer");
    encoder = CALL0(id, commands, "blitCommandEncoder");
    CALL(void, id, encoder, "generateMipmapsForTexture:", whole);
    assert_true(contains(error_text(finish(commands, encoder)), "integer format"));
    release(texture);
    release(whole);
}

/* A count of slices or levels beyond the texture is refused at once, however large it is. */
static void test_copy_of_slices(void **state)
{
    (void)state;
    static const struct {
        NSUInteger slice, level, slices, levels;
        const char *problem;
    } copies[] = {
        {0, 0, 1, 1, NULL},
        {0, 0, 2, 1, "no such slice"},
        {0, 0, (NSUInteger)-1, 1, "no such slice"},
        {1, 0, (NSUInteger)-1, 1, "no such slice"},
        {0, 0, 1, 2, "no such mipmap level"},
        {0, 1, 1, (NSUInteger)-1, "no such mipmap level"},
    };
    const uint32_t pixel = 7;
    id from = texture_of(MTLPixelFormatR32Uint, 1, 1, MTLTextureUsageShaderRead);
    replace(from, MTLRegionMake2D(0, 0, 1, 1), &pixel, 4);
    for (size_t n = 0; n < sizeof copies / sizeof *copies; n++) {
        id to = texture_of(MTLPixelFormatR32Uint, 1, 1, MTLTextureUsageShaderRead);
        id commands = CALL0(id, queue, "commandBuffer"), encoder = CALL0(id, commands, "blitCommandEncoder");
        CALL(void, TYPES(id, NSUInteger, NSUInteger, id, NSUInteger, NSUInteger, NSUInteger, NSUInteger), encoder,
             "copyFromTexture:sourceSlice:sourceLevel:toTexture:destinationSlice:destinationLevel:sliceCount:"
             "levelCount:",
             from, copies[n].slice, copies[n].level, to, 0, 0, copies[n].slices, copies[n].levels);
        if (copies[n].problem)
            assert_true(contains(error_text(finish(commands, encoder)), copies[n].problem));
        else
            finish_well(commands, encoder);
        uint32_t copied = 1;
        get(to, MTLRegionMake2D(0, 0, 1, 1), &copied, 4);
        assert_int_equal(copied, copies[n].problem ? 0 : pixel);
        release(to);
    }
    release(from);
}

static void test_texture_round_trip(void **state)
{
    (void)state;
    id texture = texture_of(MTLPixelFormatR32Uint, 5, 3, MTLTextureUsageShaderRead);
    uint32_t pixels[15], part[2], all[15];
    for (uint32_t n = 0; n < 15; n++)
        pixels[n] = n;
    replace(texture, MTLRegionMake2D(0, 0, 5, 3), pixels, 20);
    get(texture, MTLRegionMake2D(3, 1, 1, 2), part, 4);
    assert_int_equal(part[0], 8);
    assert_int_equal(part[1], 13);
    replace(texture, MTLRegionMake2D(4, 2, 2, 1), pixels, 8); /* reaches beyond: nothing is written */
    get(texture, MTLRegionMake2D(0, 0, 5, 3), all, 20);
    assert_memory_equal(all, pixels, sizeof pixels);
    release(texture);
    assert_null(texture_of(MTLPixelFormatInvalid, 4, 4, 1));
    assert_null(texture_of(MTLPixelFormatR32Uint, 0, 4, 1));
    assert_null(texture_of(MTLPixelFormatR32Uint, 20000, 4, 1));
}

static void test_texture_in_kernel(void **state)
{
    (void)state;
    id invert = pipeline_of("invert"), from = texture_of(MTLPixelFormatRGBA8Unorm, 4, 2, MTLTextureUsageShaderRead);
    id to = texture_of(MTLPixelFormatRGBA8Unorm, 4, 2, MTLTextureUsageShaderWrite);
    uint8_t pixels[32], result[32];
    for (int n = 0; n < 32; n++)
        pixels[n] = (uint8_t)(n * 8);
    replace(from, MTLRegionMake2D(0, 0, 4, 2), pixels, 16);
    id encoder, commands = begin(&encoder);
    set_pipeline(encoder, invert);
    CALL(void, TYPES(id, NSUInteger), encoder, "setTexture:atIndex:", from, 0);
    CALL(void, TYPES(id, NSUInteger), encoder, "setTexture:atIndex:", to, 1);
    CALL(void, TYPES(MTLSize, MTLSize), encoder, "dispatchThreads:threadsPerThreadgroup:", MTLSizeMake(4, 2, 1),
         MTLSizeMake(4, 2, 1));
    finish_well(commands, encoder);
    get(to, MTLRegionMake2D(0, 0, 4, 2), result, 16);
    for (int n = 0; n < 32; n++)
        assert_int_equal(result[n], 255 - pixels[n]);
    commands = begin(&encoder);
    set_pipeline(encoder, invert);
    CALL(void, TYPES(id, NSUInteger), encoder, "setTexture:atIndex:", to, 0);
    CALL(void, TYPES(id, NSUInteger), encoder, "setTexture:atIndex:", to, 1);
    dispatch(encoder, 1, 1);
    assert_true(contains(error_text(finish(commands, encoder)), "ShaderRead"));
    release(from);
    release(to);
    release(invert);
}

static void test_texture_of_buffer_and_view(void **state)
{
    (void)state;
    id buffer = buffer_of(256);
    for (int n = 0; n < 64; n++)
        ints(buffer)[n] = n;
    id descriptor = CALL(id, TYPES(NSUInteger, NSUInteger, NSUInteger, BOOL), (id)objc_getClass("MTLTextureDescriptor"),
                         "texture2DDescriptorWithPixelFormat:width:height:mipmapped:", MTLPixelFormatR32Uint, 8, 4, NO);
    id texture = CALL(id, TYPES(id, NSUInteger, NSUInteger), buffer,
                      "newTextureWithDescriptor:offset:bytesPerRow:", descriptor, 16, 48);
    uint32_t pixel = 0;
    get(texture, MTLRegionMake2D(2, 3, 1, 1), &pixel, 4);
    assert_int_equal(pixel, 4 + 3 * 12 + 2);
    id view = CALL(id, NSUInteger, texture, "newTextureViewWithPixelFormat:", MTLPixelFormatR32Sint);
    assert_int_equal(CALL0(NSUInteger, view, "pixelFormat"), MTLPixelFormatR32Sint);
    assert_null(CALL(id, NSUInteger, texture, "newTextureViewWithPixelFormat:", MTLPixelFormatR8Uint));
    assert_null(CALL(id, TYPES(id, NSUInteger, NSUInteger), buffer,
                     "newTextureWithDescriptor:offset:bytesPerRow:", descriptor, 128, 48));
    release(view);
    release(texture);
    release(buffer);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, open_pool, close_pool)
    const struct CMUnitTest tests[] = {
        TEST(test_blit),
        TEST(test_mipmaps),
        TEST(test_copy_of_slices),
        TEST(test_texture_round_trip),
        TEST(test_texture_in_kernel),
        TEST(test_texture_of_buffer_and_view),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, open_device, NULL);
}
