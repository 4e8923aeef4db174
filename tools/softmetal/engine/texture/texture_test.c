/* texture_test.c: access out of bounds and sampling, as compiled kernels call them (MSL 6.13). */
#include "../settings.h"
#include "texture_access.h"
#include "texture_testing.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

/* A texture of 4 x 3 texels of RGBA32Float in which red is x and green is y. */
typedef struct image {
    float texel[3][4][4];
    sm_texture texture;
} image;
static image *image_create(void)
{
    image *im = calloc(1, sizeof *im);
    for (int y = 0; y < 3; y++)
        for (int x = 0; x < 4; x++) {
            im->texel[y][x][0] = (float)x;
            im->texel[y][x][1] = (float)y;
            im->texel[y][x][3] = 0.5f;
        }
    im->texture = (sm_texture){.type = 2,
                               .format = RGBA32_FLOAT,
                               .width = 4,
                               .height = 3,
                               .depth = 1,
                               .layers = 1,
                               .levels = 1,
                               .samples = 1,
                               .pixel_size = 16};
    im->texture.level[0].pixels = (uint8_t *)im->texel;
    im->texture.level[0].row_pitch = sizeof im->texel[0];
    im->texture.level[0].slice_pitch = sizeof im->texel;
    return im;
}
static sm_texel texel_of(sm_texel_bits bits)
{
    sm_texel t;
    memcpy(&t, &bits, sizeof t);
    return t;
}

static void out_of_bounds_reads_default_and_drops_writes(void **state)
{
    (void)state;
    image *im = image_create(), before = *im;
    sm_texel t = texel_of(sm_texture_read(&im->texture, SM_TEXEL_FLOAT, 3, 2, 0, 0, 0));
    assert_true(t.f[0] == 3 && t.f[1] == 2 && t.f[3] == 0.5f);
    static const uint32_t outside[][5] = {{4, 0, 0, 0, 0}, {0, 3, 0, 0, 0},        {0, 0, 1, 0, 0},    {0, 0, 0, 1, 0},
                                          {0, 0, 0, 0, 1}, {1u << 31, 0, 0, 0, 0}, {~0u, ~0u, 0, 0, 0}};
    sm_texel_bits ones = {0x3f800000, 0x3f800000, 0x3f800000, 0x3f800000};
    for (size_t i = 0; i < sizeof outside / sizeof *outside; i++) {
        const uint32_t *p = outside[i];
        t = texel_of(sm_texture_read(&im->texture, SM_TEXEL_FLOAT, p[0], p[1], p[2], p[3], p[4]));
        assert_true(t.f[0] == 0 && t.f[1] == 0 && t.f[2] == 0 && t.f[3] == 0); /* the format has alpha */
        sm_texture_write(&im->texture, SM_TEXEL_FLOAT, ones, p[0], p[1], p[2], p[3], p[4]);
        if (p[4] == 0)
            assert_null(sm_texture_address(&im->texture, p[0], p[1], p[2], p[3]));
    }
    assert_memory_equal(im->texel, before.texel, sizeof im->texel);
    im->texture.format = RG32_FLOAT;
    im->texture.pixel_size = 8;
    t = texel_of(sm_texture_read(&im->texture, SM_TEXEL_FLOAT, 9, 9, 0, 0, 0));
    assert_true(t.f[0] == 0 && t.f[3] == 1); /* this one has not */
    sm_texture_write(&im->texture, SM_TEXEL_FLOAT, ones, 1, 1, 0, 0, 0);
    assert_true(im->texel[1][0][2] == 1 && im->texel[1][0][3] == 1);
    assert_true(texel_of(sm_texture_read(NULL, SM_TEXEL_FLOAT, 0, 0, 0, 0, 0)).f[0] == 0);
    t = texel_of(sm_texture_read_clamped(&before.texture, SM_TEXEL_FLOAT, -5, 99, 0, 0, 0));
    assert_true(t.f[0] == 0 && t.f[1] == 2);
    free(im);
}

