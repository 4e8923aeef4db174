/* texture_load.h: what reading and sampling share inside the engine. */
#ifndef SOFTMETAL_TEXTURE_LOAD_H
#define SOFTMETAL_TEXTURE_LOAD_H
#include "texture_object.h"
#include "texture_format.h"

static inline bool sm_texture_is_cube(const sm_texture *texture)
{
    return texture->type == 5 || texture->type == 6; /* MTLTextureTypeCube, MTLTextureTypeCubeArray */
}

/* The pixel at a place, or the block that it lies in; NULL outside. Multisampled textures keep the samples of a pixel
 * side by side. */
uint8_t *sm_pixel_at(const sm_texture *texture, uint32_t x, uint32_t y, uint32_t z, uint32_t slice, uint32_t level);

sm_texel sm_texel_load(const sm_texture *texture, sm_texel_kind kind, uint32_t x, uint32_t y, uint32_t z,
                       uint32_t slice, uint32_t level);
sm_texel sm_texel_outside(const sm_format *format, sm_texel_kind kind);
sm_texel sm_texel_swizzle(const sm_texture *texture, sm_texel texel, sm_texel_kind kind);
sm_texel_bits sm_texel_to_bits(sm_texel texel);

#endif
