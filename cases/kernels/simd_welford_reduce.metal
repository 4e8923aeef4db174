//! title:     Welford's merge down a full SIMD-group by shuffles: the first lane holds the moments of all lanes
//! verifies:  k.simd.welford_reduce err.b.k6.garbagelanes
//! requires:  feature simd_permute, simd_width 32
//! functions: fast precise
//! dispatch:  groups 8, threadgroup 128
//! in:        data float[1024] = normal(3, 2)
//! out:       result packed_float3[32]
//! expect:    result = simd_moments(data)
//! mutant:    k.simd.welford_reduce | replace `offset = width / 2` with `offset = width / 4`
//! mutant:    k.simd.welford_reduce | replace `m2 += other_m2 + delta` with `m2 += delta`
//! mutant:    err.b.k6.garbagelanes | replace `if (lane == 0)` with `if (lane == width - 1)`

#include <metal_stdlib>
using namespace metal;

kernel void welford_reduce(device const float *data [[buffer(0)]], device packed_float3 *result [[buffer(1)]],
                           uint i [[thread_position_in_grid]], uint lane [[thread_index_in_simdgroup]],
                           uint width [[threads_per_simdgroup]])
{
    float mean = data[i], m2 = 0.0f, count = 1.0f;
    for (ushort offset = width / 2; offset > 0; offset /= 2) {
        const float other_mean = simd_shuffle_down(mean, offset);
        const float other_m2 = simd_shuffle_down(m2, offset);
        const float other_count = simd_shuffle_down(count, offset);
        const float delta = other_mean - mean, combined = count + other_count;
        mean += delta * (other_count / combined);
        m2 += other_m2 + delta * delta * (count * other_count / combined);
        count = combined;
    }
    if (lane == 0)
        result[i / width] = packed_float3(mean, m2, count);
}
