/* sampler_test.c: samplers as a client makes and binds them: filters, reductions, clamps of the level, what is
 * refused. */
#include "../test_client.h"
#include <stdlib.h>

static const char source[] =
    "#include <metal_stdlib>\n"
    "using namespace metal;\n"
    "kernel void blend(texture2d<float> image [[texture(0)]], sampler s [[sampler(0)]], device float *r "
    "[[buffer(0)]])\n"
    "{ r[0] = image.sample(s, float2(0.5f)).x; }\n"
    "kernel void across(texture2d<float> image [[texture(0)]], sampler s [[sampler(0)]], device float *r "
    "[[buffer(0)]])\n"
    "{ for (int i = 0; i < 16; i++) r[i] = image.sample(s, float2(float(i) * 0.5f - 3.75f, 0.25f)).x; }\n"
    "kernel void of_level(texture2d<float> image [[texture(0)]], sampler s [[sampler(0)]], sampler t [[sampler(1)]],\n"
    "                     device float *r [[buffer(0)]])\n"
    "{ for (int i = 0; i < 4; i++) { r[i] = image.sample(s, float2(0.5f), level(float(i))).x;\n"
    "                                r[i + 4] = image.sample(t, float2(0.5f), level(float(i))).x; } }\n";

/* Two by two texels of 1 and 3 on the first level, one of 8 on the second. */
static id two_levels(void)
{
    static const float first[4] = {1, 3, 1, 3}, second = 8;
    id of = CALL0(id, MAKE("MTLTextureDescriptor"), "autorelease");
    CALL(void, NSUInteger, of, "setPixelFormat:", MTLPixelFormatR32Float);
    CALL(void, NSUInteger, of, "setWidth:", 2);
    CALL(void, NSUInteger, of, "setHeight:", 2);
    CALL(void, NSUInteger, of, "setMipmapLevelCount:", 2);
    id texture = CALL(id, id, device, "newTextureWithDescriptor:", of);
    CALL(void, TYPES(MTLRegion, NSUInteger, const void *, NSUInteger), texture,
         "replaceRegion:mipmapLevel:withBytes:bytesPerRow:", MTLRegionMake2D(0, 0, 2, 2), 0, first, 8);
    CALL(void, TYPES(MTLRegion, NSUInteger, const void *, NSUInteger), texture,
         "replaceRegion:mipmapLevel:withBytes:bytesPerRow:", MTLRegionMake2D(0, 0, 1, 1), 1, &second, 4);
    return texture;
}

static id sampler_with(const char *setter, NSUInteger value)
{
    id of = CALL0(id, MAKE("MTLSamplerDescriptor"), "autorelease");
    CALL(void, NSUInteger, of, setter, value);
    return CALL(id, id, device, "newSamplerStateWithDescriptor:", of);
}

/* What one thread of the kernel writes, in a buffer that is the caller's. */
static id written_by(const char *kernel, id texture, id sampler)
{
    id buffer = buffer_of(64), encoder, commands = begin(&encoder);
    set_pipeline(encoder, pipeline_named(kernel));
    CALL(void, TYPES(id, NSUInteger), encoder, "setTexture:atIndex:", texture, 0);
    CALL(void, TYPES(id, NSUInteger), encoder, "setSamplerState:atIndex:", sampler, 0);
    set_buffer(encoder, buffer, 0, 0);
    dispatch(encoder, 1, 1);
    assert_null(finish(commands, encoder));
    return buffer;
}

static float sampled(id texture, id sampler)
{
    id buffer = written_by("blend", texture, sampler);
    float result;
    memcpy(&result, ints(buffer), sizeof result);
    release(buffer);
    return result;
}

