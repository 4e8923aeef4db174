//! title:     A left factor is loaded from a tensor of the host, doubled, and multiplied into a destination set to zero
//! verifies:  mpp.example.coopinput err.s.coop.uninit
//! requires:  msl 4.0, feature tensors, os 26.1
//! dispatch:  threads simd_width, threadgroup simd_width
//! in:        a tensor<half>[32, 64] = integers(-3, 3)
//! in:        b tensor<half>[32, 32] = integers(-3, 3)
//! out:       c tensor<float>[32, 64]
//! in:        none float[64 * 32] = zeros
//! expect:    c = tensor_product_added(a, b, 64, 32, 32, 0, 0, none, 2)
//! mutant:    mpp.example.coopinput | replace `left[i] *= half(2)` with `left[i] *= half(3)`
//! mutant:    err.s.coop.uninit | replace `held[i] = 0.0f` with `held[i] = 1.0f`
//! note:      The text's example adds to a destination that nothing has set, and takes each place for an element; no
//!            contents are promised, and a place without one is not to be touched.

#include <metal_stdlib>
#include <metal_tensor>
#include <MetalPerformancePrimitives/MetalPerformancePrimitives.h>
using namespace metal;
using namespace mpp;

kernel void multiply(tensor<device half, dextents<int, 2>> a [[buffer(0)]],
                     tensor<device half, dextents<int, 2>> b [[buffer(1)]],
                     tensor<device float, dextents<int, 2>> c [[buffer(2)]])
{
    constexpr auto descriptor = tensor_ops::matmul2d_descriptor(
        64, 32, 32, false, false, false, tensor_ops::matmul2d_descriptor::mode::multiply_accumulate);
    tensor_ops::matmul2d<descriptor, execution_simdgroup> op;
    auto left = op.get_left_input_cooperative_tensor<half, half, float>();
    left.load(a);
    for (ushort i = 0; i < left.get_capacity(); i++)
        if (left.is_valid_element(i))
            left[i] *= half(2);
    auto held = op.get_destination_cooperative_tensor<decltype(a), decltype(b), float>();
    for (ushort i = 0; i < held.get_capacity(); i++)
        if (held.is_valid_element(i))
            held[i] = 0.0f;
    op.run(left, b, held);
    held.store(c);
}
