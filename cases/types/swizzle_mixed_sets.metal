//! title:     One swizzle names components either by xyzw or by rgba
//! verifies:  vector.swizzle.reject.mixed_sets
//! for:       LETTERS in xg ryz xyzg
//! reject:
//! grade:     error stated
//! control:   replace `.LETTERS[0]` with `.rg[0]`

#include <metal_stdlib>
using namespace metal;

kernel void pick(device float4 *data [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    float4 value = data[i];
    data[i].x = value.LETTERS[0]; // reject
}
