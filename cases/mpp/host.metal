//! title:     matmul2d multiplies tensors that a host binds: tiles of half matrices, as in the text's first example
//! verifies:  mpp.example.gemm mpp.matmul2d.operand.host mpp.matmul2d.operand.offset
//! requires:  msl 4.0, feature tensors
//! for:       (M, N, K) in (128, 64, 48) (100, 50, 33) (64, 32, 128)
//! dispatch:  groups ceil_div(N, 32) x ceil_div(M, 64), threadgroup 4 * simd_width
//! in:        a tensor<half>[K, M] = integers(-3, 3)
//! in:        b tensor<half>[N, K] = integers(-3, 3)
//! out:       c tensor<half>[N, M]
//! expect:    c = tensor_product(a, b, M, N, K, 0, 0)
//! mutant:    mpp.example.gemm | replace `descriptor(64, 32)` with `descriptor(32, 16)`
//! mutant:    mpp.matmul2d.operand.host | replace `run(left, right, to)` with `run(left, right, to); to.set(half(0.25f), 0,
//!            0)`
//! mutant:    mpp.matmul2d.operand.offset | replace `a.slice(0, tgid.y * 64)` with `a.slice(0, 0)` | for M=128 M=100
//! note:      The example has 0 for K, of which the text does not say what it means; here K is dynamic.

#include <metal_stdlib>
#include <metal_tensor>
#include <MetalPerformancePrimitives/MetalPerformancePrimitives.h>
using namespace metal;
using namespace mpp;

kernel void multiply(tensor<device half, dextents<int, 2>> a [[buffer(0)]],
                     tensor<device half, dextents<int, 2>> b [[buffer(1)]],
                     tensor<device half, dextents<int, 2>> c [[buffer(2)]], uint2 tgid [[threadgroup_position_in_grid]])
{
    constexpr auto descriptor = tensor_ops::matmul2d_descriptor(64, 32);
    tensor_ops::matmul2d<descriptor, execution_simdgroups<4>> op;
    auto left = a.slice(0, tgid.y * 64);
    auto right = b.slice(tgid.x * 32, 0);
    auto to = c.slice(tgid.x * 32, tgid.y * 64);
    op.run(left, right, to);
}
