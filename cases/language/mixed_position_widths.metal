//! title:     Vector-typed position attributes of a kernel have the same number of components
//! verifies:  kattr.rule.vector_width
//! reject:
//! grade:     rule stated
//! control:   replace `uint3 grid` with `uint2 grid`

#include <metal_stdlib>
using namespace metal;

kernel void place(device uint *data [[buffer(0)]], uint2 at [[thread_position_in_grid]],
                  uint3 grid [[threads_per_grid]]) // reject
{
    data[at.y * grid.x + at.x] = at.x;
}
