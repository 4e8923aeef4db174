//! title:     Float additions and subtractions of many threads: whole numbers are exact, others within their roundings
//! verifies:  atomic.fetch_add.float.device atomic.fetch_sub.float.device atomic.template.float c.atomic.float.add
//! requires:  msl 3.0, feature atomic_float
//! for:       (FETCH, SIGN) in (atomic_fetch_add_explicit, 1) (atomic_fetch_sub_explicit, -1)
//! subcases:  DATA in random iota
//! dispatch:  groups 5, threadgroup 200
//! in:        data float[1000] = DATA
//! inout:     cell float[1] = zeros
//! expect:    cell = share_sum(data, 0, SIGN)
//! mutant:    c.atomic.float.add atomic.template.float | replace `cell, data[i],` with `cell, data[i] + float(i % 500
//!            == 0),` | for FETCH=atomic_fetch_add_explicit
//! mutant:    atomic.fetch_sub.float.device | replace `cell, data[i],` with `cell, data[i] + float(i % 500 == 0),`
//!            | for FETCH=atomic_fetch_sub_explicit
//! mutant:    atomic.fetch_add.float.device | replace `FETCH(cell, data[i], memory_order_relaxed);` with `const float
//!            old = atomic_load_explicit(cell, memory_order_relaxed); threadgroup_barrier(mem_flags::mem_none);
//!            atomic_store_explicit(cell, old + data[i], memory_order_relaxed);` | for FETCH=atomic_fetch_add_explicit

#include <metal_stdlib>
using namespace metal;

kernel void add(device const float *data [[buffer(0)]], device atomic_float *cell [[buffer(1)]],
                uint i [[thread_position_in_grid]])
{
    FETCH(cell, data[i], memory_order_relaxed);
}
