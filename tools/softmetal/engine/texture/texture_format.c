/* texture_format.c: a table of pixel formats and the conversions of MSL 8.7. A pixel is a little-endian word of up to
 * 128 bits; a format says how its bits are divided, in the order of the components red, green, blue, alpha, and what
 * they mean. */
#include "texture_format.h"
#include "../fault.h"
#include "../functions/half.h"
#include "../functions/math_functions.h"
#include "texture_block.h"
#include <math.h>
#include <stddef.h>
#include <string.h>

typedef enum {
    UNORM,
    SNORM,
    UINT,
    SINT,
    FLOAT,
    SRGB,
    SMALL_FLOAT,
    SHARED_EXPONENT,
    XR,
    XR_SRGB,
    BLOCK,
    BLOCK_SRGB
} meaning;

struct sm_format {
    uint16_t id;  /* MTLPixelFormat */
    uint8_t size; /* bytes */
    uint8_t meaning;
    uint8_t bits[4];   /* of red, green, blue, alpha; 0: absent */
    uint8_t offset[4]; /* of their lowest bits */
};

/* A compressed format: BLOCK or BLOCK_SRGB; the bits say which components there are. */
typedef struct block_format {
    sm_format format;
    uint8_t codec, block[2];
} block_format;

#define R(n)                                                                                                           \
    {n, 0, 0, 0},                                                                                                      \
    {                                                                                                                  \
        0, 0, 0, 0                                                                                                     \
    }
#define RG(n)                                                                                                          \
    {n, n, 0, 0},                                                                                                      \
    {                                                                                                                  \
        0, n, 0, 0                                                                                                     \
    }
#define RGBA(n)                                                                                                        \
    {n, n, n, n},                                                                                                      \
    {                                                                                                                  \
        0, n, 2 * n, 3 * n                                                                                             \
    }

static const sm_format formats[] = {
    {1, 1, UNORM, {0, 0, 0, 8}, {0, 0, 0, 0}}, /* A8 */
    {10, 1, UNORM, R(8)},
    {11, 1, SRGB, R(8)},
    {12, 1, SNORM, R(8)},
    {13, 1, UINT, R(8)},
    {14, 1, SINT, R(8)},
    {20, 2, UNORM, R(16)},
    {22, 2, SNORM, R(16)},
    {23, 2, UINT, R(16)},
    {24, 2, SINT, R(16)},
    {25, 2, FLOAT, R(16)},
    {30, 2, UNORM, RG(8)},
    {31, 2, SRGB, RG(8)},
    {32, 2, SNORM, RG(8)},
    {33, 2, UINT, RG(8)},
    {34, 2, SINT, RG(8)},
    {40, 2, UNORM, {5, 6, 5, 0}, {11, 5, 0, 0}},  /* B5G6R5: blue lowest */
    {41, 2, UNORM, {5, 5, 5, 1}, {11, 6, 1, 0}},  /* A1BGR5 */
    {42, 2, UNORM, {4, 4, 4, 4}, {12, 8, 4, 0}},  /* ABGR4 */
    {43, 2, UNORM, {5, 5, 5, 1}, {10, 5, 0, 15}}, /* BGR5A1 */
    {53, 4, UINT, R(32)},
    {54, 4, SINT, R(32)},
    {55, 4, FLOAT, R(32)},
    {60, 4, UNORM, RG(16)},
    {62, 4, SNORM, RG(16)},
    {63, 4, UINT, RG(16)},
    {64, 4, SINT, RG(16)},
    {65, 4, FLOAT, RG(16)},
    {70, 4, UNORM, RGBA(8)},
    {71, 4, SRGB, RGBA(8)},
    {72, 4, SNORM, RGBA(8)},
    {73, 4, UINT, RGBA(8)},
    {74, 4, SINT, RGBA(8)},
    {80, 4, UNORM, {8, 8, 8, 8}, {16, 8, 0, 24}}, /* BGRA8 */
    {81, 4, SRGB, {8, 8, 8, 8}, {16, 8, 0, 24}},
    {90, 4, UNORM, {10, 10, 10, 2}, {0, 10, 20, 30}}, /* RGB10A2 */
    {91, 4, UINT, {10, 10, 10, 2}, {0, 10, 20, 30}},
    {92, 4, SMALL_FLOAT, {11, 11, 10, 0}, {0, 11, 22, 0}}, /* RG11B10Float */
    {93, 4, SHARED_EXPONENT, {9, 9, 9, 0}, {0, 9, 18, 0}}, /* RGB9E5Float */
    {94, 4, UNORM, {10, 10, 10, 2}, {20, 10, 0, 30}},      /* BGR10A2 */
    {103, 8, UINT, RG(32)},
    {104, 8, SINT, RG(32)},
    {105, 8, FLOAT, RG(32)},
    {110, 8, UNORM, RGBA(16)},
    {112, 8, SNORM, RGBA(16)},
    {113, 8, UINT, RGBA(16)},
    {114, 8, SINT, RGBA(16)},
    {115, 8, FLOAT, RGBA(16)},
    {123, 16, UINT, RGBA(32)},
    {124, 16, SINT, RGBA(32)},
    {125, 16, FLOAT, RGBA(32)},
    {250, 2, UNORM, R(16)},                          /* Depth16Unorm */
    {252, 4, FLOAT, R(32)},                          /* Depth32Float */
    {253, 1, UINT, R(8)},                            /* Stencil8 */
    {552, 8, XR, {10, 10, 10, 10}, {38, 22, 6, 54}}, /* BGRA10_XR */
    {553, 8, XR_SRGB, {10, 10, 10, 10}, {38, 22, 6, 54}},
    {554, 4, XR, {10, 10, 10, 0}, {20, 10, 0, 0}}, /* BGR10_XR */
    {555, 4, XR_SRGB, {10, 10, 10, 0}, {20, 10, 0, 0}},
};

