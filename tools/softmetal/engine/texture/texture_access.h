/* texture_access.h: what compiled kernels call to use a texture (runtime.c lists it; include/metal_texture declares
 * it).
 *
 * `texture` is the sm_texture of a kernel's texture, or NULL for a null texture. A sampler is 64 bits: the address of
 * an sm_sampler, or, with bit 0 set, the state of a constexpr sampler as include/__msl/sampler.h packs it. */
#ifndef SOFTMETAL_TEXTURE_ACCESS_H
#define SOFTMETAL_TEXTURE_ACCESS_H
#include "texture_object.h"
#include "texture_format.h"

/* Where: x, y, z (0 where the type has none), slice of an array, or of a cube's face 6 * cube + face, level; for
 * multisampled textures the sample. */
sm_texel_bits sm_texture_read(const sm_texture *texture, uint32_t kind, uint32_t x, uint32_t y, uint32_t z,
                              uint32_t slice, uint32_t level);
void sm_texture_write(const sm_texture *texture, uint32_t kind, sm_texel_bits texel, uint32_t x, uint32_t y, uint32_t z,
                      uint32_t slice, uint32_t level);
/* A read (MSL 4.1) whose coordinates a sampler clamps to the edge. */
sm_texel_bits sm_texture_read_clamped(const sm_texture *texture, uint32_t kind, int32_t x, int32_t y, int32_t z,
                                      uint32_t slice, uint32_t level);
/* `lod` is that before the sampler's own clamping. Offsets are texels. Of a cube s, t, r are a direction, `slice` the
 * cube. `reference`: what depths are compared with, where `kind` says so. */
sm_texel_bits sm_texture_sample(const sm_texture *texture, uint64_t sampler, uint32_t kind, float s, float t, float r,
                                uint32_t slice, float lod, int32_t offset_x, int32_t offset_y, int32_t offset_z,
                                float reference);
/* One component of the four texels that linear filtering would blend; `kind` and `reference` as for a sample. */
sm_texel_bits sm_texture_gather(const sm_texture *texture, uint64_t sampler, uint32_t kind, float s, float t, float r,
                                uint32_t slice, uint32_t component, int32_t offset_x, int32_t offset_y,
                                float reference);
/* The level of detail of gradients along both screen directions: log2 of the longer, in texels. */
float sm_texture_gradient_lod(const sm_texture *texture, float dsdx, float dtdx, float drdx, float dsdy, float dtdy,
                              float drdy);
/* The address of a texel for atomics, NULL if it is out of bounds. */
void *sm_texture_address(const sm_texture *texture, uint32_t x, uint32_t y, uint32_t z, uint32_t slice);

/* Where a texel is, NULL if it is out of bounds. */
const void *sm_texture_texel(const sm_texture *texture, uint32_t x, uint32_t y, uint32_t z, uint32_t slice,
                             uint32_t level);

/* What of a texture: width, height, depth (of a level), array size, levels, samples. 0 for a null texture. */
enum {
    SM_TEXTURE_WIDTH,
    SM_TEXTURE_HEIGHT,
    SM_TEXTURE_DEPTH,
    SM_TEXTURE_ARRAY_SIZE,
    SM_TEXTURE_LEVELS,
    SM_TEXTURE_SAMPLES
};
uint32_t sm_texture_query(const sm_texture *texture, uint32_t what, uint32_t level);

/* The state of a constexpr sampler. Bits from the lowest: 1, min filter 1, mag filter 1, mip filter 2, addresses s t r
 * 3 each, border colour 2, normalized 1, compare function 3, reduction 2, bias 10 (signed, 1/32), lowest and highest
 * level as half. */
sm_sampler sm_sampler_unpack(uint64_t state, float *bias, uint32_t *reduction);
#endif
