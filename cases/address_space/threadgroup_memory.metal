//! title:     Threadgroup memory is shared in a threadgroup and by no other: scalars, vectors, arrays and structs
//! verifies:  addrspace.threadgroup.shared addrspace.threadgroup.separate addrspace.threadgroup.lifetime
//!            coherence.threadgroup_memory kb19
//! dispatch:  groups 40, threadgroup 64
//! in:        data uint[2560] = random
//! out:       neighbour uint[2560]
//! out:       group uint[2560]
//! out:       mixed uint[2560]
//! out:       odd uint[2560]
//! expect:    neighbour = group_rotated(data, 1)
//! expect:    group = threadgroup_position_in_grid()
//! expect:    mixed = threadgroup_position_in_grid()
//! expect:    odd = threadgroup_position_in_grid()
//! mutant:    addrspace.threadgroup.shared | replace `slot[(local + 1) % 64]` with `slot[local]`
//! mutant:    addrspace.threadgroup.separate | replace `number = id` with `number = id / 2`
//! mutant:    coherence.threadgroup_memory | replace `state.count + wide.y` with `state.count + wide.x`
//! mutant:    addrspace.threadgroup.lifetime | replace `if (local == 63)` with `if (local == 63 && id == 0)`
//! mutant:    kb19 | replace `wide = float2(7, id);` with `wide.x = 7;`

#include <metal_stdlib>
using namespace metal;

struct shared_state {
    bool ready;
    ushort count;
    uchar letter[4];
};

kernel void exchange(device const uint *data [[buffer(0)]], device uint *neighbour [[buffer(1)]],
                     device uint *group [[buffer(2)]], device uint *mixed [[buffer(3)]], device uint *odd [[buffer(4)]],
                     uint i [[thread_position_in_grid]], uint local [[thread_position_in_threadgroup]],
                     uint id [[threadgroup_position_in_grid]])
{
    threadgroup uint slot[64];
    threadgroup uint number;
    threadgroup float2 wide;
    threadgroup shared_state state;
    threadgroup uchar three[3];
    threadgroup bool one;
    threadgroup ushort seven[7];
    threadgroup uchar five[5];
    threadgroup uint behind;
    slot[local] = data[i];
    if (local == 63) {
        number = id;
        wide = float2(7, id);
        state.ready = true;
        state.count = id;
        state.letter[3] = 1;
    }
    if (local < 3)
        three[local] = local + id;
    if (local < 7)
        seven[local] = 100 + local;
    if (local < 5)
        five[local] = 200 + local;
    if (local == 9)
        one = true;
    if (local == 10)
        behind = id;
    threadgroup_barrier(mem_flags::mem_threadgroup);
    neighbour[i] = slot[(local + 1) % 64];
    group[i] = number;
    mixed[i] = state.ready && state.letter[3] ? state.count + wide.y - id : ~0u;
    bool intact = one;
    for (uint k = 0; k < 7; k++)
        intact = intact && (k > 2 || three[k] == k + id) && seven[k] == 100 + k && (k > 4 || five[k] == 200 + k);
    odd[i] = intact ? behind : ~0u;
}