static void a_swizzle_moves_components(void **state)
{
    (void)state;
    image *im = image_create();
    memcpy(im->texture.swizzle, (uint8_t[]){3, 2, 1, 0}, 4); /* green, red, one, zero */
    sm_texel t = texel_of(sm_texture_read(&im->texture, SM_TEXEL_FLOAT, 3, 2, 0, 0, 0));
    assert_true(t.f[0] == 2 && t.f[1] == 3 && t.f[2] == 1 && t.f[3] == 0);
    t = texel_of(sm_texture_read(&im->texture, SM_TEXEL_INT, 3, 2, 0, 0, 0));
    assert_true(t.u[2] == 1 && t.u[3] == 0); /* one is 1 for whole numbers, too */
    free(im);
}

static sm_texel sample(image *im, sm_sampler s, float x, float y, int32_t ox)
{
    return texel_of(
        sm_texture_sample(&im->texture, (uint64_t)(uintptr_t)&s, SM_TEXEL_FLOAT, x, y, 0, 0, 0, ox, 0, 0, 0));
}

static void filters_and_address_modes(void **state)
{
    (void)state;
    image *im = image_create();
    enum { EDGE = 0, REPEAT = 2, MIRROR = 3, ZERO = 4, BORDER = 5 };
    sm_sampler s = {.normalized = 1, .lod_max = 1000};
    assert_true(sample(im, s, 0.3f, 0.9f, 0).f[0] == 1 && sample(im, s, 0.3f, 0.9f, 0).f[1] == 2);
    assert_true(sample(im, s, 1.7f, 0, 0).f[0] == 3 && sample(im, s, -1, 0, 0).f[0] == 0);
    assert_true(sample(im, s, 0.3f, 0, 2).f[0] == 3 && sample(im, s, 0.3f, 0, 7).f[0] == 3);
    s.address[0] = REPEAT;
    assert_true(sample(im, s, 1.3f, 0, 0).f[0] == 1 && sample(im, s, -0.1f, 0, 0).f[0] == 3);
    s.address[0] = MIRROR;
    assert_true(sample(im, s, 1.1f, 0, 0).f[0] == 3 && sample(im, s, -0.3f, 0, 0).f[0] == 1);
    s.address[0] = ZERO;
    assert_true(sample(im, s, 1.1f, 0, 0).f[0] == 0 && sample(im, s, 1.1f, 0, 0).f[3] == 0);
    s.address[0] = BORDER;
    s.border_color = 2;
    assert_true(sample(im, s, 1.1f, 0, 0).f[0] == 1 && sample(im, s, 1.1f, 0, 0).f[3] == 1);
    s.border_color = 1;
    assert_true(sample(im, s, 1.1f, 0, 0).f[0] == 0 && sample(im, s, 1.1f, 0, 0).f[3] == 1);

    s = (sm_sampler){.normalized = 1, .lod_max = 1000, .min_filter = 1, .mag_filter = 1};
    assert_true(sample(im, s, 0.5f, 0.5f, 0).f[0] == 1.5f &&
                sample(im, s, 0.5f, 0.5f, 0).f[1] == 1);   /* halfway between texels 1 and 2 */
    assert_true(sample(im, s, 0.375f, 0.5f, 0).f[0] == 1); /* the middle of texel 1 */
    assert_true(sample(im, s, 0, 0, 0).f[0] == 0);
    s.normalized = 0;
    assert_true(sample(im, s, 2.0f, 1.5f, 0).f[0] == 1.5f);
    s.address[0] = BORDER;
    assert_true(sample(im, s, 4.0f, 1.5f, 0).f[0] == 1.5f); /* half of 3, half of the border's 0 */
    assert_true(sample(im, s, NAN, 0, 0).f[0] >= 0);        /* undefined, but it returns */
    free(im);
}

