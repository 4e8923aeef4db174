//! title:     matmul_vectorized: a thread computes four neighbours of a row, with four-wide loads of B, any three sizes
//! verifies:  k.gemm_av
//! requires:  msl 3.1, feature bfloat
//! for:       T in float half bfloat
//! subcases:  (M, N, K) in (1, 1, 1) (2, 3, 5) (7, 4, 8) (9, 7, 17) (16, 33, 40) (65, 32, 64)
//! dispatch:  groups ceil_div(ceil_div(N, 4), 8) x ceil_div(M, 8), threadgroup 8 x 8
//! in:        a T[M * K] = integers(-4, 4)
//! in:        b T[K * N] = integers(-4, 4)
//! out:       c T[M * N]
//! in:        m uint = M
//! in:        n uint = N
//! in:        k uint = K
//! expect:    c = matmul(a, b, M, K, N)
//! mutant:    k.gemm_av | replace `column + 4 <= n` with `true` | for M=9
//! mutant:    k.gemm_av | replace `p < k; p++) sum +=` with `p + 1 < k; p++) sum +=` | for M=9
//! mutant:    k.gemm_av | replace `row >= m || column >= n` with `column >= n` | for M=9

#include <metal_stdlib>
using namespace metal;

// Four elements with the alignment of one: a row may begin anywhere.
struct quartet {
    T x, y, z, w;
};

kernel void matmul_vectorized(device const T *a [[buffer(0)]], device const T *b [[buffer(1)]],
                              device T *c [[buffer(2)]], constant uint &m [[buffer(3)]], constant uint &n [[buffer(4)]],
                              constant uint &k [[buffer(5)]], uint2 position [[thread_position_in_grid]])
{
    const uint row = position.y, column = position.x * 4;
    if (row >= m || column >= n)
        return;
    if (column + 4 <= n) {
        float4 sum = 0.0f;
        for (uint p = 0; p < k; p++) {
            const quartet q = *(device const quartet *)(b + p * n + column);
            sum += float(a[row * k + p]) * float4(float(q.x), float(q.y), float(q.z), float(q.w));
        }
        const quartet four = {T(sum.x), T(sum.y), T(sum.z), T(sum.w)};
        *(device quartet *)(c + row * n + column) = four;
        return;
    }
    for (uint j = column; j < n; j++) { // the last N % 4 columns
        float sum = 0.0f;
        for (uint p = 0; p < k; p++)
            sum += float(a[row * k + p]) * float(b[p * n + j]);
        c[row * n + j] = T(sum);
    }
}
