//! title:     Program scope variables with an attribute hold the value of the thread that reads them
//! verifies:  global.builtin
//! requires:  msl 3.1, feature nonuniform_threadgroups
//! dispatch:  threads 100 x 3, threadgroup 32 x 2
//! out:       position uint2[300]
//! out:       local uint2[300]
//! out:       lane uint[300]
//! expect:    position = thread_position_in_grid()
//! expect:    local = thread_position_in_threadgroup()
//! expect:    lane = thread_index_in_simdgroup()
//! mutant:    global.builtin | replace `position[i] = at` with `position[i] = in_group`
//! mutant:    global.builtin | replace `local[i] = in_group` with `local[i] = at`
//! mutant:    global.builtin | replace `lane[i] = lane_index` with `lane[i] = i % 32`

#include <metal_stdlib>
using namespace metal;

uint2 at [[thread_position_in_grid]];
uint2 grid [[threads_per_grid]];
uint2 in_group [[thread_position_in_threadgroup]];
uint lane_index [[thread_index_in_simdgroup]];

static uint here()
{
    return at.x + grid.x * at.y;
}

kernel void store(device uint2 *position [[buffer(0)]], device uint2 *local [[buffer(1)]],
                  device uint *lane [[buffer(2)]])
{
    const uint i = here();
    position[i] = at;
    local[i] = in_group;
    lane[i] = lane_index;
}
