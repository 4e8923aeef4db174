//! title:     Relaxed precision is for float; factors of other types keep all of their bits
//! verifies:  mpp.matmul2d.desc.relaxed.nonfloat
//! requires:  msl 4.0, feature tensors
//! for:       (A, C) in (half, float) (char, int)
//! dispatch:  threads 4 * simd_width, threadgroup 4 * simd_width
//! in:        a A[64 * 32] = integers(-127, 127)
//! in:        b A[32 * 32] = integers(-127, 127)
//! out:       c C[64 * 32]
//! expect:    c = tensor_product(a, b, 64, 32, 32, 0, 0)
//! mutant:    mpp.matmul2d.desc.relaxed.nonfloat | replace `op.run(left, right, destination)` with
//!            `op.run(left, right, destination); destination[3, 5] += C(1)`

#include <metal_stdlib>
#include <metal_tensor>
#include <MetalPerformancePrimitives/MetalPerformancePrimitives.h>
using namespace metal;
using namespace mpp;

kernel void multiply(device A *a [[buffer(0)]], device A *b [[buffer(1)]], device C *c [[buffer(2)]])
{
    tensor left(a, dextents<int, 2>(32, 64));
    tensor right(b, dextents<int, 2>(32, 32));
    tensor destination(c, dextents<int, 2>(32, 64));
    constexpr tensor_ops::matmul2d_descriptor descriptor(64, 32, 32, false, false, true);
    tensor_ops::matmul2d<descriptor, execution_simdgroups<4>> op;
    op.run(left, right, destination);
}
