/* tensor.h: MTLTensor: a descriptor as kernels read it (include/__msl/tensor_descriptor.h), and the memory it tells of.
 */
#ifndef SOFTMETAL_TENSOR_H
#define SOFTMETAL_TENSOR_H
#include "../../include/__msl/tensor_descriptor.h"
#include "../metal4/metal4.h"
#include "tensor_descriptor.h"

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

/* NULL with an error. */
mtl_tensor *mtl_tensor_create(mtl_device *device, id descriptor, id *error); /* with memory of its own */
mtl_tensor *mtl_tensor_create_in(mtl_buffer *buffer, size_t offset, id descriptor, id *error);
mtl_tensor *mtl_tensor_create_of(mtl_device *device, id descriptor, id attachments, id *error);
MTLSizeAndAlign mtl_tensor_size(id descriptor);
/* Whether it is what a kernel's argument takes: this MTLTensorDataType and `tensor` or `tensor_scaled` with extents,
 * -1 for any. If not, `problem` says what it is. */
bool mtl_tensor_fits(const mtl_tensor *tensor, uint32_t type, const char *extents, char *problem, size_t room);
struct __msl_tensor *mtl_tensor_handle(const mtl_tensor *tensor);
/* Copies a slice of one tensor into another; returns NULL, or why it cannot be done, before anything is. */
const char *mtl_tensor_check_copy(const mtl_tensor *from, id from_origin, id from_size, const mtl_tensor *to,
                                  id to_origin, id to_size);
void mtl_tensor_copy(const mtl_tensor *from, id from_origin, const mtl_tensor *to, id to_origin, id size);
#endif
