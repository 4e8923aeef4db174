//! title:     Products of many columns and a long K are whole, in memory and in lanes
//! verifies:  mpp.matmul2d.run mpp.matmul2d.operand.coop.dest
//! requires:  msl 4.0, feature tensors
//! for:       (A, C) in (half, float) (char, int); (HELD, G) in (0, 1) (0, 3) (1, 3)
//! subcases:  (M, N, K) in (16, 544, 48) (136, 16, 300)
//! dispatch:  threads G * simd_width, threadgroup G * simd_width
//! in:        a A[M * K] = integers(-3, 3)
//! in:        b A[K * N] = integers(-3, 3)
//! out:       c C[M * N]
//! expect:    c = tensor_product(a, b, M, N, K, 0, 0)
//! mutant:    mpp.matmul2d.run | replace `run(left, right, destination)` with `run(right, left, destination)` | for HELD=0
//! mutant:    mpp.matmul2d.operand.coop.dest | replace `held.store(destination)` with
//!            `held.store(destination); destination.set(C(-77), N - 1, 0)` | for HELD=1
//! note:      Neither a row of 544 nor a column of 136 is shared out evenly among three SIMD-groups.

#include <metal_stdlib>
#include <metal_tensor>
#include <MetalPerformancePrimitives/MetalPerformancePrimitives.h>
using namespace metal;
using namespace mpp;

kernel void multiply(device A *a [[buffer(0)]], device A *b [[buffer(1)]], device C *c [[buffer(2)]])
{
    tensor left(a, dextents<int, 2>(K, M)), right(b, dextents<int, 2>(N, K));
    tensor destination(c, dextents<int, 2>(N, M));
    constexpr tensor_ops::matmul2d_descriptor descriptor(M, N);
    tensor_ops::matmul2d<descriptor, execution_simdgroups<G>> op;
#if HELD
    auto held = op.get_destination_cooperative_tensor<decltype(left), decltype(right), C>();
    op.run(left, right, held);
    held.store(destination);
#else
    op.run(left, right, destination);
#endif
}
