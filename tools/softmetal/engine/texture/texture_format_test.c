/* texture_format_test.c: each pixel format against a second list of them, and the conversions of MSL 8.7. */
#include "../fault.h"
#include "../functions/half.h"
#include "texture_block.h"
#include "texture_testing.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <cmocka.h>

static void normalized_codes_read_and_return(void **state)
{
    (void)state;
    static const struct {
        uint32_t format, bits;
    } rows[] = {{R8, 8}, {R16, 16}, {A8, 8}};
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        uint32_t highest = (1u << rows[r].bits) - 1;
        int c = rows[r].format == A8 ? 3 : 0;
        for (uint32_t code = 0; code <= highest; code++) {
            sm_texel t = load(rows[r].format, code, SM_TEXEL_FLOAT);
            assert_true(t.f[c] == (float)code / (float)highest);
            assert_int_equal(store(rows[r].format, SM_TEXEL_FLOAT, t), code);
        }
    }
    assert_true(load(R8_SNORM, 0x80, SM_TEXEL_FLOAT).f[0] == -1 && load(R8_SNORM, 0x81, SM_TEXEL_FLOAT).f[0] == -1);
    assert_true(load(R16_SNORM, 0x8000, SM_TEXEL_FLOAT).f[0] == -1 &&
                load(R16_SNORM, 0x7fff, SM_TEXEL_FLOAT).f[0] == 1);
}

static void writes_clamp_and_round(void **state)
{
    (void)state;
    assert_int_equal(store_float(R8, 0.5f / 255, 0, 0, 0), 0);
    assert_int_equal(store_float(R8, 1.5f / 255, 0, 0, 0), 2);
    assert_int_equal(store_float(R8, 300, 0, 0, 0), 255);
    assert_int_equal(store_float(R8, -1, 0, 0, 0), 0);
    assert_int_equal(store_float(R8, NAN, 0, 0, 0), 0);
    assert_int_equal(store_float(R8_SNORM, -INFINITY, 0, 0, 0), 0x81);
    assert_int_equal(store_float(R8_SNORM, NAN, 0, 0, 0), 0);
    assert_int_equal(store_float(R16_FLOAT, 0x1.8p-24f, 0, 0, 0), 2);
    assert_int_equal(store_float(R16_FLOAT, -INFINITY, 0, 0, 0), 0xfc00);
    assert_int_equal(store(R8_SINT, SM_TEXEL_INT, (sm_texel){.i = {-200}}), 0x80);
    assert_int_equal(store(R8_SINT, SM_TEXEL_INT, (sm_texel){.i = {200}}), 0x7f);
    assert_int_equal(store(R8_UINT, SM_TEXEL_UINT, (sm_texel){.u = {256}}), 0xff);
    assert_int_equal(store(R16_UINT, SM_TEXEL_UINT, (sm_texel){.u = {0xffffffff}}), 0xffff);
    assert_int_equal(store(R16_SINT, SM_TEXEL_INT, (sm_texel){.i = {-40000}}), 0x8000);
    assert_int_equal(store(R32_UINT, SM_TEXEL_UINT, (sm_texel){.u = {0xfffffff0}}), 0xfffffff0);
}

static void components_lie_in_their_places(void **state)
{
    (void)state;
    assert_int_equal(store_float(RGBA8, 1, 0, 0.2f, 0), 0x003300ff);
    assert_int_equal(store_float(BGRA8, 1, 0, 0.2f, 0), 0x00ff0033);
    assert_int_equal(store_float(RGB10A2, 1, 0, 0, 1), 0xc00003ff);
    assert_int_equal(store_float(B5G6R5, 1, 0, 0, 0), 0xf800);
    sm_texel t = load(BGRA8, 0x00ff0033, SM_TEXEL_FLOAT);
    assert_true(t.f[0] == 1 && t.f[1] == 0 && t.f[2] == 0.2f && t.f[3] == 0);
    t = load(RG8, 0xff00, SM_TEXEL_FLOAT); /* what a format lacks is 0, alpha 1 */
    assert_true(t.f[0] == 0 && t.f[1] == 1 && t.f[2] == 0 && t.f[3] == 1);
    t = load(R8_SINT, 0xff, SM_TEXEL_INT);
    assert_true(t.i[0] == -1 && t.i[1] == 0 && t.i[3] == 1);
}

