/* texture_access.c: reads and writes textures for compiled kernels (MSL 6.13).
 *
 * Every access goes the same way: coordinates to an address in a level, or none when out of bounds (which reads as the
 * default and drops a write), then the conversion of texture_format.c, then the texture's swizzle. Sampling is in
 * texture_sample.c. */
#include "texture_access.h"
#include "../fault.h"
#include "texture_fast.h"
#include "texture_load.h"
#include <stddef.h>
#include <string.h>

uint32_t sm_texture_query(const sm_texture *texture, uint32_t what, uint32_t level)
{
    if (texture == NULL)
        return 0;
    if (sm_fault(SM_FAULT_texture_query_zero) && what == SM_TEXTURE_HEIGHT)
        return texture->height >> level;
    switch (what) {
    case SM_TEXTURE_WIDTH: return sm_level_size(texture->width, level);
    case SM_TEXTURE_HEIGHT: return sm_level_size(texture->height, level);
    case SM_TEXTURE_DEPTH: return sm_level_size(texture->depth, level);
    case SM_TEXTURE_ARRAY_SIZE: return texture->layers;
    case SM_TEXTURE_LEVELS: return texture->levels;
    default: return sm_fault(SM_FAULT_texture_samples_one) ? 1 : texture->samples;
    }
}

void *sm_texture_address(const sm_texture *texture, uint32_t x, uint32_t y, uint32_t z, uint32_t slice)
{
    return texture == NULL ? NULL : sm_pixel_at(texture, x, y, z, slice, 0);
}

const void *sm_texture_texel(const sm_texture *texture, uint32_t x, uint32_t y, uint32_t z, uint32_t slice,
                             uint32_t level)
{
    return texture == NULL ? NULL : sm_pixel_at(texture, x, y, z, slice, level);
}

/* MTLTextureSwizzle: 0 zero, 1 one, 2 to 5 red to alpha. */
sm_texel_bits sm_texture_read(const sm_texture *texture, uint32_t kind, uint32_t x, uint32_t y, uint32_t z,
                              uint32_t slice, uint32_t level)
{
    if (texture == NULL)
        return (sm_texel_bits){0};
    if (sm_fault(SM_FAULT_texture_read_clamps)) {
        x = x < texture->width ? x : texture->width - 1;
        y = y < texture->height ? y : texture->height - 1;
    }
    return sm_texel_to_bits(sm_texel_load(texture, kind, x, y, z, slice, level));
}

void sm_texture_write(const sm_texture *texture, uint32_t kind, sm_texel_bits bits, uint32_t x, uint32_t y, uint32_t z,
                      uint32_t slice, uint32_t level)
{
    if (texture != NULL && sm_texel_is_real(kind) && sm_texture_write_fast(texture, bits, x, y, level))
        return;
    const sm_format *format = texture == NULL ? NULL : sm_format_find(texture->format);
    if (format == NULL)
        return;
    if (sm_fault(SM_FAULT_texture_write_wraps_around))
        x %= texture->width;
    uint8_t *pixel = sm_pixel_at(texture, x, y, z, slice, level);
    if (pixel == NULL)
        return;
    sm_texel texel;
    memcpy(&texel, &bits, sizeof texel);
    sm_format_store(format, pixel, kind, &texel);
}

static uint32_t clamp_index(int32_t i, uint32_t size)
{
    return i < 0 ? 0 : (uint32_t)i < size ? (uint32_t)i : size - 1;
}

sm_texel_bits sm_texture_read_clamped(const sm_texture *texture, uint32_t kind, int32_t x, int32_t y, int32_t z,
                                      uint32_t slice, uint32_t level)
{
    if (texture == NULL)
        return (sm_texel_bits){0};
    uint32_t l = texture->samples > 1 ? 0 : level;
    return sm_texel_to_bits(sm_texel_load(texture, kind, clamp_index(x, sm_level_size(texture->width, l)),
                                          clamp_index(y, sm_level_size(texture->height, l)),
                                          clamp_index(z, sm_level_size(texture->depth, l)), slice, level));
}
