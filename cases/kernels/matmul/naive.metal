//! title:     matmul_naive: one thread per element of the product, a dot product of a row and a column, any three sizes
//! verifies:  k.matmul_naive kb48
//! requires:  msl 3.1, feature bfloat
//! for:       T in float half bfloat
//! subcases:  (M, N, K, WHOLE) in (1, 1, 1, 1) (2, 2, 2, 1) (15, 17, 16, 1) (16, 16, 16, 1) (17, 15, 31, 1)
//!            (31, 33, 1, 1) (33, 33, 33, 1) (64, 64, 64, 1) (1, 1, 1, 0) (2, 2, 2, 0) (15, 16, 17, 0) (17, 1, 33, 0)
//!            (33, 31, 65, 0) (64, 64, 64, 0) (1, 33, 65, 0) (256, 256, 256, 1)
//! dispatch:  groups ceil_div(N, 16) x ceil_div(M, 16), threadgroup 16 x 16
//! in:        a T[M * K] = whole_or_real(WHOLE)
//! in:        b T[K * N] = whole_or_real(WHOLE)
//! out:       c T[M * N]
//! in:        m uint = M
//! in:        n uint = N
//! in:        k uint = K
//! expect:    c = matmul(a, b, M, K, N)
//! mutant:    k.matmul_naive | replace `p * n + column` with `column * k + p` | for M=33
//! mutant:    k.matmul_naive | replace `p < k;` with `p + 1 < k;` | for M=17
//! mutant:    k.matmul_naive | replace `row >= m || column >= n` with `row >= 16 || column >= 16` | for M=33
//! mutant:    kb48 | replace `float(a[row * k + p])` with `float(half(a[row * k + p]))` | for T=float
//! note:      Whole numbers are expected exactly; reals within gamma(K) * sum of |a b|, for any order of the sum.

#include <metal_stdlib>
using namespace metal;

kernel void matmul_naive(device const T *a [[buffer(0)]], device const T *b [[buffer(1)]],
                         device T *c [[buffer(2)]], constant uint &m [[buffer(3)]], constant uint &n [[buffer(4)]],
                         constant uint &k [[buffer(5)]], uint2 position [[thread_position_in_grid]])
{
    const uint row = position.y, column = position.x;
    if (row >= m || column >= n)
        return;
    float sum = 0.0f;
    for (uint p = 0; p < k; p++)
        sum += float(a[row * k + p]) * float(b[p * n + column]);
    c[row * n + column] = T(sum);
}