static void test_samplers(void **state)
{
    (void)state;
    id texture = two_levels();
    for (NSUInteger reduction = 0; reduction < 3; reduction++) {
        id of = CALL0(id, MAKE("MTLSamplerDescriptor"), "autorelease");
        CALL(void, NSUInteger, of, "setMinFilter:", 1);
        CALL(void, NSUInteger, of, "setMagFilter:", 1);
        CALL(void, NSUInteger, of, "setReductionMode:", reduction);
        id sampler = CALL(id, id, device, "newSamplerStateWithDescriptor:", of);
        assert_true(sampled(texture, sampler) == (reduction == 0 ? 2 : reduction == 1 ? 1 : 3));
        release(sampler);
        CALL(void, float, of, "setLodBias:", 1.0f);
        CALL(void, NSUInteger, of, "setMipFilter:", 1);
        sampler = CALL(id, id, device, "newSamplerStateWithDescriptor:", of);
        assert_true(sampled(texture, sampler) == 8);
        release(sampler);
    }
    static const struct {
        const char *setter;
        NSUInteger value;
    } wrong[] = {{"setMinFilter:", 2},     {"setMipFilter:", 3},    {"setMaxAnisotropy:", 17},
                 {"setMaxAnisotropy:", 0}, {"setSAddressMode:", 6}, {"setTAddressMode:", 6},
                 {"setRAddressMode:", 99}, {"setBorderColor:", 3},  {"setCompareFunction:", 8},
                 {"setReductionMode:", 3}};
    for (size_t n = 0; n < sizeof wrong / sizeof *wrong; n++)
        assert_null(sampler_with(wrong[n].setter, wrong[n].value));
    id of = CALL0(id, MAKE("MTLSamplerDescriptor"), "autorelease");
    CALL(void, float, of, "setLodMinClamp:", 3.0f);
    CALL(void, float, of, "setLodMaxClamp:", 2.0f);
    assert_null(CALL(id, id, device, "newSamplerStateWithDescriptor:", of));
    of = CALL0(id, MAKE("MTLSamplerDescriptor"), "autorelease"); /* whose address modes clamp */
    CALL(void, BOOL, of, "setNormalizedCoordinates:", NO);
    id pixels = CALL(id, id, device, "newSamplerStateWithDescriptor:", of);
    assert_non_null(pixels);
    release(pixels);
    CALL(void, NSUInteger, of, "setRAddressMode:", MTLSamplerAddressModeRepeat);
    assert_null(CALL(id, id, device, "newSamplerStateWithDescriptor:", of));
    release(texture);
}

/* Texels of 1 and 3 from -4 to 4 times the width: one mirrored period on either side of zero, then the edge. */
static void test_mirrored_once(void **state)
{
    (void)state;
    static const float expected[16] = {3, 3, 3, 3, 3, 3, 3, 1, 1, 3, 3, 3, 3, 3, 3, 3};
    id texture = two_levels(), sampler = sampler_with("setSAddressMode:", MTLSamplerAddressModeMirrorClampToEdge);
    id buffer = written_by("across", texture, sampler);
    assert_memory_equal(ints(buffer), expected, sizeof expected);
    release(sampler);
    release(buffer);
    release(texture);
}

/* Levels 0 to 3 as two samplers see them; the texture has levels 0 and 1, and the nearest one is read. */
static void read_levels(id encoder, id commands, id buffer, float *result)
{
    set_buffer(encoder, buffer, 0, 0);
    dispatch(encoder, 1, 1);
    assert_null(finish(commands, encoder));
    memcpy(result, ints(buffer), 32);
}

/* Clamps given with the binding stand instead of the sampler's own, one pair for each sampler. */
static void test_clamps_of_a_binding(void **state)
{
    (void)state;
    id texture = two_levels(), buffer = buffer_of(32), pipeline = pipeline_named("of_level");
    id of = CALL0(id, MAKE("MTLSamplerDescriptor"), "autorelease");
    CALL(void, NSUInteger, of, "setMipFilter:", 1);
    id sampler = CALL(id, id, device, "newSamplerStateWithDescriptor:", of);
    const id samplers[2] = {sampler, sampler};
    static const struct {
        float lowest[2], highest[2];
        float seen[8];
    } clamps[] = {
        {{0, 0}, {0, 9}, {3, 3, 3, 3, 3, 8, 8, 8}},
        {{1, 0}, {9, 1}, {8, 8, 8, 8, 3, 8, 8, 8}},
        {{0, 1}, {9, 1}, {3, 8, 8, 8, 8, 8, 8, 8}},
    };
    for (size_t n = 0; n < sizeof clamps / sizeof *clamps; n++) {
        for (int at_once = 0; at_once < 2; at_once++) {
            const float *lowest = clamps[n].lowest, *highest = clamps[n].highest;
            float seen[8];
            id encoder, commands = begin(&encoder);
            set_pipeline(encoder, pipeline);
            CALL(void, TYPES(id, NSUInteger), encoder, "setTexture:atIndex:", texture, 0);
            if (at_once)
                CALL(void, TYPES(const id *, const float *, const float *, NSRange), encoder,
                     "setSamplerStates:lodMinClamps:lodMaxClamps:withRange:", samplers, lowest, highest,
                     ((NSRange){0, 2}));
            for (NSUInteger i = 0; i < 2 && !at_once; i++)
                CALL(void, TYPES(id, float, float, NSUInteger), encoder,
                     "setSamplerState:lodMinClamp:lodMaxClamp:atIndex:", sampler, lowest[i], highest[i], i);
            read_levels(encoder, commands, buffer, seen);
            for (size_t i = 0; i < 8; i++)
                assert_true(seen[i] == clamps[n].seen[i]);
        }
    }
    release(sampler);
    release(buffer);
    release(texture);
}

static int open_device(void **state)
{
    (void)state;
    return open_client(source);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, open_pool, close_pool)
    const struct CMUnitTest tests[] = {
        TEST(test_samplers),
        TEST(test_mirrored_once),
        TEST(test_clamps_of_a_binding),
    };
    return cmocka_run_group_tests(tests, open_device, NULL);
}