static void levels(void **state)
{
    (void)state;
    image *im = image_create();
    float smaller[1][2][4] = {{{10, 0, 0, 1}, {20, 0, 0, 1}}};
    im->texture.levels = 2;
    im->texture.level[1].pixels = (uint8_t *)smaller;
    im->texture.level[1].row_pitch = sizeof smaller[0];
    assert_int_equal(sm_texture_query(&im->texture, SM_TEXTURE_WIDTH, 1), 2);
    assert_int_equal(sm_texture_query(&im->texture, SM_TEXTURE_HEIGHT, 1), 1);
    assert_int_equal(sm_texture_query(&im->texture, SM_TEXTURE_HEIGHT, 5), 1);
    assert_int_equal(sm_texture_query(NULL, SM_TEXTURE_HEIGHT, 0), 0);
    assert_true(texel_of(sm_texture_read(&im->texture, SM_TEXEL_FLOAT, 1, 0, 0, 0, 1)).f[0] == 20);
    assert_true(texel_of(sm_texture_read(&im->texture, SM_TEXEL_FLOAT, 2, 0, 0, 0, 1)).f[0] == 0);
    sm_sampler s = {.normalized = 1, .lod_max = 1000, .mip_filter = 2};
    const struct {
        float lod, red;
    } rows[] = {{0, 0}, {1, 10}, {0.5f, 5}, {7, 10}, {-3, 0}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        sm_texel t = texel_of(sm_texture_sample(&im->texture, (uint64_t)(uintptr_t)&s, SM_TEXEL_FLOAT, 0, 0, 0, 0,
                                                rows[i].lod, 0, 0, 0, 0));
        assert_true(t.f[0] == rows[i].red);
    }
    s.lod_max = 0.25f;
    assert_true(
        texel_of(sm_texture_sample(&im->texture, (uint64_t)(uintptr_t)&s, SM_TEXEL_FLOAT, 0, 0, 0, 0, 9, 0, 0, 0, 0))
            .f[0] == 2.5f);
    s.mip_filter = 0;
    assert_true(
        texel_of(sm_texture_sample(&im->texture, (uint64_t)(uintptr_t)&s, SM_TEXEL_FLOAT, 0, 0, 0, 0, 9, 0, 0, 0, 0))
            .f[0] == 0);
    assert_true(sm_texture_gradient_lod(&im->texture, 0.5f, 0, 0, 0, 0, 0) == 1);
    free(im);
}

static void a_constexpr_sampler_unpacks(void **state)
{
    (void)state;
    float bias;
    uint32_t reduction;
    uint64_t bits = 1 | 1 << 1 | 1 << 2 | 2 << 3 | 2 << 5 | 4 << 8 | 5 << 11 | 2 << 14 | 1 << 16 | 3 << 17 | 1 << 20 |
                    (uint64_t)(0x3ff & -48) << 22 | (uint64_t)0x3c00 << 32 | (uint64_t)0x7c00 << 48;
    sm_sampler s = sm_sampler_unpack(bits, &bias, &reduction);
    assert_true(s.min_filter == 1 && s.mag_filter == 1 && s.mip_filter == 2 && s.address[0] == 2 && s.address[1] == 4 &&
                s.address[2] == 5);
    assert_true(s.border_color == 2 && s.normalized == 1 && s.compare_function == 3 && reduction == 1 && bias == -1.5f);
    assert_true(s.lod_min == 1 && isinf(s.lod_max));
}

static void nothing_is_written_in_an_unknown_format(void **state)
{
    (void)state;
    image *im = image_create(), before = *im;
    im->texture.format = 999;
    sm_texture_write(&im->texture, SM_TEXEL_FLOAT, (sm_texel_bits){1, 1, 1, 1}, 0, 0, 0, 0, 0);
    assert_memory_equal(im->texel, before.texel, sizeof im->texel);
    free(im);
}

/* ---- the named faults of textures: each changes its own probe and no other */

