//! title:     The default mode writes over what is in the destination, though an example of the text wants zeros there
//! verifies:  err.s.matmul.czero
//! requires:  msl 4.0, feature tensors
//! for:       HELD in 0 1
//! dispatch:  threads 4 * simd_width, threadgroup 4 * simd_width
//! in:        a half[64 * 48] = integers(-3, 3)
//! in:        b half[48 * 32] = integers(-3, 3)
//! inout:     c float[64 * 32] = special
//! expect:    c = tensor_product(a, b, 64, 32, 48, 0, 0)
//! mutant:    err.s.matmul.czero | replace `false, MODE)` with
//!            `false, tensor_ops::matmul2d_descriptor::mode::multiply_accumulate)`

#include <metal_stdlib>
#include <metal_tensor>
#include <MetalPerformancePrimitives/MetalPerformancePrimitives.h>
using namespace metal;
using namespace mpp;

#define MODE tensor_ops::matmul2d_descriptor::mode::multiply

kernel void multiply(device half *a [[buffer(0)]], device half *b [[buffer(1)]], device float *c [[buffer(2)]])
{
    tensor left(a, dextents<int, 2>(48, 64)), right(b, dextents<int, 2>(32, 48));
    tensor destination(c, dextents<int, 2>(32, 64));
    constexpr auto descriptor = tensor_ops::matmul2d_descriptor(64, 32, 48, false, false, false, MODE);
    tensor_ops::matmul2d<descriptor, execution_simdgroups<4>> op;
#if HELD
    auto held = op.get_destination_cooperative_tensor<decltype(left), decltype(right), float>();
    held.load(destination);
    op.run(left, right, held);
    held.store(destination);
#else
    op.run(left, right, destination);
#endif
}
