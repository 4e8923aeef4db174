/* tensor.c: MTLTensor: what a tensor_handle of a kernel refers to (MSL 2.22.2.5).
 *
 * Elements are counted in bits, so that formats of a few bits need no code of their own. What cannot be made is refused
 * with an error of MTLTensorDomain. */
#include "tensor.h"
#include "../objc/property.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the plan of a tensor: what its descriptor says, judged */

enum { MOST_RANK = __MSL_TENSOR_RANK, FORMAT_UNIT = 32, FORMAT_ALIGNMENT = 128, OWN_ALIGNMENT = 128 };

static const struct data_type {
    NSInteger type;
    unsigned bits;
    bool format;
} data_types[] = {
    {MTLTensorDataTypeFloat32, 32, false},  {MTLTensorDataTypeFloat16, 16, false},
    {MTLTensorDataTypeBFloat16, 16, false}, {MTLTensorDataTypeInt8, 8, false},
    {MTLTensorDataTypeUInt8, 8, false},     {MTLTensorDataTypeInt16, 16, false},
    {MTLTensorDataTypeUInt16, 16, false},   {MTLTensorDataTypeInt32, 32, false},
    {MTLTensorDataTypeUInt32, 32, false},   {MTLTensorDataTypeInt4, 4, true},
    {MTLTensorDataTypeUInt4, 4, true},      {MTLTensorDataTypeE5M2, 8, true},
    {MTLTensorDataTypeE4M3, 8, true},       {MTLTensorDataTypeUE8M0, 8, true},
    {MTLTensorDataTypeE2M1, 4, true},       {MTLTensorDataTypeUInt2, 2, true},
    {MTLTensorDataTypeInt2, 2, true},
};

typedef struct shape {
    const struct data_type *type;
    size_t rank;
    int64_t extent[MOST_RANK], stride[MOST_RANK];
    uint64_t bits; /* from the first element to the end of the last */
    size_t scales; /* bytes of the plane of scales, one for each block; 0: there is none */
    int64_t scale_extent[MOST_RANK], scale_stride[MOST_RANK];
} shape;