typedef enum {
    PROBE_XY,
    PROBE_OUTSIDE,
    PROBE_ALPHA,
    PROBE_WRITE_OUTSIDE,
    PROBE_ROUNDING,
    PROBE_SATURATION,
    PROBE_BGRA,
    PROBE_SRGB,
    PROBE_SNORM,
    PROBE_CORNER,
    PROBE_FILTER,
    PROBES
} probe;

static float first_of(sm_texel_bits bits)
{
    float f;
    uint32_t u = bits[0];
    memcpy(&f, &u, sizeof f);
    return f;
}

static float sample_diagonal(const sm_texture *texture, float s)
{
    const sm_sampler linear = {.min_filter = 1, .mag_filter = 1, .address = {2, 2, 2}, .normalized = 1, .lod_max = 9};
    return first_of(sm_texture_sample(texture, (uintptr_t)&linear, SM_TEXEL_FLOAT, s, s, 0, 0, 0, 0, 0, 0, 0));
}

static void take_probes(float value[PROBES])
{
    float square[2][2] = {{1, 2}, {3, 4}}, even[2][2] = {{1, 2}, {2, 5}};
    const sm_texture texture = {.type = 2,
                                .format = R32_FLOAT,
                                .width = 2,
                                .height = 2,
                                .depth = 1,
                                .layers = 1,
                                .levels = 1,
                                .samples = 1,
                                .pixel_size = 4,
                                .level = {{(uint8_t *)square, 8, 16}}};
    sm_texture symmetric = texture;
    symmetric.level[0].pixels = (uint8_t *)even;
    value[PROBE_XY] = first_of(sm_texture_read(&texture, SM_TEXEL_FLOAT, 1, 0, 0, 0, 0));
    sm_texel_bits outside = sm_texture_read(&texture, SM_TEXEL_FLOAT, 5, 5, 0, 0, 0);
    value[PROBE_OUTSIDE] = first_of(outside);
    value[PROBE_ALPHA] = (float)outside[3];
    value[PROBE_CORNER] = sample_diagonal(&symmetric, 0.25f); /* the middle of the first texel */
    value[PROBE_FILTER] =
        sample_diagonal(&symmetric, 0.125f); /* between corner and middle: the same blend from either */
    sm_texture_write(&texture, SM_TEXEL_FLOAT, (sm_texel_bits){0x42280000}, 3, 1, 0, 0, 0);
    value[PROBE_WRITE_OUTSIDE] = square[1][1];
    value[PROBE_ROUNDING] = (float)store_float(R8, 0.7f / 255, 0, 0, 0);
    value[PROBE_SATURATION] = (float)store(R8_UINT, SM_TEXEL_UINT, (sm_texel){.u = {300}});
    value[PROBE_BGRA] = load(BGRA8, 0xff, SM_TEXEL_FLOAT).f[2];
    value[PROBE_SRGB] = load(RGBA8_SRGB, 0x80, SM_TEXEL_FLOAT).f[0];
    value[PROBE_SNORM] = load(R8_SNORM, 0x80, SM_TEXEL_FLOAT).f[0];
}

static void faults_change_one_thing(void **state)
{
    (void)state;
    static const struct {
        sm_fault_id fault;
        probe sees;
    } rows[] = {
        {SM_FAULT_texture_xy_swapped, PROBE_XY},
        {SM_FAULT_texture_read_clamps, PROBE_OUTSIDE},
        {SM_FAULT_texture_default_alpha_zero, PROBE_ALPHA},
        {SM_FAULT_texture_write_wraps_around, PROBE_WRITE_OUTSIDE},
        {SM_FAULT_texture_write_truncates, PROBE_ROUNDING},
        {SM_FAULT_texture_write_wraps, PROBE_SATURATION},
        {SM_FAULT_texture_bgra_unswizzled, PROBE_BGRA},
        {SM_FAULT_texture_srgb_linear, PROBE_SRGB},
        {SM_FAULT_texture_snorm_lowest, PROBE_SNORM},
        {SM_FAULT_texture_sample_corner, PROBE_CORNER},
        {SM_FAULT_texture_filter_ignored, PROBE_FILTER},
    };
    float right[PROBES], wrong[PROBES];
    take_probes(right);
    for (size_t n = 0; n < sizeof rows / sizeof *rows; n++) {
        sm_fault_flip(rows[n].fault);
        take_probes(wrong);
        sm_fault_flip(rows[n].fault);
        for (int p = 0; p < PROBES; p++) {
            if ((right[p] != wrong[p]) != (p == (int)rows[n].sees))
                fail_msg("%s, probe %d: %g and %g", sm_fault_rows[rows[n].fault].name, p, (double)right[p],
                         (double)wrong[p]);
        }
    }
}

