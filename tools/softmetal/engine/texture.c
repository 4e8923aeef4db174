/* texture.c: reads, writes and samples textures for compiled kernels (MSL 6.13).
 *
 * Every access goes the same way: coordinates to an address in a level, or none when out of bounds (which reads as the
 * default and drops a write), then the conversion of texture_format.c, then the texture's swizzle. Sampling turns
 * normalized coordinates into texels, applies the address mode to each axis, and blends two texels along each filtered
 * axis. */
#include "fault.h"
#include "half.h"
#include "math_functions.h"
#include "texture_access.h"
#include <math.h>
#include <stddef.h>
#include <string.h>

static uint32_t level_size(uint32_t size, uint32_t level)
{
    uint32_t s = level < 32 ? size >> level : 0;
    return s > 0 ? s : 1;
}

uint32_t sm_texture_query(const sm_texture *texture, uint32_t what, uint32_t level)
{
    if (texture == NULL)
        return 0;
    switch (what) {
    case SM_TEXTURE_WIDTH: return level_size(texture->width, level);
    case SM_TEXTURE_HEIGHT: return level_size(texture->height, level);
    case SM_TEXTURE_DEPTH: return level_size(texture->depth, level);
    case SM_TEXTURE_ARRAY_SIZE: return texture->layers;
    case SM_TEXTURE_LEVELS: return texture->levels;
    default: return texture->samples;
    }
}

/* The pixel at a place, NULL outside. Multisampled textures keep the samples of a pixel side by side. */
static uint8_t *pixel_at(const sm_texture *texture, uint32_t x, uint32_t y, uint32_t z, uint32_t slice, uint32_t level)
{
    uint32_t sample = 0, samples = texture->samples > 1 ? texture->samples : 1;
    if (samples > 1) {
        sample = level;
        level = 0;
    }
    if (level >= (texture->levels > 0 ? texture->levels : 1) || level >= 16 || sample >= samples)
        return NULL;
    if (x >= level_size(texture->width, level) || y >= level_size(texture->height, level) ||
        z >= level_size(texture->depth, level) || slice >= (texture->layers > 0 ? texture->layers : 1))
        return NULL;
    uint64_t plane = texture->depth > 1 ? z : slice;
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
static sm_texel swizzle(const sm_texture *texture, sm_texel texel, sm_texel_kind kind)
{
    const uint8_t *s = texture->swizzle;
    if ((s[0] | s[1] | s[2] | s[3]) == 0)
        return texel;
    sm_texel result = texel;
    for (int c = 0; c < 4; c++) {
        if (s[c] >= 2)
            result.u[c] = texel.u[s[c] - 2];
        else if (kind == SM_TEXEL_FLOAT)
            result.f[c] = (float)s[c];
        else
            result.u[c] = s[c];
    }
    return result;
}

/* What an access out of bounds reads (MSL 6.13): 0, and 1 for an alpha that the format does not have. */
static sm_texel outside(const sm_format *format, sm_texel_kind kind)
{
    sm_texel texel = {.u = {0, 0, 0, 0}};
    if (format == NULL || sm_format_has_alpha(format) || sm_fault(SM_FAULT_texture_default_alpha_zero))
        return texel;
    if (kind == SM_TEXEL_FLOAT)
        texel.f[3] = 1.0f;
    else
        texel.u[3] = 1;
    return texel;
}

static sm_texel load(const sm_texture *texture, sm_texel_kind kind, uint32_t x, uint32_t y, uint32_t z, uint32_t slice,
                     uint32_t level)
{
    if (sm_fault(SM_FAULT_texture_xy_swapped)) {
        uint32_t t = x;
        x = y;
        y = t;
    }
    const sm_format *format = sm_format_find(texture->format);
    const uint8_t *pixel = format == NULL ? NULL : pixel_at(texture, x, y, z, slice, level);
    sm_texel texel = pixel == NULL ? outside(format, kind) : sm_format_load(format, pixel, kind);
    return swizzle(texture, texel, kind);
}

static sm_texel_bits to_bits(sm_texel texel)
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
    return to_bits(load(texture, kind, x, y, z, slice, level));
}

void sm_texture_write(const sm_texture *texture, uint32_t kind, sm_texel_bits bits, uint32_t x, uint32_t y, uint32_t z,
                      uint32_t slice, uint32_t level)
{
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
    return to_bits(load(texture, kind, clamp_index(x, level_size(texture->width, l)),
                        clamp_index(y, level_size(texture->height, l)), clamp_index(z, level_size(texture->depth, l)),
                        slice, level));
}

/* ---- sampling */

enum {
    CLAMP_TO_EDGE,
    MIRROR_CLAMP_TO_EDGE,
    REPEAT,
    MIRROR_REPEAT,
    CLAMP_TO_ZERO,
    CLAMP_TO_BORDER
};                                           /* MTLSamplerAddressMode */
enum { NEAREST, LINEAR };                    /* MTLSamplerMinMagFilter */
enum { MIP_NONE, MIP_NEAREST, MIP_LINEAR };  /* MTLSamplerMipFilter */
enum { WEIGHTED_AVERAGE, MINIMUM, MAXIMUM }; /* MTLSamplerReductionMode */

