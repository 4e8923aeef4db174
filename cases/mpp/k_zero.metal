//! title:     Descriptors whose K is 0, as in the text's examples, take K from the tensors
//! verifies:  err.s.matmul.k0
//! requires:  msl 4.0, feature tensors
//! dispatch:  threads 4 * simd_width, threadgroup 4 * simd_width
//! in:        a half[64 * 80] = integers(-3, 3)
//! in:        b half[80 * 32] = integers(-3, 3)
//! out:       taken_from_tensors float[64 * 32]
//! out:       usual float[64 * 32]
//! expect:    taken_from_tensors = recorded tensor_product(a, b, 64, 32, 80, 0, 0)
//! expect:    usual = tensor_product(a, b, 64, 32, 80, 0, 0)
//! mutant:    err.s.matmul.k0 | replace `matmul2d_descriptor(64, 32)` with `matmul2d_descriptor(64, 32, 16)`
//! refusal:   the text's examples pass 0 for K, which is neither an extent nor dynamic_length_v, its default
//! note:      What 0 does is recorded; that the default takes K from the tensors is judged.

#include <metal_stdlib>
#include <metal_tensor>
#include <MetalPerformancePrimitives/MetalPerformancePrimitives.h>
using namespace metal;
using namespace mpp;

kernel void multiply(device half *a [[buffer(0)]], device half *b [[buffer(1)]], device float *taken_from_tensors [[buffer(2)]],
                     device float *usual [[buffer(3)]])
{
    tensor left(a, dextents<int, 2>(80, 64)), right(b, dextents<int, 2>(32, 80));
    tensor destination(taken_from_tensors, dextents<int, 2>(32, 64)), usual_destination(usual, dextents<int, 2>(32, 64));
    constexpr auto zero = tensor_ops::matmul2d_descriptor(64, 32, 0);
    constexpr auto none = tensor_ops::matmul2d_descriptor(64, 32);
    tensor_ops::matmul2d<zero, execution_simdgroups<4>> op;
    tensor_ops::matmul2d<none, execution_simdgroups<4>> usual_op;
    op.run(left, right, destination);
    usual_op.run(left, right, usual_destination);
}