/* Samples of a pixel lie side by side; what others take as the level chooses one. */
static void each_sample_is_read(void **state)
{
    (void)state;
    enum { R32_FLOAT = 55, TYPE_2D_MS = 4 };
    float samples[2][3][4];
    for (int n = 0; n < 24; n++)
        samples[n / 12][n / 4 % 3][n % 4] = (float)n;
    sm_texture texture = {.type = TYPE_2D_MS,
                          .format = R32_FLOAT,
                          .width = 3,
                          .height = 2,
                          .depth = 1,
                          .layers = 1,
                          .levels = 1,
                          .samples = 4,
                          .pixel_size = 4,
                          .level[0] = {(uint8_t *)samples, sizeof samples[0], sizeof samples}};
    for (uint32_t n = 0; n < 24; n++)
        for (int wrong = 0; wrong < 2; wrong++) {
            if (wrong)
                sm_fault_flip(SM_FAULT_texture_first_sample);
            float read = first_of(sm_texture_read(&texture, SM_TEXEL_FLOAT, n / 4 % 3, n / 12, 0, 0, n % 4));
            float clamped = first_of(
                sm_texture_read_clamped(&texture, SM_TEXEL_FLOAT, n / 12 ? 7 : -3, (int)(n / 12), 0, 0, n % 4));
            if (wrong)
                sm_fault_flip(SM_FAULT_texture_first_sample);
            assert_true(read == samples[n / 12][n / 4 % 3][wrong ? 0 : n % 4]);
            assert_true(clamped == samples[n / 12][n / 12 ? 2 : 0][wrong ? 0 : n % 4]);
        }
    assert_int_equal(sm_texture_query(&texture, SM_TEXTURE_SAMPLES, 0), 4);
    assert_true(first_of(sm_texture_read(&texture, SM_TEXEL_FLOAT, 0, 0, 0, 0, 4)) == 0.0f);
}

static float uniform(uint32_t *state, float low, float high)
{
    *state = *state * 1664525u + 1013904223u;
    return low + (high - low) * (float)(*state >> 8) * 0x1p-24f;
}

enum { EDGE = 5 };

static sm_texture image_of(uint32_t format, void *pixels, uint32_t pixel_size)
{
    return (sm_texture){.type = 2,
                        .format = format,
                        .width = EDGE,
                        .height = EDGE - 1,
                        .depth = 1,
                        .layers = 1,
                        .levels = 1,
                        .samples = 1,
                        .pixel_size = pixel_size,
                        .level[0] = {pixels, (uint64_t)EDGE * pixel_size, (uint64_t)EDGE * EDGE * pixel_size}};
}

