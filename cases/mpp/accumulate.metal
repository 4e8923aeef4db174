//! title:     matmul2d adds the product to what is in the destination, once or again and again along K
//! verifies:  mpp.matmul2d.mode.accumulate mpp.matmul2d.mode.kloop
//! requires:  msl 4.0, feature tensors
//! for:       (STEP, TIMES) in (96, 1) (96, 2) (32, 1) (16, 1)
//! dispatch:  threads simd_width * 2, threadgroup simd_width * 2
//! in:        a half[32 * 96] = integers(-3, 3)
//! in:        b half[96 * 32] = integers(-3, 3)
//! inout:     c float[32 * 32] = integers(-100, 100)
//! expect:    c = tensor_product_added(a, b, 32, 32, 96, 0, 0, c, TIMES)
//! mutant:    mpp.matmul2d.mode.accumulate | replace `mode::multiply_accumulate` with `mode::multiply`
//! mutant:    mpp.matmul2d.mode.kloop | replace `k += STEP` with `k += 2 * STEP` | for STEP=32 STEP=16

#include <metal_stdlib>
#include <metal_tensor>
#include <MetalPerformancePrimitives/MetalPerformancePrimitives.h>
using namespace metal;
using namespace mpp;

kernel void multiply(device half *a [[buffer(0)]], device half *b [[buffer(1)]], device float *c [[buffer(2)]])
{
    tensor<device half, dextents<int, 2>, tensor_inline> left(a, dextents<int, 2>(96, 32));
    tensor<device half, dextents<int, 2>, tensor_inline> right(b, dextents<int, 2>(32, 96));
    tensor<device float, dextents<int, 2>, tensor_inline> destination(c, dextents<int, 2>(32, 32));
    constexpr tensor_ops::matmul2d_descriptor descriptor(32, 32, STEP, false, false, false,
                                                         tensor_ops::matmul2d_descriptor::mode::multiply_accumulate);
    tensor_ops::matmul2d<descriptor, execution_simdgroups<2>> op;
    for (int time = 0; time < TIMES; time++)
        for (int k = 0; k < 96; k += STEP) {
            auto left_part = left.slice(k, 0);
            auto right_part = right.slice(0, k);
            op.run(left_part, right_part, destination);
        }
}
