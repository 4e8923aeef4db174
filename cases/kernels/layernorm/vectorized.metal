//! title:     layernorm_vectorized (K4): four floats per load, the remaining N % 4 one by one
//! verifies:  k.layernorm_vectorized err.b.k4.tail
//! requires:  msl 3.1, feature bfloat, feature simd_reduction
//! functions: fast precise
//! for:       T in float half bfloat
//! subcases:  (ROWS, N) in (1, 1) (2, 3) (2, 4) (2, 5) (2, 127) (2, 128) (2, 129) (2, 400) (3, 770) (2, 4096)
//!            (2, 8192) (32, 768) (512, 768)
//! dispatch:  groups ROWS, threadgroup min(ceil_div(N, 4), 1024)
//! threadgroup: 0 4 * ceil_div(min(ceil_div(N, 4), 1024), simd_width)
//! in:        src T[ROWS * N] = layernorm_rows(N, 5)
//! out:       dst T[ROWS * N]
//! in:        gamma T[N] = normal(1, 0.1)
//! in:        beta T[N] = normal(0, 0.1)
//! in:        n long = N
//! in:        eps float = 1e-5
//! expect:    dst = layernorm_two_pass(src, gamma, beta, n, eps)
//! mutant:    err.b.k4.tail | replace `i < size; i += threads) y[i]` with `i < 4 * quads; i += threads) y[i]`
//!            | for N=770
//! mutant:    err.b.k4.tail | replace `i < size; i += threads) sum` with `i < 4 * quads; i += threads) sum` | for N=5
//! mutant:    k.layernorm_vectorized | replace `total.x + total.y + total.z + total.w`
//!            with `total.x + total.y + total.z` | for N=768
//! mutant:    k.layernorm_vectorized | replace `* scale, load(gamma4[i])` with `* scale, load(gamma4[0])`
//!            | for N=129
//! note:      a struct of four needs the alignment of one element only: a row of N % 4 != 0 elements starts where
//!            float4 must not.

#include <metal_stdlib>
using namespace metal;

// Four elements with the alignment of one: a row may begin anywhere.
struct quartet {
    T x, y, z, w;
};

static float4 load(quartet q)
{
    return float4(float(q.x), float(q.y), float(q.z), float(q.w));
}

static quartet store(float4 v)
{
    return {T(v.x), T(v.y), T(v.z), T(v.w)};
}

struct place {
    uint local, threads, lane, lanes, group, groups;
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
    threadgroup_barrier(mem_flags::mem_threadgroup);
    return simd_sum(mine);
}

static float sum_of(float4 total)
{
    return total.x + total.y + total.z + total.w;
}

kernel void layernorm_vectorized(device const T *src [[buffer(0)]], device T *dst [[buffer(1)]],
                                 device const T *gamma [[buffer(2)]], device const T *beta [[buffer(3)]],
                                 constant long &n [[buffer(4)]], constant float &eps [[buffer(5)]],
                                 threadgroup float *partial [[threadgroup(0)]],
                                 uint row [[threadgroup_position_in_grid]],
                                 uint local [[thread_position_in_threadgroup]],
                                 uint threads [[threads_per_threadgroup]], uint lane [[thread_index_in_simdgroup]],
                                 uint group [[simdgroup_index_in_threadgroup]],
                                 uint groups [[simdgroups_per_threadgroup]], uint width [[threads_per_simdgroup]])
{
    const place at = {local, threads, lane, min(width, threads - group * width), group, groups};
    const uint size = uint(n), quads = size / 4;
    device const T *x = src + row * n;
    device T *y = dst + row * n;
    device const quartet *x4 = (device const quartet *)x;
    device quartet *y4 = (device quartet *)y;
    device const quartet *gamma4 = (device const quartet *)gamma;
    device const quartet *beta4 = (device const quartet *)beta;

    float4 sum4 = 0.0f;
    for (uint i = local; i < quads; i += threads)
        sum4 += load(x4[i]);
    float sum = sum_of(sum4);
    for (uint i = 4 * quads + local; i < size; i += threads) // the rest of the sum
        sum += float(x[i]);
    const float mean = sum_threadgroup(sum, partial, at) / float(n);

    float4 squares4 = 0.0f;
    for (uint i = local; i < quads; i += threads) {
        const float4 deviation = load(x4[i]) - mean;
        squares4 += deviation * deviation;
    }
    float squares = sum_of(squares4);
    for (uint i = 4 * quads + local; i < size; i += threads)
        squares += (float(x[i]) - mean) * (float(x[i]) - mean);
    const float scale = rsqrt(sum_threadgroup(squares, partial, at) / float(n) + eps);

    for (uint i = local; i < quads; i += threads)
        y4[i] = store(fma((load(x4[i]) - mean) * scale, load(gamma4[i]), load(beta4[i])));
    for (uint i = 4 * quads + local; i < size; i += threads) // the rest of y
        y[i] = T(fma((float(x[i]) - mean) * scale, float(gamma[i]), float(beta[i])));
}