/* Compressed: blocks of 8 or 16 bytes, read only. */
#define B4(id, size, codec, meaning, r, g, b, a)                                                                       \
    {                                                                                                                  \
        {id, size, meaning, {r, g, b, a}, {0, 0, 0, 0}}, codec,                                                        \
        {                                                                                                              \
            4, 4                                                                                                       \
        }                                                                                                              \
    }
#define ASTC_OF(id, codec, meaning, w, h)                                                                              \
    {                                                                                                                  \
        {id, 16, meaning, {8, 8, 8, 8}, {0, 0, 0, 0}}, codec,                                                          \
        {                                                                                                              \
            w, h                                                                                                       \
        }                                                                                                              \
    }
#define ASTC(first, codec, meaning)                                                                                    \
    ASTC_OF(first, codec, meaning, 4, 4), ASTC_OF(first + 1, codec, meaning, 5, 4),                                    \
        ASTC_OF(first + 2, codec, meaning, 5, 5), ASTC_OF(first + 3, codec, meaning, 6, 5),                            \
        ASTC_OF(first + 4, codec, meaning, 6, 6), ASTC_OF(first + 6, codec, meaning, 8, 5),                            \
        ASTC_OF(first + 7, codec, meaning, 8, 6), ASTC_OF(first + 8, codec, meaning, 8, 8),                            \
        ASTC_OF(first + 9, codec, meaning, 10, 5), ASTC_OF(first + 10, codec, meaning, 10, 6),                         \
        ASTC_OF(first + 11, codec, meaning, 10, 8), ASTC_OF(first + 12, codec, meaning, 10, 10),                       \
        ASTC_OF(first + 13, codec, meaning, 12, 10), ASTC_OF(first + 14, codec, meaning, 12, 12)

