//! title:     Tiles that go beyond the matrices are cut off; what lies beyond stays, and K ends where the matrices do
//! verifies:  mpp.matmul2d.edge.tiles mpp.matmul2d.operand.coop.dest mpp.matmul2d.get.dest
//! requires:  msl 4.0, feature tensors
//! for:       G in 1 4; HELD in 0 1
//! subcases:  (M, N, K) in (65, 33, 17) (64, 31, 16) (1, 1, 1) (63, 32, 50) (130, 70, 33)
//! dispatch:  groups ceil_div(N, 32) x ceil_div(M, 64), threadgroup G * simd_width
//! in:        a half[M * K] = integers(-3, 3)
//! in:        b half[K * N] = integers(-3, 3)
//! out:       c float[M * N]
//! in:        size int3 = M, N, K
//! expect:    c = tensor_product(a, b, M, N, K, 0, 0)
//! mutant:    mpp.matmul2d.edge.tiles | replace `dextents<int, 2>(size.y, size.x)` with
//!            `dextents<int, 2>(size.y, size.x - 1)`
//! mutant:    mpp.matmul2d.operand.coop.dest | replace `held.store(part)` with `held.store(part); part.set(-900.0f, 0, 0)` | for HELD=1
//! mutant:    mpp.matmul2d.get.dest | replace `op.run(left_part, right_part, held)` with
//!            `op.run(left_part, right_part, part)` | for HELD=1
//! note:      The text says nothing of such tiles; a slice has what is left, and extents say where a tensor ends.

#include <metal_stdlib>
#include <metal_tensor>
#include <MetalPerformancePrimitives/MetalPerformancePrimitives.h>
using namespace metal;
using namespace mpp;

kernel void multiply(device half *a [[buffer(0)]], device half *b [[buffer(1)]], device float *c [[buffer(2)]],
                     constant int3 &size [[buffer(3)]], uint2 at [[threadgroup_position_in_grid]])
{
    tensor left(a, dextents<int, 2>(size.z, size.x));
    tensor right(b, dextents<int, 2>(size.y, size.z));
    tensor destination(c, dextents<int, 2>(size.y, size.x));
    constexpr tensor_ops::matmul2d_descriptor descriptor(64, 32);
    tensor_ops::matmul2d<descriptor, execution_simdgroups<G>> op;
    auto left_part = left.slice(0, int(at.y) * 64);
    auto right_part = right.slice(int(at.x) * 32, 0);
    auto part = destination.slice(int(at.x) * 32, int(at.y) * 64);
#if HELD
    auto held = op.get_destination_cooperative_tensor<decltype(left), decltype(right), float>();
    op.run(left_part, right_part, held);
    held.store(part);
#else
    op.run(left_part, right_part, part);
#endif
}
