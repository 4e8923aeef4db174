//! title:     A thread's product of a matrix and a vector has all its elements, however few
//! verifies:  kb35
//! requires:  msl 4.0, feature tensors
//! for:       (M, N) in (1, 1) (2, 1) (4, 1) (8, 1) (1, 2) (1, 4) (1, 8) (2, 2); (A, C) in (half, float) (half, half)
//! dispatch:  threads 1, threadgroup 1
//! in:        a A[M * 16] = integers(1, 3)
//! in:        b A[16 * N] = integers(1, 3)
//! out:       c C[M * N]
//! expect:    c = tensor_product(a, b, M, N, 16, 0, 0)
//! mutant:    kb35 | replace `op.run(left, right, destination);` with
//!            `for (int n = 0; n < M * N; n++) c[n] = C(0);`

#include <metal_stdlib>
#include <metal_tensor>
#include <MetalPerformancePrimitives/MetalPerformancePrimitives.h>
using namespace metal;
using namespace mpp;

kernel void multiply(device A *a [[buffer(0)]], device A *b [[buffer(1)]], device C *c [[buffer(2)]])
{
    tensor left(a, dextents<int, 2>(16, M));
    tensor right(b, dextents<int, 2>(N, 16));
    tensor destination(c, dextents<int, 2>(N, M));
    constexpr tensor_ops::matmul2d_descriptor descriptor(M, N);
    tensor_ops::matmul2d<descriptor, execution_thread> op;
    op.run(left, right, destination);
}
