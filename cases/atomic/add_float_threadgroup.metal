//! title:     From 4.1 on float additions and subtractions work in threadgroup memory, too
//! verifies:  atomic.fetch_add.float.threadgroup atomic.fetch_sub.float.threadgroup
//! requires:  msl 4.1, feature atomic_float
//! for:       (FETCH, SIGN) in (atomic_fetch_add_explicit, 1) (atomic_fetch_sub_explicit, -1)
//! subcases:  DATA in random iota
//! dispatch:  groups 5, threadgroup 200
//! in:        data float[1000] = DATA
//! out:       sums float[5]
//! expect:    sums = share_sum(data, 0, SIGN)
//! mutant:    atomic.fetch_add.float.threadgroup | replace `&sum, data[i],` with `&sum, data[i] + float(local % 100 ==
//!            0),` | for FETCH=atomic_fetch_add_explicit
//! mutant:    atomic.fetch_sub.float.threadgroup | replace `&sum, data[i],`
//!            with `&sum, data[i] + float(local % 100 == 0),` | for FETCH=atomic_fetch_sub_explicit
//! note:      Store and load of atomic_float are for device memory only; exchange is not, so it starts and ends the sum.

#include <metal_stdlib>
using namespace metal;

kernel void add(device const float *data [[buffer(0)]], device float *sums [[buffer(1)]],
                uint i [[thread_position_in_grid]], uint local [[thread_position_in_threadgroup]],
                uint group [[threadgroup_position_in_grid]])
{
    threadgroup atomic_float sum;
    if (local == 0)
        atomic_exchange_explicit(&sum, 0.0f, memory_order_relaxed);
    threadgroup_barrier(mem_flags::mem_threadgroup);
    FETCH(&sum, data[i], memory_order_relaxed);
    threadgroup_barrier(mem_flags::mem_threadgroup);
    if (local == 0)
        sums[group] = atomic_exchange_explicit(&sum, 0.0f, memory_order_relaxed);
}
