//! title:     A tensor's descriptor is elsewhere or in the tensor; its slices have the same kind
//! verifies:  tensor.descriptor tensor.tag.offset tensor.slice.descriptor
//! requires:  msl 4.0, feature tensors
//! msl:       4.0 4.1
//! for:       (ELEMENT, INDEX) in (float, int) (half, uint) (ushort, long)
//! dispatch:  threads 1, threadgroup 1
//! in:        missing uint = 1
//! out:       default_is_handle uint[1]
//! out:       kinds uint[3]
//! out:       of_handle uint[4]
//! out:       of_inline uint[2]
//! expect:    default_is_handle = values 1
//! expect:    kinds = values 0 0 0
//! expect:    of_handle = values 1 1 1 1
//! expect:    of_inline = values 1 1
//! mutant:    tensor.descriptor | replace `is_same_v<tensor<T, loose>, bound>` with `is_same_v<tensor<T, loose>, own>`
//! mutant:    tensor.tag.offset | replace `is_same_v<bound, shifted>` with `is_same_v<bound, tensor<T, loose>>`
//! mutant:    tensor.slice.descriptor | replace `is_same_v<decltype(host.slice(1, 2)), shifted>` with
//!            `is_same_v<decltype(host.slice(1, 2)), bound>`
//! mutant:    tensor.slice.descriptor | replace `is_same_v<decltype(made.slice(1, 2)), own>` with
//!            `is_same_v<decltype(made.slice(1, 2)), shifted>`

#include <metal_stdlib>
#include <metal_tensor>
using namespace metal;

typedef device ELEMENT T;
typedef dextents<INDEX, 2> loose;
typedef extents<INDEX, 4, 8> tight;
typedef tensor<T, loose, tensor_handle> bound;
typedef tensor<T, loose, tensor_handle, tensor_offset> shifted;
typedef tensor<T, tight, tensor_handle, tensor_offset> tight_shifted;
typedef tensor<T, loose, tensor_inline> own;
typedef tensor<T, tight, tensor_inline> tight_own;

uint ranks(bound host, shifted part, own made)
{
    return uint(host.get_rank() + part.get_rank() + made.get_rank());
}

kernel void compare(constant uint &missing [[buffer(0)]], device uint *default_is_handle [[buffer(1)]],
                    device uint *kinds [[buffer(2)]], device uint *of_handle [[buffer(3)]],
                    device uint *of_inline [[buffer(4)]])
{
    bound host;
    shifted part;
    own made;
    default_is_handle[0] = is_same_v<tensor<T, loose>, bound>;
    kinds[0] = is_same_v<bound, own>;
    kinds[1] = is_same_v<bound, shifted>;
    kinds[2] = missing == 0 ? ranks(host, part, made) : 0;
    of_handle[0] = is_same_v<decltype(host.slice(1, 2)), shifted>;
    of_handle[1] = is_same_v<decltype(host.slice<4, 8>(0, 0)), tight_shifted>;
    of_handle[2] = is_same_v<decltype(part.slice(1, 2)), shifted>;
    of_handle[3] = is_same_v<decltype(part.slice<4, 8>(0, 0)), tight_shifted>;
    of_inline[0] = is_same_v<decltype(made.slice(1, 2)), own>;
    of_inline[1] = is_same_v<decltype(made.slice<4, 8>(0, 0)), tight_own>;
}