static double srgb(double c)
{
    return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

static void srgb_decodes_and_encodes(void **state)
{
    (void)state;
    for (uint32_t code = 0; code < 256; code++) {
        sm_texel t = load(RGBA8_SRGB, code | code << 24, SM_TEXEL_FLOAT);
        assert_true(fabs(t.f[0] - srgb(code / 255.0)) < 1e-6 && t.f[3] == (float)code / 255);
        assert_int_equal(store(RGBA8_SRGB, SM_TEXEL_FLOAT, t), code | code << 24);
        for (int side = -1; side <= 1; side += 2) { /* almost halfway to the next code */
            double beside = (code + side * 0.49) / 255;
            assert_int_equal(store_float(RGBA8_SRGB, (float)srgb(fmax(beside, 0)), 0, 0, 0), code);
        }
    }
}

static void small_floats(void **state)
{
    (void)state;
    for (uint32_t code = 0; code < 2048; code++) {
        sm_texel t = load(RG11B10, code, SM_TEXEL_FLOAT);
        uint32_t exponent = code >> 6, m = code & 63;
        if (exponent == 31) {
            assert_true(m ? isnan(t.f[0]) : isinf(t.f[0]));
            continue;
        }
        assert_true(t.f[0] == (exponent ? ldexpf(1 + (float)m / 64, (int)exponent - 15) : ldexpf((float)m / 64, -14)));
        assert_int_equal(store(RG11B10, SM_TEXEL_FLOAT, (sm_texel){.f = {t.f[0]}}), code);
    }
    assert_int_equal(store_float(RG11B10, -3, 0, 0, 0), 0);
    assert_int_equal(store_float(RG11B10, INFINITY, 0, 0, 0), 31 << 6);
    assert_int_equal(store(RG11B10, SM_TEXEL_FLOAT, (sm_texel){.u = {0x7f800001}}), 31 << 6 | 1); /* of NaN any */
    assert_int_equal(store(RG11B10, SM_TEXEL_FLOAT, (sm_texel){.u = {0xffffffff}}), 31 << 6 | 1);
    assert_int_equal(store_float(RG11B10, 65535, 0, 0, 0), 31 << 6);
    assert_int_equal(store_float(RG11B10, 1 + 0x1p-7f, 0, 0, 0), 15 << 6); /* a tie goes to even */
    assert_int_equal(store_float(RG11B10, 1 + 0x1.0001p-7f, 0, 0, 0), (15 << 6) + 1);
    assert_int_equal(store_float(RG11B10, 0, 0, 1 + 0x1.8p-5f, 0), ((15u << 5) + 2) << 22); /* 5 bits in blue */

    sm_texel t = load(RGB9E5, 16u << 27 | 256, SM_TEXEL_FLOAT);
    assert_true(t.f[0] == 1.0f && t.f[1] == 0 && t.f[3] == 1);
    assert_int_equal(store_float(RGB9E5, 1.0f, 0.5f, 0, 0), 16u << 27 | 128 << 9 | 256);
    assert_int_equal(store_float(RGB9E5, 1e9f, NAN, -1, 0), 31u << 27 | 511);
    assert_int_equal(store_float(RGB9E5, 0x1.ffffp-1f, 0, 0, 0),
                     16u << 27 | 256); /* rounds up into the next exponent */
    assert_int_equal(store_float(RGB9E5, 0, 0, 0, 0), 0);
}

/* A code of 16 bits reads as the half nearest to its part of the largest: it is not rounded to float before. */
static void halves_are_rounded_once(void **state)
{
    (void)state;
    enum { R16_UNORM = 20, R16_SNORM = 22 };
    int twice = 0;
    for (uint32_t code = 0; code < 0x10000; code++)
        for (int has_sign = 0; has_sign < 2; has_sign++) {
            double most = has_sign ? 32767 : 65535, exact = (double)(has_sign ? (int16_t)code : (int)code) / most;
            exact = exact < -1 ? -1 : exact;
            float value = load(has_sign ? R16_SNORM : R16_UNORM, code, SM_TEXEL_HALF).f[0];
            uint32_t bits;
            memcpy(&bits, &value, sizeof bits);
            uint16_t half = sm_float_to_half_bits(bits);
            assert_true(sm_half_to_float_bits(half) == bits);
            for (int step = -1; step <= 1; step += 2) {
                uint32_t beside = sm_half_to_float_bits((uint16_t)(half + step));
                float other;
                memcpy(&other, &beside, sizeof other);
                if ((half & 0x7fff) + step >= 0)
                    assert_true(fabs((double)value - exact) <= fabs((double)other - exact));
            }
            sm_fault_flip(SM_FAULT_texture_half_twice);
            float rough = load(has_sign ? R16_SNORM : R16_UNORM, code, SM_TEXEL_HALF).f[0];
            sm_fault_flip(SM_FAULT_texture_half_twice);
            memcpy(&bits, &rough, sizeof bits);
            twice += sm_float_to_half_bits(bits) != half;
        }
    assert_true(twice > 0);
}

/* ---- Every format, once more than in texture_format.c: its components from the lowest bit on, with their bits; `-` is
 * padding. */

typedef enum { UNORM, SNORM, UINT, SINT, FLOAT, SRGB, XR, XR_SRGB } coding;

static const struct row {
    uint32_t id; /* MTLPixelFormat */
    coding coding;
    const char *components;
} rows[] = {
    {1, UNORM, "a8"},
    {10, UNORM, "r8"},
    {11, SRGB, "r8"},
    {12, SNORM, "r8"},
    {13, UINT, "r8"},
    {14, SINT, "r8"},
    {20, UNORM, "r16"},
    {22, SNORM, "r16"},
    {23, UINT, "r16"},
    {24, SINT, "r16"},
    {25, FLOAT, "r16"},
    {30, UNORM, "r8 g8"},
    {31, SRGB, "r8 g8"},
    {32, SNORM, "r8 g8"},
    {33, UINT, "r8 g8"},
    {34, SINT, "r8 g8"},
    {40, UNORM, "b5 g6 r5"},
    {41, UNORM, "a1 b5 g5 r5"},
    {42, UNORM, "a4 b4 g4 r4"},
    {43, UNORM, "b5 g5 r5 a1"},
    {53, UINT, "r32"},
    {54, SINT, "r32"},
    {55, FLOAT, "r32"},
    {60, UNORM, "r16 g16"},
    {62, SNORM, "r16 g16"},
    {63, UINT, "r16 g16"},
    {64, SINT, "r16 g16"},
    {65, FLOAT, "r16 g16"},
    {70, UNORM, "r8 g8 b8 a8"},
    {71, SRGB, "r8 g8 b8 a8"},
    {72, SNORM, "r8 g8 b8 a8"},
    {73, UINT, "r8 g8 b8 a8"},
    {74, SINT, "r8 g8 b8 a8"},
    {80, UNORM, "b8 g8 r8 a8"},
    {81, SRGB, "b8 g8 r8 a8"},
    {90, UNORM, "r10 g10 b10 a2"},
    {91, UINT, "r10 g10 b10 a2"},
    {92, FLOAT, "r11 g11 b10"},
    {94, UNORM, "b10 g10 r10 a2"},
    {103, UINT, "r32 g32"},
    {104, SINT, "r32 g32"},
    {105, FLOAT, "r32 g32"},
    {110, UNORM, "r16 g16 b16 a16"},
    {112, SNORM, "r16 g16 b16 a16"},
    {113, UINT, "r16 g16 b16 a16"},
    {114, SINT, "r16 g16 b16 a16"},
    {115, FLOAT, "r16 g16 b16 a16"},
    {123, UINT, "r32 g32 b32 a32"},
    {124, SINT, "r32 g32 b32 a32"},
    {125, FLOAT, "r32 g32 b32 a32"},
    {250, UNORM, "r16"},
    {252, FLOAT, "r32"},
    {253, UINT, "r8"},
    {552, XR, "-6 b10 -6 g10 -6 r10 -6 a10"},
    {553, XR_SRGB, "-6 b10 -6 g10 -6 r10 -6 a10"},
    {554, XR, "b10 g10 r10 -2"},
    {555, XR_SRGB, "b10 g10 r10 -2"},
};

typedef struct component {
    char name;
    unsigned first, bits;
} component;

typedef struct layout {
    component item[4];
    size_t count;
    unsigned size; /* bytes of a pixel */
} layout;

static layout layout_of(const struct row *row)
{
    layout found = {0};
    unsigned first = 0;
    for (const char *at = row->components; *at; at += strspn(at, " ")) {
        char *end, name = *at;
        unsigned bits = (unsigned)strtoul(at + 1, &end, 10);
        if (name != '-')
            found.item[found.count++] = (component){name, first, bits};
        first += bits;
        at = end;
    }
    found.size = first / 8;
    return found;
}

static void set_bits(uint8_t *pixel, const component *c, uint32_t code)
{
    for (unsigned bit = 0; bit < c->bits; bit++) {
        unsigned at = c->first + bit;
        pixel[at / 8] = (uint8_t)((pixel[at / 8] & ~(1u << at % 8)) | (code >> bit & 1) << at % 8);
    }
}

/* A float of `significand` bits behind an exponent of `exponent` bits, and a sign where there is one. */
static double small_float(uint32_t code, int exponent, int significand)
{
    int bias = (1 << (exponent - 1)) - 1, power = (int)(code >> significand & ((1u << exponent) - 1));
    double rest = (double)(code & ((1u << significand) - 1));
    double value =
        power ? ldexp(rest + ldexp(1, significand), power - bias - significand) : ldexp(rest, 1 - bias - significand);
    return (uint64_t)code >> (exponent + significand) ? -value : value;
}

static double number_of(coding coding, const component *c, uint32_t code)
{
    double most = ldexp(1, (int)c->bits) - 1, above = (code - 384.0) / 510;
    int64_t whole = code >> (c->bits - 1) ? (int64_t)code - (INT64_C(1) << c->bits) : (int64_t)code;
    bool alpha = c->name == 'a';
    switch (coding) {
    case UNORM: return code / most;
    case SNORM: return fmax((double)whole / ((most - 1) / 2), -1);
    case UINT: return code;
    case SINT: return (double)whole;
    case SRGB: return alpha ? code / most : srgb(code / most);
    case XR: return alpha ? fmin(fmax(above, 0), 1) : above;
    case XR_SRGB: return alpha ? fmin(fmax(above, 0), 1) : copysign(srgb(fabs(above)), above);
    default:
        return c->bits == 32   ? small_float(code, 8, 23)
               : c->bits == 16 ? small_float(code, 5, 10)
                               : small_float(code, 5, (int)c->bits - 5);
    }
}

static sm_texel_kind kind_of(coding coding)
{
    return coding == UINT ? SM_TEXEL_UINT : coding == SINT ? SM_TEXEL_INT : SM_TEXEL_FLOAT;
}

static double number_in(const sm_texel *texel, int n, sm_texel_kind kind)
{
    return kind == SM_TEXEL_FLOAT ? (double)texel->f[n]
           : kind == SM_TEXEL_INT ? (double)texel->i[n]
                                  : (double)texel->u[n];
}

/* One component has a code and the others have another. */
static void try_code(const struct row *row, const layout *layout, size_t chosen, uint32_t code)
{
    static const char order[] = "rgba";
    const sm_format *format = sm_format_find(row->id);
    sm_texel_kind kind = kind_of(row->coding);
    double near = sm_texel_is_real(kind) ? 1e-6 : 0;
    double wanted[4] = {0, 0, 0, 1};
    uint8_t pixel[16] = {0}, written[16];
    for (size_t n = 0; n < layout->count; n++) {
        const component *c = &layout->item[n];
        uint32_t its = n == chosen ? code : 0x77777777u >> (32 - c->bits);
        set_bits(pixel, c, its);
        wanted[strchr(order, c->name) - order] = number_of(row->coding, c, its);
    }
    sm_texel texel = sm_format_load(format, pixel, kind);
    for (int n = 0; n < 4; n++)
        if (fabs(number_in(&texel, n, kind) - wanted[n]) > fabs(wanted[n]) * near)
            fail_msg("format %u, %c of code 0x%x is %a, not %a", row->id, order[n], code, number_in(&texel, n, kind),
                     wanted[n]);
    memset(written, 0xa5, sizeof written);
    sm_format_store(format, written, kind, &texel);
    if (memcmp(written, pixel, layout->size) != 0)
        fail_msg("format %u: 0x%x is not written as it was read", row->id, code);
    for (size_t n = layout->size; n < sizeof written; n++)
        assert_int_equal(written[n], 0xa5);
}

/* The code of `bits` that begins like this one, or one that a write gives back: not a second code of the same number,
 * and no infinity. */
static uint32_t code_of(uint32_t begin, coding coding, const component *c)
{
    uint32_t code = begin >> (32 - c->bits);
    if (coding == SNORM && code == 1u << (c->bits - 1))
        return code + 1;
    if (coding == FLOAT && begin == 0xffffffff)
        return 1;
    return (coding == XR || coding == XR_SRGB) && c->name == 'a' ? 384 + code % 511 : code;
}

static void every_component_has_its_place_and_meaning(void **state)
{
    (void)state;
    static const uint32_t begins[] = {0,          0x10000000, 0x38000000, 0x3c000000,
                                      0x5a5a5a5a, 0x80000000, 0x90000000, 0xffffffff};
    for (const struct row *row = rows; row < rows + sizeof rows / sizeof *rows; row++) {
        const layout layout = layout_of(row);
        const sm_format *format = sm_format_find(row->id);
        uint8_t block[2] = {0};
        assert_non_null(format);
        assert_int_equal(sm_format_pixel_size(format), layout.size);
        sm_format_block(format, block);
        assert_true(block[0] == 1 && block[1] == 1);
        assert_null(sm_format_lack(format));
        assert_int_equal(sm_format_is_integer(format), row->coding == UINT || row->coding == SINT);
        assert_int_equal(sm_format_has_alpha(format), strchr(row->components, 'a') != NULL);
        for (size_t n = 0; n < layout.count; n++)
            for (size_t k = 0; k < sizeof begins / sizeof *begins; k++)
                try_code(row, &layout, n, code_of(begins[k], row->coding, &layout.item[n]));
    }
}

/* Beyond [-384/510, 639/510] codes saturate; an alpha does not leave [0, 1]. */
static void extended_range_saturates(void **state)
{
    (void)state;
    enum { BGR10_XR = 554, BGRA10_XR = 552 };
    assert_int_equal(store_float(BGR10_XR, -2, 0, 2, 0), 384 << 10 | 1023);
    uint8_t pixel[8];
    sm_format_store(sm_format_find(BGRA10_XR), pixel, SM_TEXEL_FLOAT, &(sm_texel){.f = {0, 0, 0, 1.2f}});
    assert_int_equal((pixel[6] | pixel[7] << 8) >> 6, 894);
    const uint8_t above[8] = {[6] = 0xc0, [7] = 0xff}, below[8] = {0};
    assert_true(sm_format_load(sm_format_find(BGRA10_XR), above, SM_TEXEL_FLOAT).f[3] == 1);
    assert_true(sm_format_load(sm_format_find(BGRA10_XR), below, SM_TEXEL_FLOAT).f[3] == 0);
}

/* ---- Compressed formats */

typedef struct block_row {
    uint32_t id, size;
    sm_codec codec;
    bool srgb;
    const char *components;
    unsigned width, height;
} block_row;

static const block_row blocks[] = {
    {130, 8, SM_CODEC_BC1, false, "rgba", 4, 4},
    {131, 8, SM_CODEC_BC1, true, "rgba", 4, 4},
    {132, 16, SM_CODEC_BC2, false, "rgba", 4, 4},
    {133, 16, SM_CODEC_BC2, true, "rgba", 4, 4},
    {134, 16, SM_CODEC_BC3, false, "rgba", 4, 4},
    {135, 16, SM_CODEC_BC3, true, "rgba", 4, 4},
    {140, 8, SM_CODEC_BC4, false, "r", 4, 4},
    {141, 8, SM_CODEC_BC4_SIGNED, false, "r", 4, 4},
    {142, 16, SM_CODEC_BC5, false, "rg", 4, 4},
    {143, 16, SM_CODEC_BC5_SIGNED, false, "rg", 4, 4},
    {150, 16, SM_CODEC_BC6H_SIGNED, false, "rgb", 4, 4},
    {151, 16, SM_CODEC_BC6H, false, "rgb", 4, 4},
    {152, 16, SM_CODEC_BC7, false, "rgba", 4, 4},
    {153, 16, SM_CODEC_BC7, true, "rgba", 4, 4},
    {170, 8, SM_CODEC_EAC_R11, false, "r", 4, 4},
    {172, 8, SM_CODEC_EAC_R11_SIGNED, false, "r", 4, 4},
    {174, 16, SM_CODEC_EAC_RG11, false, "rg", 4, 4},
    {176, 16, SM_CODEC_EAC_RG11_SIGNED, false, "rg", 4, 4},
    {178, 16, SM_CODEC_ETC2_RGBA, false, "rgba", 4, 4},
    {179, 16, SM_CODEC_ETC2_RGBA, true, "rgba", 4, 4},
    {180, 8, SM_CODEC_ETC2_RGB, false, "rgb", 4, 4},
    {181, 8, SM_CODEC_ETC2_RGB, true, "rgb", 4, 4},
    {182, 8, SM_CODEC_ETC2_RGB_A1, false, "rgba", 4, 4},
    {183, 8, SM_CODEC_ETC2_RGB_A1, true, "rgba", 4, 4},
};

/* ASTC: three rows of formats, each with these sizes of blocks. No format has the number behind that of 6 x 6. */
static const struct {
    uint32_t first;
    sm_codec codec;
    bool srgb;
} astc[] = {{186, SM_CODEC_ASTC_SRGB, true}, {204, SM_CODEC_ASTC_LDR, false}, {222, SM_CODEC_ASTC_HDR, false}};
static const unsigned astc_sizes[][3] = {{0, 4, 4},   {1, 5, 4},    {2, 5, 5},    {3, 6, 5},   {4, 6, 6},
                                         {6, 8, 5},   {7, 8, 6},    {8, 8, 8},    {9, 10, 5},  {10, 10, 6},
                                         {11, 10, 8}, {12, 10, 10}, {13, 12, 10}, {14, 12, 12}};

/* Texels are those of the decoder, those of sRGB decoded further; what a format lacks is 0, alpha 1. */
static void try_block(const block_row *row, const uint8_t *bytes)
{
    const sm_format *format = sm_format_find(row->id);
    for (unsigned at = 0; at < row->width * row->height; at++) {
        float decoded[4];
        unsigned x = at % row->width, y = at / row->width;
        sm_texel texel =
            sm_format_load_in_block(format, bytes, 0, x + 2 * row->width, y + 3 * row->height, SM_TEXEL_FLOAT);
        sm_codec_texel(row->codec, row->width, row->height, bytes, 0, x, y, decoded);
        for (int c = 0; c < 4; c++) {
            bool present = strchr(row->components, "rgba"[c]) != NULL;
            double wanted = !present ? c == 3 : row->srgb && c < 3 ? srgb(decoded[c]) : decoded[c];
            if (!(fabs(texel.f[c] - wanted) <= 1e-6 * fabs(wanted)) && !(isnan(texel.f[c]) && isnan(wanted)))
                fail_msg("format %u: %c at %u, %u is %g, not %g", row->id, "rgba"[c], x, y, (double)texel.f[c], wanted);
        }
    }
}

static void try_compressed(const block_row *row)
{
    const sm_format *format = sm_format_find(row->id);
    uint8_t size[2], bytes[16], before[16];
    assert_non_null(format);
    sm_format_block(format, size);
    if (size[0] != row->width || size[1] != row->height || sm_format_pixel_size(format) != row->size)
        fail_msg("format %u: blocks of %u x %u, %u bytes", row->id, size[0], size[1], sm_format_pixel_size(format));
    assert_false(sm_format_is_integer(format));
    assert_int_equal(sm_format_has_alpha(format), strchr(row->components, 'a') != NULL);
    assert_ptr_equal(sm_format_lack(format), sm_codec_lack(row->codec));
    for (size_t n = 0; n < sizeof bytes; n++)
        before[n] = bytes[n] = (uint8_t)(n * 37 + 11);
    sm_format_store(format, bytes, SM_TEXEL_FLOAT, &(sm_texel){.f = {1, 1, 1, 1}});
    assert_memory_equal(bytes, before, sizeof bytes); /* is not written */
    if (sm_codec_lack(row->codec))
        return;
    try_block(row, bytes);
    /* One color, in ASTC of halves: an error but for HDR. */
    try_block(row, (const uint8_t[16]){0xfc, 0xff, 255, 255, 255, 255, 255, 255, 0, 0x3c, 0, 0x40, 0, 0x44, 0, 0x34});
}

static void every_compressed_format_has_its_blocks(void **state)
{
    (void)state;
    for (size_t n = 0; n < sizeof blocks / sizeof *blocks; n++)
        try_compressed(&blocks[n]);
    for (size_t n = 0; n < sizeof astc / sizeof *astc; n++)
        for (size_t k = 0; k < sizeof astc_sizes / sizeof *astc_sizes; k++)
            try_compressed(&(block_row){astc[n].first + astc_sizes[k][0], 16, astc[n].codec, astc[n].srgb, "rgba",
                                        astc_sizes[k][1], astc_sizes[k][2]});
}

static void there_are_no_other_formats(void **state)
{
    (void)state;
    size_t found = 0;
    for (uint32_t id = 0; id < 2000; id++)
        found += sm_format_find(id) != NULL;
    assert_int_equal(found, sizeof rows / sizeof *rows + 1 /* RGB9E5 */ + sizeof blocks / sizeof *blocks +
                                sizeof astc / sizeof *astc * (sizeof astc_sizes / sizeof *astc_sizes));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(normalized_codes_read_and_return),
        cmocka_unit_test(writes_clamp_and_round),
        cmocka_unit_test(components_lie_in_their_places),
        cmocka_unit_test(srgb_decodes_and_encodes),
        cmocka_unit_test(small_floats),
        cmocka_unit_test(halves_are_rounded_once),
        cmocka_unit_test(every_component_has_its_place_and_meaning),
        cmocka_unit_test(extended_range_saturates),
        cmocka_unit_test(every_compressed_format_has_its_blocks),
        cmocka_unit_test(there_are_no_other_formats),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("texture_format", tests, NULL, NULL);
}
