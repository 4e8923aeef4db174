/* stage_in.c: see stage_in.h. Components are read one by one as pixels of one component are, which have the same
 * conversions; the packed formats as whole pixels. */
#include "stage_in.h"
#include "../fault.h"
#include "half.h"
#include "../thread.h"
#include "../texture/texture_format.h"
#include <stddef.h>
#include <string.h>

/* Metal's numbers of pixel formats that components are read with */
enum {
    R8_UNORM = 10,
    R8_SNORM = 12,
    R8_UINT = 13,
    R8_SINT = 14,
    R16_UNORM = 20,
    R16_SNORM = 22,
    R16_UINT = 23,
    R16_SINT = 24,
    R16_FLOAT = 25,
    R32_UINT = 53,
    R32_SINT = 54,
    R32_FLOAT = 55,
    BGRA8_UNORM = 80,
    RGB10A2_UNORM = 90,
    RG11B10_FLOAT = 92,
    RGB9E5_FLOAT = 93
};

enum { INT1010102 = 40 }; /* MTLAttributeFormat; no pixel format is like it */

/* MTLAttributeFormat, from its number on: of so many components, or of as many as are left to four, one by one. */
static const struct stored {
    uint32_t first, last, components, pixel_format; /* `components` of `first` */
} formats[] = {
    {1, 3, 2, R8_UINT},
    {4, 6, 2, R8_SINT},
    {7, 9, 2, R8_UNORM},
    {10, 12, 2, R8_SNORM},
    {13, 15, 2, R16_UINT},
    {16, 18, 2, R16_SINT},
    {19, 21, 2, R16_UNORM},
    {22, 24, 2, R16_SNORM},
    {25, 27, 2, R16_FLOAT},
    {28, 31, 1, R32_FLOAT},
    {32, 35, 1, R32_SINT},
    {36, 39, 1, R32_UINT},
    {45, 45, 1, R8_UINT},
    {46, 46, 1, R8_SINT},
    {47, 47, 1, R8_UNORM},
    {48, 48, 1, R8_SNORM},
    {49, 49, 1, R16_UINT},
    {50, 50, 1, R16_SINT},
    {51, 51, 1, R16_UNORM},
    {52, 52, 1, R16_SNORM},
    {53, 53, 1, R16_FLOAT},
    /* packed: one pixel */
    {INT1010102, INT1010102, 0, RGB10A2_UNORM},
    {41, 41, 0, RGB10A2_UNORM},
    {42, 42, 0, BGRA8_UNORM},
    {54, 54, 0, RG11B10_FLOAT},
    {55, 55, 0, RGB9E5_FLOAT},
};

static const struct stored *find_format(uint32_t format)
{
    for (size_t n = 0; n < sizeof formats / sizeof *formats; n++) {
        if (format >= formats[n].first && format <= formats[n].last)
            return formats + n;
    }
    return NULL;
}

/* MTLDataType of members: a scalar and vectors of two to four. */
static const struct member_type {
    uint32_t first, size;
    sm_texel_kind kind;
} member_types[] = {
    {3, 4, SM_TEXEL_FLOAT}, {16, 2, SM_TEXEL_FLOAT}, {29, 4, SM_TEXEL_INT}, {33, 4, SM_TEXEL_UINT},
    {37, 2, SM_TEXEL_INT},  {41, 2, SM_TEXEL_UINT},  {45, 1, SM_TEXEL_INT}, {49, 1, SM_TEXEL_UINT},
};

static const struct member_type *find_member_type(uint32_t data_type)
{
    for (size_t n = 0; n < sizeof member_types / sizeof *member_types; n++) {
        if (data_type >= member_types[n].first && data_type <= member_types[n].first + 3)
            return member_types + n;
    }
    return NULL;
}

bool sm_stage_in_has(uint32_t format)
{
    return find_format(format) != NULL;
}

const char *sm_stage_in_problem(uint32_t format, uint32_t data_type)
{
    const struct stored *stored = find_format(format);
    const struct member_type *member = find_member_type(data_type);
    if (!stored)
        return "softmetal does not have its format";
    if (!member)
        return "the member is no scalar or vector of a type that stage-in has";
    bool integer = sm_format_is_integer(sm_format_find(stored->pixel_format));
    if (integer != (member->kind != SM_TEXEL_FLOAT))
        return integer ? "an integer format needs a member of integers" : "its format needs a member of float or half";
    return NULL;
}

enum { CONSTANT = 0, X = 5, Y = 6, X_INDEXED = 7, Y_INDEXED = 8 }; /* MTLStepFunction */

