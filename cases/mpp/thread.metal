//! title:     With the scope of one thread each thread multiplies matrices of its own, also alone
//! verifies:  mpp.scope.thread
//! requires:  msl 4.0, feature tensors
//! for:       (A, C) in (half, float) (half, half) (char, int); (M, N) in (8, 8) (4, 8) (1, 16) (4, 2)
//! subcases:  K in 16 21
//! dispatch:  threads 40, threadgroup 40
//! in:        a A[M * K] = integers(-3, 3)
//! in:        b A[K * 20 * N] = integers(-3, 3)
//! in:        inner int = K
//! out:       c C[M * 20 * N]
//! expect:    c = tensor_product(a, b, M, 20 * N, K, 0, 0)
//! mutant:    mpp.scope.thread | replace `right.slice(int(i / 2)` with `right.slice(int(i / 4)`
//! note:      Every other thread takes no part.

#include <metal_stdlib>
#include <metal_tensor>
#include <MetalPerformancePrimitives/MetalPerformancePrimitives.h>
using namespace metal;
using namespace mpp;

kernel void multiply(device A *a [[buffer(0)]], device A *b [[buffer(1)]], constant int &inner [[buffer(2)]],
                     device C *c [[buffer(3)]], uint i [[thread_index_in_threadgroup]])
{
    if (i % 2 == 0)
        return;
    tensor left(a, dextents<int, 2>(inner, M));
    tensor right(b, dextents<int, 2>(20 * N, inner));
    tensor destination(c, dextents<int, 2>(20 * N, M));
    constexpr tensor_ops::matmul2d_descriptor descriptor(M, N);
    tensor_ops::matmul2d<descriptor, execution_thread> op;
    auto right_part = right.slice(int(i / 2) * N, 0);
    auto part = destination.slice(int(i / 2) * N, 0);
    op.run(left, right_part, part);
}
