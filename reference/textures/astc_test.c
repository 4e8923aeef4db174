/* astc_test.c: blocks of ASTC that were made by hand, and random ones beside those of libastcenc, where it is installed
 * (Debian: libastcenc3d). */
#include "../core/testing.h"
#include "block.h"
#include <dlfcn.h>

static void put(block *b, unsigned first, unsigned bits, uint64_t value)
{
    for (unsigned n = 0; n < bits; n++) {
        uint64_t *half = first + n < 64 ? &b->low : &b->high;
        *half = (*half & ~((uint64_t)1 << (first + n) % 64)) | (value >> n & 1) << (first + n) % 64;
    }
}

/* Weights lie from the last bit on, each with its lowest bit first. */
static void put_weight(block *b, unsigned n, unsigned bits, unsigned weight)
{
    for (unsigned k = 0; k < bits; k++)
        put(b, 127 - (n * bits + k), 1, weight >> k & 1);
}

static void expect_code(block *b, unsigned x, unsigned y, unsigned r, unsigned g, unsigned blue, unsigned a)
{
    unsigned code[4];
    b->x = x;
    b->y = y;
    assert_true(astc_texel(b, 4, 4, false, code));
    const unsigned right[4] = {r, g, blue, a};
    for (int c = 0; c < 4; c++)
        assert_int_equal(code[c], right[c]);
}

/* 4 x 4 weights of two bits: 0, 21, 43 and 64 of 64 of the way from one colour to the other. */
static void one_partition(void **state)
{
    (void)state;
    block b = {0x42 | 8 << 13, 0, 0, 0};
    const unsigned end[6] = {0, 255, 10, 20, 100, 200}; /* red, green, blue: first and second */
    for (unsigned n = 0; n < 6; n++)
        put(&b, 17 + 8 * n, 8, end[n]);
    for (unsigned n = 0; n < 16; n++)
        put_weight(&b, n, 2, n % 4);
    expect_code(&b, 0, 0, 0, 10 * 257, 100 * 257, 65535);
    expect_code(&b, 3, 2, 65535, 20 * 257, 200 * 257, 65535);
    expect_code(&b, 1, 3, (65535 * 21 + 32) / 64, (2570 * 43 + 5140 * 21 + 32) / 64,
                (25700 * 43 + 51400 * 21 + 32) / 64, 65535);
    /* the first brighter than the second: they change places, and red and green come nearer to blue */
    for (unsigned n = 0; n < 6; n++)
        put(&b, 17 + 8 * n, 8, end[n ^ 1]);
    expect_code(&b, 0, 0, (0 + 100) / 2 * 257, (10 + 100) / 2 * 257, 100 * 257, 65535);
    expect_code(&b, 3, 0, (255 + 200) / 2 * 257, (20 + 200) / 2 * 257, 200 * 257, 65535);
}

static void no_colours_of_ordinary_range(void **state)
{
    (void)state;
    unsigned code[4];
    block b = {0x42 | 8 << 13, 0, 0, 0};
    assert_true(astc_texel(&b, 4, 4, false, code));
    put(&b, 13, 4, 11); /* of high dynamic range */
    assert_false(astc_texel(&b, 4, 4, false, code));
    put(&b, 13, 4, 8);
    put(&b, 5, 2, 3); /* a grid of 4 x 5 weights in 4 x 4 texels */
    assert_false(astc_texel(&b, 4, 4, false, code));
    assert_true(astc_texel(&b, 5, 5, false, code));
    assert_false(astc_texel(&(block){0xfffffffffffffdfc, 0, 0, 0}, 4, 4, false, code)); /* a void extent */
    assert_false(astc_texel(&(block){0, 0, 0, 0}, 4, 4, false, code));
}

/* ---- libastcenc. Its configuration is opaque here, and smaller than this. */

typedef struct astcenc_image {
    unsigned width, height, depth;
    int type;
    void **slices;
} astcenc_image;
enum { DECOMPRESS_ONLY = 1 << 4, NUMBERS_AS_FLOAT = 2, CONFIGURATION_SIZE = 4096, PROFILE_LDR = 1 };

