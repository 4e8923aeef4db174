/* texture_load.c: a place in a texture, and the texel there. */
#include "texture_load.h"
#include "../fault.h"
#include <stddef.h>
#include <string.h>

uint32_t sm_level_size(uint32_t size, uint32_t level)
{
    uint32_t s = level < 32 ? size >> level : 0;
    return s > 0 ? s : 1;
}

uint32_t sm_texture_slices(const sm_texture *texture)
{
    uint32_t layers = texture->layers > 0 ? texture->layers : 1;
    return sm_texture_is_cube(texture) ? 6 * layers : layers;
}

uint8_t *sm_pixel_at(const sm_texture *texture, uint32_t x, uint32_t y, uint32_t z, uint32_t slice, uint32_t level)
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
    const uint8_t *pixel = format == NULL ? NULL : sm_pixel_at(texture, x, y, z, slice, level);
    if (pixel == NULL)
        return sm_texel_swizzle(texture, sm_texel_outside(format, kind), kind);
    uint32_t after = texture->block[0] > 1 ? (sm_level_size(texture->width, level) - 1 - x) / texture->block[0] : 0;
    sm_texel texel = sm_format_load_in_block(format, pixel, after, x, y, kind);
    return sm_texel_swizzle(texture, texel, kind);
}

sm_texel_bits sm_texel_to_bits(sm_texel texel)
{
    sm_texel_bits bits;
    memcpy(&bits, &texel, sizeof bits);
    return bits;
}
