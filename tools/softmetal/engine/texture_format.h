/* texture_format.h: pixels in memory <-> what a kernel reads and writes (MSL 8.7). */
#ifndef SOFTMETAL_TEXTURE_FORMAT_H
#define SOFTMETAL_TEXTURE_FORMAT_H
#include <stdbool.h>
#include <stdint.h>

/* What the kernel's component type is: texture<float> and <half>, <int> and <short>, <uint> and <ushort>. */
typedef enum {
    SM_TEXEL_FLOAT,
    SM_TEXEL_INT,
    SM_TEXEL_UINT,
    SM_TEXEL_COMPARED /* sampling only: a depth, compared with a reference */
} sm_texel_kind;

/* Four components as a kernel sees them: the bits of float, int or uint. */
typedef union sm_texel {
    float f[4];
    int32_t i[4];
    uint32_t u[4];
} sm_texel;

typedef struct sm_format sm_format;

/* The format of an MTLPixelFormat, or NULL if softmetal does not have it. */
const sm_format *sm_format_find(uint32_t pixel_format);
uint32_t sm_format_pixel_size(const sm_format *format); /* bytes */
bool sm_format_has_alpha(const sm_format *format);
bool sm_format_is_integer(const sm_format *format); /* not a normalized one */

/* Reads the pixel: missing components are 0, missing alpha 1. */
sm_texel sm_format_load(const sm_format *format, const uint8_t *pixel, sm_texel_kind kind);
/* Writes it: normalized components are clamped and rounded to nearest even, integers saturate. */
void sm_format_store(const sm_format *format, uint8_t *pixel, sm_texel_kind kind, const sm_texel *texel);
#endif
