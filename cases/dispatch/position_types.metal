//! title:     Positions and sizes come in one, two or three components of ushort or uint
//! verifies:  kattr.thread_position_in_grid kattr.threads_per_grid kattr.threadgroup_position_in_grid
//!            kattr.thread_position_in_threadgroup kattr.threads_per_threadgroup kattr.threadgroups_per_grid
//! requires:  feature nonuniform_threadgroups
//! for:       (T, Y, Z) in (ushort, 1, 1) (ushort2, 6, 1) (ushort3, 6, 4) (uint, 1, 1) (uint2, 6, 1) (uint3, 6, 4)
//! dispatch:  threads 45 x Y x Z, threadgroup 8 x min(Y, 4) x min(Z, 3)
//! out:       position T[45 * Y * Z]
//! out:       size T[45 * Y * Z]
//! out:       group T[45 * Y * Z]
//! out:       local T[45 * Y * Z]
//! out:       actual T[45 * Y * Z]
//! out:       count T[45 * Y * Z]
//! expect:    position = thread_position_in_grid()
//! expect:    size = threads_per_grid()
//! expect:    group = threadgroup_position_in_grid()
//! expect:    local = thread_position_in_threadgroup()
//! expect:    actual = threads_per_threadgroup()
//! expect:    count = threadgroups_per_grid()
//! mutant:    kattr.thread_position_in_grid | replace `position[i] = at` with `position[i] = in_group`
//! mutant:    kattr.threads_per_grid | replace `size[i] = grid` with `size[i] = threads`
//! mutant:    kattr.threadgroup_position_in_grid | replace `group[i] = of_group` with `group[i] = at`
//! mutant:    kattr.thread_position_in_threadgroup | replace `local[i] = in_group` with `local[i] = at`
//! mutant:    kattr.threads_per_threadgroup | replace `actual[i] = threads` with `actual[i] = grid`
//! mutant:    kattr.threadgroups_per_grid | replace `count[i] = groups` with `count[i] = of_group`

#include <metal_stdlib>
using namespace metal;

static uint index(ushort at, ushort grid) { return at; }
static uint index(uint at, uint grid) { return at; }
static uint index(uint2 at, uint2 grid) { return at.x + grid.x * at.y; }
static uint index(ushort2 at, ushort2 grid) { return at.x + grid.x * at.y; }
static uint index(uint3 at, uint3 grid) { return at.x + grid.x * (at.y + grid.y * at.z); }
static uint index(ushort3 at, ushort3 grid) { return at.x + grid.x * (at.y + grid.y * at.z); }

kernel void store(device T *position [[buffer(0)]], device T *size [[buffer(1)]], device T *group [[buffer(2)]],
                  device T *local [[buffer(3)]], device T *actual [[buffer(4)]], device T *count [[buffer(5)]],
                  T at [[thread_position_in_grid]], T grid [[threads_per_grid]],
                  T of_group [[threadgroup_position_in_grid]], T in_group [[thread_position_in_threadgroup]],
                  T threads [[threads_per_threadgroup]], T groups [[threadgroups_per_grid]])
{
    const uint i = index(at, grid);
    position[i] = at;
    size[i] = grid;
    group[i] = of_group;
    local[i] = in_group;
    actual[i] = threads;
    count[i] = groups;
}
