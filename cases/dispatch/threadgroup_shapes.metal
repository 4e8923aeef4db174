//! title:     What a thread makes of its position alone is the same in threadgroups of any shape
//! verifies:  c.tg.common
//! requires:  feature nonuniform_threadgroups
//! subcases:  (TX, TY, TZ) in (64, 1, 1) (128, 1, 1) (256, 1, 1) (16, 16, 1) (32, 8, 1) (8, 32, 1) (8, 8, 1) (4, 4, 4)
//!            (8, 4, 2)
//! dispatch:  threads 264 x 34 x 5, threadgroup TX x TY x TZ
//! in:        data uint[threads] = random
//! out:       result uint[threads]
//! expect:    result = same data
//! mutant:    c.tg.common | replace `thread_position_in_grid` with `thread_position_in_threadgroup`

#include <metal_stdlib>
using namespace metal;

kernel void copy(device const uint *data [[buffer(0)]], device uint *result [[buffer(1)]],
                 uint3 at [[thread_position_in_grid]], uint3 grid [[threads_per_grid]])
{
    const uint i = at.x + grid.x * (at.y + grid.y * at.z);
    result[i] = data[i];
}
