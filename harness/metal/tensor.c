/* tensor.c: tensors of buffers (MTLTensor, macOS 26), which command buffers of Metal 4 bind. */
#include "client.h"
#include <stdlib.h>

static id extents_of(const int64_t *values, size_t rank)
{
    NSInteger list[METAL_MOST_RANK];
    for (size_t n = 0; n < rank && n < METAL_MOST_RANK; n++)
        list[n] = (NSInteger)values[n];
    return extents_init(ns_alloc(runtime_class(CLASS_MTLTensorExtents)), rank, list);
}

static id make_tensor(const metal_buffer *buffer, size_t offset, const metal_tensor_shape *shape, id *failure)
{
    id descriptor = ns_new(runtime_class(CLASS_MTLTensorDescriptor));
    id extents = extents_of(shape->extents, shape->rank), strides = extents_of(shape->strides, shape->rank);
    tensor_set_dimensions(descriptor, extents);
    tensor_set_strides(descriptor, strides);
    tensor_set_type(descriptor, (NSInteger)shape->type);
    tensor_set_usage(descriptor, MTLTensorUsageCompute);
    id object = buffer_new_tensor(buffer->object, descriptor, offset, failure);
    ns_release(extents);
    ns_release(strides);
    ns_release(descriptor);
    return object;
}

metal_tensor *metal_tensor_create(metal_buffer *buffer, size_t offset, const metal_tensor_shape *shape,
                                  assay_error *error)
{
    id pool = runtime_pool_open(), failure = NULL;
    bool has = runtime_class(CLASS_MTLTensorDescriptor) && runtime_class(CLASS_MTLTensorExtents) &&
               runtime_responds(buffer->object, METHOD_buffer_new_tensor);
    id object = has && shape->rank <= METAL_MOST_RANK ? make_tensor(buffer, offset, shape, &failure) : NULL;
    metal_tensor *tensor = object ? calloc(1, sizeof *tensor) : NULL;
    if (tensor)
        *tensor = (metal_tensor){object, buffer};
    else if (object)
        ns_release(object);
    if (!tensor)
        assay_fail(error, NULL, 0, "the device makes no such tensor: %s",
                   failure ? runtime_error_text(failure) : "it has none, which macOS 26 brought");
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
