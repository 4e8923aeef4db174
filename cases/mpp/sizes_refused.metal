//! title:     M and N of a matmul2d of SIMD-groups are multiples of 8, and one of them of 16
//! verifies:  kb34
//! requires:  msl 4.0, feature tensors
//! for:       (M, N) in (20, 32) (32, 20) (8, 8) (24, 40)
//! reject:    multiple 16 M N
//! grade:     inferred
//! control:   replace `descriptor(M, N)` with `descriptor(16, 16)`
//! note:      The text has no such rule; the headers of macOS 27 do, those of 26.1 ask for less.

#include <metal_stdlib>
#include <metal_tensor>
#include <MetalPerformancePrimitives/MetalPerformancePrimitives.h>
using namespace metal;
using namespace mpp;

kernel void multiply(device float *data [[buffer(0)]])
{
    tensor whole(data, dextents<int, 2>(32, 32));
    constexpr tensor_ops::matmul2d_descriptor descriptor(M, N);
    tensor_ops::matmul2d<descriptor, execution_simdgroups<4>> op; // reject
    op.run(whole, whole, whole);
}
