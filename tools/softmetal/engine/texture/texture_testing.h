/* texture_testing.h: pixels of a format as codes, up to 32 bits of them. */
#ifndef SOFTMETAL_TEXTURE_TESTING_H
#define SOFTMETAL_TEXTURE_TESTING_H
#include "texture_format.h"
#include <string.h>

/* MTLPixelFormat */
enum {
    A8 = 1,
    R8 = 10,
    R8_SNORM = 12,
    R8_UINT = 13,
    R8_SINT = 14,
    R16 = 20,
    R16_SNORM = 22,
    R16_UINT = 23,
    R16_SINT = 24,
    R16_FLOAT = 25,
    RG8 = 30,
    B5G6R5 = 40,
    R32_UINT = 53,
    R32_FLOAT = 55,
    RGBA8 = 70,
    RGBA8_SRGB = 71,
    RGBA8_SNORM = 72,
    BGRA8 = 80,
    RGB10A2 = 90,
    RG11B10 = 92,
    RGB9E5 = 93,
    RG32_FLOAT = 105,
    RGBA32_UINT = 123,
    RGBA32_FLOAT = 125
};

static inline sm_texel load(uint32_t format, uint32_t code, sm_texel_kind kind)
{
    uint8_t pixel[16] = {0};
    memcpy(pixel, &code, sizeof code);
    return sm_format_load(sm_format_find(format), pixel, kind);
}

static inline uint32_t store(uint32_t format, sm_texel_kind kind, sm_texel texel)
{
    uint8_t pixel[16] = {0};
    uint32_t code;
    sm_format_store(sm_format_find(format), pixel, kind, &texel);
    memcpy(&code, pixel, sizeof code);
    return code;
}

static inline uint32_t store_float(uint32_t format, float r, float g, float b, float a)
{
    return store(format, SM_TEXEL_FLOAT, (sm_texel){.f = {r, g, b, a}});
}
#endif
