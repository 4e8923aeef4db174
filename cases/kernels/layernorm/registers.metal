//! title:     layernorm_registers: a row is read once and kept in registers, four aligned elements per access
//! verifies:  k.layernorm_vectorized
//! requires:  msl 3.1, feature bfloat, feature simd_reduction
//! functions: fast precise
//! for:       T in float half bfloat; QUADS in 2 4
//! subcases:  (ROWS, N) in (1, 4) (2, 8) (2, 128) (2, 400) (3, 772) (2, 4096) (2, 8192) (32, 768) (512, 768)
//! dispatch:  groups ROWS, threadgroup ceil_div(N, 4 * QUADS)
//! in:        src T[ROWS * N] = layernorm_rows(N, 5)
//! out:       dst T[ROWS * N]
//! in:        gamma T[N] = normal(1, 0.1)
//! in:        beta T[N] = normal(0, 0.1)
//! in:        n long = N
//! in:        eps float = 1e-5
//! expect:    dst = layernorm_two_pass(src, gamma, beta, n, eps)
//! mutant:    k.layernorm_vectorized | replace `dot(x[k] - mean, x[k] - mean)`
//!            with `dot(x[0] - mean, x[0] - mean)` | for N=768
//! mutant:    k.layernorm_vectorized | replace `? sum_of(x[k])` with `? sum_of(x[0])` | for N=772
//! mutant:    k.layernorm_vectorized | replace `gamma4[i]` with `gamma4[0]` | for N=400
//! note:      as vectorized, for rows whose length is a multiple of four, with QUADS of them for each thread.

#include <metal_stdlib>
using namespace metal;

typedef vec<T, 4> quartet;

struct place {
    uint local, threads, lane, lanes, group, groups;
};

static uint number_of(uint k, place at)
{
    return k * at.threads + at.local;
}

static float sum_of(float4 v)
{
    return v.x + v.y + v.z + v.w;
}

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

kernel void layernorm_registers(device const T *src [[buffer(0)]], device T *dst [[buffer(1)]],
                                device const T *gamma [[buffer(2)]], device const T *beta [[buffer(3)]],
                                constant long &n [[buffer(4)]], constant float &eps [[buffer(5)]],
                                uint row [[threadgroup_position_in_grid]],
                                uint local [[thread_position_in_threadgroup]],
                                uint threads [[threads_per_threadgroup]], uint lane [[thread_index_in_simdgroup]],
                                uint group [[simdgroup_index_in_threadgroup]],
                                uint groups [[simdgroups_per_threadgroup]], uint width [[threads_per_simdgroup]])
{
    threadgroup float sums[256], sums_of_squares[256];
    const place at = {local, threads, lane, min(width, threads - group * width), group, groups};
    const uint quads = uint(n) / 4;
    device const quartet *src4 = (device const quartet *)(src + row * n);
    device quartet *dst4 = (device quartet *)(dst + row * n);
    device const quartet *gamma4 = (device const quartet *)gamma;
    device const quartet *beta4 = (device const quartet *)beta;

    float4 x[QUADS];
    float sum = 0.0f, squares = 0.0f;
    for (uint k = 0; k < QUADS; k++)
        x[k] = number_of(k, at) < quads ? float4(src4[number_of(k, at)]) : float4(0.0f);
    for (uint k = 0; k < QUADS; k++)
        sum += number_of(k, at) < quads ? sum_of(x[k]) : 0.0f;
    const float mean = sum_threadgroup(sum, sums, at) / float(n);
    for (uint k = 0; k < QUADS; k++)
        squares += number_of(k, at) < quads ? dot(x[k] - mean, x[k] - mean) : 0.0f;
    const float scale = rsqrt(sum_threadgroup(squares, sums_of_squares, at) / float(n) + eps);
    for (uint k = 0; k < QUADS; k++) {
        const uint i = number_of(k, at);
        if (i < quads)
            dst4[i] = quartet(fma((x[k] - mean) * scale, float4(gamma4[i]), float4(beta4[i])));
    }
}
