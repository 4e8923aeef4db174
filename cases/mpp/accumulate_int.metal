//! title:     matmul2d adds products of whole numbers to what is in a destination of int
//! verifies:  mpp.matmul2d.mode.accumulate
//! requires:  msl 4.0, feature tensors
//! for:       (STEP, TIMES) in (96, 1) (96, 2) (32, 1)
//! dispatch:  threads simd_width * 2, threadgroup simd_width * 2
//! in:        a char[32 * 96] = integers(-128, 127)
//! in:        b char[96 * 32] = integers(-128, 127)
//! inout:     c int[32 * 32] = integers(-1000000, 1000000)
//! expect:    c = tensor_product_added(a, b, 32, 32, 96, 0, 0, c, TIMES)
//! mutant:    mpp.matmul2d.mode.accumulate | replace `mode::multiply_accumulate` with `mode::multiply`

#include <metal_stdlib>
#include <metal_tensor>
#include <MetalPerformancePrimitives/MetalPerformancePrimitives.h>
using namespace metal;
using namespace mpp;

kernel void multiply(device char *a [[buffer(0)]], device char *b [[buffer(1)]], device int *c [[buffer(2)]])
{
    tensor<device char, dextents<int, 2>, tensor_inline> left(a, dextents<int, 2>(96, 32));
    tensor<device char, dextents<int, 2>, tensor_inline> right(b, dextents<int, 2>(32, 96));
    tensor<device int, dextents<int, 2>, tensor_inline> destination(c, dextents<int, 2>(32, 32));
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
