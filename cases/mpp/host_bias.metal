//! title:     What a cooperative destination is loaded with, a tensor of the host's product is added to
//! verifies:  mpp.example.bias mpp.coop.load.bias
//! requires:  msl 4.0, feature tensors
//! for:       (W, H) in (1, 64) (32, 1) (32, 64) (1, 1)
//! dispatch:  threads 4 * simd_width, threadgroup 4 * simd_width
//! in:        a tensor<float>[48, 64] = integers(-3, 3)
//! in:        b tensor<float>[32, 48] = integers(-3, 3)
//! out:       c tensor<float>[32, 64]
//! in:        bias float[W * H] = integers(-100, 100)
//! expect:    c = product_and_bias(a, b, 64, 32, 48, bias, W, H)
//! mutant:    mpp.example.bias | replace `mode::multiply_accumulate` with `mode::multiply`
//! mutant:    mpp.coop.load.bias | replace `held.load(of_bias)` with `held.load(c)`
//! note:      The text's example loads a bias of one dimension, where 2.22.3.2 asks for as many as the destination has:
//!            mpp/host_bias_line.

#include <metal_stdlib>
#include <metal_tensor>
#include <MetalPerformancePrimitives/MetalPerformancePrimitives.h>
using namespace metal;
using namespace mpp;

kernel void multiply(tensor<device float, dextents<int, 2>> a [[buffer(0)]],
                     tensor<device float, dextents<int, 2>> b [[buffer(1)]],
                     tensor<device float, dextents<int, 2>> c [[buffer(2)]], device float *bias [[buffer(3)]])
{
    tensor<device float, dextents<int, 2>, tensor_inline> of_bias(bias, dextents<int, 2>(W, H));
    constexpr auto descriptor =
        tensor_ops::matmul2d_descriptor(64, 32, static_cast<int>(dynamic_extent), false, false, false,
                                        tensor_ops::matmul2d_descriptor::mode::multiply_accumulate);
    tensor_ops::matmul2d<descriptor, execution_simdgroups<4>> op;
    auto held = op.get_destination_cooperative_tensor<decltype(a), decltype(b), float>();
    held.load(of_bias);
    op.run(a, b, held);
    held.store(c);
}
