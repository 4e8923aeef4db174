/* texture_object.h: textures and samplers as the engine sees them. api/ fills these; the MSL texture types hold a
 * pointer to one (8 bytes, MTLResourceID's content), and texture_access.c reads and writes through it. */
#ifndef SOFTMETAL_TEXTURE_H
#define SOFTMETAL_TEXTURE_H
#include <stdint.h>

typedef struct sm_texture {
    uint32_t type;   /* MTLTextureType */
    uint32_t format; /* MTLPixelFormat */
    uint32_t width, height, depth, layers, levels, samples;
    uint32_t pixel_size; /* bytes; of a block where the format is compressed */
    uint8_t block[2];    /* how many pixels that has, 0 0 for one */
    struct {
        uint8_t *pixels;
        uint64_t row_pitch, slice_pitch;
    } level[16];        /* slice: a layer, a face or a plane of depth */
    uint8_t swizzle[4]; /* MTLTextureSwizzle per component; 0 0 0 0 means identity */
} sm_texture;
/* What a size is in a level: half of that in the one before, and at least 1. */
uint32_t sm_level_size(uint32_t size, uint32_t level);
uint32_t sm_texture_slices(const sm_texture *texture); /* layers, times six faces of cubes */

typedef struct sm_sampler {
    uint32_t min_filter, mag_filter, mip_filter; /* MTLSamplerMinMagFilter, MTLSamplerMipFilter */
    uint32_t address[3];                         /* MTLSamplerAddressMode: s, t, r */
    uint32_t border_color, compare_function;     /* MTLSamplerBorderColor, MTLCompareFunction */
    uint32_t normalized, max_anisotropy;
    float lod_min, lod_max, lod_bias;
    uint32_t reduction; /* MTLSamplerReductionMode */
} sm_sampler;
#endif
