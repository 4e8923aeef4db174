/* tensor_descriptor.h: what a client asks a tensor to be: extents, a type, planes. */
#ifndef SOFTMETAL_TENSOR_DESCRIPTOR_H
#define SOFTMETAL_TENSOR_DESCRIPTOR_H
#include "../objects.h"

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

id mtl_tensor_extents_create(NSUInteger rank, const NSInteger *values); /* owned by the caller */
#endif