static const block_format compressed[] = {
    B4(130, 8, SM_CODEC_BC1, BLOCK, 8, 8, 8, 8),
    B4(131, 8, SM_CODEC_BC1, BLOCK_SRGB, 8, 8, 8, 8),
    B4(132, 16, SM_CODEC_BC2, BLOCK, 8, 8, 8, 8),
    B4(133, 16, SM_CODEC_BC2, BLOCK_SRGB, 8, 8, 8, 8),
    B4(134, 16, SM_CODEC_BC3, BLOCK, 8, 8, 8, 8),
    B4(135, 16, SM_CODEC_BC3, BLOCK_SRGB, 8, 8, 8, 8),
    B4(140, 8, SM_CODEC_BC4, BLOCK, 8, 0, 0, 0),
    B4(141, 8, SM_CODEC_BC4_SIGNED, BLOCK, 8, 0, 0, 0),
    B4(142, 16, SM_CODEC_BC5, BLOCK, 8, 8, 0, 0),
    B4(143, 16, SM_CODEC_BC5_SIGNED, BLOCK, 8, 8, 0, 0),
    B4(150, 16, SM_CODEC_BC6H_SIGNED, BLOCK, 16, 16, 16, 0),
    B4(151, 16, SM_CODEC_BC6H, BLOCK, 16, 16, 16, 0),
    B4(152, 16, SM_CODEC_BC7, BLOCK, 8, 8, 8, 8),
    B4(153, 16, SM_CODEC_BC7, BLOCK_SRGB, 8, 8, 8, 8),
    B4(170, 8, SM_CODEC_EAC_R11, BLOCK, 11, 0, 0, 0),
    B4(172, 8, SM_CODEC_EAC_R11_SIGNED, BLOCK, 11, 0, 0, 0),
    B4(174, 16, SM_CODEC_EAC_RG11, BLOCK, 11, 11, 0, 0),
    B4(176, 16, SM_CODEC_EAC_RG11_SIGNED, BLOCK, 11, 11, 0, 0),
    B4(178, 16, SM_CODEC_ETC2_RGBA, BLOCK, 8, 8, 8, 8),
    B4(179, 16, SM_CODEC_ETC2_RGBA, BLOCK_SRGB, 8, 8, 8, 8),
    B4(180, 8, SM_CODEC_ETC2_RGB, BLOCK, 8, 8, 8, 0),
    B4(181, 8, SM_CODEC_ETC2_RGB, BLOCK_SRGB, 8, 8, 8, 0),
    B4(182, 8, SM_CODEC_ETC2_RGB_A1, BLOCK, 8, 8, 8, 8),
    B4(183, 8, SM_CODEC_ETC2_RGB_A1, BLOCK_SRGB, 8, 8, 8, 8),
    ASTC(186, SM_CODEC_ASTC_SRGB, BLOCK_SRGB),
    ASTC(204, SM_CODEC_ASTC_LDR, BLOCK),
    ASTC(222, SM_CODEC_ASTC_HDR, BLOCK),
};

static const block_format *as_compressed(const sm_format *format)
{
    return format->meaning == BLOCK || format->meaning == BLOCK_SRGB ? (const block_format *)format : NULL;
}

const sm_format *sm_format_find(uint32_t pixel_format)
{
    size_t low = 0, high = sizeof formats / sizeof *formats; /* sorted by id */
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (formats[middle].id == pixel_format)
            return &formats[middle];
        if (formats[middle].id < pixel_format)
            low = middle + 1;
        else
            high = middle;
    }
    for (size_t n = 0; n < sizeof compressed / sizeof *compressed; n++)
        if (compressed[n].format.id == pixel_format)
            return &compressed[n].format;
    return NULL;
}

uint32_t sm_format_pixel_size(const sm_format *format)
{
    return format->size;
}

void sm_format_block(const sm_format *format, uint8_t size[2])
{
    const block_format *of = as_compressed(format);
    size[0] = of ? of->block[0] : 1;
    size[1] = of ? of->block[1] : 1;
}

const char *sm_format_lack(const sm_format *format)
{
    const block_format *of = as_compressed(format);
    return of ? sm_codec_lack((sm_codec)of->codec) : NULL;
}

bool sm_format_has_alpha(const sm_format *format)
{
    return format->bits[3] != 0;
}

/* A pixel of up to 64 bits is one word; larger ones have components of whole bytes. */
static uint32_t get_code(const uint8_t *pixel, unsigned offset, unsigned bits, unsigned size)
{
    uint64_t word = 0;
    if (size > 8) {
        memcpy(&word, pixel + offset / 8, bits / 8);
        offset = 0;
    } else {
        memcpy(&word, pixel, size);
    }
    return (uint32_t)(word >> offset & (((uint64_t)1 << bits) - 1));
}

