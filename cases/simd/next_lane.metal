//! title:     Each lane reads the next one, the last the first, at whatever width the device has
//! verifies:  err.d.shuffle32 c.shuffle.wrap
//! requires:  msl 2.0, feature simd_permute
//! dispatch:  groups 3, threadgroup 4 * simd_width
//! in:        data uint[threads] = random
//! out:       result uint[threads]
//! expect:    result = simd_shuffle_rotate_down(data, 1)
//! mutant:    err.d.shuffle32 | replace `(lane + 1) % width` with `(lane + 1) % 16`
//! mutant:    c.shuffle.wrap | replace `(lane + 1) % width` with `min(lane + 1, width - 1)`
//! note:      The usual `(lane + 1) % 32` names lanes that belong to nobody where SIMD-groups are narrower.

#include <metal_stdlib>
using namespace metal;

kernel void rotate(device const uint *data [[buffer(0)]], device uint *result [[buffer(1)]],
                   uint i [[thread_position_in_grid]], ushort lane [[thread_index_in_simdgroup]],
                   ushort width [[threads_per_simdgroup]])
{
    result[i] = simd_shuffle(data[i], (lane + 1) % width);
}
