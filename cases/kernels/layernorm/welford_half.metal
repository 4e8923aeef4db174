//! title:     layernorm_welford_half (K6): half data, float statistics merged by Welford's formula in one pass
//! verifies:  k.layernorm_welford_half err.b.k6.garbage err.b.k6.partialsimd err.b.k4.tail
//! requires:  msl 3.1, feature bfloat, feature simd_permute
//! for:       T in float half bfloat
//! subcases:  (ROWS, N) in (1, 1) (2, 3) (2, 4) (2, 127) (2, 128) (2, 400) (3, 770) (2, 4096) (32, 768) (512, 768)
//! dispatch:  groups ROWS, threadgroup min(ceil_div(N, 4), 1024)
//! in:        src T[ROWS * N] = layernorm_rows(N, 4)
//! out:       dst T[ROWS * N]
//! in:        gamma T[N] = normal(1, 0.1)
//! in:        beta T[N] = normal(0, 0.1)
//! in:        n long = N
//! in:        eps float = 1e-5
//! expect:    dst = layernorm_welford(src, gamma, beta, n, eps, ceil_div(N, 4096) + 16)
//! mutant:    err.b.k6.garbage | replace `k < groups; k += lanes` with `k < width; k += lanes` | for N=768
//! mutant:    err.b.k6.partialsimd | replace `if (source < lanes)` with `` | for N=400
//! mutant:    k.layernorm_welford_half | replace `a.count * (b.count / count)` with `(b.count / count)` | for N=128
//! mutant:    k.layernorm_welford_half | replace `threadgroup_barrier(mem_flags::mem_threadgroup); if` with `if`
//!            | for N=768
//! mutant:    err.b.k4.tail | replace `i < size; i += threads) mine` with `i < 4 * quads; i += threads) mine`
//!            | for N=3
//! note:      The guide's kernel reads 32 slots of threadgroup memory though only as many are written as there are
//!            SIMD-groups, and shuffles from lanes that a partial SIMD-group does not have. The last argument of the
//!            reference is the number of merges between an element and the result: those of one thread, of the lanes,
//!            and of the SIMD-groups.

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

struct moments {
    float mean, m2, count;
};

static moments merge(moments a, moments b)
{
    if (b.count == 0.0f)
        return a;
    if (a.count == 0.0f)
        return b;
    const float count = a.count + b.count, delta = b.mean - a.mean;
    return {a.mean + delta * (b.count / count), a.m2 + b.m2 + delta * delta * (a.count * (b.count / count)), count};
}

// The moments over the first `lanes` lanes of a SIMD-group, in lane 0. Every lane reads a lane that exists.
static moments merge_lanes(moments mine, ushort lane, ushort lanes, ushort width)
{
    for (ushort offset = width / 2; offset > 0; offset /= 2) {
        const ushort source = lane + offset, from = source < lanes ? source : lane;
        const moments other = {simd_shuffle(mine.mean, from), simd_shuffle(mine.m2, from),
                               simd_shuffle(mine.count, from)};
        if (source < lanes)
            mine = merge(mine, other);
    }
    return mine;
}

kernel void layernorm_welford_half(device const T *src [[buffer(0)]], device T *dst [[buffer(1)]],
                                   device const T *gamma [[buffer(2)]], device const T *beta [[buffer(3)]],
                                   constant long &n [[buffer(4)]], constant float &eps [[buffer(5)]],
                                   uint row [[threadgroup_position_in_grid]],
                                   uint local [[thread_position_in_threadgroup]],
                                   uint threads [[threads_per_threadgroup]], uint lane [[thread_index_in_simdgroup]],
                                   uint group [[simdgroup_index_in_threadgroup]],
                                   uint groups [[simdgroups_per_threadgroup]], uint width [[threads_per_simdgroup]])
{
    threadgroup moments part[128];
    threadgroup moments whole;
    const uint size = uint(n), quads = size / 4, lanes = min(width, threads - group * width);
    device const T *x = src + row * n;
    device T *y = dst + row * n;
    device const quartet *x4 = (device const quartet *)x;
    device quartet *y4 = (device quartet *)y;
    device const quartet *gamma4 = (device const quartet *)gamma;
    device const quartet *beta4 = (device const quartet *)beta;

    moments mine = {0.0f, 0.0f, 0.0f};
    for (uint i = local; i < quads; i += threads) {
        const float4 v = load(x4[i]);
        const float mean = (v.x + v.y + v.z + v.w) * 0.25f;
        const float4 deviation = v - mean;
        mine = merge(mine, {mean, dot(deviation, deviation), 4.0f});
    }
    for (uint i = 4 * quads + local; i < size; i += threads) // the rest of the row
        mine = merge(mine, {float(x[i]), 0.0f, 1.0f});

    mine = merge_lanes(mine, lane, lanes, width);
    if (lane == 0)
        part[group] = mine;
    threadgroup_barrier(mem_flags::mem_threadgroup); // parts are there
    if (group == 0) {
        mine = {0.0f, 0.0f, 0.0f};
        for (uint k = lane; k < groups; k += lanes)
            mine = merge(mine, part[k]);
        mine = merge_lanes(mine, lane, lanes, width);
        if (lane == 0)
            whole = mine;
    }
    threadgroup_barrier(mem_flags::mem_threadgroup);
    const float mean = whole.mean, scale = precise::rsqrt(whole.m2 / float(n) + eps);

    for (uint i = local; i < quads; i += threads) {
        const float4 normal = (load(x4[i]) - mean) * scale;
        y4[i] = store(fma(normal, load(gamma4[i]), load(beta4[i])));
    }
    for (uint i = 4 * quads + local; i < size; i += threads)
        y[i] = T(fma((float(x[i]) - mean) * scale, float(gamma[i]), float(beta[i])));
}
