//! title:     LayerNorm with optional weight and bias, saving mean and reciprocal deviation of each row
//! verifies:  k.pytorch_layernorm
//! requires:  feature simd_reduction
//! for:       FLAGS in 0 1 2 3
//! subcases:  (ROWS, N) in (1, 4) (4, 128) (4, 400) (4, 768) (32, 768)
//! dispatch:  groups ROWS, threadgroup min(ceil_div(N, 4), 1024)
//! in:        src float[ROWS * N] = layernorm_rows(N, 4)
//! out:       dst float[ROWS * N]
//! in:        gamma float[N] = normal(1, 0.1)
//! in:        beta float[N] = normal(0, 0.1)
//! in:        n uint = N
//! in:        eps float = 1e-5
//! out:       saved_mean float[ROWS]
//! out:       saved_rstd float[ROWS]
//! expect:    dst = layernorm_single_pass(src, gamma, beta, n, eps, FLAGS)
//! expect:    saved_mean = layernorm_mean(src, n)
//! expect:    saved_rstd = layernorm_rstd(src, n, eps)
//! mutant:    k.pytorch_layernorm | replace `v4.x + v4.y + v4.z + v4.w` with `v4.x + v4.y + v4.z` | for N=128
//! mutant:    k.pytorch_layernorm | replace `saved_rstd[row] = rstd;` with `saved_rstd[row] = 1.0f / rstd;`
//!            | for N=128
//! mutant:    k.pytorch_layernorm | replace `saved_mean[row] = mean;` with `saved_mean[0] = mean;` | for N=128
//! mutant:    k.pytorch_layernorm | replace `if (FLAGS & 1)` with `if (!(FLAGS & 1))` | for N=128

#include <metal_stdlib>
using namespace metal;

struct place {
    uint lane, lanes, group, groups;
};

static float sum_threadgroup(float value, threadgroup float *partial, place at)
{
    const float simd_total = simd_sum(value);
    if (at.lane == 0)
        partial[at.group] = simd_total;
    threadgroup_barrier(mem_flags::mem_threadgroup);
    float mine = 0.0f;
    for (uint k = at.lane; k < at.groups; k += at.lanes)
        mine += partial[k];
    return simd_sum(mine);
}

kernel void layer_norm(device const float *src [[buffer(0)]], device float *dst [[buffer(1)]],
                       device const float *gamma [[buffer(2)]], device const float *beta [[buffer(3)]],
                       constant uint &n [[buffer(4)]], constant float &eps [[buffer(5)]],
                       device float *saved_mean [[buffer(6)]], device float *saved_rstd [[buffer(7)]],
                       uint row [[threadgroup_position_in_grid]], uint local [[thread_position_in_threadgroup]],
                       uint threads [[threads_per_threadgroup]], uint lane [[thread_index_in_simdgroup]],
                       uint group [[simdgroup_index_in_threadgroup]], uint groups [[simdgroups_per_threadgroup]],
                       uint width [[threads_per_simdgroup]])
{
    threadgroup float sums[128], sums_of_squares[128];
    const place at = {lane, min(width, threads - group * width), group, groups};
    device const float *x = src + row * n;
    device float *y = dst + row * n;
    float sum = 0.0f, squares = 0.0f;
    for (uint i = 4 * local; i < n; i += 4 * threads) {
        const float4 v4 = float4(x[i], x[i + 1], x[i + 2], x[i + 3]);
        sum += v4.x + v4.y + v4.z + v4.w;
        squares += dot(v4, v4);
    }
    const float mean = sum_threadgroup(sum, sums, at) / float(n);
    const float variance = sum_threadgroup(squares, sums_of_squares, at) / float(n) - mean * mean;
    const float rstd = rsqrt(max(variance, 0.0f) + eps);
    for (uint i = local; i < n; i += threads) {
        float value = (x[i] - mean) * rstd;
        if (FLAGS & 1)
            value *= gamma[i];
        if ((FLAGS >> 1) & 1)
            value += beta[i];
        y[i] = value;
    }
    if (local == 0) {
        saved_mean[row] = mean;
        saved_rstd[row] = rstd;
    }
}
