//! title:     There are two kinds of tensors: views of memory, and those whose elements lie in threads
//! verifies:  tensor.kinds
//! requires:  msl 4.0, feature tensors
//! dispatch:  threads simd_width, threadgroup simd_width
//! in:        data tensor<float>[32, 16] = iota
//! in:        plain float[32 * 16] = iota
//! out:       result float[32 * 16]
//! expect:    result = strided(0, 32, 2, 16, 64, 0)
//! mutant:    tensor.kinds | replace `held.load(data)` with `held.load(view)`

#include <metal_stdlib>
#include <metal_tensor>
#include <MetalPerformancePrimitives/MetalPerformancePrimitives.h>
using namespace metal;
using namespace mpp;

kernel void add(tensor<device float, dextents<int, 2>> data [[buffer(0)]], device float *plain [[buffer(1)]],
                device float *result [[buffer(2)]])
{
    tensor<device float, dextents<int, 2>, tensor_inline> view(result, dextents<int, 2>(32, 16));
    tensor<device float, dextents<int, 2>, tensor_inline> more(plain, dextents<int, 2>(32, 16));
    constexpr tensor_ops::matmul2d_descriptor descriptor(16, 32);
    tensor_ops::matmul2d<descriptor, execution_simdgroup> op;
    auto held = op.get_destination_cooperative_tensor<decltype(view), decltype(view), float>();
    held.load(data);
    for (ushort i = 0; i < held.get_capacity(); i++) {
        auto at = held.get_multidimensional_index(i);
        if (held.is_valid_element(i))
            held[i] += more.get(at[0], at[1]);
    }
    held.store(view);
}
