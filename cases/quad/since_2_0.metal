//! title:     The quad-group functions that move data from lane to lane exist since Metal 2.0
//! verifies:  quad.availability
//! requires:  feature quad_permute
//! msl:       2.0
//! dispatch:  groups 4, threadgroup 64
//! in:        data uint[threads] = random
//! in:        delta ushort[groups] = iota
//! out:       above uint[threads]
//! out:       below uint[threads]
//! out:       partner uint[threads]
//! out:       named uint[threads]
//! expect:    above = quad_shuffle_down(data, delta)
//! expect:    below = quad_shuffle_up(data, delta)
//! expect:    partner = quad_shuffle_xor(data, delta)
//! expect:    named = quad_broadcast(data, delta)
//! mutant:    quad.availability | replace `quad_shuffle_down(data[i], delta[group])` with `data[i]`
//! mutant:    quad.availability | replace `quad_shuffle_up(data[i], delta[group])` with `quad_broadcast(data[i], 0)`
//! mutant:    quad.availability | replace `quad_shuffle_xor(data[i], delta[group])` with `quad_shuffle(data[i], 0)`
//! mutant:    quad.availability | replace `quad_broadcast(data[i], delta[group])` with `data[i]`
//! note:      Section 6.10.3 begins with 2.1 for macOS, its table has 2.0 for these: the entry of each function counts, and Apple's
//!            library has them since 2.0 (toolchain 32023.883).

#include <metal_stdlib>
using namespace metal;

kernel void transfer(device const uint *data [[buffer(0)]], device const ushort *delta [[buffer(1)]],
                     device uint *above [[buffer(2)]], device uint *below [[buffer(3)]],
                     device uint *partner [[buffer(4)]], device uint *named [[buffer(5)]],
                     uint i [[thread_position_in_grid]], uint group [[threadgroup_position_in_grid]])
{
    above[i] = quad_shuffle_down(data[i], delta[group]);
    below[i] = quad_shuffle_up(data[i], delta[group]);
    partner[i] = quad_shuffle_xor(data[i], delta[group]);
    named[i] = quad_broadcast(data[i], delta[group]);
}
