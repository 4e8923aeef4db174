//! title:     Atomic store replaces the value: an object of one thread holds its value, a shared one somebody's
//! verifies:  atomic.store.device atomic.store.threadgroup
//! requires:  msl 2.4
//! for:       T in int uint bool; (SPACE, CELL, SHARED) in (device, &cells[i], &shared[0])
//!            (threadgroup, &local_cells[i], &local_shared)
//! dispatch:  threads 200, threadgroup 200
//! in:        data T[200] = random
//! inout:     cells T[200] = zeros
//! inout:     shared T[1] = zeros
//! out:       own T[200]
//! out:       last T[1]
//! expect:    cells = unjudged
//! expect:    shared = unjudged
//! expect:    own = same data
//! expect:    last = any_of(data)
//! mutant:    atomic.store.device | replace `atomic_store_explicit(cell, data[i],`
//!            with `atomic_store_explicit(cell, data[i ^ 1],` | for SPACE=device
//! mutant:    atomic.store.threadgroup | replace `atomic_store_explicit(cell, data[i],`
//!            with `atomic_store_explicit(cell, data[i ^ 1],` | for SPACE=threadgroup

#include <metal_stdlib>
using namespace metal;

kernel void store(device const T *data [[buffer(0)]], device atomic<T> *cells [[buffer(1)]],
                  device atomic<T> *shared [[buffer(2)]], device T *own [[buffer(3)]], device T *last [[buffer(4)]],
                  uint i [[thread_position_in_threadgroup]])
{
    threadgroup atomic<T> local_cells[200];
    threadgroup atomic<T> local_shared;
    SPACE atomic<T> *cell = CELL;
    atomic_store_explicit(cell, data[i], memory_order_relaxed);
    SPACE atomic<T> *both = SHARED;
    atomic_store_explicit(both, data[i], memory_order_relaxed);
    own[i] = atomic_load_explicit(cell, memory_order_relaxed);
    threadgroup_barrier(mem_flags::mem_device | mem_flags::mem_threadgroup);
    if (i == 0)
        last[0] = atomic_load_explicit(both, memory_order_relaxed);
}
