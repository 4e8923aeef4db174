//! title:     layernorm_naive (K1): one thread normalises one row in three passes
//! verifies:  k.layernorm_naive c.setbytes.scalars
//! requires:  msl 3.1, feature bfloat, feature nonuniform_threadgroups
//! functions: fast precise
//! for:       T in float half bfloat
//! subcases:  (ROWS, N) in (1, 1) (1, 2) (31, 3) (32, 7) (33, 31) (5, 768) (33, 1000) (7, 1025) (1024, 64) (1025, 33)
//!            (32, 768) (512, 768)
//! dispatch:  threads ROWS, threadgroup min(ROWS, 1024)
//! in:        src T[ROWS * N] = layernorm_rows(N, 5)
//! out:       dst T[ROWS * N]
//! in:        gamma T[N] = normal(1, 0.1)
//! in:        beta T[N] = normal(0, 0.1)
//! in:        n long = N
//! in:        eps float = 1e-5
//! expect:    dst = layernorm_two_pass(src, gamma, beta, n, eps)
//! mutant:    k.layernorm_naive | replace `sum / float(n)` with `sum / float(n + 1)` | for N=7
//! mutant:    k.layernorm_naive | replace `variance / float(n) + eps` with `variance / float(n - 1) + eps` | for N=7
//! mutant:    k.layernorm_naive | replace `float(gamma[i])` with `float(gamma[0])` | for N=31
//! mutant:    c.setbytes.scalars | replace ` + eps);` with ` + 2.0f * eps);` | for N=7
//! note:      The bounds are derived in reference/kernels/layernorm.c for any order of the sums.

#include <metal_stdlib>
using namespace metal;

kernel void layernorm_naive(device const T *src [[buffer(0)]], device T *dst [[buffer(1)]],
                            device const T *gamma [[buffer(2)]], device const T *beta [[buffer(3)]],
                            constant long &n [[buffer(4)]], constant float &eps [[buffer(5)]],
                            uint row [[thread_position_in_grid]])
{
    device const T *x = src + row * n;
    device T *y = dst + row * n;
    float sum = 0.0f;
    for (long i = 0; i < n; i++)
        sum += float(x[i]);
    const float mean = sum / float(n);
    float variance = 0.0f;
    for (long i = 0; i < n; i++)
        variance += (float(x[i]) - mean) * (float(x[i]) - mean);
    const float scale = rsqrt(variance / float(n) + eps);
    for (long i = 0; i < n; i++)
        y[i] = T((float(x[i]) - mean) * scale * float(gamma[i]) + float(beta[i]));
}
