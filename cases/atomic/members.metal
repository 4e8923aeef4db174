//! title:     Atomic objects are members of structures and elements of arrays, beside plain ones that stay as they are
//! verifies:  atomic.members atomic.elements
//! requires:  msl 2.0
//! dispatch:  count(records, counts): groups 4, threadgroup 64
//! inout:     records uint[24] = iota(1000)
//! out:       counts uint[20]
//! expect:    records = values 1000 1257 1002 1003 1068 1069 1070 1071 1008 1009 1010 1011
//!            1012 1269 1014 1015 1080 1081 1082 1083 1020 1021 1022 1023
//! expect:    counts = values 64 32 16 16 7 64 32 16 16 7 64 32 16 16 7 64 32 16 16 7
//! mutant:    atomic.members | replace `&records[i % 2].total` with `&records[0].total`
//! mutant:    atomic.members | replace `&shared.total, 1, m` with `&shared.parts[0], 1, m`
//! mutant:    atomic.elements | replace `&records[i % 2].parts[i / 2 % 4]` with `&records[i % 2].parts[0]`
//! mutant:    atomic.elements | replace `&shared.parts[local % 4 < 2 ? 0 : local % 4 - 1]` with `&shared.parts[0]`

#include <metal_stdlib>
using namespace metal;

struct record {
    uint before[1];
    atomic_uint total;
    uint between[2];
    atomic_uint parts[4];
    uint after[4];
};

struct group_record {
    atomic_uint total;
    atomic_uint parts[3];
    uint plain;
};

kernel void count(device record *records [[buffer(0)]], device uint *counts [[buffer(1)]],
                  uint i [[thread_position_in_grid]], uint local [[thread_position_in_threadgroup]],
                  uint group [[threadgroup_position_in_grid]])
{
    threadgroup group_record shared;
    if (local == 0) {
        atomic_store_explicit(&shared.total, 0, memory_order_relaxed);
        for (uint k = 0; k < 3; k++)
            atomic_store_explicit(&shared.parts[k], 0, memory_order_relaxed);
        shared.plain = 7;
    }
    threadgroup_barrier(mem_flags::mem_threadgroup);
    atomic_fetch_add_explicit(&records[i % 2].total, 2, memory_order_relaxed);
    atomic_fetch_add_explicit(&records[i % 2].parts[i / 2 % 4], 2, memory_order_relaxed);
    atomic_fetch_add_explicit(&shared.total, 1, memory_order_relaxed);
    atomic_fetch_add_explicit(&shared.parts[local % 4 < 2 ? 0 : local % 4 - 1], 1, memory_order_relaxed);
    threadgroup_barrier(mem_flags::mem_threadgroup);
    if (local == 0) {
        counts[5 * group] = atomic_load_explicit(&shared.total, memory_order_relaxed);
        for (uint k = 0; k < 3; k++)
            counts[5 * group + 1 + k] = atomic_load_explicit(&shared.parts[k], memory_order_relaxed);
        counts[5 * group + 4] = shared.plain;
    }
}
