//! title:     welford_merge combines mean, M2 and count of two parts; an empty part leaves the other unchanged
//! verifies:  k.welford_merge
//! math:      safe
//! functions: precise
//! dispatch:  threads 4096, threadgroup 64
//! in:        left packed_float3[4096] = moments_of_splits(0)
//! in:        right packed_float3[4096] = moments_of_splits(1)
//! out:       both packed_float3[4096]
//! expect:    both = welford_merge(left, right)
//! mutant:    k.welford_merge | replace `delta * (other_count / combined)` with `delta * (count / combined)`
//! mutant:    k.welford_merge | replace `other_m2 + delta * delta` with `other_m2 + delta`
//! mutant:    k.welford_merge | replace `if (combined == 0.0f)` with `if (combined < 0.0f)`
//! mutant:    k.welford_merge | replace `count = combined;` with `count = max(count, other_count);`

#include <metal_stdlib>
using namespace metal;

static void welford_merge(thread float &mean, thread float &m2, thread float &count, float other_mean, float other_m2,
                          float other_count)
{
    const float combined = count + other_count;
    if (combined == 0.0f)
        return;
    const float delta = other_mean - mean;
    mean += delta * (other_count / combined);
    m2 += other_m2 + delta * delta * (count * other_count / combined);
    count = combined;
}

kernel void merge_all(device const packed_float3 *left [[buffer(0)]], device const packed_float3 *right [[buffer(1)]],
                      device packed_float3 *both [[buffer(2)]], uint i [[thread_position_in_grid]])
{
    float mean = left[i][0], m2 = left[i][1], count = left[i][2];
    welford_merge(mean, m2, count, right[i][0], right[i][1], right[i][2]);
    both[i] = packed_float3(mean, m2, count);
}
