//! title:     simd_broadcast takes no bool; as a number it passes
//! verifies:  kb18
//! requires:  msl 2.0, feature simd_permute
//! reject:    simd_broadcast bool matching
//! grade:     inferred
//! control:   replace `simd_broadcast(data[i] != 0, 0)` with `simd_broadcast(ushort(data[i] != 0), 0)`

#include <metal_stdlib>
using namespace metal;

kernel void refused(device const uint *data [[buffer(0)]], device uint *result [[buffer(1)]],
                    uint i [[thread_position_in_grid]])
{
    result[i] = simd_broadcast(data[i] != 0, 0); // reject
}
