//! title:     The functions that move data in a SIMD-group exist since Metal 2.0
//! verifies:  simd.availability
//! requires:  feature simd_permute
//! msl:       2.0
//! dispatch:  groups simd_width, threadgroup 2 * simd_width
//! in:        data uint[threads] = random
//! in:        delta ushort[groups] = iota
//! out:       above uint[threads]
//! out:       below uint[threads]
//! out:       partner uint[threads]
//! expect:    above = simd_shuffle_down(data, delta)
//! expect:    below = simd_shuffle_up(data, delta)
//! expect:    partner = simd_shuffle_xor(data, delta)
//! mutant:    simd.availability | replace `simd_shuffle_down(data[i], delta[group])` with `data[i]`
//! mutant:    simd.availability | replace `simd_shuffle_up(data[i], delta[group])` with `simd_broadcast(data[i], 0)`
//! mutant:    simd.availability | replace `simd_shuffle_xor(data[i], delta[group])` with `simd_shuffle(data[i], 0)`

#include <metal_stdlib>
using namespace metal;

kernel void transfer(device const uint *data [[buffer(0)]], device const ushort *delta [[buffer(1)]],
                 device uint *above [[buffer(2)]], device uint *below [[buffer(3)]], device uint *partner [[buffer(4)]],
                 uint i [[thread_position_in_grid]], uint group [[threadgroup_position_in_grid]])
{
    above[i] = simd_shuffle_down(data[i], delta[group]);
    below[i] = simd_shuffle_up(data[i], delta[group]);
    partner[i] = simd_shuffle_xor(data[i], delta[group]);
}
