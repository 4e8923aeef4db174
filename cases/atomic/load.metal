//! title:     Atomic load returns what the host or another thread has put there, through pointers to const, too
//! verifies:  atomic.load.device atomic.load.threadgroup
//! requires:  msl 2.4
//! for:       T in int uint bool; (SPACE, CELLS) in (device, cells) (threadgroup, local_cells)
//! dispatch:  groups 2, threadgroup 100
//! inout:     cells T[200] = random
//! out:       loaded T[200]
//! expect:    cells = same cells
//! expect:    loaded = group_rotated(cells, 33)
//! mutant:    atomic.load.device | replace `(local + 33) % 100` with `(local + 34) % 100` | for SPACE=device
//! mutant:    atomic.load.threadgroup | replace `(local + 33) % 100` with `(local + 34) % 100` | for SPACE=threadgroup

#include <metal_stdlib>
using namespace metal;

kernel void load(device const atomic<T> *all [[buffer(0)]], device T *loaded [[buffer(1)]],
                 uint i [[thread_position_in_grid]], uint local [[thread_position_in_threadgroup]])
{
    threadgroup atomic<T> local_cells[100];
    device const atomic<T> *cells = all + (i - local);
    atomic_store_explicit(&local_cells[local], atomic_load_explicit(&all[i], memory_order_relaxed),
                          memory_order_relaxed);
    threadgroup_barrier(mem_flags::mem_threadgroup);
    const SPACE atomic<T> *from = CELLS;
    loaded[i] = atomic_load_explicit(&from[(local + 33) % 100], memory_order_relaxed);
}
