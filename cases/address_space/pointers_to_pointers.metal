//! title:     Pointers to pointers and arrays of device pointers are followed, each thread its own, from any memory
//! verifies:  addrspace.pointers_to_pointers addrspace.pointer_arrays
//! requires:  msl 2.0
//! dispatch:  threads 8, threadgroup 4
//! in:        a int[8] = iota(100)
//! in:        b int[8] = iota(200)
//! in:        c int[8] = iota(300)
//! out:       chosen int[8]
//! out:       shared int[8]
//! out:       followed int[8]
//! out:       stored int[8]
//! expect:    chosen = values 100 201 302 103 204 305 106 207
//! expect:    shared = values 103 302 201 100 207 106 305 204
//! expect:    followed = values 202 303 104 205 306 107 200 301
//! expect:    stored = values 3 2 1 0 7 6 5 4
//! mutant:    addrspace.pointer_arrays | replace `chosen[i] = lists[i % 3][i]` with `chosen[i] = lists[0][i]`
//! mutant:    addrspace.pointer_arrays | replace `table[3 - local][` with `table[local][`
//! mutant:    addrspace.pointer_arrays | replace `places[local] = &stored[i]` with `places[3 - local] = &stored[i]`
//! mutant:    addrspace.pointers_to_pointers | replace `next(&at, lists)` with `next(&other, lists)`
//! mutant:    addrspace.pointers_to_pointers | replace `**deep += 2` with `**deep += 1`

#include <metal_stdlib>
using namespace metal;

static void next(device const int *thread *thread *at, device const int *thread *first)
{
    *at = *at + 1 == first + 3 ? first : *at + 1;
}

kernel void follow(device const int *a [[buffer(0)]], device const int *b [[buffer(1)]],
                   device const int *c [[buffer(2)]], device int *chosen [[buffer(3)]], device int *shared [[buffer(4)]],
                   device int *followed [[buffer(5)]], device int *stored [[buffer(6)]],
                   uint i [[thread_position_in_grid]], uint local [[thread_position_in_threadgroup]])
{
    device const int *threadgroup table[4];
    device int *threadgroup places[4];
    device const int *lists[3] = {a, b, c};
    chosen[i] = lists[i % 3][i];

    table[local] = lists[i % 3];
    places[local] = &stored[i];
    threadgroup_barrier(mem_flags::mem_threadgroup);
    shared[i] = table[3 - local][i - local + 3 - local];
    *places[3 - local] = i;

    device const int *thread *at = lists + i % 3, *thread *other = lists;
    next(&at, lists);
    int place = i;
    thread int *direct = &place;
    thread int *thread *deep = &direct;
    **deep += 2;
    followed[i] = (*at)[place % 8];
}
