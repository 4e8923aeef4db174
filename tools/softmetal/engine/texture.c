/* texture.c: reads and writes textures for compiled kernels (MSL 6.13).
 *
 * Every access goes the same way: coordinates to an address in a level, or none when out of bounds (which reads as the
 * default and drops a write), then the conversion of texture_format.c, then the texture's swizzle. Sampling is in
 * texture_sample.c. */
#include "fault.h"
#include "texture_access.h"
#include "texture_fast.h"
#include "texture_load.h"
#include <stddef.h>
#include <string.h>

uint32_t sm_level_size(uint32_t size, uint32_t level)
{
    uint32_t s = level < 32 ? size >> level : 0;
    return s > 0 ? s : 1;
}

uint32_t sm_texture_query(const sm_texture *texture, uint32_t what, uint32_t level)
{
    if (texture == NULL)
        return 0;
    switch (what) {
    case SM_TEXTURE_WIDTH: return sm_level_size(texture->width, level);
    case SM_TEXTURE_HEIGHT: return sm_level_size(texture->height, level);
    case SM_TEXTURE_DEPTH: return sm_level_size(texture->depth, level);
    case SM_TEXTURE_ARRAY_SIZE: return texture->layers;
    case SM_TEXTURE_LEVELS: return texture->levels;
    default: return sm_fault(SM_FAULT_texture_samples_one) ? 1 : texture->samples;
    }
}

uint32_t sm_texture_slices(const sm_texture *texture)
{
    uint32_t layers = texture->layers > 0 ? texture->layers : 1;
    return sm_texture_is_cube(texture) ? 6 * layers : layers;
}

/* The pixel at a place, or the block that it lies in; NULL outside. Multisampled textures keep the samples of a pixel
 * side by side. */
static uint8_t *pixel_at(const sm_texture *texture, uint32_t x, uint32_t y, uint32_t z, uint32_t slice, uint32_t level)
{
    uint32_t sample = 0, samples = texture->samples > 1 ? texture->samples : 1;
    if (samples > 1) {
        sample = sm_fault(SM_FAULT_texture_first_sample) ? 0 : level;
        level = 0;
    }
    if (level >= (texture->levels > 0 ? texture->levels : 1) || level >= 16 || sample >= samples)
        return NULL;
    if (x >= sm_level_size(texture->width, level) || y >= sm_level_size(texture->height, level) ||
        z >= sm_level_size(texture->depth, level) || slice >= sm_texture_slices(texture))
        return NULL;
    uint64_t plane = texture->depth > 1 ? z : slice;
    if (sm_fault(SM_FAULT_texture_slices_swapped) && plane < 2 && sm_texture_slices(texture) > 1)
        plane = 1 - plane;
    if (texture->block[0] > 1) {
        x /= texture->block[0];
        y /= texture->block[1];
    }
    return texture->level[level].pixels + plane * texture->level[level].slice_pitch +
           y * texture->level[level].row_pitch + ((uint64_t)x * samples + sample) * texture->pixel_size;
}

void *sm_texture_address(const sm_texture *texture, uint32_t x, uint32_t y, uint32_t z, uint32_t slice)
{
    return texture == NULL ? NULL : pixel_at(texture, x, y, z, slice, 0);
}

const void *sm_texture_texel(const sm_texture *texture, uint32_t x, uint32_t y, uint32_t z, uint32_t slice,
                             uint32_t level)
{
    return texture == NULL ? NULL : pixel_at(texture, x, y, z, slice, level);
}

/* MTLTextureSwizzle: 0 zero, 1 one, 2 to 5 red to alpha. */
sm_texel sm_texel_swizzle(const sm_texture *texture, sm_texel texel, sm_texel_kind kind)
{
    const uint8_t *s = texture->swizzle;
    if ((s[0] | s[1] | s[2] | s[3]) == 0)
        return texel;
    sm_texel result = texel;
    for (int c = 0; c < 4; c++) {
        if (s[c] >= 2)
            result.u[c] = texel.u[s[c] - 2];
        else if (sm_texel_is_real(kind))
            result.f[c] = (float)s[c];
        else
            result.u[c] = s[c];
    }
    return result;
}

/* What an access out of bounds reads (MSL 6.13): 0, and 1 for an alpha that the format does not have. */
sm_texel sm_texel_outside(const sm_format *format, sm_texel_kind kind)
{
    sm_texel texel = {.u = {0, 0, 0, 0}};
    if (format == NULL || sm_format_has_alpha(format) || sm_fault(SM_FAULT_texture_default_alpha_zero))
        return texel;
    if (sm_texel_is_real(kind))
        texel.f[3] = 1.0f;
    else
        texel.u[3] = 1;
    return texel;
}

sm_texel sm_texel_load(const sm_texture *texture, sm_texel_kind kind, uint32_t x, uint32_t y, uint32_t z,
                       uint32_t slice, uint32_t level)
{
    if (sm_fault(SM_FAULT_texture_xy_swapped)) {
        uint32_t t = x;
        x = y;
        y = t;
    }
    const sm_format *format = sm_format_find(texture->format);
    const uint8_t *pixel = format == NULL ? NULL : pixel_at(texture, x, y, z, slice, level);
    sm_texel texel =
        pixel == NULL ? sm_texel_outside(format, kind) : sm_format_load_in_block(format, pixel, x, y, kind);
    return sm_texel_swizzle(texture, texel, kind);
}

sm_texel_bits sm_texel_to_bits(sm_texel texel)
{
    sm_texel_bits bits;
    memcpy(&bits, &texel, sizeof bits);
    return bits;
}

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
    uint8_t *pixel = pixel_at(texture, x, y, z, slice, level);
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
