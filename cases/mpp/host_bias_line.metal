//! title:     A bias of one dimension goes into a destination of two, as the text's example has it
//! verifies:  err.s.bias.rank
//! requires:  msl 4.0, feature tensors
//! dispatch:  threads 4 * simd_width, threadgroup 4 * simd_width
//! in:        a tensor<float>[48, 64] = integers(-3, 3)
//! in:        b tensor<float>[32, 48] = integers(-3, 3)
//! out:       c tensor<float>[32, 64]
//! in:        bias float[64] = constant(17)
//! in:        whole float[1] = constant(17)
//! expect:    c = product_and_bias(a, b, 64, 32, 48, whole, 1, 1)
//! mutant:    err.s.bias.rank | replace `held.load(of_bias)` with `(void)of_bias`
//! refusal:   the text's example loads it, 2.22.3.2 asks for as many dimensions as the destination has
//! note:      Along which of the two it runs, the text does not say: all of it is the same here.

#include <metal_stdlib>
#include <metal_tensor>
#include <MetalPerformancePrimitives/MetalPerformancePrimitives.h>
using namespace metal;
using namespace mpp;

kernel void multiply(tensor<device float, dextents<int, 2>> a [[buffer(0)]],
                     tensor<device float, dextents<int, 2>> b [[buffer(1)]],
                     tensor<device float, dextents<int, 2>> c [[buffer(2)]], device float *bias [[buffer(3)]])
{
    array<int, 1> stride = {1};
    tensor<device float, dextents<int, 1>, tensor_inline> of_bias(bias, dextents<int, 1>(64), stride);
    constexpr auto descriptor =
        tensor_ops::matmul2d_descriptor(64, 32, static_cast<int>(dynamic_extent), false, false, false,
                                        tensor_ops::matmul2d_descriptor::mode::multiply_accumulate);
    tensor_ops::matmul2d<descriptor, execution_simdgroups<4>> op;
    auto held = op.get_destination_cooperative_tensor<decltype(a), decltype(b), float>();
    held.load(of_bias);
    op.run(a, b, held);
    held.store(c);
}