static float half_value(uint16_t half)
{
    uint32_t bits = sm_half_to_float_bits(half);
    float f;
    memcpy(&f, &bits, sizeof f);
    return f;
}

sm_sampler sm_sampler_unpack(uint64_t state, float *bias, uint32_t *reduction)
{
    sm_sampler s = {
        .min_filter = state >> 1 & 1,
        .mag_filter = state >> 2 & 1,
        .mip_filter = state >> 3 & 3,
        .address = {state >> 5 & 7, state >> 8 & 7, state >> 11 & 7},
        .border_color = state >> 14 & 3,
        .normalized = state >> 16 & 1,
        .compare_function = state >> 17 & 7,
        .max_anisotropy = 1,
        .lod_min = half_value((uint16_t)(state >> 32)),
        .lod_max = half_value((uint16_t)(state >> 48)),
    };
    *reduction = state >> 20 & 3;
    int32_t fixed = (int32_t)(state >> 22 & 0x3ff);
    *bias = (float)(fixed >= 512 ? fixed - 1024 : fixed) / 32.0f;
    return s;
}

/* One axis of one level: which two texels, -1 for the border, and how much of the second. */
typedef struct axis {
    int64_t index[2];
    float weight;
} axis;

static int64_t wrap(int64_t i, int64_t size, uint32_t mode)
{
    switch (mode) {
    case REPEAT: return ((i % size) + size) % size;
    case MIRROR_REPEAT: i = ((i % (2 * size)) + 2 * size) % (2 * size); return i < size ? i : 2 * size - 1 - i;
    case MIRROR_CLAMP_TO_EDGE: i = i < 0 ? -1 - i : i; return i < size ? i : size - 1;
    case CLAMP_TO_ZERO:
    case CLAMP_TO_BORDER: return i >= 0 && i < size ? i : -1;
    default: return i < 0 ? 0 : i < size ? i : size - 1;
    }
}

static axis place(float coordinate, bool normalized, uint32_t size, int32_t offset, uint32_t mode, uint32_t filter)
{
    float u = normalized ? coordinate * (float)size : coordinate;
    if (!(fabsf(u) < 0x1p30f)) /* also not a number: undefined, but no trap */
        u = 0.0f;
    if (filter == LINEAR && !sm_fault(SM_FAULT_texture_sample_corner))
        u -= 0.5f;
    float whole = floorf(u);
    int64_t i = (int64_t)whole + offset;
    axis a = {{wrap(i, size, mode), wrap(i + 1, size, mode)}, filter == LINEAR ? u - whole : 0.0f};
    return a;
}

static sm_texel border(const sm_format *format, const sm_sampler *sampler, sm_texel_kind kind, bool zero)
{
    if (zero || sampler->border_color == 0)
        return zero ? outside(format, kind) : (sm_texel){.u = {0, 0, 0, 0}};
    sm_texel texel = {.u = {0, 0, 0, 0}};
    for (int c = sampler->border_color == 1 ? 3 : 0; c < 4; c++) {
        if (kind == SM_TEXEL_FLOAT)
            texel.f[c] = 1.0f;
        else
            texel.u[c] = 1;
    }
    return texel;
}

static float combine(float a, float b, float weight, uint32_t reduction)
{
    switch (reduction) {
    case MINIMUM: return weight > 0.0f ? fminf(a, b) : a;
    case MAXIMUM: return weight > 0.0f ? fmaxf(a, b) : a;
    default: return a + (b - a) * weight;
    }
}

/* What sampling needs that does not change from level to level. */
typedef struct sampling {
    const sm_texture *texture;
    const sm_format *format;
    const sm_sampler *sampler;
    sm_texel_kind kind;
    float coordinate[3];
    int32_t offset[3];
    uint32_t slice, filter, reduction;
    bool compares; /* each texel with `reference`, before they are blended */
    float reference;
} sampling;

/* 1 if reference OP depth holds (MSL 2.10), else 0; the functions are numbered as MTLCompareFunction. */
static float compared(uint32_t function, float reference, float depth)
{
    bool less = reference<depth, equal = reference == depth, greater = reference> depth;
    return (function & 1 && less) || (function & 2 && equal) || (function & 4 && greater) || function == 7 ? 1.0f
                                                                                                           : 0.0f;
}

static sm_texel fetch_colour(const sampling *s, int64_t x, int64_t y, int64_t z, uint32_t level)
{
    if (x >= 0 && y >= 0 && z >= 0)
        return load(s->texture, s->kind, (uint32_t)x, (uint32_t)y, (uint32_t)z, s->slice, level);
    bool zero = (x < 0 && s->sampler->address[0] == CLAMP_TO_ZERO) ||
                (y < 0 && s->sampler->address[1] == CLAMP_TO_ZERO) ||
                (z < 0 && s->sampler->address[2] == CLAMP_TO_ZERO);
    return swizzle(s->texture, border(s->format, s->sampler, s->kind, zero), s->kind);
}