static bool refuse(id *error, const char *format, ...) __attribute__((format(printf, 2, 3)));
static bool refuse(id *error, const char *format, ...)
{
    char text[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    mtl_error(error, MTLTensorDomain, MTLTensorErrorInvalidDescriptor, "%s", text);
    return false;
}

static bool take_extents(shape *s, const mtl_tensor_descriptor *descriptor, id *error)
{
    const mtl_tensor_extents *dimensions = (const mtl_tensor_extents *)descriptor->dimensions;
    if (!mtl_is((id)dimensions, &mtl_tensor_extents_class))
        return refuse(error, "a tensor needs dimensions: the descriptor has none");
    if (dimensions->rank > MOST_RANK)
        return refuse(error, "a tensor has at most %d dimensions; the descriptor has %lu", MOST_RANK,
                      (unsigned long)dimensions->rank);
    s->rank = dimensions->rank;
    for (size_t n = 0; n < s->rank; n++) {
        s->extent[n] = dimensions->value[n];
        if (s->extent[n] <= 0)
            return refuse(error, "dimension %zu of a tensor has %lld elements; it needs at least 1", n,
                          (long long)s->extent[n]);
    }
    if (s->type->format && (s->rank == 0 || s->extent[0] % FORMAT_UNIT))
        return refuse(error, "dimension 0 of a tensor of %u-bit elements is a multiple of %d; it is %lld",
                      s->type->bits, FORMAT_UNIT, s->rank ? (long long)s->extent[0] : 0);
    return true;
}

static bool too_large(id *error)
{
    return refuse(error, "the tensor is larger than the device's largest buffer");
}

static bool multiply(uint64_t *value, uint64_t by)
{
    const uint64_t most = UINT64_C(1) << 44; /* bits: beyond every buffer */
    if (by > most || (by && *value > most / by))
        return false;
    *value *= by;
    return true;
}

/* Rows follow each other; those of a format begin at multiples of its alignment. */
static bool pack(shape *s, id *error)
{
    uint64_t step = 1;
    for (size_t n = 0; n < s->rank; n++) {
        s->stride[n] = (int64_t)step;
        if (!multiply(&step, (uint64_t)s->extent[n]))
            return too_large(error);
        uint64_t unit = FORMAT_ALIGNMENT * 8 / s->type->bits;
        if (n == 0 && s->type->format)
            step = (step + unit - 1) / unit * unit;
    }
    return true;
}

/* Two elements share no memory if, from the smallest stride on, each is at least what the ones before span. */
static bool overlaps(size_t rank, const int64_t *extent, const int64_t *stride)
{
    bool used[MOST_RANK] = {false};
    uint64_t span = 1;
    for (size_t round = 0; round < rank; round++) {
        size_t least = MOST_RANK;
        for (size_t n = 0; n < rank; n++)
            if (!used[n] && (least == MOST_RANK || stride[n] < stride[least]))
                least = n;
        used[least] = true;
        if (extent[least] > 1 && (uint64_t)stride[least] < span)
            return true;
        uint64_t reach = (uint64_t)stride[least];
        if (!multiply(&reach, (uint64_t)extent[least] - 1))
            return false; /* larger than any memory */
        span += reach;
    }
    return false;
}

static bool take_strides(shape *s, const mtl_tensor_extents *strides, id *error)
{
    if (!mtl_is((id)strides, &mtl_tensor_extents_class) || strides->rank != s->rank)
        return refuse(error, "a tensor of %zu dimensions needs as many strides", s->rank);
    for (size_t n = 0; n < s->rank; n++) {
        s->stride[n] = strides->value[n];
        if (s->stride[n] <= 0 || (n == 0 && s->stride[n] != 1))
            return refuse(error,
                          n == 0 ? "stride 0 of a tensor is 1, not %lld (dimension %zu)"
                                 : "a stride of a tensor is positive, not %lld (dimension %zu)",
                          (long long)s->stride[n], n);
        if (s->type->format && n > 0 && (uint64_t)s->stride[n] * s->type->bits % (FORMAT_ALIGNMENT * 8))
            return refuse(error,
                          "stride %zu of a tensor of %u-bit elements is a multiple of %d bytes; it is %lld elements", n,
                          s->type->bits, FORMAT_ALIGNMENT, (long long)s->stride[n]);
    }
    return !overlaps(s->rank, s->extent, s->stride) || refuse(error, "the strides of the tensor let elements overlap");
}

enum { BLOCK = 32 }; /* elements of dimension 0 that share a scale; 1 of the others */

/* The text does not say how scales lie; rows follow each other, as in a kernel's own tensors. */
static bool take_planes(shape *s, const mtl_tensor_descriptor *descriptor, id *error)
{
    const mtl_tensor_plane_map *map = (const mtl_tensor_plane_map *)descriptor->planes;
    if (!map)
        return true;
    if (!mtl_is(descriptor->planes, &mtl_tensor_plane_map_class))
        return refuse(error, "the planes of a tensor are an MTLTensorAuxiliaryPlaneDescriptorMap");
    if (!map->scales)
        return true;
    const mtl_tensor_plane_descriptor *plane = (const mtl_tensor_plane_descriptor *)map->scales;
    if (!mtl_is(map->scales, &mtl_tensor_plane_descriptor_class))
        return refuse(error, "a plane of a tensor needs an MTLTensorAuxiliaryPlaneDescriptor");
    const mtl_tensor_extents *block = (const mtl_tensor_extents *)plane->block;
    if (plane->data_type != MTLTensorDataTypeUE8M0)
        return refuse(error, "scales of a tensor are of MTLTensorDataType %d, not %ld", (int)MTLTensorDataTypeUE8M0,
                      (long)plane->data_type);
    if (s->type->bits > 8)
        return refuse(error, "elements with scales have at most 8 bits; these have %u", s->type->bits);
    if (descriptor->usage & MTLTensorUsageMachineLearning)
        return refuse(error, "a tensor with scales is not for machine-learning encoders");
    if (s->rank == 0 || !mtl_is(plane->block, &mtl_tensor_extents_class) || block->rank != s->rank)
        return refuse(error, "the block factors of scales need the tensor's rank, %zu", s->rank);
    s->scales = 1;
    for (size_t n = 0; n < s->rank; n++) {
        if (block->value[n] != (n ? 1 : BLOCK))
            return refuse(error, "block factor %zu of scales is %d, not %ld", n, n ? 1 : BLOCK, (long)block->value[n]);
        if (s->extent[n] % block->value[n])
            return refuse(error, "dimension %zu of a tensor with scales is a multiple of %ld; it is %lld", n,
                          (long)block->value[n], (long long)s->extent[n]);
        s->scale_extent[n] = s->extent[n] / block->value[n];
        s->scale_stride[n] = (int64_t)s->scales;
        s->scales *= (size_t)s->scale_extent[n]; /* no more than there are elements */
    }
    return true;
}

static bool make_shape(shape *s, id given, bool has_buffer, id *error)
{
    const mtl_tensor_descriptor *descriptor = (const mtl_tensor_descriptor *)given;
    *s = (shape){0};
    if (!mtl_is(given, &mtl_tensor_descriptor_class))
        return refuse(error, "a tensor needs an MTLTensorDescriptor");
    for (size_t n = 0; n < sizeof data_types / sizeof *data_types; n++)
        if (data_types[n].type == descriptor->data_type)
            s->type = data_types + n;
    if (!s->type)
        return refuse(error, "%ld is no data type of a tensor", (long)descriptor->data_type);
    if (!take_extents(s, descriptor, error))
        return false;
    if (descriptor->strides && !has_buffer)
        return refuse(error, "strides are for tensors of a buffer (newTensorWithDescriptor:offset:error:)");
    if (descriptor->strides ? !take_strides(s, (const mtl_tensor_extents *)descriptor->strides, error)
                            : !pack(s, error))
        return false;
    s->bits = s->type->bits;
    for (size_t n = 0; n < s->rank; n++) {
        uint64_t reach = (uint64_t)s->extent[n] - 1;
        if (reach && (!multiply(&reach, s->type->bits) || !multiply(&reach, (uint64_t)s->stride[n])))
            return too_large(error);
        s->bits += reach;
    }
    return take_planes(s, descriptor, error);
}

static size_t bytes_of(const shape *s)
{
    return (size_t)((s->bits + 7) / 8);
}

MTLSizeAndAlign mtl_tensor_size(id descriptor)
{
    shape s;
    id error = nil;
    if (make_shape(&s, descriptor, false, &error))
        return (MTLSizeAndAlign){(bytes_of(&s) + OWN_ALIGNMENT - 1) / OWN_ALIGNMENT * OWN_ALIGNMENT, OWN_ALIGNMENT};
    mtl_complain(
        "tensorSizeAndAlignWithDescriptor: %s; it returns 0",
        mtl_text(SEND(id(*)(id, SEL), error, "localizedDescription")(error, SELECTOR("localizedDescription"))));
    return (MTLSizeAndAlign){0, 0};
}

/* ---- tensor */

struct __msl_tensor *mtl_tensor_handle(const mtl_tensor *tensor)
{
    return (struct __msl_tensor *)(void *)tensor->handle->bytes;
}

static bool fits(const shape *s, const mtl_buffer *buffer, size_t offset, id *error)
{
    size_t unit = s->type->format ? FORMAT_ALIGNMENT : s->type->bits / 8;
    if (offset % unit)
        return refuse(error, "the offset %zu of the tensor is not a multiple of %zu bytes", offset, unit);
    return (offset <= buffer->length && bytes_of(s) <= buffer->length - offset) ||
           refuse(error, "the tensor has %zu bytes from offset %zu on, the buffer %zu", bytes_of(s), offset,
                  buffer->length);
}

static void describe(mtl_tensor *tensor, const shape *s)
{
    struct __msl_tensor *handle = mtl_tensor_handle(tensor);
    handle->__data = (uintptr_t)tensor->buffer->bytes + tensor->offset;
    handle->__rank = (unsigned)s->rank;
    handle->__type = (unsigned)s->type->type;
    for (size_t n = 0; n < MOST_RANK; n++) {
        handle->__extents[n] = n < s->rank ? s->extent[n] : 1;
        handle->__strides[n] = n < s->rank ? s->stride[n] : 0;
    }
    if (sm_fault(SM_FAULT_api_tensor_strides_packed) && s->rank > 1)
        handle->__strides[1] = s->extent[0];
    handle->__allocation = (uintptr_t)tensor->buffer->bytes;
    handle->__size = tensor->buffer->length;
}

static void describe_scales(mtl_tensor *tensor, const shape *s, size_t offset)
{
    struct __msl_tensor *handle = mtl_tensor_handle(tensor);
    handle->__planes[__MSL_PLANE_SCALES].__data = (uintptr_t)tensor->scales->bytes + offset;
    handle->__planes[__MSL_PLANE_SCALES].__type = MTLTensorDataTypeUE8M0;
    for (size_t n = 0; n < MOST_RANK; n++) {
        handle->__planes[__MSL_PLANE_SCALES].__block[n] = n == 0 ? BLOCK : 1;
        handle->__planes[__MSL_PLANE_SCALES].__strides[n] = n < s->rank ? s->scale_stride[n] : 0;
    }
}

/* Where the planes are to be; a buffer that is NULL becomes the tensor's own. */
typedef struct backing {
    mtl_buffer *buffer[MTL_TENSOR_PLANES];
    size_t offset[MTL_TENSOR_PLANES];
} backing;

static bool scales_fit(const shape *s, const backing *in, id *error)
{
    const mtl_buffer *buffer = in->buffer[MTLTensorPlaneTypeScales];
    size_t offset = in->offset[MTLTensorPlaneTypeScales];
    if (!s->scales || !buffer)
        return true;
    if (offset % FORMAT_ALIGNMENT)
        return refuse(error, "the offset %zu of scales is not a multiple of %d bytes", offset, FORMAT_ALIGNMENT);
    return (offset <= buffer->length && s->scales <= buffer->length - offset) ||
           refuse(error, "the tensor has %zu scales from offset %zu on, the buffer %zu", s->scales, offset,
                  buffer->length);
}

static mtl_buffer *memory_for(mtl_device *device, mtl_buffer *given, size_t size)
{
    return given ? (mtl_buffer *)mtl_retain((id)given) : mtl_buffer_create(device, size, 0); /* copied on the CPU */
}

static id plane_of(const mtl_tensor_descriptor *descriptor, const backing *in)
{
    mtl_tensor_plane *plane = mtl_new(&mtl_tensor_plane_class);
    plane->block = mtl_retain(
        ((const mtl_tensor_plane_descriptor *)((const mtl_tensor_plane_map *)descriptor->planes)->scales)->block);
    plane->buffer = mtl_retain((id)in->buffer[MTLTensorPlaneTypeScales]);
    plane->offset = in->offset[MTLTensorPlaneTypeScales];
    return mtl_autorelease((id)plane);
}

static mtl_tensor *create(mtl_device *device, const mtl_tensor_descriptor *descriptor, const shape *s,
                          const backing *in, id *error)
{
    mtl_buffer *given = in->buffer[MTLTensorPlaneTypeData], *memory = memory_for(device, given, bytes_of(s));
    mtl_buffer *handle = mtl_buffer_create(device, sizeof(struct __msl_tensor), 0);
    mtl_buffer *scales = s->scales ? memory_for(device, in->buffer[MTLTensorPlaneTypeScales], s->scales) : NULL;
    if (!handle || !memory || (s->scales && !scales)) {
        mtl_release((id)handle);
        mtl_release((id)memory);
        mtl_release((id)scales);
        mtl_error(error, MTLTensorDomain, MTLTensorErrorInternalError, "no memory for a tensor of %zu bytes",
                  bytes_of(s) + s->scales);
        return NULL;
    }
    mtl_tensor *tensor = mtl_new(&mtl_tensor_class);
    tensor->resource.device = device;
    tensor->resource.options = given ? given->resource.options : descriptor->options;
    tensor->resource.size = bytes_of(s) + s->scales;
    tensor->data_type = descriptor->data_type;
    tensor->usage = descriptor->usage;
    tensor->dimensions = mtl_tensor_extents_create(s->rank, (const NSInteger *)s->extent);
    tensor->strides = mtl_tensor_extents_create(s->rank, (const NSInteger *)s->stride);
    tensor->buffer = memory;
    tensor->offset = in->offset[MTLTensorPlaneTypeData];
    tensor->owns = !given;
    tensor->handle = handle;
    tensor->scales = scales;
    describe(tensor, s);
    id plane = scales ? plane_of(descriptor, in) : nil;
    tensor->planes = mtl_retain(mtl_array(&plane, scales != NULL));
    if (scales)
        describe_scales(tensor, s, in->offset[MTLTensorPlaneTypeScales]);
    mtl_identity_add_handle(handle->bytes, sizeof(struct __msl_tensor), (id)tensor);
    return tensor;
}

mtl_tensor *mtl_tensor_create(mtl_device *device, id descriptor, id *error)
{
    shape s;
    if (error)
        *error = nil;
    return make_shape(&s, descriptor, false, error)
               ? create(device, (const mtl_tensor_descriptor *)descriptor, &s, &(backing){0}, error)
               : NULL;
}

mtl_tensor *mtl_tensor_create_in(mtl_buffer *buffer, size_t offset, id descriptor, id *error)
{
    shape s;
    if (error)
        *error = nil;
    if (!make_shape(&s, descriptor, true, error) || !fits(&s, buffer, offset, error) ||
        (s.scales && !refuse(error, "a tensor with scales needs buffers for both: MTLTensorBufferAttachments")))
        return NULL;
    return create(buffer->resource.device, (const mtl_tensor_descriptor *)descriptor, &s,
                  &(backing){.buffer = {buffer}, .offset = {offset}}, error);
}

mtl_tensor *mtl_tensor_create_of(mtl_device *device, id descriptor, id given, id *error)
{
    shape s;
    const mtl_tensor_attachments *of = (const mtl_tensor_attachments *)given;
    backing in = {0};
    if (error)
        *error = nil;
    if (!make_shape(&s, descriptor, true, error))
        return NULL;
    if (!mtl_is(given, &mtl_tensor_attachments_class) || !of->buffer[MTLTensorPlaneTypeData] ||
        (s.scales && !of->buffer[MTLTensorPlaneTypeScales])) {
        refuse(error, "every plane of the tensor needs a buffer in the attachments");
        return NULL;
    }
    for (int n = 0; n < (s.scales ? 2 : 1); n++) {
        in.buffer[n] = (mtl_buffer *)of->buffer[n];
        in.offset[n] = of->offset[n];
    }
    if (!fits(&s, in.buffer[MTLTensorPlaneTypeData], in.offset[MTLTensorPlaneTypeData], error) ||
        !scales_fit(&s, &in, error))
        return NULL;
    return create(device, (const mtl_tensor_descriptor *)descriptor, &s, &in, error);
}

static void tensor_finish(void *object)
{
    mtl_tensor *self = object;
    mtl_identity_remove(self->handle->bytes);
    mtl_release((id)self->handle);
    mtl_release((id)self->buffer);
    mtl_release((id)self->scales);
    mtl_release(self->planes);
    mtl_release(self->dimensions);
    mtl_release(self->strides);
}

/* ---- copying slices */

typedef struct side {
    uint8_t *bytes;
    uint64_t first; /* in elements from `bytes` on */
    int64_t stride[MOST_RANK];
} side;

static void copy_element(const side *to, uint64_t to_at, const side *from, uint64_t from_at, unsigned bits)
{
    if (bits >= 8) {
        memcpy(to->bytes + to_at * bits / 8, from->bytes + from_at * bits / 8, bits / 8);
        return;
    }
    unsigned mask = (1u << bits) - 1, shift = (unsigned)(to_at * bits % 8);
    unsigned value = from->bytes[from_at * bits / 8] >> (from_at * bits % 8) & mask;
    uint8_t *byte = to->bytes + to_at * bits / 8;
    *byte = (uint8_t)((*byte & ~(mask << shift)) | value << shift);
}

/* Copies `extent` elements, row by row. */
static void copy_slice(const side *to, const side *from, const int64_t *extent, size_t rank, unsigned bits)
{
    int64_t at[MOST_RANK] = {0};
    for (;;) {
        uint64_t to_at = to->first, from_at = from->first;
        for (size_t n = 0; n < rank; n++) {
            to_at += (uint64_t)(at[n] * to->stride[n]);
            from_at += (uint64_t)(at[n] * from->stride[n]);
        }
        copy_element(to, to_at, from, from_at, bits);
        size_t n = 0;
        while (n < rank && ++at[n] == extent[n])
            at[n++] = 0;
        if (n == rank)
            return;
    }
}

/* The slice of a plane of scales, in blocks. */
static const char *slice_of_scales(const mtl_tensor *tensor, const mtl_tensor_extents *origin,
                                   const mtl_tensor_extents *size, side *of)
{
    const struct __msl_tensor *handle = mtl_tensor_handle(tensor);
    if (!tensor->scales)
        return "the tensor has no such plane";
    *of = (side){.bytes = (uint8_t *)handle->__planes[__MSL_PLANE_SCALES].__data};
    for (size_t n = 0; n < origin->rank; n++) {
        int64_t extent = handle->__extents[n] / handle->__planes[__MSL_PLANE_SCALES].__block[n];
        if (origin->value[n] < 0 || size->value[n] <= 0 || origin->value[n] > extent ||
            size->value[n] > extent - origin->value[n])
            return "the slice reaches beyond the plane";
        of->stride[n] = handle->__planes[__MSL_PLANE_SCALES].__strides[n];
        of->first += (uint64_t)(origin->value[n] * of->stride[n]);
    }
    return NULL;
}

/* The slice of a tensor's plane; returns NULL, or why it is none. */
static const char *slice_of(const mtl_tensor *tensor, NSInteger plane, id given_origin, id given_size, side *of)
{
    const mtl_tensor_extents *origin = (const mtl_tensor_extents *)given_origin,
                             *size = (const mtl_tensor_extents *)given_size;
    const struct __msl_tensor *handle = mtl_tensor_handle(tensor);
    if (!mtl_is(given_origin, &mtl_tensor_extents_class) || !mtl_is(given_size, &mtl_tensor_extents_class) ||
        origin->rank != handle->__rank || size->rank != handle->__rank)
        return "the slice needs an origin and dimensions of the tensor's rank";
    if (plane != MTLTensorPlaneTypeData)
        return slice_of_scales(tensor, origin, size, of);
    *of = (side){.bytes = tensor->buffer->bytes + tensor->offset};
    for (size_t n = 0; n < origin->rank; n++) {
        if (origin->value[n] < 0 || size->value[n] <= 0 || origin->value[n] > handle->__extents[n] ||
            size->value[n] > handle->__extents[n] - origin->value[n])
            return "the slice reaches beyond the tensor";
        of->stride[n] = handle->__strides[n];
        of->first += (uint64_t)(origin->value[n] * handle->__strides[n]);
    }
    return NULL;
}

static unsigned bits_of(const mtl_tensor *tensor)
{
    for (size_t n = 0; n < sizeof data_types / sizeof *data_types; n++)
        if (data_types[n].type == tensor->data_type)
            return data_types[n].bits;
    return 8;
}

/* The client's side of a slice, which is `written` or read; returns NULL, or why its strides are wrong. */
static const char *memory_of(void *bytes, id given, const mtl_tensor_extents *size, bool written, side *of)
{
    const mtl_tensor_extents *strides = (const mtl_tensor_extents *)given;
    if (!bytes)
        return "there are no bytes";
    if (given && (!mtl_is(given, &mtl_tensor_extents_class) || strides->rank != size->rank))
        return "the strides need the tensor's rank";
    *of = (side){.bytes = bytes};
    int64_t step = 1;
    for (size_t n = 0; n < size->rank; n++) {
        of->stride[n] = strides ? strides->value[n] : step;
        if (of->stride[n] <= 0)
            return "a stride is not positive";
        step *= size->value[n];
    }
    return written && overlaps(size->rank, (const int64_t *)size->value, of->stride)
               ? "the strides of the bytes let elements overlap"
               : NULL;
}

static bool is_private(const mtl_tensor *tensor)
{
    return mtl_storage_of(tensor->resource.options) == MTLStorageModePrivate;
}

static void move(mtl_tensor *self, SEL selector, NSInteger plane, id origin, id size, void *bytes, id strides, bool in)
{
    side here, there;
    const mtl_tensor_extents *extent = (const mtl_tensor_extents *)size;
    const char *problem = is_private(self) ? "the tensor's memory is private: copy it by commands" : NULL;
    if (!problem)
        problem = slice_of(self, plane, origin, size, &here);
    if (!problem)
        problem = memory_of(bytes, strides, extent, !in, &there);
    if (problem) {
        mtl_complain("%s %s; the call has no effect", sel_getName(selector), problem);
        return;
    }
    if (sm_fault(SM_FAULT_api_tensor_origin_ignored))
        here.first = 0;
    copy_slice(in ? &here : &there, in ? &there : &here, (const int64_t *)extent->value, extent->rank,
               plane ? 8 : bits_of(self));
}

static void tensor_replace(METHOD_ARGUMENTS(mtl_tensor), id origin, id size, const void *bytes, id strides)
{
    move(self, _cmd, MTLTensorPlaneTypeData, origin, size, (void *)(uintptr_t)bytes, strides, true);
}

static void tensor_replace_plane(METHOD_ARGUMENTS(mtl_tensor), id origin, id size, NSInteger plane, const void *bytes,
                                 id strides)
{
    move(self, _cmd, plane, origin, size, (void *)(uintptr_t)bytes, strides, true);
}

static void tensor_get(METHOD_ARGUMENTS(mtl_tensor), void *bytes, id strides, id origin, id size)
{
    move(self, _cmd, MTLTensorPlaneTypeData, origin, size, bytes, strides, false);
}

static void tensor_get_plane(METHOD_ARGUMENTS(mtl_tensor), void *bytes, id strides, id origin, id size, NSInteger plane)
{
    move(self, _cmd, plane, origin, size, bytes, strides, false);
}

const char *mtl_tensor_check_copy(const mtl_tensor *from, id from_origin, id from_size, const mtl_tensor *to,
                                  id to_origin, id to_size)
{
    side unused;
    if (!mtl_is((id)from, &mtl_tensor_class) || !mtl_is((id)to, &mtl_tensor_class))
        return "a tensor is nil";
    if (from->data_type != to->data_type)
        return "the tensors are of different data types";
    const char *problem = slice_of(from, 0, from_origin, from_size, &unused);
    if (!problem)
        problem = slice_of(to, 0, to_origin, to_size, &unused);
    if (problem)
        return problem;
    const mtl_tensor_extents *a = (const mtl_tensor_extents *)from_size, *b = (const mtl_tensor_extents *)to_size;
    bool same = a->rank == b->rank;
    for (size_t n = 0; same && n < a->rank; n++)
        same = a->value[n] == b->value[n];
    return same ? NULL : "the slices have different dimensions";
}

void mtl_tensor_copy(const mtl_tensor *from, id from_origin, const mtl_tensor *to, id to_origin, id size)
{
    side here, there;
    const mtl_tensor_extents *extent = (const mtl_tensor_extents *)size;
    if (!slice_of(from, 0, from_origin, size, &there) && !slice_of(to, 0, to_origin, size, &here))
        copy_slice(&here, &there, (const int64_t *)extent->value, extent->rank, bits_of(from));
}

/* ---- what it tells */

bool mtl_tensor_fits(const mtl_tensor *tensor, uint32_t type, const char *extents, char *problem, size_t room)
{
    const struct __msl_tensor *handle = mtl_tensor_handle(tensor);
    const char *p = extents + strcspn(extents, " ");
    size_t rank = 0;
    if (handle->__type != type) {
        snprintf(problem, room, "a tensor of MTLTensorDataType %u where it takes %u", handle->__type, type);
        return false;
    }
    if (extents[strlen("tensor")] == '_' && !tensor->scales) {
        snprintf(problem, room, "a tensor without scales where it takes one with them");
        return false;
    }
    for (; *p; rank++) {
        long extent = strtol(p, (char **)(uintptr_t)&p, 10);
        if (extent < 0 || rank >= handle->__rank || extent == handle->__extents[rank])
            continue;
        snprintf(problem, room, "a tensor with %ld elements in dimension %zu where it takes %ld",
                 handle->__extents[rank], rank, extent);
        return false;
    }
    if (rank != handle->__rank)
        snprintf(problem, room, "a tensor of %u dimensions where it takes one of %zu", handle->__rank, rank);
    return rank == handle->__rank;
}

GETTER(mtl_tensor, NSInteger, tensor_data_type, self->data_type)
GETTER(mtl_tensor, NSUInteger, tensor_usage, self->usage)
GETTER(mtl_tensor, id, tensor_dimensions, self->dimensions)
GETTER(mtl_tensor, id, tensor_strides, self->owns ? nil : self->strides)
GETTER(mtl_tensor, id, tensor_buffer, self->owns ? nil : (id)self->buffer)
GETTER(mtl_tensor, NSUInteger, tensor_offset, self->offset)
GETTER(mtl_tensor, id, tensor_planes, self->planes)
GETTER(mtl_tensor, MTLResourceID, tensor_identity, (MTLResourceID){(uintptr_t)self->handle->bytes})

static const mtl_method tensor_methods[] = {
    METHOD("dataType", "q@:", tensor_data_type),
    METHOD("usage", "Q@:", tensor_usage),
    METHOD("dimensions", "@@:", tensor_dimensions),
    METHOD("strides", "@@:", tensor_strides),
    METHOD("buffer", "@@:", tensor_buffer),
    METHOD("bufferOffset", "Q@:", tensor_offset),
    METHOD("auxiliaryPlanes", "@@:", tensor_planes),
    METHOD("gpuResourceID", "{?=Q}@:", tensor_identity),
    METHOD("replaceSliceOrigin:sliceDimensions:withBytes:strides:", "v@:@@r^v@", tensor_replace),
    METHOD("getBytes:strides:fromSliceOrigin:sliceDimensions:", "v@:^v@@@", tensor_get),
    METHOD("replaceSliceOrigin:sliceDimensions:plane:withBytes:strides:", "v@:@@qr^v@", tensor_replace_plane),
    METHOD("getBytes:strides:fromSliceOrigin:sliceDimensions:plane:", "v@:^v@@@q", tensor_get_plane),
    END_OF_METHODS,
};
static const char *const tensor_protocols[] = {"MTLTensor", "MTLResource", "MTLAllocation", NULL};
const mtl_class mtl_tensor_class = {.name = "SoftmetalTensor",
                                    .size = sizeof(mtl_tensor),
                                    .methods = tensor_methods,
                                    .finish = tensor_finish,
                                    .parent = &mtl_resource_class,
                                    .protocols = tensor_protocols};
