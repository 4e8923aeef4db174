/* mipmap.c: the levels of a texture from its largest one. Each texel is the mean of the two, four or eight that it
 * covers in the level above, in linear colour; Metal names no filter, this one is the common choice. */
#include "mipmap.h"
#include "texture_format.h"
#include <stddef.h>

typedef struct level {
    uint8_t *pixels;
    uint64_t row_pitch, slice_pitch;
    uint32_t size[3];
} level;

static level level_of(const sm_texture *texture, uint32_t n)
{
    return (level){
        texture->level[n].pixels,
        texture->level[n].row_pitch,
        texture->level[n].slice_pitch,
        {sm_level_size(texture->width, n), sm_level_size(texture->height, n), sm_level_size(texture->depth, n)}};
}

static uint8_t *pixel_of(const level *l, uint32_t pixel_size, const uint32_t at[3])
{
    return l->pixels + at[2] * l->slice_pitch + at[1] * l->row_pitch + (size_t)at[0] * pixel_size;
}

/* The mean of the texels of `from` that texel `at` of the next level covers. */
static sm_texel mean(const level *from, const sm_format *format, const uint32_t at[3])
{
    sm_texel sum = {.f = {0, 0, 0, 0}};
    float count = 0;
    uint32_t p[3], last[3];
    for (int axis = 0; axis < 3; axis++)
        last[axis] = 2 * at[axis] + 1 < from->size[axis] ? 2 * at[axis] + 1 : from->size[axis] - 1;
    for (p[2] = 2 * at[2]; p[2] <= last[2]; p[2]++)
        for (p[1] = 2 * at[1]; p[1] <= last[1]; p[1]++)
            for (p[0] = 2 * at[0]; p[0] <= last[0]; p[0]++) {
                sm_texel one = sm_format_load(format, pixel_of(from, sm_format_pixel_size(format), p), SM_TEXEL_FLOAT);
                for (int c = 0; c < 4; c++)
                    sum.f[c] += one.f[c];
                count++;
            }
    for (int c = 0; c < 4; c++)
        sum.f[c] /= count;
    return sum;
}

static void shrink(level to, level from, const sm_format *format)
{
    uint32_t at[3];
    for (at[2] = 0; at[2] < to.size[2]; at[2]++)
        for (at[1] = 0; at[1] < to.size[1]; at[1]++)
            for (at[0] = 0; at[0] < to.size[0]; at[0]++) {
                sm_texel texel = mean(&from, format, at);
                sm_format_store(format, pixel_of(&to, sm_format_pixel_size(format), at), SM_TEXEL_FLOAT, &texel);
            }
}

void sm_texture_make_levels(const sm_texture *texture, uint32_t slices)
{
    const sm_format *format = sm_format_find(texture->format);
    for (uint32_t n = 1; format && n < texture->levels; n++) {
        level from = level_of(texture, n - 1), to = level_of(texture, n);
        for (uint32_t slice = 0; slice < slices; slice++) {
            shrink(to, from, format);
            to.pixels += to.slice_pitch;
            from.pixels += from.slice_pitch;
        }
    }
}