static void put_code(uint8_t *pixel, unsigned offset, unsigned bits, unsigned size, uint32_t code)
{
    if (size > 8) {
        memcpy(pixel + offset / 8, &code, bits / 8);
        return;
    }
    uint64_t word = 0, mask = (((uint64_t)1 << bits) - 1) << offset;
    memcpy(&word, pixel, size);
    word = (word & ~mask) | ((uint64_t)code << offset & mask);
    memcpy(pixel, &word, size);
}

static int32_t sign_extend(uint32_t code, unsigned bits)
{
    return (int32_t)(code << (32 - bits)) >> (32 - bits);
}

static float bits_to_float(uint32_t bits)
{
    float f;
    memcpy(&f, &bits, sizeof f);
    return f;
}

static uint32_t float_to_bits(float f)
{
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    return bits;
}

/* MSL 8.7.7 */
static float srgb_to_linear(float c)
{
    return c <= 0.04045f ? c / 12.92f : (float)sm_pow((c + 0.055f) / 1.055f, 2.4);
}

static float linear_to_srgb(float c)
{
    return c < 0.0031308f ? 12.92f * c : (float)(1.055 * sm_pow(c, 1 / 2.4) - 0.055);
}

/* Extended range: codes go beyond [0, 1] on both sides; an alpha does not leave it. Below 0 sRGB is mirrored. */
static float xr_decode(uint32_t code, bool srgb, bool alpha)
{
    float f = ((float)code - 384.0f) / 510.0f;
    if (alpha)
        return sm_fault(SM_FAULT_texture_xr_alpha) ? f : fminf(fmaxf(f, 0.0f), 1.0f);
    return srgb ? copysignf(srgb_to_linear(fabsf(f)), f) : f;
}

static uint32_t xr_encode(float f, bool srgb, bool alpha)
{
    if (alpha && !sm_fault(SM_FAULT_texture_xr_alpha))
        f = fminf(fmaxf(f, 0.0f), 1.0f);
    else if (srgb && !alpha)
        f = copysignf(linear_to_srgb(fabsf(f)), f);
    return (uint32_t)nearbyintf(fminf(fmaxf(f * 510.0f + 384.0f, 0.0f), 1023.0f));
}

/* A quotient as float; for halves, which would be rounded a second time, as half already. */
static float quotient(double code, double most, sm_texel_kind kind)
{
    double exact = code / most;
    float f = (float)exact;
    if (kind != SM_TEXEL_HALF || sm_fault(SM_FAULT_texture_half_twice))
        return f;
    /* To odd, with 13 bits more than half has, then to half. */
    uint32_t bits = float_to_bits(f);
    if ((double)f != exact)
        bits = (fabs((double)f) > fabs(exact) ? bits - 1 : bits) | 1;
    return bits_to_float(sm_half_to_float_bits(sm_float_to_half_bits(bits)));
}

/* A float without sign, of 5 bits of exponent (MSL 8.7.4): a half with a shorter significand. */
static float small_float_decode(uint32_t code, unsigned bits)
{
    if (sm_fault(SM_FAULT_texture_small_float_flushed) && code >> (bits - 5) == 0)
        return 0.0f;
    return bits_to_float(sm_half_to_float_bits((uint16_t)(code << (15 - bits))));
}

static uint32_t small_float_encode(float f, unsigned bits)
{
    uint32_t b = float_to_bits(f), low = 15 - bits, infinity = 31u << (bits - 5);
    if ((b & 0x7fffffff) > 0x7f800000)
        return infinity | 1;
    if (b & 0x80000000)
        return 0;
    /* Rounded once: to odd in half, which has at least four bits more, then to nearest even. */
    uint16_t half = sm_float_to_half_bits(b);
    if (sm_half_to_float_bits(half) > b)
        half--;
    if (sm_half_to_float_bits(half) != b)
        half |= 1;
    if (sm_fault(SM_FAULT_texture_small_float_truncates))
        return (uint32_t)half >> low;
    uint32_t whole = (uint32_t)half >> low, rest = half & ((1u << low) - 1), middle = 1u << (low - 1);
    return whole + (rest > middle || (rest == middle && (whole & 1)));
}

/* MSL 8.7.5: three significands of 9 bits share an exponent. */
static void shared_exponent_decode(uint32_t word, float f[3])
{
    int exponent = (int)(word >> 27) - 15 - 9;
    for (int c = 0; c < 3; c++)
        f[c] = ldexpf((float)(word >> 9 * c & 0x1ff), exponent);
}

