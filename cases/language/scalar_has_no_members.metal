//! title:     A scalar has no component x
//! verifies:  err.d.partial.scalarmember
//! reject:
//! grade:     inferred
//! control:   replace `group.x` with `group`

#include <metal_stdlib>
using namespace metal;

kernel void number_groups(device uint *result [[buffer(0)]], uint group [[threadgroup_position_in_grid]],
                          uint local [[thread_position_in_threadgroup]])
{
    if (local == 0)
        result[group.x] = group; // reject
}
