//! title:     One SIMD-group fills a tile while the others use the one before it, round after round
//! verifies:  coherence.device_default
//! subcases:  ROUNDS in 1 2 17 64
//! requires:  feature simd_permute
//! dispatch:  groups 4, threadgroup 256
//! in:        data uint[4096] = random
//! inout:     stage uint[512] = zeros
//! in:        rounds uint = ROUNDS
//! out:       result uint[1024]
//! expect:    stage = unjudged
//! expect:    result = tile_sums(data, ROUNDS)
//! mutant:    coherence.device_default | replace `threadgroup_barrier(mem_flags::mem_device); sum` with `sum`
//! note:      The tile lies in device memory, which the threads of a threadgroup see alike after a barrier.

#include <metal_stdlib>
using namespace metal;

kernel void pipeline(device const uint *data [[buffer(0)]], device uint *stage [[buffer(1)]],
                     constant uint &rounds [[buffer(2)]], device uint *result [[buffer(3)]],
                     uint i [[thread_position_in_grid]], uint local [[thread_position_in_threadgroup]],
                     uint group [[threadgroup_position_in_grid]], uint simdgroup [[simdgroup_index_in_threadgroup]],
                     uint simdgroups [[simdgroups_per_threadgroup]], uint lane [[thread_index_in_simdgroup]],
                     uint width [[threads_per_simdgroup]])
{
    device uint *tiles = stage + group * 128;
    uint sum = 0;
    for (uint round = 0; round < rounds; round++) {
        device uint *tile = tiles + round % 2 * 64;
        if (simdgroup == simdgroups - 1 - round % simdgroups) {
            for (uint k = lane; k < 64; k += width)
                tile[k] = data[(group * 1024 + round * 64 + k) % 4096];
        }
        threadgroup_barrier(mem_flags::mem_device);
        sum += tile[(local + round) % 64];
    }
    result[i] = sum;
}
