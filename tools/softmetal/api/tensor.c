/* tensor.c: MTLTensor, its descriptor and extents: what a tensor_handle of a kernel refers to (MSL 2.22.2.5).
 *
 * Elements are counted in bits, so that formats of a few bits need no code of their own. What cannot be made is refused
 * with an error of MTLTensorDomain. */
#include "tensor.h"
#include "property.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- extents */

static id extents_init(METHOD_ARGUMENTS(mtl_tensor_extents), NSUInteger rank, const NSInteger *values)
{
    enum { MOST = 1024 }; /* what a mistake may ask for; a tensor's rank is judged where one is made */
    self->value = rank <= MOST && (values || rank == 0) ? calloc(rank + 1, sizeof *self->value) : NULL;
    if (!self->value) {
        mtl_complain("initWithRank:values: %lu extents cannot be kept; it returns nil", (unsigned long)rank);
        mtl_release((id)self);
        return nil;
    }
    self->rank = rank;
    for (NSUInteger n = 0; n < rank; n++)
        self->value[n] = values[n];
    return (id)self;
}

id mtl_tensor_extents_create(NSUInteger rank, const NSInteger *values)
{
    return extents_init(mtl_new(&mtl_tensor_extents_class), NULL, rank, values);
}

GETTER(mtl_tensor_extents, NSUInteger, extents_rank, self->rank)

static NSInteger extents_at(METHOD_ARGUMENTS(mtl_tensor_extents), NSUInteger index)
{
    return index < self->rank ? self->value[index] : -1;
}

static id extents_copy(METHOD_ARGUMENTS(mtl_tensor_extents), void *zone UNUSED)
{
    return mtl_tensor_extents_create(self->rank, self->value);
}

static void extents_finish(void *object)
{
    free(((mtl_tensor_extents *)object)->value);
}

static const mtl_method extents_methods[] = {
    METHOD("initWithRank:values:", "@@:Qr^q", extents_init),
    METHOD("rank", "Q@:", extents_rank),
    METHOD("extentAtDimensionIndex:", "q@:Q", extents_at),
    METHOD("copyWithZone:", "@@:^v", extents_copy),
    END_OF_METHODS,
};
const mtl_class mtl_tensor_extents_class = {.name = "MTLTensorExtents",
                                            .size = sizeof(mtl_tensor_extents),
                                            .methods = extents_methods,
                                            .finish = extents_finish};

/* ---- descriptor */

typedef struct mtl_tensor_descriptor {
    Class isa;
    id dimensions, strides;
    NSInteger data_type;
    NSUInteger usage, options;
} mtl_tensor_descriptor;

OBJECT_PROPERTY(mtl_tensor_descriptor, dimensions, mtl_assign)
OBJECT_PROPERTY(mtl_tensor_descriptor, strides, mtl_assign)
PROPERTY(mtl_tensor_descriptor, NSInteger, data_type)
PROPERTY(mtl_tensor_descriptor, NSUInteger, usage)
PROPERTY(mtl_tensor_descriptor, NSUInteger, options)

