/* texture_fast.h: the case of sampling and writing that programs use most, four components at a time: a 2D texture
 * of 8-bit unsigned normalised codes with one level, a linear sampler. Gives the same bits as texture_access.c,
 * which asks here first. */
#ifndef SOFTMETAL_TEXTURE_FAST_H
#define SOFTMETAL_TEXTURE_FAST_H
#include "texture_object.h"
#include "texture_format.h"
#include <stdbool.h>

/* Whether the texture and the sampler are of that case; then `texel` is the sample. */
bool sm_texture_sample_fast(const sm_texture *texture, uint64_t sampler, float s, float t, int32_t offset_x,
                            int32_t offset_y, sm_texel_bits *texel);

/* Whether the texture is; then the texel is written, if it is in bounds. */
bool sm_texture_write_fast(const sm_texture *texture, sm_texel_bits texel, uint32_t x, uint32_t y, uint32_t level);
#endif
