//! title:     Tiles far into a tensor, beyond what 16 bits count, are where their slices say
//! verifies:  mpp.matmul2d.operand.inline mpp.matmul2d.operand.coop.dest
//! requires:  msl 4.0, feature tensors
//! for:       (TALL, M, N) in (1, 65568, 16) (0, 16, 65568); HELD in 0 1
//! dispatch:  groups 2049, threadgroup simd_width
//! in:        a half[M * 16] = integers(-3, 3)
//! in:        b half[16 * N] = integers(-3, 3)
//! out:       c float[M * N]
//! in:        size int2 = M, N
//! expect:    c = tensor_product(a, b, M, N, 16, 0, 0)
//! mutant:    mpp.matmul2d.operand.inline | replace `left.slice(0, top)` with `left.slice(0, int(ushort(top)))` |
//!            for TALL=1
//! mutant:    mpp.matmul2d.operand.coop.dest | replace `held.store(part)` with
//!            `held.store(destination.slice(int(ushort(edge)), int(ushort(top))))` | for HELD=1
//! note:      Users' offsets of 16 bits went wrong here.

#include <metal_stdlib>
#include <metal_tensor>
#include <MetalPerformancePrimitives/MetalPerformancePrimitives.h>
using namespace metal;
using namespace mpp;

kernel void multiply(device half *a [[buffer(0)]], device half *b [[buffer(1)]], device float *c [[buffer(2)]],
                     constant int2 &size [[buffer(3)]], uint at [[threadgroup_position_in_grid]])
{
    const int top = TALL ? int(at) * 32 : 0, edge = TALL ? 0 : int(at) * 32;
    tensor left(a, dextents<int, 2>(16, size.x));
    tensor right(b, dextents<int, 2>(size.y, 16));
    tensor destination(c, dextents<int, 2>(size.y, size.x));
    constexpr tensor_ops::matmul2d_descriptor descriptor(TALL ? 32 : 16, TALL ? 16 : 32);
    tensor_ops::matmul2d<descriptor, execution_simdgroup> op;
    auto left_part = left.slice(0, top);
    auto right_part = right.slice(edge, 0);
    auto part = destination.slice(edge, top);
#if HELD
    auto held = op.get_destination_cooperative_tensor<decltype(left), decltype(right), float>();
    op.run(left_part, right_part, held);
    held.store(part);
#else
    op.run(left_part, right_part, part);
#endif
}