/* Parts of the options: cache mode in bits 0 to 3, storage in 4 to 7, hazards in 8 and 9. */
#define OPTION_PART(name, shift, mask)                                                                                 \
    GETTER(mtl_tensor_descriptor, NSUInteger, get_##name, self->options >> (shift) & (mask))                           \
    static void set_##name(METHOD_ARGUMENTS(mtl_tensor_descriptor), NSUInteger value)                                  \
    {                                                                                                                  \
        self->options = (self->options & ~((NSUInteger)(mask) << (shift))) | (value & (mask)) << (shift);              \
    }
OPTION_PART(cache_mode, 0, 15)
OPTION_PART(storage_mode, 4, 15)
OPTION_PART(hazard_mode, 8, 3)

static id descriptor_init(METHOD_ARGUMENTS(mtl_tensor_descriptor))
{
    self->data_type = MTLTensorDataTypeFloat32;
    self->usage = MTLTensorUsageCompute;
    return (id)self;
}

FINISH(mtl_tensor_descriptor, descriptor_finish, self->dimensions, self->strides)
COPY(mtl_tensor_descriptor, descriptor_copy, self->dimensions, self->strides)

static const mtl_method descriptor_methods[] = {
    METHOD("init", "@@:", descriptor_init),
    METHOD("copyWithZone:", "@@:^v", descriptor_copy),
    PROPERTY_METHODS(mtl_tensor_descriptor, "dimensions", "setDimensions:", "@", dimensions),
    PROPERTY_METHODS(mtl_tensor_descriptor, "strides", "setStrides:", "@", strides),
    PROPERTY_METHODS(mtl_tensor_descriptor, "dataType", "setDataType:", "q", data_type),
    PROPERTY_METHODS(mtl_tensor_descriptor, "usage", "setUsage:", "Q", usage),
    PROPERTY_METHODS(mtl_tensor_descriptor, "resourceOptions", "setResourceOptions:", "Q", options),
    METHOD("cpuCacheMode", "Q@:", get_cache_mode),
    METHOD("setCpuCacheMode:", "v@:Q", set_cache_mode),
    METHOD("storageMode", "Q@:", get_storage_mode),
    METHOD("setStorageMode:", "v@:Q", set_storage_mode),
    METHOD("hazardTrackingMode", "Q@:", get_hazard_mode),
    METHOD("setHazardTrackingMode:", "v@:Q", set_hazard_mode),
    END_OF_METHODS,
};
const mtl_class mtl_tensor_descriptor_class = {.name = "MTLTensorDescriptor",
                                               .size = sizeof(mtl_tensor_descriptor),
                                               .methods = descriptor_methods,
                                               .finish = descriptor_finish};

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
static bool overlaps(const shape *s)
{
    bool used[MOST_RANK] = {false};
    uint64_t span = 1;
    for (size_t round = 0; round < s->rank; round++) {
        size_t least = MOST_RANK;
        for (size_t n = 0; n < s->rank; n++)
            if (!used[n] && (least == MOST_RANK || s->stride[n] < s->stride[least]))
                least = n;
        used[least] = true;
        if (s->extent[least] > 1 && (uint64_t)s->stride[least] < span)
            return true;
        uint64_t reach = (uint64_t)s->stride[least];
        if (!multiply(&reach, (uint64_t)s->extent[least] - 1))
            return true;
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
    return !overlaps(s) || refuse(error, "the strides of the tensor let elements overlap");
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
        uint64_t reach = (uint64_t)(s->extent[n] - 1) * s->type->bits;
        if (s->extent[n] > 1 && !multiply(&reach, (uint64_t)s->stride[n]))
            return too_large(error);
        s->bits += reach;
    }
    return true;
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

mtl_tensor *mtl_tensor_create(mtl_device *device, id given, mtl_buffer *buffer, size_t offset, id *error)
{
    shape s;
    const mtl_tensor_descriptor *descriptor = (const mtl_tensor_descriptor *)given;
    if (error)
        *error = nil;
    if (!make_shape(&s, given, buffer != NULL, error) || (buffer && !fits(&s, buffer, offset, error)))
        return NULL;
    mtl_buffer *handle = mtl_buffer_create(device, sizeof(struct __msl_tensor), 0);
    mtl_buffer *memory = buffer ? (mtl_buffer *)mtl_retain((id)buffer)
                                : mtl_buffer_create(device, bytes_of(&s), 0); /* copied on the CPU */
    if (!handle || !memory) {
        mtl_release((id)handle);
        mtl_release((id)memory);
        mtl_error(error, MTLTensorDomain, MTLTensorErrorInternalError, "no memory for a tensor of %zu bytes",
                  bytes_of(&s));
        return NULL;
    }
    mtl_tensor *tensor = mtl_new(&mtl_tensor_class);
    tensor->resource.device = device;
    tensor->resource.options = buffer ? buffer->resource.options : descriptor->options;
    tensor->resource.size = bytes_of(&s);
    tensor->data_type = descriptor->data_type;
    tensor->usage = descriptor->usage;
    tensor->dimensions = mtl_tensor_extents_create(s.rank, (const NSInteger *)s.extent);
    tensor->strides = mtl_tensor_extents_create(s.rank, (const NSInteger *)s.stride);
    tensor->buffer = memory;
    tensor->offset = buffer ? offset : 0;
    tensor->owns = !buffer;
    tensor->handle = handle;
    describe(tensor, &s);
    mtl_identity_add(handle->bytes, (id)tensor);
    return tensor;
}

static void tensor_finish(void *object)
{
    mtl_tensor *self = object;
    mtl_identity_remove(self->handle->bytes);
    mtl_release((id)self->handle);
    mtl_release((id)self->buffer);
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

/* The slice of a tensor; returns NULL, or why it is none. */
static const char *slice_of(const mtl_tensor *tensor, id given_origin, id given_size, side *of)
{
    const mtl_tensor_extents *origin = (const mtl_tensor_extents *)given_origin,
                             *size = (const mtl_tensor_extents *)given_size;
    const struct __msl_tensor *handle = mtl_tensor_handle(tensor);
    if (!mtl_is(given_origin, &mtl_tensor_extents_class) || !mtl_is(given_size, &mtl_tensor_extents_class) ||
        origin->rank != handle->__rank || size->rank != handle->__rank)
        return "the slice needs an origin and dimensions of the tensor's rank";
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

/* The client's side of a slice; returns NULL, or why its strides are wrong. */
static const char *memory_of(void *bytes, id given, const mtl_tensor_extents *size, side *of)
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
    return NULL;
}

static bool is_private(const mtl_tensor *tensor)
{
    return (tensor->resource.options >> 4 & 15) == MTLStorageModePrivate;
}

static void move(mtl_tensor *self, SEL selector, id origin, id size, void *bytes, id strides, bool in)
{
    side here, there;
    const mtl_tensor_extents *extent = (const mtl_tensor_extents *)size;
    const char *problem = is_private(self) ? "the tensor's memory is private: copy it by commands" : NULL;
    if (!problem)
        problem = slice_of(self, origin, size, &here);
    if (!problem)
        problem = memory_of(bytes, strides, extent, &there);
    if (problem) {
        mtl_complain("%s %s; the call has no effect", sel_getName(selector), problem);
        return;
    }
    if (sm_fault(SM_FAULT_api_tensor_origin_ignored))
        here.first = 0;
    copy_slice(in ? &here : &there, in ? &there : &here, (const int64_t *)extent->value, extent->rank, bits_of(self));
}

static void tensor_replace(METHOD_ARGUMENTS(mtl_tensor), id origin, id size, const void *bytes, id strides)
{
    move(self, _cmd, origin, size, (void *)(uintptr_t)bytes, strides, true);
}

static void tensor_get(METHOD_ARGUMENTS(mtl_tensor), void *bytes, id strides, id origin, id size)
{
    move(self, _cmd, origin, size, bytes, strides, false);
}

const char *mtl_tensor_check_copy(const mtl_tensor *from, id from_origin, id from_size, const mtl_tensor *to,
                                  id to_origin, id to_size)
{
    side unused;
    if (!mtl_is((id)from, &mtl_tensor_class) || !mtl_is((id)to, &mtl_tensor_class))
        return "a tensor is nil";
    if (from->data_type != to->data_type)
        return "the tensors are of different data types";
    const char *problem = slice_of(from, from_origin, from_size, &unused);
    if (!problem)
        problem = slice_of(to, to_origin, to_size, &unused);
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
    if (!slice_of(from, from_origin, size, &there) && !slice_of(to, to_origin, size, &here))
        copy_slice(&here, &there, (const int64_t *)extent->value, extent->rank, bits_of(from));
}

/* ---- what it tells */

bool mtl_tensor_fits(const mtl_tensor *tensor, uint32_t type, const char *extents, char *problem, size_t room)
{
    const struct __msl_tensor *handle = mtl_tensor_handle(tensor);
    const char *p = extents + strlen("tensor");
    size_t rank = 0;
    if (handle->__type != type) {
        snprintf(problem, room, "a tensor of MTLTensorDataType %u where it takes %u", handle->__type, type);
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
GETTER(mtl_tensor, id, tensor_strides, self->strides)
GETTER(mtl_tensor, id, tensor_buffer, self->owns ? nil : (id)self->buffer)
GETTER(mtl_tensor, NSUInteger, tensor_offset, self->offset)
GETTER(mtl_tensor, MTLResourceID, tensor_identity, (MTLResourceID){(uintptr_t)self->handle->bytes})

static const mtl_method tensor_methods[] = {
    METHOD("dataType", "q@:", tensor_data_type),
    METHOD("usage", "Q@:", tensor_usage),
    METHOD("dimensions", "@@:", tensor_dimensions),
    METHOD("strides", "@@:", tensor_strides),
    METHOD("buffer", "@@:", tensor_buffer),
    METHOD("bufferOffset", "Q@:", tensor_offset),
    METHOD("gpuResourceID", "{?=Q}@:", tensor_identity),
    METHOD("replaceSliceOrigin:sliceDimensions:withBytes:strides:", "v@:@@r^v@", tensor_replace),
    METHOD("getBytes:strides:fromSliceOrigin:sliceDimensions:", "v@:^v@@@", tensor_get),
    END_OF_METHODS,
};
static const char *const tensor_protocols[] = {"MTLTensor", "MTLResource", "MTLAllocation", NULL};
const mtl_class mtl_tensor_class = {.name = "SoftmetalTensor",
                                    .size = sizeof(mtl_tensor),
                                    .methods = tensor_methods,
                                    .finish = tensor_finish,
                                    .parent = &mtl_resource_class,
                                    .protocols = tensor_protocols};
