/* texture_sample.c: samples and gathers (MSL 6.13). Normalized coordinates become texels, the address mode is applied
 * to each axis, and two texels are blended along each filtered axis. A direction into a cube becomes a face and a place
 * on it (texture_cube.c); filters go on across the edges of faces. */
#include "../fault.h"
#include "../functions/half.h"
#include "../functions/math_functions.h"
#include "texture_fast.h"
#include "texture_access.h"
#include "texture_cube.h"
#include "texture_load.h"
#include <math.h>
#include <stddef.h>
#include <string.h>

enum {
    CLAMP_TO_EDGE,
    MIRROR_CLAMP_TO_EDGE,
    REPEAT,
    MIRROR_REPEAT,
    CLAMP_TO_ZERO,
    CLAMP_TO_BORDER,
    SEAMLESS                                 /* beyond a face of a cube lies another one */
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
    if (sm_fault(SM_FAULT_texture_second_period) && (i < -size || i >= 2 * size) &&
        (mode == REPEAT || mode == MIRROR_REPEAT))
        mode = CLAMP_TO_EDGE;
    if (sm_fault(SM_FAULT_texture_mirror_repeats) && mode == MIRROR_REPEAT)
        mode = REPEAT;
    switch (mode) {
    case SEAMLESS: return i;
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
    if (zero || sampler->border_color == 0 || sm_fault(SM_FAULT_texture_border_black))
        return zero ? sm_texel_outside(format, kind) : (sm_texel){.u = {0, 0, 0, 0}};
    sm_texel texel = {.u = {0, 0, 0, 0}};
    for (int c = sampler->border_color == 1 && !sm_fault(SM_FAULT_texture_border_white) ? 3 : 0; c < 4; c++) {
        if (sm_texel_is_real(kind))
            texel.f[c] = 1.0f;
        else
            texel.u[c] = 1;
    }
    return texel;
}

static float combine(float a, float b, float weight, uint32_t reduction)
{
    switch (sm_fault(SM_FAULT_texture_reduction_ignored) ? WEIGHTED_AVERAGE : reduction) {
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
    uint32_t slice, face, filter, reduction; /* slice: of cubes the cube */
    bool compares;                           /* each texel with `reference`, before they are blended */
    float reference;
} sampling;

/* 1 if reference OP depth holds (MSL 2.10), else 0; the functions are numbered as MTLCompareFunction. */
static float compared(uint32_t function, float reference, float depth)
{
    bool less = reference<depth, equal = reference == depth, greater = reference> depth;
    if (sm_fault(SM_FAULT_texture_compare_reversed)) {
        bool other = less;
        less = greater;
        greater = other;
    }
    return (function & 1 && less) || (function & 2 && equal) || (function & 4 && greater) || function == 7 ? 1.0f
                                                                                                           : 0.0f;
}

static sm_texel fetch_colour(const sampling *s, int64_t x, int64_t y, int64_t z, uint32_t level)
{
    uint32_t slice = s->slice;
    if (sm_texture_is_cube(s->texture)) {
        uint32_t face = s->face;
        sm_cube_neighbour(sm_level_size(s->texture->width, level), &face, &x, &y);
        slice = slice * 6 + face;
    }
    if (x >= 0 && y >= 0 && z >= 0)
        return sm_texel_load(s->texture, s->kind, (uint32_t)x, (uint32_t)y, (uint32_t)z, slice, level);
    bool zero = (x < 0 && s->sampler->address[0] == CLAMP_TO_ZERO) ||
                (y < 0 && s->sampler->address[1] == CLAMP_TO_ZERO) ||
                (z < 0 && s->sampler->address[2] == CLAMP_TO_ZERO);
    return sm_texel_swizzle(s->texture, border(s->format, s->sampler, s->kind, zero), s->kind);
}

static sm_texel fetch(const sampling *s, int64_t x, int64_t y, int64_t z, uint32_t level)
{
    sm_texel texel = fetch_colour(s, x, y, z, level);
    if (s->compares)
        texel.f[0] = compared(s->sampler->compare_function, s->reference, texel.f[0]);
    return texel;
}

static void place_axes(const sampling *s, uint32_t level, uint32_t filter, axis a[3])
{
    const uint32_t size[3] = {sm_level_size(s->texture->width, level), sm_level_size(s->texture->height, level),
                              sm_level_size(s->texture->depth, level)};
    bool cube = sm_texture_is_cube(s->texture);
    for (int k = 0; k < 3; k++) {
        uint32_t mode = s->sampler->address[k == 2 && sm_fault(SM_FAULT_texture_address_r) ? 0 : k];
        a[k] = place(s->coordinate[k], s->sampler->normalized, size[k], s->offset[k], cube ? SEAMLESS : mode, filter);
    }
    /* An axis that the texture does not have. */
    static const axis none = {{0, 0}, 0.0f};
    if (s->texture->type != 7) /* MTLTextureType3D */
        a[2] = none;
    if (s->texture->type <= 1 && !sm_fault(SM_FAULT_texture_line_filtered)) /* MTLTextureType1D, 1DArray */
        a[1] = none;
}

static sm_texel sample_level(const sampling *s, uint32_t level)
{
    axis a[3];
    place_axes(s, level, s->filter, a);
    if (s->filter != LINEAR || !sm_texel_is_real(s->kind))
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
    if (a[2].weight > 0.0f && !sm_fault(SM_FAULT_texture_volume_flat))
        for (int c = 0; c < 4; c++)
            along_z[0].f[c] = combine(along_z[0].f[c], along_z[1].f[c], a[2].weight, s->reduction);
    return along_z[0];
}

/* What does not depend on the level. False where there is nothing to sample. */
static bool begin(sampling *s, sm_sampler *state, const sm_texture *texture, uint64_t sampler, uint32_t kind,
                  const float at[3], uint32_t slice, float *bias)
{
    if (texture == NULL || sampler == 0)
        return false;
    uint32_t layers = texture->layers > 0 ? texture->layers : 1;
    *s = (sampling){.texture = texture,
                    .format = sm_format_find(texture->format),
                    .sampler = state,
                    .kind = kind == SM_TEXEL_COMPARED ? SM_TEXEL_FLOAT : kind,
                    .coordinate = {at[0], at[1], at[2]},
                    .slice = slice < layers ? slice : layers - 1,
                    .reduction = WEIGHTED_AVERAGE,
                    .compares = kind == SM_TEXEL_COMPARED};
    if (sampler & 1) {
        *state = sm_sampler_unpack(sampler, bias, &s->reduction);
    } else {
        *state = *(const sm_sampler *)(uintptr_t)sampler;
        *bias = state->lod_bias;
        s->reduction = state->reduction;
    }
    if (sm_texture_is_cube(texture)) {
        sm_cube_place(at, &s->face, s->coordinate);
        s->coordinate[2] = 0.0f;
        state->normalized = 1;
    }
    return true;
}

sm_texel_bits sm_texture_sample(const sm_texture *texture, uint64_t sampler, uint32_t kind, float s, float t, float r,
                                uint32_t slice, float lod, int32_t offset_x, int32_t offset_y, int32_t offset_z,
                                float reference)
{
    sm_texel_bits fast;
    if (sm_fault(SM_FAULT_texture_offset_ignored))
        offset_x = offset_y = offset_z = 0;
    if (texture != NULL && sampler != 0 && sm_texel_is_real(kind) &&
        sm_texture_sample_fast(texture, sampler, s, t, offset_x, offset_y, &fast))
        return fast;
    sampling sampled;
    sm_sampler state;
    float bias;
    if (!begin(&sampled, &state, texture, sampler, kind, (float[3]){s, t, r}, slice, &bias))
        return (sm_texel_bits){0};
    sampled.reference = reference;
    sampled.offset[0] = offset_x;
    sampled.offset[1] = offset_y;
    sampled.offset[2] = offset_z;
    kind = sampled.kind;
    lod = fmaxf(lod + (sm_fault(SM_FAULT_texture_bias_ignored) ? 0.0f : bias), state.lod_min);
    if (!sm_fault(SM_FAULT_texture_lod_max_ignored))
        lod = fminf(lod, state.lod_max);
    sampled.filter = lod > 0.0f ? state.min_filter : state.mag_filter;
    if (sm_fault(SM_FAULT_texture_filter_ignored))
        sampled.filter = NEAREST;
    float last = (float)((texture->levels > 0 ? texture->levels : 1) - 1);
    lod = fminf(fmaxf(lod, 0.0f), last);
    if (state.mip_filter == MIP_NONE)
        return sm_texel_to_bits(sample_level(&sampled, 0));
    if (state.mip_filter == MIP_NEAREST || !sm_texel_is_real(kind))
        return sm_texel_to_bits(
            sample_level(&sampled, (uint32_t)floorf(lod + (sm_fault(SM_FAULT_texture_level_floor) ? 0.0f : 0.5f))));
    uint32_t level = (uint32_t)lod;
    float part = lod - (float)level;
    sm_texel near = sample_level(&sampled, level);
    if (part > 0.0f && !sm_fault(SM_FAULT_texture_level_unblended)) {
        if (sm_fault(SM_FAULT_texture_further_nearest))
            sampled.filter = NEAREST;
        sm_texel far = sample_level(&sampled, level + 1);
        for (int c = 0; c < 4; c++)
            near.f[c] = combine(near.f[c], far.f[c], part, sampled.reduction);
    }
    return sm_texel_to_bits(near);
}

/* The four texels that linear filtering blends, from the lower left one on against the clock (MSL 6.13). */
sm_texel_bits sm_texture_gather(const sm_texture *texture, uint64_t sampler, uint32_t kind, float s, float t, float r,
                                uint32_t slice, uint32_t component, int32_t offset_x, int32_t offset_y, float reference)
{
    sampling sampled;
    sm_sampler state;
    float bias;
    if (!begin(&sampled, &state, texture, sampler, kind, (float[3]){s, t, r}, slice, &bias))
        return (sm_texel_bits){0};
    sampled.reference = reference;
    if (!sm_fault(SM_FAULT_texture_gather_offset_ignored)) {
        sampled.offset[0] = offset_x;
        sampled.offset[1] = offset_y;
    }
    axis a[3];
    if (sm_fault(SM_FAULT_texture_gather_clamps))
        state.address[0] = state.address[1] = CLAMP_TO_EDGE;
    place_axes(&sampled, 0, LINEAR, a);
    bool turned = sm_fault(SM_FAULT_texture_gather_clockwise);
    const int x[4] = {0, 1, 1, 0}, y[4] = {turned ? 0 : 1, turned ? 0 : 1, turned ? 1 : 0, turned ? 1 : 0};
    if (sm_fault(SM_FAULT_texture_gather_first_component))
        component = 0;
    sm_texel result;
    for (int k = 0; k < 4; k++)
        result.u[k] = fetch(&sampled, a[0].index[x[k]], a[1].index[y[k]], a[2].index[0], 0).u[component & 3];
    return sm_texel_to_bits(result);
}

float sm_texture_gradient_lod(const sm_texture *texture, float dsdx, float dtdx, float drdx, float dsdy, float dtdy,
                              float drdy)
{
    if (texture == NULL)
        return 0.0f;
    float w = (float)texture->width, h = sm_fault(SM_FAULT_texture_gradient_square) ? w : (float)texture->height,
          d = (float)texture->depth;
    if (sm_texture_is_cube(texture)) /* a direction goes from -1 to 1 along a face */
        w = h = d = 0.5f * w;
    float x = dsdx * dsdx * w * w + dtdx * dtdx * h * h + drdx * drdx * d * d;
    float y = dsdy * dsdy * w * w + dtdy * dtdy * h * h + drdy * drdy * d * d;
    float longest = fmaxf(x, y);
    return longest > 0.0f ? (float)(0.5 * sm_log2(longest)) : -1000.0f;
}
