//! title:     matmul_naive: one thread per element of a square product, a dot product of a row and a column
//! verifies:  k.matmul_naive
//! requires:  msl 3.1, feature bfloat
//! for:       T in float half bfloat
//! subcases:  (N, WHOLE) in (1, 1) (2, 1) (15, 1) (16, 1) (17, 1) (31, 1) (33, 1) (64, 1) (1, 0) (2, 0) (15, 0)
//!            (17, 0) (33, 0) (64, 0) (256, 1)
//! dispatch:  groups ceil_div(N, 16) x ceil_div(N, 16), threadgroup 16 x 16
//! in:        a T[N * N] = whole_or_real(WHOLE)
//! in:        b T[N * N] = whole_or_real(WHOLE)
//! out:       c T[N * N]
//! in:        size uint = N
//! expect:    c = matmul(a, b, N, N, N)
//! mutant:    k.matmul_naive | replace `k * size + column` with `column * size + k` | for N=33
//! mutant:    k.matmul_naive | replace `k < size;` with `k + 1 < size;` | for N=17
//! mutant:    k.matmul_naive | replace `row >= size || column >= size` with `row >= 16 || column >= 16` | for N=33
//! note:      Whole numbers are expected exactly; reals within gamma(N) * sum of |a b|, for any order of the sum.

#include <metal_stdlib>
using namespace metal;

kernel void matmul_naive(device const T *a [[buffer(0)]], device const T *b [[buffer(1)]],
                         device T *c [[buffer(2)]], constant uint &size [[buffer(3)]],
                         uint2 position [[thread_position_in_grid]])
{
    const uint row = position.y, column = position.x;
    if (row >= size || column >= size)
        return;
    float sum = 0.0f;
    for (uint k = 0; k < size; k++)
        sum += float(a[row * size + k]) * float(b[k * size + column]);
    c[row * size + column] = T(sum);
}