static uint32_t shared_exponent_encode(const float f[3])
{
    const float highest = 65408.0f; /* 511/512 * 2^16 */
    float c[3], top = 0.0f;
    for (int k = 0; k < 3; k++) {
        c[k] = f[k] > 0.0f ? fminf(f[k], highest) : 0.0f;
        if (k == 0 || !sm_fault(SM_FAULT_texture_shared_exponent_first))
            top = fmaxf(top, c[k]);
    }
    int exponent = -16;
    if (top > 0.0f) {
        frexpf(top, &exponent);
        exponent -= 1; /* floor(log2(top)) */
    }
    int shared = (exponent < -16 ? -16 : exponent) + 16;
    if (floorf(ldexpf(top, 24 - shared) + 0.5f) >= 512.0f && !sm_fault(SM_FAULT_texture_shared_exponent_unrefined))
        shared++;
    uint32_t word = (uint32_t)shared << 27;
    for (int k = 0; k < 3; k++)
        word |= (uint32_t)floorf(ldexpf(c[k], 24 - shared) + 0.5f) << 9 * k;
    return word;
}

static float decode(const sm_format *format, uint32_t code, int component, sm_texel_kind kind)
{
    unsigned bits = format->bits[component];
    switch (format->meaning) {
    case SRGB:
        if ((component < 3 && !sm_fault(SM_FAULT_texture_srgb_linear)) || sm_fault(SM_FAULT_texture_srgb_alpha))
            return srgb_to_linear((float)code / 255.0f);
        return (float)code / 255.0f;
    case UNORM: return quotient(code, (1u << bits) - 1, kind);
    case XR:
    case XR_SRGB: return xr_decode(code, format->meaning == XR_SRGB, component == 3);
    case SNORM: {
        float f = quotient(sign_extend(code, bits), (1u << (bits - 1)) - 1, kind);
        return f < -1.0f && !sm_fault(SM_FAULT_texture_snorm_lowest) ? -1.0f : f;
    }
    case SMALL_FLOAT: return small_float_decode(code, bits);
    case FLOAT: return bits_to_float(bits == 16 ? sm_half_to_float_bits((uint16_t)code) : code);
    case SINT: return (float)sign_extend(code, bits);
    default: return (float)code;
    }
}

static uint32_t encode(const sm_format *format, float f, int component)
{
    unsigned bits = format->bits[component];
    float highest = (float)((1u << (bits == 32 ? 31 : bits)) - 1), signed_highest = (float)((1u << (bits - 1)) - 1);
    switch (format->meaning) {
    case FLOAT:
        if (sm_fault(SM_FAULT_texture_half_flushed) && bits == 16 && fabsf(f) < 0x1p-14f)
            return 0;
        return bits == 16 ? sm_float_to_half_bits(float_to_bits(f)) : float_to_bits(f);
    case SMALL_FLOAT: return small_float_encode(f, bits);
    default: break;
    }
    if (isnan(f))
        return sm_fault(SM_FAULT_texture_write_nan_highest) ? (uint32_t)signed_highest : 0;
    bool truncates = sm_fault(SM_FAULT_texture_write_truncates);
    switch (format->meaning) {
    case SRGB:
        f = fminf(fmaxf(f, 0.0f), 1.0f);
        if (component < 3 && !sm_fault(SM_FAULT_texture_srgb_written_linear))
            return (uint32_t)(linear_to_srgb(f) * 255.0f + 0.5f);
        return (uint32_t)nearbyintf(f * 255.0f);
    case XR:
    case XR_SRGB: return xr_encode(f, format->meaning == XR_SRGB, component == 3);
    case UNORM: f = fminf(fmaxf(f * highest, 0.0f), highest); return (uint32_t)(truncates ? f : nearbyintf(f));
    default: /* SNORM */
        f = fminf(fmaxf(f * signed_highest, -signed_highest), signed_highest);
        if (f == -signed_highest && sm_fault(SM_FAULT_texture_snorm_write_lowest))
            f -= 1.0f;
        return (uint32_t)(int32_t)(truncates ? truncf(f) : nearbyintf(f));
    }
}

