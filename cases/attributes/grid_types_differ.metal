//! title:     Position in the grid and its size have one type
//! verifies:  kattr.rule.grid_types_match
//! reject:
//! grade:     rule stated
//! control:   replace `ushort b` with `uint b`

#include <metal_stdlib>
using namespace metal;

kernel void store(device uint *result [[buffer(0)]], uint a [[thread_position_in_grid]],
                  ushort b [[threads_per_grid]]) // reject
{
    result[0] = uint(a) + uint(b);
}
