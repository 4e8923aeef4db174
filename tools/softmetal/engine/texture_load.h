/* texture_load.h: what reading and sampling share inside the engine. */
#ifndef SOFTMETAL_TEXTURE_LOAD_H
#define SOFTMETAL_TEXTURE_LOAD_H
#include "texture_access.h"

static inline bool sm_texture_is_cube(const sm_texture *texture)
{
    return texture->type == 5 || texture->type == 6; /* MTLTextureTypeCube, MTLTextureTypeCubeArray */
}

sm_texel sm_texel_load(const sm_texture *texture, sm_texel_kind kind, uint32_t x, uint32_t y, uint32_t z,
                       uint32_t slice, uint32_t level);
sm_texel sm_texel_outside(const sm_format *format, sm_texel_kind kind);
sm_texel sm_texel_swizzle(const sm_texture *texture, sm_texel texel, sm_texel_kind kind);
sm_texel_bits sm_texel_to_bits(sm_texel texel);

/* A direction's face, and where on it: 0 to 1 from left and top. */
void sm_cube_place(const float direction[3], uint32_t *face, float place[2]);
/* A texel that lies beyond the edge of its face, as the texel of the face there. */
void sm_cube_neighbour(uint32_t size, uint32_t *face, int64_t *x, int64_t *y);
#endif