/* An integer component for a format of `bits`, saturated. */
static uint32_t saturate(const sm_format *format, sm_texel_kind kind, uint32_t value, unsigned bits)
{
    if (bits == 32 || sm_fault(SM_FAULT_texture_write_wraps))
        return value;
    int64_t v = kind == SM_TEXEL_INT ? (int64_t)(int32_t)value : (int64_t)value;
    int64_t high = format->meaning == SINT ? (1ll << (bits - 1)) - 1 : (1ll << bits) - 1;
    int64_t low = format->meaning == SINT ? -high - 1 : 0;
    return (uint32_t)(v > high ? high : v < low ? low : v);
}

bool sm_format_is_integer(const sm_format *format)
{
    return format->meaning == UINT || format->meaning == SINT;
}

sm_texel sm_format_load(const sm_format *format, const uint8_t *pixel, sm_texel_kind kind)
{
    sm_texel texel = {{0.0f, 0.0f, 0.0f, 1.0f}};
    bool real = sm_texel_is_real(kind);
    if (!real)
        texel.i[3] = 1;
    if (format->meaning == SHARED_EXPONENT) {
        uint32_t word;
        memcpy(&word, pixel, sizeof word);
        shared_exponent_decode(word, texel.f);
        return texel;
    }
    for (int c = 0; c < 4; c++) {
        unsigned bits = format->bits[c];
        if (bits == 0)
            continue;
        unsigned offset = format->offset[c];
        if (sm_fault(SM_FAULT_texture_bgra_unswizzled) && (format->id == 80 || format->id == 81) && c != 3)
            offset = 16 - offset;
        if (sm_fault(SM_FAULT_texture_packed_reversed) && format->id >= 40 && format->id <= 43)
            offset = 16 - offset - bits;
        uint32_t code = get_code(pixel, offset, bits, format->size);
        if (!real && sm_format_is_integer(format))
            texel.u[c] = format->meaning == SINT ? (uint32_t)sign_extend(code, bits) : code;
        else if (!real)
            texel.u[c] = code; /* the specification leaves a mismatch of type and format undefined */
        else
            texel.f[c] = decode(format, code, c, kind);
    }
    return texel;
}

sm_texel sm_format_load_in_block(const sm_format *format, const uint8_t *block, uint32_t after, uint32_t x, uint32_t y,
                                 sm_texel_kind kind)
{
    const block_format *of = as_compressed(format);
    if (!of)
        return sm_format_load(format, block, kind);
    sm_texel texel;
    if (sm_fault(SM_FAULT_texture_block_transposed)) {
        uint32_t t = x;
        x = y;
        y = t;
    }
    sm_codec_texel((sm_codec)of->codec, of->block[0], of->block[1], block, after, x % of->block[0], y % of->block[1],
                   texel.f);
    for (int c = 0; c < 4; c++) {
        if (format->bits[c] == 0)
            texel.f[c] = c == 3;
        else if (format->meaning == BLOCK_SRGB && c < 3 && !sm_fault(SM_FAULT_texture_srgb_linear))
            texel.f[c] = srgb_to_linear(texel.f[c]);
    }
    return texel;
}

void sm_format_store(const sm_format *format, uint8_t *pixel, sm_texel_kind kind, const sm_texel *texel)
{
    if (as_compressed(format))
        return; /* no compressed format can be written */
    if (format->meaning == SHARED_EXPONENT) {
        uint32_t word = shared_exponent_encode(texel->f);
        memcpy(pixel, &word, sizeof word);
        return;
    }
    if (format->meaning == XR || format->meaning == XR_SRGB)
        memset(pixel, 0, format->size); /* padding is 0 */
    for (int c = 0; c < 4; c++) {
        unsigned bits = format->bits[c];
        if (bits == 0)
            continue;
        uint32_t code;
        if (!sm_texel_is_real(kind))
            code = saturate(format, kind, texel->u[c], bits);
        else if (sm_format_is_integer(format))
            code = 0; /* undefined: a texture of float on an integer format */
        else
            code = encode(format, texel->f[c], c);
        put_code(pixel, format->offset[c], bits, format->size, code);
    }
}
