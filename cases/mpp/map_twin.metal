//! title:     map_iterator between two cooperative tensors of one operation finds the same element
//! verifies:  mpp.iter.map mpp.iter.compatible
//! requires:  msl 4.0, feature tensors
//! dispatch:  threads simd_width, threadgroup simd_width
//! in:        a half[64 * 16] = integers(-3, 3)
//! in:        b half[16 * 32] = integers(-3, 3)
//! out:       c float[64 * 32]
//! out:       compatible uint[1]
//! expect:    c = matmul(a, b, 64, 16, 32)
//! expect:    compatible = values 1
//! mutant:    mpp.iter.map | replace `*twin.map_iterator(it)` with `*(twin.map_iterator(it) + 1)`
//! mutant:    mpp.iter.compatible | replace `tensor_ops::is_iterator_compatible(product, twin)` with `!tensor_ops::is_iterator_compatible(product, twin)`

#include <metal_stdlib>
#include <metal_tensor>
#include <MetalPerformancePrimitives/MetalPerformancePrimitives.h>
using namespace metal;
using namespace mpp;

kernel void combine(device half *a [[buffer(0)]], device half *b [[buffer(1)]], device float *c [[buffer(2)]],
                    device uint *compatible [[buffer(3)]], uint lane [[thread_index_in_simdgroup]])
{
    tensor left(a, dextents<int, 2>(16, 64));
    tensor right(b, dextents<int, 2>(32, 16));
    tensor destination(c, dextents<int, 2>(32, 64));
    constexpr tensor_ops::matmul2d_descriptor descriptor(64, 32);
    tensor_ops::matmul2d<descriptor, execution_simdgroup> op;
    auto product = op.get_destination_cooperative_tensor<decltype(left), decltype(right), float>();
    auto twin = op.get_destination_cooperative_tensor<decltype(left), decltype(right), float>();
    op.run(left, right, twin);
    for (auto it = product.begin(); it != product.end(); it++)
        if (it.is_valid_element())
            *it = *twin.map_iterator(it);
    product.store(destination);
    if (lane == 0)
        compatible[0] = tensor_ops::is_iterator_compatible(product, twin);
}