static sm_texel fetch(const sampling *s, int64_t x, int64_t y, int64_t z, uint32_t level)
{
    sm_texel texel = fetch_colour(s, x, y, z, level);
    if (s->compares)
        texel.f[0] = compared(s->sampler->compare_function, s->reference, texel.f[0]);
    return texel;
}

static sm_texel sample_level(const sampling *s, uint32_t level)
{
    const uint32_t size[3] = {level_size(s->texture->width, level), level_size(s->texture->height, level),
                              level_size(s->texture->depth, level)};
    axis a[3];
    for (int k = 0; k < 3; k++)
        a[k] =
            place(s->coordinate[k], s->sampler->normalized, size[k], s->offset[k], s->sampler->address[k], s->filter);
    /* An axis that the texture does not have. */
    static const axis none = {{0, 0}, 0.0f};
    if (s->texture->depth <= 1)
        a[2] = none;
    if (s->texture->type <= 1) /* MTLTextureType1D, 1DArray */
        a[1] = none;
    if (s->filter != LINEAR || s->kind != SM_TEXEL_FLOAT)
        return fetch(s, a[0].index[0], a[1].index[0], a[2].index[0], level);
    sm_texel along_z[2];
    for (int z = 0; z < (a[2].weight > 0.0f ? 2 : 1); z++) {
        sm_texel corner[2][2];
        for (int y = 0; y < 2; y++)
            for (int x = 0; x < 2; x++)
                corner[y][x] = fetch(s, a[0].index[x], a[1].index[y], a[2].index[z], level);
        for (int c = 0; c < 4; c++)
            along_z[z].f[c] = combine(combine(corner[0][0].f[c], corner[0][1].f[c], a[0].weight, s->reduction),
                                      combine(corner[1][0].f[c], corner[1][1].f[c], a[0].weight, s->reduction),
                                      a[1].weight, s->reduction);
    }
    if (a[2].weight > 0.0f)
        for (int c = 0; c < 4; c++)
            along_z[0].f[c] = combine(along_z[0].f[c], along_z[1].f[c], a[2].weight, s->reduction);
    return along_z[0];
}

sm_texel_bits sm_texture_sample(const sm_texture *texture, uint64_t sampler, uint32_t kind, float s, float t, float r,
                                uint32_t slice, float lod, int32_t offset_x, int32_t offset_y, int32_t offset_z)
{
    if (texture == NULL || sampler == 0)
        return (sm_texel_bits){0};
    float bias = 0.0f;
    uint32_t reduction = WEIGHTED_AVERAGE;
    sm_sampler state =
        (sampler & 1) ? sm_sampler_unpack(sampler, &bias, &reduction) : *(const sm_sampler *)(uintptr_t)sampler;
    uint32_t layers = texture->layers > 0 ? texture->layers : 1;
    sampling sampled = {texture,
                        sm_format_find(texture->format),
                        &state,
                        kind,
                        {s, t, r},
                        {offset_x, offset_y, offset_z},
                        slice < layers ? slice : layers - 1,
                        NEAREST,
                        reduction,
                        kind == SM_TEXEL_COMPARED,
                        r};
    if (sampled.compares)
        sampled.kind = kind = SM_TEXEL_FLOAT;
    lod = fminf(fmaxf(lod + bias, state.lod_min), state.lod_max);
    sampled.filter = lod > 0.0f ? state.min_filter : state.mag_filter;
    if (sm_fault(SM_FAULT_texture_filter_ignored))
        sampled.filter = NEAREST;
    float last = (float)((texture->levels > 0 ? texture->levels : 1) - 1);
    lod = fminf(fmaxf(lod, 0.0f), last);
    if (state.mip_filter == MIP_NONE)
        return to_bits(sample_level(&sampled, 0));
    if (state.mip_filter == MIP_NEAREST || kind != SM_TEXEL_FLOAT)
        return to_bits(sample_level(&sampled, (uint32_t)floorf(lod + 0.5f)));
    uint32_t level = (uint32_t)lod;
    float part = lod - (float)level;
    sm_texel near = sample_level(&sampled, level);
    if (part > 0.0f) {
        sm_texel far = sample_level(&sampled, level + 1);
        for (int c = 0; c < 4; c++)
            near.f[c] = combine(near.f[c], far.f[c], part, reduction);
    }
    return to_bits(near);
}

float sm_texture_gradient_lod(const sm_texture *texture, float dsdx, float dtdx, float drdx, float dsdy, float dtdy,
                              float drdy)
{
    if (texture == NULL)
        return 0.0f;
    float w = (float)texture->width, h = (float)texture->height, d = (float)texture->depth;
    float x = dsdx * dsdx * w * w + dtdx * dtdx * h * h + drdx * drdx * d * d;
    float y = dsdy * dsdy * w * w + dtdy * dtdy * h * h + drdy * drdy * d * d;
    float longest = fmaxf(x, y);
    return longest > 0.0f ? (float)(0.5 * sm_log2(longest)) : -1000.0f;
}
