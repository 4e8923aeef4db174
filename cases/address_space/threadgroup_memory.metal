//! title:     Threadgroup memory is shared in a threadgroup and by no other: scalars, vectors, arrays and structs
//! verifies:  addrspace.threadgroup.shared addrspace.threadgroup.separate addrspace.threadgroup.variables
//!            addrspace.threadgroup.lifetime coherence.threadgroup_memory
//! dispatch:  groups 40, threadgroup 64
//! in:        data uint[2560] = random
//! out:       neighbour uint[2560]
//! out:       group uint[2560]
//! out:       mixed uint[2560]
//! expect:    neighbour = group_rotated(data, 1)
//! expect:    group = threadgroup_position_in_grid()
//! expect:    mixed = threadgroup_position_in_grid()
//! mutant:    addrspace.threadgroup.shared addrspace.threadgroup.variables | replace `slot[(local + 1) % 64]`
//!            with `slot[local]`
//! mutant:    addrspace.threadgroup.separate addrspace.threadgroup.lifetime | replace `number = id`
//!            with `number = id / 2`
//! mutant:    coherence.threadgroup_memory | replace `state.count + wide.y` with `state.count + wide.x`

#include <metal_stdlib>
using namespace metal;

struct shared_state {
    bool ready;
    ushort count;
    uchar letter[4];
};

kernel void exchange(device const uint *data [[buffer(0)]], device uint *neighbour [[buffer(1)]],
                     device uint *group [[buffer(2)]], device uint *mixed [[buffer(3)]],
                     uint i [[thread_position_in_grid]], uint local [[thread_position_in_threadgroup]],
                     uint id [[threadgroup_position_in_grid]])
{
    threadgroup uint slot[64];
    threadgroup uint number;
    threadgroup float2 wide;
    threadgroup shared_state state;
    slot[local] = data[i];
    if (local == 63) {
        number = id;
        wide = float2(7, 0);
        state.ready = true;
        state.count = id;
        state.letter[3] = 1;
    }
    threadgroup_barrier(mem_flags::mem_threadgroup);
    neighbour[i] = slot[(local + 1) % 64];
    group[i] = number;
    mixed[i] = state.ready && state.letter[3] ? state.count + wide.y : ~0u;
}