static struct {
    int (*configure)(int profile, unsigned x, unsigned y, unsigned z, float quality, unsigned flags, void *to);
    int (*allocate)(const void *configuration, unsigned threads, void **context);
    int (*decompress)(void *context, const uint8_t *data, size_t size, astcenc_image *image, const int swizzle[4],
                      unsigned thread);
    int (*reset)(void *context);
} library;

static bool load(void)
{
    void *handle = dlopen("libastcenc.so.3d", RTLD_NOW | RTLD_LOCAL);
    if (!handle)
        return false;
    *(void **)&library.configure = dlsym(handle, "astcenc_config_init");
    *(void **)&library.allocate = dlsym(handle, "astcenc_context_alloc");
    *(void **)&library.decompress = dlsym(handle, "astcenc_decompress_image");
    *(void **)&library.reset = dlsym(handle, "astcenc_decompress_reset");
    return library.configure && library.allocate && library.decompress && library.reset;
}

/* Every texel of random blocks. The library gives numbers of 16 bits as half. */
static void random_blocks(void **state)
{
    (void)state;
    static const unsigned sizes[][2] = {{4, 4}, {5, 4},  {5, 5},  {6, 5},  {6, 6},   {8, 5},   {8, 6},
                                        {8, 8}, {10, 5}, {10, 6}, {10, 8}, {10, 10}, {12, 10}, {12, 12}};
    static const int same[4] = {0, 1, 2, 3};
    if (!load())
        skip();
    unsigned by_partitions[4] = {0}, planes = 0;
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        unsigned width = sizes[s][0], height = sizes[s][1];
        _Alignas(16) unsigned char configuration[CONFIGURATION_SIZE];
        void *context = NULL;
        assert_int_equal(library.configure(PROFILE_LDR, width, height, 1, 0, DECOMPRESS_ONLY, configuration), 0);
        assert_int_equal(library.allocate(configuration, 1, &context), 0);
        for (uint64_t n = 0; n < 4000; n++) {
            static float texels[144][4];
            void *slice = texels;
            astcenc_image image = {width, height, 1, NUMBERS_AS_FLOAT, &slice};
            block b = {random_bits(s, 2 * n), random_bits(s, 2 * n + 1), 0, 0};
            uint64_t bytes[2] = {b.low, b.high};
            unsigned code[4];
            bool one = (b.low >> 11 & 3) == 0, good = astc_texel(&b, width, height, false, code);
            if ((b.low & 0x1ff) == 0x1fc || (!good && !one))
                continue;
            assert_int_equal(library.decompress(context, (uint8_t *)bytes, sizeof bytes, &image, same, 0), 0);
            library.reset(context);
            by_partitions[b.low >> 11 & 3] += good;
            planes += good && (b.low >> 10 & 1);
            for (unsigned i = 0; i < width * height; i++) {
                b.x = i % width;
                b.y = i / width;
                static const float magenta[4] = {1, 0, 1, 1}; /* or NaN, of what is no colour */
                assert_true(astc_texel(&b, width, height, false, code) == good);
                for (int c = 0; c < 4; c++) {
                    double number = code[c] == 65535 ? 1 : code[c] / 65536.0;
                    double got = (double)texels[i][c];
                    if (good ? !(fabs(got - number) <= number * 0x1p-10)
                             : !isnan(got) && fabs(got - (double)magenta[c]) > 1.0 / 256)
                        fail_msg("%ux%u, block %016llx %016llx, texel %u: %a, wants %a", width, height,
                                 (unsigned long long)b.high, (unsigned long long)b.low, i, (double)texels[i][c],
                                 number);
                }
            }
        }
    }
    for (int p = 0; p < 4; p++)
        assert_true(by_partitions[p] > 100);
    assert_true(planes > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(one_partition), cmocka_unit_test(no_colours_of_ordinary_range),
                                       cmocka_unit_test(random_blocks)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
