//! title:     Sums become the nearest number of a destination that is narrower than float
//! verifies:  mpp.matmul2d.accuracy
//! requires:  msl 4.0, feature tensors, os 26.1
//! for:       T in half bfloat; HELD in 0 1
//! dispatch:  threads simd_width, threadgroup simd_width
//! in:        a T[32 * 48] = random
//! in:        b T[48 * 32] = random
//! out:       c T[32 * 32]
//! expect:    c = tensor_product(a, b, 32, 32, 48, 0, 0)
//! mutant:    mpp.matmul2d.accuracy | replace `op.run(left, right, destination)` with `op.run(left, right, destination);
//!            for (uint i = thread_index; i < 32 * 32; i += n) c[i] *= T(1.02)` | for HELD=0
//! mutant:    mpp.matmul2d.accuracy | replace `held.store(destination)` with `held.store(destination);
//!            for (uint i = thread_index; i < 32 * 32; i += n) c[i] *= T(1.02)` | for HELD=1
//! note:      (K + 2) 2^-24 of the sum of magnitudes, then half an ulp of the destination.

#include <metal_stdlib>
#include <metal_tensor>
#include <MetalPerformancePrimitives/MetalPerformancePrimitives.h>
using namespace metal;
using namespace mpp;

kernel void multiply(device T *a [[buffer(0)]], device T *b [[buffer(1)]], device T *c [[buffer(2)]],
                     uint thread_index [[thread_index_in_threadgroup]], uint n [[threads_per_threadgroup]])
{
    tensor left(a, dextents<int, 2>(48, 32)), right(b, dextents<int, 2>(32, 48));
    tensor destination(c, dextents<int, 2>(32, 32));
    constexpr tensor_ops::matmul2d_descriptor descriptor(32, 32);
    tensor_ops::matmul2d<descriptor, execution_simdgroup> op;
#if HELD
    auto held = op.get_destination_cooperative_tensor<decltype(left), decltype(right), T>();
    op.run(left, right, held);
    held.store(destination);
#else
    op.run(left, right, destination);
#endif
}
