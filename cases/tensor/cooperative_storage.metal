//! title:     A layout tells how much memory a thread needs, and how it is aligned
//! verifies:  coop_layout.storage
//! requires:  msl 4.0, feature tensors
//! dispatch:  threads simd_width, threadgroup simd_width
//! in:        data half[16] = zeros
//! out:       sound int[threads]
//! expect:    sound = values 1 …
//! mutant:    coop_layout.storage | replace `size >= int(cooperative.get_capacity()) * 4` with
//!            `size < int(cooperative.get_capacity()) * 4`

#include <metal_stdlib>
#include <metal_tensor>
#include <MetalPerformancePrimitives/MetalPerformancePrimitives.h>
using namespace metal;
using namespace mpp;

kernel void measure(device half *data [[buffer(0)]], device int *sound [[buffer(1)]],
                    uint i [[thread_index_in_threadgroup]])
{
    tensor any(data, dextents<int, 2>(4, 4));
    constexpr tensor_ops::matmul2d_descriptor descriptor(32, 16);
    tensor_ops::matmul2d<descriptor, execution_simdgroup> op;
    auto cooperative = op.get_destination_cooperative_tensor<decltype(any), decltype(any), float>();
    typedef remove_address_space_t<decltype(cooperative)>::layout layout;
    constexpr size_t alignment = layout::thread_storage_align();
    const int size = int(layout::thread_storage_size());
    sound[i] = size >= int(cooperative.get_capacity()) * 4 && alignment != 0 && (alignment & (alignment - 1)) == 0;
}
