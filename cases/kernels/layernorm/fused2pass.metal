//! title:     layernorm_fused2pass (K5): sum and sum of squares in one pass, over data shifted by the row's first
//!            element
//! verifies:  k.layernorm_fused2pass err.b.k5.guard err.b.k5.cancel err.b.k4.tail
//! requires:  msl 3.1, feature bfloat, feature simd_reduction
//! for:       T in float half bfloat
//! subcases:  (ROWS, N) in (1, 1) (2, 3) (2, 4) (5, 129) (5, 400) (10, 770) (32, 768) (512, 768)
//! dispatch:  groups ROWS, threadgroup min(ceil_div(N, 4), 1024)
//! in:        src T[ROWS * N] = layernorm_rows(N, 5)
//! out:       dst T[ROWS * N]
//! in:        gamma T[N] = normal(1, 0.1)
//! in:        beta T[N] = normal(0, 0.1)
//! in:        n long = N
//! in:        eps float = 1e-5
//! expect:    dst = layernorm_shifted(src, gamma, beta, n, eps)
//! mutant:    err.b.k5.guard | replace `max(squares_mean - mean * mean, 0.0f)`
//!            with `(squares_mean - mean * mean < 1e-6f ? 0.0f : squares_mean - mean * mean)` | for N=770
//! mutant:    err.b.k5.cancel | replace `const float shift = float(x[0]);` with `const float shift = 0.0f;`
//!            | for N=770 T=float
//! mutant:    k.layernorm_fused2pass | replace `squares_mean - mean * mean, 0.0f` with `squares_mean, 0.0f`
//!            | for N=129
//! mutant:    err.b.k4.tail | replace `i < size; i += threads) {` with `i < 4 * quads; i += threads) {` | for N=3
//! note:      E[x²] - E[x]² loses the variance of data about a large mean; shifting by any element of the row keeps
//!            it. The guide's guard turns every variance below 1e-6 into zero; only negative ones come from rounding.

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

static float sum_of(float4 v)
{
    return v.x + v.y + v.z + v.w;
}

kernel void layernorm_fused2pass(device const T *src [[buffer(0)]], device T *dst [[buffer(1)]],
                                 device const T *gamma [[buffer(2)]], device const T *beta [[buffer(3)]],
                                 constant long &n [[buffer(4)]], constant float &eps [[buffer(5)]],
                                 uint row [[threadgroup_position_in_grid]],
                                 uint local [[thread_position_in_threadgroup]],
                                 uint threads [[threads_per_threadgroup]], uint lane [[thread_index_in_simdgroup]],
                                 uint group [[simdgroup_index_in_threadgroup]],
                                 uint groups [[simdgroups_per_threadgroup]], uint width [[threads_per_simdgroup]])
{
    threadgroup float sums[128], sums_of_squares[128];
    const place at = {lane, min(width, threads - group * width), group, groups};
    const uint size = uint(n), quads = size / 4;
    device const T *x = src + row * n;
    device T *y = dst + row * n;
    device const quartet *x4 = (device const quartet *)x;
    device quartet *y4 = (device quartet *)y;
    device const quartet *gamma4 = (device const quartet *)gamma;
    device const quartet *beta4 = (device const quartet *)beta;
    const float shift = float(x[0]);

    float4 sum4 = 0.0f, squares4 = 0.0f;
    for (uint i = local; i < quads; i += threads) {
        const float4 v = load(x4[i]) - shift;
        sum4 += v;
        squares4 += v * v;
    }
    float sum = sum_of(sum4), squares = sum_of(squares4);
    for (uint i = 4 * quads + local; i < size; i += threads) { // the rest of the sums
        const float v = float(x[i]) - shift;
        sum += v;
        squares += v * v;
    }
    const float mean = sum_threadgroup(sum, sums, at) / float(n);
    const float squares_mean = sum_threadgroup(squares, sums_of_squares, at) / float(n);
    const float variance = max(squares_mean - mean * mean, 0.0f);
    const float scale = precise::rsqrt(variance + eps), center = shift + mean;

    for (uint i = local; i < quads; i += threads)
        y4[i] = store(fma((load(x4[i]) - center) * scale, load(gamma4[i]), load(beta4[i])));
    for (uint i = 4 * quads + local; i < size; i += threads)
        y[i] = T(fma((float(x[i]) - center) * scale, float(gamma[i]), float(beta[i])));
}
