//! title:     layernorm_registers: a row is read once and kept in registers, 4 * PACK aligned elements per access
//! verifies:  k.layernorm_vectorized
//! requires:  msl 3.1, feature bfloat, feature simd_reduction
//! functions: fast precise
//! for:       T in float half bfloat; (QUADS, PACK) in (2, 1) (4, 1) (4, 2)
//! subcases:  (ROWS, PACKETS) in (1, 1) (2, 2) (2, 32) (2, 100) (3, 193) (2, 1024) (2, 2048) (32, 192) (512, 192)
//! dispatch:  groups ROWS, threadgroup ceil_div(PACKETS * PACK, QUADS)
//! in:        src T[ROWS * 4 * PACK * PACKETS] = layernorm_rows(4 * PACK * PACKETS, 5)
//! out:       dst T[ROWS * 4 * PACK * PACKETS]
//! in:        gamma T[4 * PACK * PACKETS] = normal(1, 0.1)
//! in:        beta T[4 * PACK * PACKETS] = normal(0, 0.1)
//! in:        n long = 4 * PACK * PACKETS
//! in:        eps float = 1e-5
//! expect:    dst = layernorm_two_pass(src, gamma, beta, n, eps)
//! mutant:    k.layernorm_vectorized | replace `dot(x[k] - mean, x[k] - mean)`
//!            with `dot(x[0] - mean, x[0] - mean)` | for PACKETS=192
//! mutant:    k.layernorm_vectorized | replace `? sum_of(x[k])` with `? sum_of(x[0])` | for PACKETS=192
//! mutant:    k.layernorm_vectorized | replace `gammas[i]` with `gammas[0]` | for PACKETS=100
//! note:      as vectorized, for rows whose length is a multiple of 4 * PACK, with QUADS times four elements for each
//!            thread. Two packed quartets of halves are 16 bytes.

#include <metal_stdlib>
using namespace metal;

#define UNROLLED _Pragma("clang loop unroll(full)") // so that arrays become registers

typedef vec<T, 4> quartet;

struct alignas(PACK * sizeof(quartet)) packet {
    quartet part[PACK];
};

struct place {
    uint local, threads, lane, lanes, group, groups;
};

// Of quartet k of a thread: the packet that it is in.
static uint number_of(uint k, place at)
{
    return k / PACK * at.threads + at.local;
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
    const uint packets = uint(n) / (4 * PACK);
    device const packet *from = (device const packet *)(src + row * n);
    device packet *to = (device packet *)(dst + row * n);
    device const packet *gammas = (device const packet *)gamma;
    device const packet *betas = (device const packet *)beta;

    float4 x[QUADS];
    float sum = 0.0f, squares = 0.0f;
    UNROLLED for (uint k = 0; k < QUADS; k += PACK) {
        const uint i = number_of(k, at);
        packet p = {};
        if (i < packets)
            p = from[i];
        UNROLLED for (uint j = 0; j < PACK; j++)
            x[k + j] = float4(p.part[j]);
    }
    UNROLLED for (uint k = 0; k < QUADS; k++)
        sum += number_of(k, at) < packets ? sum_of(x[k]) : 0.0f;
    const float mean = sum_threadgroup(sum, sums, at) / float(n);
    UNROLLED for (uint k = 0; k < QUADS; k++)
        squares += number_of(k, at) < packets ? dot(x[k] - mean, x[k] - mean) : 0.0f;
    const float scale = rsqrt(sum_threadgroup(squares, sums_of_squares, at) / float(n) + eps);
    UNROLLED for (uint k = 0; k < QUADS; k += PACK) {
        const uint i = number_of(k, at);
        if (i >= packets)
            continue;
        const packet g = gammas[i], b = betas[i];
        packet p;
        UNROLLED for (uint j = 0; j < PACK; j++)
            p.part[j] = quartet(fma((x[k + j] - mean) * scale, float4(g.part[j]), float4(b.part[j])));
        to[i] = p;
    }
}