bool sm_stage_in_is_indexed(const sm_stage_input *input)
{
    return input->step == X_INDEXED || input->step == Y_INDEXED;
}

/* The element that a thread reads; false if there is none. */
static bool element_of(const sm_dispatch *d, const sm_stage_input *input, const uint32_t at[3], uint64_t *element)
{
    uint64_t position = input->step == Y || input->step == Y_INDEXED ? at[1] : at[0];
    uint32_t rate = input->rate ? input->rate : 1;
    if (sm_fault(SM_FAULT_stage_in_step_x)) {
        *element = at[0];
        return true;
    }
    if (input->step == CONSTANT) {
        *element = 0;
        return true;
    }
    if (sm_stage_in_is_indexed(input)) {
        uint32_t bytes = sm_fault(SM_FAULT_stage_in_index_wide) ? 4 : d->stage_in->index_bytes, index = 0;
        const sm_memory *m = &d->buffer[d->stage_in->index_buffer];
        if (!m->address || (position + 1) * bytes > m->length)
            return false;
        memcpy(&index, (const uint8_t *)m->address + position * bytes, bytes); /* little-endian */
        position = index;
    }
    *element = position / rate;
    return true;
}

/* Signed normalized components of 10, 10, 10 and 2 bits, the first in the lowest. */
static sm_texel load_int1010102(const uint8_t *from)
{
    uint32_t bits;
    sm_texel texel;
    memcpy(&bits, from, sizeof bits);
    for (int c = 0; c < 4; c++) {
        int width = c < 3 ? 10 : 2;
        float highest = c < 3 ? 511.0f : 1.0f, v = (float)((int32_t)(bits << (32 - width)) >> (32 - width)) / highest;
        texel.f[c] = v < -1.0f ? -1.0f : v;
        bits >>= width;
    }
    return texel;
}

static sm_texel load(const uint8_t *from, uint32_t format, sm_texel_kind kind)
{
    const struct stored *stored = find_format(format);
    if (format == INT1010102)
        return load_int1010102(from);
    const sm_format *pixel = sm_format_find(stored->pixel_format);
    if (!stored->components)
        return sm_format_load(pixel, from, kind);
    sm_texel all = {.u = {0, 0, 0, kind == SM_TEXEL_FLOAT ? 0x3f800000u : 1u}};
    if (sm_fault(SM_FAULT_stage_in_missing_zero))
        all.u[3] = 0;
    uint32_t count = stored->components + format - stored->first;
    for (uint32_t c = 0; c < count; c++)
        all.u[c] = sm_format_load(pixel, from + (size_t)c * sm_format_pixel_size(pixel), kind).u[0];
    return all;
}

static uint64_t stored_size(uint32_t format)
{
    const struct stored *stored = find_format(format);
    uint32_t count = stored->components ? stored->components + format - stored->first : 1;
    return (uint64_t)count * sm_format_pixel_size(sm_format_find(stored->pixel_format));
}

static void store(uint8_t *to, uint32_t data_type, const sm_texel *texel)
{
    const struct member_type *type = find_member_type(data_type);
    for (uint32_t c = 0; c <= data_type - type->first; c++) {
        uint32_t bits = texel->u[c];
        if (type->kind == SM_TEXEL_FLOAT && type->size == 2)
            bits = sm_float_to_half_bits(bits);
        memcpy(to + (size_t)c * type->size, &bits, type->size); /* little-endian */
    }
}

void sm_stage_in_fetch(const sm_threadgroup *group, uint32_t x, uint32_t y, uint32_t z, void *structure)
{
    const sm_dispatch *d = group->dispatch;
    const sm_stage_in *all = d->stage_in;
    const uint32_t at[3] = {x, y, z};
    for (int axis = 0; axis < 3; axis++) {
        if (at[axis] < d->stage_origin[axis] || at[axis] - d->stage_origin[axis] >= d->stage_size[axis])
            return;
    }
    for (uint32_t n = 0; all && n < all->count; n++) {
        const sm_stage_input *input = &all->input[n];
        const sm_memory *m = &d->buffer[input->buffer];
        uint64_t element, size = stored_size(input->format);
        if (!m->address || !element_of(d, input, at, &element))
            continue;
        uint64_t stride = input->stride == SM_STRIDE_DYNAMIC ? d->stage_stride[input->buffer] : input->stride;
        uint64_t start = element * stride + input->offset;
        if (start > m->length || m->length - start < size)
            continue;
        sm_texel texel =
            load((const uint8_t *)m->address + start, input->format, find_member_type(input->data_type)->kind);
        store((uint8_t *)structure + input->member_offset, input->data_type, &texel);
    }
}
