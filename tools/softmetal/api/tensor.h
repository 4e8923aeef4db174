/* tensor.h: MTLTensor: a descriptor as kernels read it (include/__msl/tensor_descriptor.h), and the memory it tells of.
 */
#ifndef SOFTMETAL_TENSOR_H
#define SOFTMETAL_TENSOR_H
#include "../include/__msl/tensor_descriptor.h"
#include "metal4.h"

typedef struct mtl_tensor_extents {
    Class isa;
    NSUInteger rank;
    NSInteger *value;
} mtl_tensor_extents;

typedef struct mtl_tensor_descriptor {
    Class isa;
    id dimensions, strides;
    id planes; /* an mtl_tensor_plane_map, or nil */
    NSInteger data_type;
    NSUInteger usage, options;
} mtl_tensor_descriptor;

typedef struct mtl_tensor_plane_descriptor {
    Class isa;
    NSInteger data_type;
    id block;
} mtl_tensor_plane_descriptor;

typedef struct mtl_tensor_plane_map {
    Class isa;
    id scales; /* an mtl_tensor_plane_descriptor, or nil */
} mtl_tensor_plane_map;

enum { MTL_TENSOR_PLANES = 2 }; /* elements and scales: MTLTensorPlaneType */
typedef struct mtl_tensor_attachments {
    Class isa;
    id buffer[MTL_TENSOR_PLANES];
    NSUInteger offset[MTL_TENSOR_PLANES];
} mtl_tensor_attachments;

typedef struct mtl_tensor_plane {
    Class isa;
    id block, buffer; /* buffer: nil if it is the tensor's own */
    NSUInteger offset;
} mtl_tensor_plane;

typedef struct mtl_tensor {
    mtl_resource resource;
    NSInteger data_type;
    NSUInteger usage;
    id dimensions, strides;
    mtl_buffer *buffer; /* whose memory holds the elements */
    size_t offset;      /* in it, in bytes */
    bool owns;          /* the buffer is the tensor's own, which no client sees */
    mtl_buffer *handle; /* holds the descriptor; its address is the resource id */
    mtl_buffer *scales; /* holds the plane of scales; NULL: there is none */
    id planes;          /* an NSArray of mtl_tensor_plane */
} mtl_tensor;

id mtl_tensor_extents_create(NSUInteger rank, const NSInteger *values); /* owned by the caller */
/* NULL with an error. */
mtl_tensor *mtl_tensor_create(mtl_device *device, id descriptor, id *error); /* with memory of its own */
mtl_tensor *mtl_tensor_create_in(mtl_buffer *buffer, size_t offset, id descriptor, id *error);
mtl_tensor *mtl_tensor_create_of(mtl_device *device, id descriptor, id attachments, id *error);
MTLSizeAndAlign mtl_tensor_size(id descriptor);
/* Whether it is what a kernel's argument takes: this MTLTensorDataType and `tensor` or `tensor_scaled` with extents, -1 for any. If not,
 * `problem` says what it is. */
bool mtl_tensor_fits(const mtl_tensor *tensor, uint32_t type, const char *extents, char *problem, size_t room);
struct __msl_tensor *mtl_tensor_handle(const mtl_tensor *tensor);
/* Copies a slice of one tensor into another; returns NULL, or why it cannot be done, before anything is. */
const char *mtl_tensor_check_copy(const mtl_tensor *from, id from_origin, id from_size, const mtl_tensor *to,
                                  id to_origin, id to_size);
void mtl_tensor_copy(const mtl_tensor *from, id from_origin, const mtl_tensor *to, id to_origin, id size);
#endif
