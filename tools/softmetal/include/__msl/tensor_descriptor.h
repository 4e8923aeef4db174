/* tensor_descriptor.h: what a tensor_handle points to. Read by MSL's headers, and as C17 by whoever makes a tensor for a kernel.
 *
 * A handle is 8 bytes: the address of one of these, or 0 for a null tensor. The descriptor lies in memory that kernels may read, and lives as
 * long as the handle is used. Kernels write to none of it.
 *   data        the address of the element whose indices are all 0; 0: a null tensor
 *   rank, type  the number of dimensions, at most 16, and the elements' MTLTensorDataType
 *   extents     of each dimension, in elements; those beyond the rank are 1
 *   strides     in elements, of a format of a few bits too; strides[0] is 1
 *   planes      besides the elements, by __msl_tensor_plane; one that is not there has data 0. A plane has an element for each of the
 *               tensor's blocks (`block`, in elements of the tensor) and strides in elements of its own
 *   allocation  the memory that holds the elements, address and bytes; 0: not known */
#ifndef MSL_TENSOR_DESCRIPTOR_H
#define MSL_TENSOR_DESCRIPTOR_H

enum { __MSL_TENSOR_RANK = 16 };
enum __msl_tensor_plane { __MSL_PLANE_SCALES, __MSL_TENSOR_PLANES };

struct __msl_tensor {
    unsigned long __data;
    unsigned __rank, __type;
    long __extents[__MSL_TENSOR_RANK], __strides[__MSL_TENSOR_RANK];
    struct {
        unsigned long __data;
        unsigned __type, __reserved;
        long __block[__MSL_TENSOR_RANK], __strides[__MSL_TENSOR_RANK];
    } __planes[__MSL_TENSOR_PLANES];
    unsigned long __allocation, __size;
};

#endif
