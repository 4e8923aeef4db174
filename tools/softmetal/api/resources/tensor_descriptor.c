/* tensor_descriptor.c: what a client says of a tensor before tensor.c makes it: extents, the descriptor, planes besides
 * the elements, and which buffers hold them (macOS 27). */
#include "../objc/property.h"
#include "tensor_descriptor.h"
#include <stdlib.h>

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

OBJECT_PROPERTY(mtl_tensor_descriptor, dimensions, mtl_assign)
OBJECT_PROPERTY(mtl_tensor_descriptor, strides, mtl_assign)
OBJECT_PROPERTY(mtl_tensor_descriptor, planes, mtl_assign)
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

FINISH(mtl_tensor_descriptor, descriptor_finish, self->dimensions, self->strides, self->planes)
COPY(mtl_tensor_descriptor, descriptor_copy, self->dimensions, self->strides, self->planes)

static const mtl_method descriptor_methods[] = {
    METHOD("init", "@@:", descriptor_init),
    METHOD("copyWithZone:", "@@:^v", descriptor_copy),
    PROPERTY_METHODS(mtl_tensor_descriptor, "dimensions", "setDimensions:", "@", dimensions),
    PROPERTY_METHODS(mtl_tensor_descriptor, "strides", "setStrides:", "@", strides),
    PROPERTY_METHODS(mtl_tensor_descriptor, "auxiliaryPlanes", "setAuxiliaryPlanes:", "@", planes),
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

/* ---- a plane */

static id plane_descriptor_init(METHOD_ARGUMENTS(mtl_tensor_plane_descriptor))
{
    self->data_type = MTLTensorDataTypeUE8M0;
    self->block = mtl_tensor_extents_create(1, (const NSInteger[]){32});
    return (id)self;
}

PROPERTY(mtl_tensor_plane_descriptor, NSInteger, data_type)
OBJECT_PROPERTY(mtl_tensor_plane_descriptor, block, mtl_assign)
FINISH(mtl_tensor_plane_descriptor, plane_descriptor_finish, self->block)
COPY(mtl_tensor_plane_descriptor, plane_descriptor_copy, self->block)

static const mtl_method plane_descriptor_methods[] = {
    METHOD("init", "@@:", plane_descriptor_init),
    METHOD("copyWithZone:", "@@:^v", plane_descriptor_copy),
    PROPERTY_METHODS(mtl_tensor_plane_descriptor, "dataType", "setDataType:", "q", data_type),
    PROPERTY_METHODS(mtl_tensor_plane_descriptor, "blockFactors", "setBlockFactors:", "@", block),
    END_OF_METHODS,
};
const mtl_class mtl_tensor_plane_descriptor_class = {.name = "MTLTensorAuxiliaryPlaneDescriptor",
                                                     .size = sizeof(mtl_tensor_plane_descriptor),
                                                     .methods = plane_descriptor_methods,
                                                     .finish = plane_descriptor_finish};

/* ---- the planes of a descriptor */

static void map_set(METHOD_ARGUMENTS(mtl_tensor_plane_map), id descriptor, NSInteger plane)
{
    if (plane == MTLTensorPlaneTypeScales)
        mtl_assign_copy(&self->scales, descriptor);
    else
        mtl_complain("setDescriptor:forPlane: %ld is no plane besides the elements; the call has no effect",
                     (long)plane);
}

static id map_get(METHOD_ARGUMENTS(mtl_tensor_plane_map), NSInteger plane)
{
    return plane == MTLTensorPlaneTypeScales ? self->scales : nil;
}

static void map_reset(METHOD_ARGUMENTS(mtl_tensor_plane_map))
{
    mtl_assign(&self->scales, nil);
}

FINISH(mtl_tensor_plane_map, map_finish, self->scales)
COPY(mtl_tensor_plane_map, map_copy, self->scales)

static const mtl_method map_methods[] = {
    METHOD("setDescriptor:forPlane:", "v@:@q", map_set),
    METHOD("descriptorForPlane:", "@@:q", map_get),
    METHOD("reset", "v@:", map_reset),
    METHOD("copyWithZone:", "@@:^v", map_copy),
    END_OF_METHODS,
};
const mtl_class mtl_tensor_plane_map_class = {.name = "MTLTensorAuxiliaryPlaneDescriptorMap",
                                              .size = sizeof(mtl_tensor_plane_map),
                                              .methods = map_methods,
                                              .finish = map_finish};

/* ---- their buffers */

static bool is_plane(NSInteger plane)
{
    return plane >= 0 && plane < MTL_TENSOR_PLANES;
}

static void attachments_set(METHOD_ARGUMENTS(mtl_tensor_attachments), id buffer, NSUInteger offset, NSInteger plane)
{
    if (!is_plane(plane) || !mtl_is(buffer, &mtl_buffer_class)) {
        mtl_complain("setBuffer:offset:forPlane: needs a buffer and a plane; the call has no effect");
        return;
    }
    mtl_assign(&self->buffer[plane], buffer);
    self->offset[plane] = offset;
}

static id attachments_buffer(METHOD_ARGUMENTS(mtl_tensor_attachments), NSInteger plane)
{
    return is_plane(plane) ? self->buffer[plane] : nil;
}

static NSUInteger attachments_offset(METHOD_ARGUMENTS(mtl_tensor_attachments), NSInteger plane)
{
    return is_plane(plane) ? self->offset[plane] : 0;
}

static void attachments_reset(METHOD_ARGUMENTS(mtl_tensor_attachments))
{
    for (int n = 0; n < MTL_TENSOR_PLANES; n++) {
        mtl_assign(&self->buffer[n], nil);
        self->offset[n] = 0;
    }
}

FINISH(mtl_tensor_attachments, attachments_finish, self->buffer[0], self->buffer[1])
COPY(mtl_tensor_attachments, attachments_copy, self->buffer[0], self->buffer[1])

static const mtl_method attachments_methods[] = {
    METHOD("setBuffer:offset:forPlane:", "v@:@Qq", attachments_set),
    METHOD("bufferForPlane:", "@@:q", attachments_buffer),
    METHOD("offsetForPlane:", "Q@:q", attachments_offset),
    METHOD("reset", "v@:", attachments_reset),
    METHOD("copyWithZone:", "@@:^v", attachments_copy),
    END_OF_METHODS,
};
const mtl_class mtl_tensor_attachments_class = {.name = "MTLTensorBufferAttachments",
                                                .size = sizeof(mtl_tensor_attachments),
                                                .methods = attachments_methods,
                                                .finish = attachments_finish};

/* ---- what a tensor tells of one */

GETTER(mtl_tensor_plane, NSInteger, plane_type, MTLTensorPlaneTypeScales)
GETTER(mtl_tensor_plane, NSInteger, plane_data_type, MTLTensorDataTypeUE8M0)
GETTER(mtl_tensor_plane, id, plane_block, self->block)
GETTER(mtl_tensor_plane, id, plane_buffer, self->buffer)
GETTER(mtl_tensor_plane, NSUInteger, plane_offset, self->offset)
FINISH(mtl_tensor_plane, plane_finish, self->block, self->buffer)

static const mtl_method plane_methods[] = {
    METHOD("planeType", "q@:", plane_type),      METHOD("dataType", "q@:", plane_data_type),
    METHOD("blockFactors", "@@:", plane_block),  METHOD("buffer", "@@:", plane_buffer),
    METHOD("bufferOffset", "Q@:", plane_offset), END_OF_METHODS,
};
static const char *const plane_protocols[] = {"MTLTensorAuxiliaryPlane", NULL};
const mtl_class mtl_tensor_plane_class = {.name = "SoftmetalTensorPlane",
                                          .size = sizeof(mtl_tensor_plane),
                                          .methods = plane_methods,
                                          .finish = plane_finish,
                                          .protocols = plane_protocols};
