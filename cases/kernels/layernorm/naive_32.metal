//! title:     layernorm_naive with threadgroups of 32 (K1b): the size of a threadgroup changes no bit of the result
//! verifies:  k.layernorm_naive_32
//! requires:  msl 2.3, feature nonuniform_threadgroups
//! subcases:  (ROWS, N) in (1, 3) (31, 7) (32, 64) (33, 65) (1024, 33)
//! dispatch:  layernorm_naive(src, dst, gamma, beta, n, eps): threads ROWS, threadgroup 32
//! dispatch:  layernorm_naive(src, again, gamma, beta, n, eps): threads ROWS, threadgroup min(ROWS, 1024)
//! dispatch:  compare(dst, again, differs): threads ROWS * N, threadgroup 64
//! in:        src float[ROWS * N] = layernorm_rows(N, 4)
//! out:       dst float[ROWS * N]
//! in:        gamma float[N] = normal(1, 0.1)
//! in:        beta float[N] = normal(0, 0.1)
//! in:        n long = N
//! in:        eps float = 1e-5
//! out:       again float[ROWS * N]
//! out:       differs uint[ROWS * N]
//! expect:    dst = layernorm_two_pass(src, gamma, beta, n, eps)
//! expect:    again = layernorm_two_pass(src, gamma, beta, n, eps)
//! expect:    differs = values 0 …
//! mutant:    k.layernorm_naive_32 | replace `sum / float(n)` with `sum / float(n) + (threads == 32 ? 0x1p-18f :
//!            0.0f)` | for ROWS=1024
//! mutant:    k.layernorm_naive_32 | replace `uint row [[thread_position_in_grid]]`
//!            with `uint row [[thread_position_in_threadgroup]]` | for ROWS=33

#include <metal_stdlib>
using namespace metal;

kernel void layernorm_naive(device const float *src [[buffer(0)]], device float *dst [[buffer(1)]],
                            device const float *gamma [[buffer(2)]], device const float *beta [[buffer(3)]],
                            constant long &n [[buffer(4)]], constant float &eps [[buffer(5)]],
                            uint row [[thread_position_in_grid]], uint threads [[threads_per_threadgroup]])
{
    device const float *x = src + row * n;
    device float *y = dst + row * n;
    float sum = 0.0f;
    for (long i = 0; i < n; i++)
        sum += x[i];
    const float mean = sum / float(n);
    float variance = 0.0f;
    for (long i = 0; i < n; i++)
        variance += (x[i] - mean) * (x[i] - mean);
    const float scale = rsqrt(variance / float(n) + eps);
    for (long i = 0; i < n; i++)
        y[i] = (x[i] - mean) * scale * gamma[i] + beta[i];
}

kernel void compare(device const uint *first [[buffer(0)]], device const uint *second [[buffer(1)]],
                    device uint *differs [[buffer(2)]], uint i [[thread_position_in_grid]])
{
    differs[i] = first[i] ^ second[i];
}
