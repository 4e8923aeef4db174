//! title:     A vector of two components has no third
//! verifies:  vector.swizzle.reject.beyond2
//! reject:
//! grade:     error stated
//! control:   replace `pair.z` with `pair.y`

#include <metal_stdlib>
using namespace metal;

kernel void third(device const float2 *data [[buffer(0)]], device float *result [[buffer(1)]],
                  uint i [[thread_position_in_grid]])
{
    const float2 pair = data[i];
    result[i] = pair.z; // reject
}
