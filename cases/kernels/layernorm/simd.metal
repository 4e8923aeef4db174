//! title:     layernorm_simd (K3): simd_sum inside SIMD-groups, then once more over their partial sums
//! verifies:  k.layernorm_simd err.b.k3.partial err.b.k3.war
//! requires:  msl 3.1, feature bfloat, feature simd_reduction
//! functions: fast precise
//! for:       T in float half bfloat
//! subcases:  (ROWS, N, TG) in (1, 1, 1) (2, 31, 31) (2, 32, 32) (2, 33, 33) (2, 64, 64) (2, 65, 65) (2, 1000, 1000)
//!            (2, 1025, 1024) (32, 768, 768) (512, 768, 256)
//! dispatch:  groups ROWS, threadgroup TG
//! threadgroup: 0 4 * ceil_div(TG, simd_width)
//! in:        src T[ROWS * N] = layernorm_rows(N, 5)
//! out:       dst T[ROWS * N]
//! in:        gamma T[N] = normal(1, 0.1)
//! in:        beta T[N] = normal(0, 0.1)
//! in:        n long = N
//! in:        eps float = 1e-5
//! expect:    dst = layernorm_two_pass(src, gamma, beta, n, eps)
//! mutant:    err.b.k3.partial | replace `for (uint k = lane; k < groups; k += lanes)`
//!            with `for (uint k = lane; k < groups; k += groups)` | for N=1000
//! mutant:    err.b.k3.war | replace `threadgroup_barrier(mem_flags::mem_threadgroup); return` with `return`
//!            | for N=768
//! mutant:    k.layernorm_simd | replace `threadgroup_barrier(mem_flags::mem_threadgroup); float` with `float`
//!            | for N=768
//! mutant:    k.layernorm_simd | replace `partial[group] = simd_total;` with `partial[0] = simd_total;` | for N=64
//! note:      In the guide's kernel each lane takes one partial sum, so a last SIMD-group of 8 lanes adds only 8 of
//!            32. Here its lanes take several.

#include <metal_stdlib>
using namespace metal;

// The sum over the threadgroup, in every thread. `lanes` are there in this SIMD-group, perhaps not all.
static float sum_threadgroup(float value, threadgroup float *partial, uint lane, uint lanes, uint group, uint groups)
{
    const float simd_total = simd_sum(value);
    if (lane == 0)
        partial[group] = simd_total;
    threadgroup_barrier(mem_flags::mem_threadgroup); // all sums are written
    float mine = 0.0f;
    for (uint k = lane; k < groups; k += lanes)
        mine += partial[k];
    threadgroup_barrier(mem_flags::mem_threadgroup); // all sums are read
    return simd_sum(mine);
}

kernel void layernorm_simd(device const T *src [[buffer(0)]], device T *dst [[buffer(1)]],
                           device const T *gamma [[buffer(2)]], device const T *beta [[buffer(3)]],
                           constant long &n [[buffer(4)]], constant float &eps [[buffer(5)]],
                           threadgroup float *partial [[threadgroup(0)]],
                           uint row [[threadgroup_position_in_grid]], uint local [[thread_position_in_threadgroup]],
                           uint threads [[threads_per_threadgroup]], uint lane [[thread_index_in_simdgroup]],
                           uint group [[simdgroup_index_in_threadgroup]],
                           uint groups [[simdgroups_per_threadgroup]], uint width [[threads_per_simdgroup]])
{
    const uint lanes = min(width, threads - group * width);
    device const T *x = src + row * n;
    float sum = 0.0f;
    for (uint i = local; i < uint(n); i += threads)
        sum += float(x[i]);
    const float mean = sum_threadgroup(sum, partial, lane, lanes, group, groups) / float(n);
    float squares = 0.0f;
    for (uint i = local; i < uint(n); i += threads)
        squares += (float(x[i]) - mean) * (float(x[i]) - mean);
    const float variance = sum_threadgroup(squares, partial, lane, lanes, group, groups) / float(n);
    const float scale = rsqrt(variance + eps);
    device T *y = dst + row * n;
    for (uint i = local; i < uint(n); i += threads)
        y[i] = T((float(x[i]) - mean) * scale * float(gamma[i]) + float(beta[i]));
}
