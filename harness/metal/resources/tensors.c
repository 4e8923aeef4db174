/* tensors.c: tensors of buffers (MTLTensor, macOS 26), which command buffers of Metal 4 bind. */
#include "../client.h"
#include <stdlib.h>

static id extents_of(const int64_t *values, size_t rank)
{
    NSInteger list[METAL_MOST_RANK];
    for (size_t n = 0; n < rank && n < METAL_MOST_RANK; n++)
        list[n] = (NSInteger)values[n];
    return extents_init(ns_alloc(runtime_class(CLASS_MTLTensorExtents)), rank, list);
}

/* The only planes besides the elements: scales, of 32 elements each. */
static id planes_of(size_t rank)
{
    int64_t block[METAL_MOST_RANK] = {32};
    for (size_t n = 1; n < rank && n < METAL_MOST_RANK; n++)
        block[n] = 1;
    id planes = ns_new(runtime_class(CLASS_MTLTensorAuxiliaryPlaneDescriptorMap));
    id plane = ns_new(runtime_class(CLASS_MTLTensorAuxiliaryPlaneDescriptor)), factors = extents_of(block, rank);
    plane_set_block(plane, factors);
    planes_set(planes, plane, MTLTensorPlaneTypeScales);
    ns_release(factors);
    ns_release(plane);
    return planes;
}

static id make_scaled(metal_device *device, id descriptor, metal_tensor_plane data, metal_tensor_plane scales,
                      size_t rank, id *failure)
{
    id planes = planes_of(rank), attachments = ns_new(runtime_class(CLASS_MTLTensorBufferAttachments));
    tensor_set_planes(descriptor, planes);
    attachments_set(attachments, data.buffer->object, data.offset, MTLTensorPlaneTypeData);
    attachments_set(attachments, scales.buffer->object, scales.offset, MTLTensorPlaneTypeScales);
    id object = device_new_tensor(device->object, descriptor, attachments, failure);
    ns_release(attachments);
    ns_release(planes);
    return object;
}

static id make_tensor(metal_device *device, metal_tensor_plane data, metal_tensor_plane scales,
                      const metal_tensor_shape *shape, id *failure)
{
    id descriptor = ns_new(runtime_class(CLASS_MTLTensorDescriptor));
    id extents = extents_of(shape->extents, shape->rank), strides = extents_of(shape->strides, shape->rank);
    tensor_set_dimensions(descriptor, extents);
    tensor_set_strides(descriptor, strides);
    tensor_set_type(descriptor, (NSInteger)shape->type);
    tensor_set_usage(descriptor, MTLTensorUsageCompute);
    id object = scales.buffer ? make_scaled(device, descriptor, data, scales, shape->rank, failure)
                              : buffer_new_tensor(data.buffer->object, descriptor, data.offset, failure);
    ns_release(extents);
    ns_release(strides);
    ns_release(descriptor);
    return object;
}

static bool has_tensors(const metal_device *device, metal_tensor_plane data, metal_tensor_plane scales)
{
    if (scales.buffer)
        return runtime_class(CLASS_MTLTensorBufferAttachments) &&
               runtime_responds(device->object, METHOD_device_new_tensor);
    return runtime_class(CLASS_MTLTensorDescriptor) && runtime_class(CLASS_MTLTensorExtents) &&
           runtime_responds(data.buffer->object, METHOD_buffer_new_tensor);
}

metal_tensor *metal_tensor_create(metal_device *device, metal_tensor_plane data, metal_tensor_plane scales,
                                  const metal_tensor_shape *shape, assay_error *error)
{
    id pool = runtime_pool_open(), failure = NULL;
    bool has = has_tensors(device, data, scales) && shape->rank <= METAL_MOST_RANK;
    id object = has ? make_tensor(device, data, scales, shape, &failure) : NULL;
    metal_tensor *tensor = object ? calloc(1, sizeof *tensor) : NULL;
    if (tensor)
        *tensor = (metal_tensor){object, data.buffer, scales.buffer};
    else if (object)
        ns_release(object);
    if (!tensor)
        assay_fail(error, NULL, 0, "the device makes no such tensor: %s",
                   failure         ? runtime_error_text(failure)
                   : scales.buffer ? "it has none with scales, which macOS 27 brought"
                                   : "it has none, which macOS 26 brought");
    runtime_pool_close(pool);
    return tensor;
}

void metal_tensor_destroy(metal_tensor *tensor)
{
    if (!tensor)
        return;
    id pool = runtime_pool_open();
    ns_release(tensor->object);
    runtime_pool_close(pool);
    free(tensor);
}
