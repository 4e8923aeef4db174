/* texture_format.h: pixels in memory <-> what a kernel reads and writes (MSL 8.7). */
#ifndef SOFTMETAL_TEXTURE_FORMAT_H
#define SOFTMETAL_TEXTURE_FORMAT_H
#include <stdbool.h>
#include <stdint.h>

/* What the kernel's component type is: float, half, int or short, uint or ushort. */
typedef enum {
    SM_TEXEL_FLOAT,
    SM_TEXEL_INT,
    SM_TEXEL_UINT,
    SM_TEXEL_COMPARED, /* sampling only: a depth, compared with a reference */
    SM_TEXEL_HALF      /* as float, rounded to half where a float would be rounded twice */
} sm_texel_kind;

static inline bool sm_texel_is_real(sm_texel_kind kind)
{
    return kind == SM_TEXEL_FLOAT || kind == SM_TEXEL_HALF;
}

/* Four components as a kernel sees them: the bits of float, int or uint. */
typedef union sm_texel {
    float f[4];
    int32_t i[4];
    uint32_t u[4];
} sm_texel;

/* In one vector register, as compiled code returns and passes <4 x i32>. */
typedef uint32_t sm_texel_bits __attribute__((vector_size(16)));

typedef struct sm_format sm_format;

/* The format of an MTLPixelFormat, or NULL if softmetal does not have it. */
const sm_format *sm_format_find(uint32_t pixel_format);
uint32_t sm_format_pixel_size(const sm_format *format); /* bytes, of a block where the format has blocks */
/* How many pixels a block has: 1 x 1 but for compressed formats. */
void sm_format_block(const sm_format *format, uint8_t size[2]);
/* NULL, or why there is no texture of the format here: its decoder is not installed. */
const char *sm_format_lack(const sm_format *format);
bool sm_format_has_alpha(const sm_format *format);
bool sm_format_is_integer(const sm_format *format); /* not a normalized one */

/* Reads the pixel: missing components are 0, missing alpha 1. */
sm_texel sm_format_load(const sm_format *format, const uint8_t *pixel, sm_texel_kind kind);
/* The same of a pixel of a block, which `after` more blocks follow in its row. */
sm_texel sm_format_load_in_block(const sm_format *format, const uint8_t *block, uint32_t after, uint32_t x, uint32_t y,
                                 sm_texel_kind kind);
/* Writes it: normalized components are clamped and rounded to nearest even, integers saturate. */
void sm_format_store(const sm_format *format, uint8_t *pixel, sm_texel_kind kind, const sm_texel *texel);
#endif