/* Codes of 8 bits take a way of their own; the same numbers as floats take the common one. */
static void samples_of_codes_are_those_of_their_numbers(void **test_state)
{
    (void)test_state;
    uint8_t codes[EDGE * EDGE * 4];
    float numbers[EDGE * EDGE * 4];
    uint32_t state = 1;
    const uint32_t formats[] = {RGBA8, BGRA8};
    for (int n = 0; n < 4000; n++) {
        uint32_t format = formats[n & 1];
        for (int k = 0; k < EDGE * EDGE * 4; k++) {
            codes[k] = (uint8_t)uniform(&state, 0, 256);
            numbers[format == BGRA8 && k % 4 != 3 ? k - k % 4 + 2 - k % 4 : k] = (float)codes[k] / 255.0f;
        }
        sm_texture coded = image_of(format, codes, 4), real = image_of(RGBA32_FLOAT, numbers, 16);
        sm_sampler sampler = {.min_filter = 1,
                              .mag_filter = 1,
                              .address = {(uint32_t)uniform(&state, 0, 6), (uint32_t)uniform(&state, 0, 6), 0},
                              .normalized = n >> 1 & 1,
                              .lod_max = 16};
        float scale = sampler.normalized ? 1 : EDGE, s = uniform(&state, -2, 3) * scale;
        float t = uniform(&state, -2, 3) * scale;
        int32_t aside = (int32_t)uniform(&state, -8, 8);
        if (n % 500 == 0)
            s = n % 1000 == 0 ? INFINITY : NAN;
        uint64_t made = (uint64_t)(uintptr_t)&sampler;
        sm_texel_bits a = sm_texture_sample(&coded, made, SM_TEXEL_FLOAT, s, t, 0, 0, 0, aside, -aside, 0, 0.0f);
        sm_texel_bits b = sm_texture_sample(&real, made, SM_TEXEL_FLOAT, s, t, 0, 0, 0, aside, -aside, 0, 0.0f);
        if (memcmp(&a, &b, sizeof a) != 0)
            fail_msg("%d: at %g, %g, addresses %u and %u", n, (double)s, (double)t, sampler.address[0],
                     sampler.address[1]);
    }
}

static void codes_are_written_as_the_format_has_it(void **test_state)
{
    (void)test_state;
    static const float special[] = {NAN, INFINITY, -INFINITY, -0.0f, 1e30f, 0.5f / 255, 1.5f / 255, 254.5f / 255};
    uint8_t codes[EDGE * EDGE * 4] = {0}, wanted[EDGE * EDGE * 4] = {0};
    uint32_t state = 1;
    for (int n = 0; n < 4000; n++) {
        uint32_t format = n & 1 ? BGRA8 : RGBA8, x = (uint32_t)uniform(&state, 0, EDGE + 2);
        uint32_t y = (uint32_t)uniform(&state, 0, EDGE + 1), level = n % 50 == 0;
        sm_texture coded = image_of(format, codes, 4);
        sm_texel texel;
        for (int c = 0; c < 4; c++)
            texel.f[c] = (n + c) % 9 == 0 ? special[(n + c) / 9 % 8] : uniform(&state, -0.2f, 1.2f);
        sm_texel_bits bits;
        memcpy(&bits, &texel, sizeof bits);
        sm_texture_write(&coded, SM_TEXEL_FLOAT, bits, x, y, 0, 0, level);
        if (x < EDGE && y < EDGE - 1 && level == 0)
            sm_format_store(sm_format_find(format), wanted + 4 * ((size_t)y * EDGE + x), SM_TEXEL_FLOAT, &texel);
        assert_memory_equal(codes, wanted, sizeof codes);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(out_of_bounds_reads_default_and_drops_writes),
        cmocka_unit_test(a_swizzle_moves_components),
        cmocka_unit_test(filters_and_address_modes),
        cmocka_unit_test(levels),
        cmocka_unit_test(a_constexpr_sampler_unpacks),
        cmocka_unit_test(nothing_is_written_in_an_unknown_format),
        cmocka_unit_test(faults_change_one_thing),
        cmocka_unit_test(each_sample_is_read),
        cmocka_unit_test(samples_of_codes_are_those_of_their_numbers),
        cmocka_unit_test(codes_are_written_as_the_format_has_it),
    };
    sm_device_settings(); /* a fault named in the environment is to show here, too */
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("texture", tests, NULL, NULL);
}
