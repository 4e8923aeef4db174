//! title:     Three threadgroup arguments and two declared variables have memory of their own, as far as each goes
//! verifies:  addrspace.threadgroup.arguments_beside
//! requires:  msl 2.0
//! subcases:  (A, B, C) in (1, 1, 1) (3, 64, 5) (100, 16, 2048)
//! dispatch:  groups 3, threadgroup 64
//! threadgroup: 0 16 * A
//! threadgroup: 1 4 * B
//! threadgroup: 4 2 * C
//! in:        sizes uint3 = A, B, C
//! out:       wrong uint[3]
//! expect:    wrong = values 0 0 0
//! mutant:    addrspace.threadgroup.arguments_beside | replace `own[k] = 4000000 + k` with `((threadgroup uint *)a)[k % (4 * sizes.x)] = 4000000 + k`
//! mutant:    addrspace.threadgroup.arguments_beside | replace `b[k] = 2000000 + k` with `((threadgroup uint *)a)[k % (4 * sizes.x)] = 2000000 + k`
//! mutant:    addrspace.threadgroup.arguments_beside | replace `c[k] = ushort(k + 7)` with `((threadgroup ushort *)b)[k % (2 * sizes.y)] = ushort(k + 7)`

#include <metal_stdlib>
using namespace metal;

kernel void fill(constant uint3 &sizes [[buffer(0)]], device uint *wrong [[buffer(1)]],
                 threadgroup uint4 *a [[threadgroup(0)]], threadgroup uint *b [[threadgroup(1)]],
                 threadgroup ushort *c [[threadgroup(4)]], uint local [[thread_position_in_threadgroup]],
                 uint group [[threadgroup_position_in_grid]])
{
    threadgroup uint own[100];
    threadgroup atomic_uint bad;
    for (uint k = local; k < sizes.x; k += 64)
        a[k] = uint4(1000000 + k, 1, 2, 3);
    for (uint k = local; k < sizes.y; k += 64)
        b[k] = 2000000 + k;
    for (uint k = local; k < sizes.z; k += 64)
        c[k] = ushort(k + 7);
    for (uint k = local; k < 100; k += 64)
        own[k] = 4000000 + k;
    if (local == 0)
        atomic_store_explicit(&bad, 0, memory_order_relaxed);
    threadgroup_barrier(mem_flags::mem_threadgroup);
    uint found = 0;
    for (uint k = 63 - local; k < sizes.x; k += 64)
        found += any(a[k] != uint4(1000000 + k, 1, 2, 3));
    for (uint k = 63 - local; k < sizes.y; k += 64)
        found += b[k] != 2000000 + k;
    for (uint k = 63 - local; k < sizes.z; k += 64)
        found += c[k] != k + 7;
    for (uint k = 63 - local; k < 100; k += 64)
        found += own[k] != 4000000 + k;
    atomic_fetch_add_explicit(&bad, found, memory_order_relaxed);
    threadgroup_barrier(mem_flags::mem_threadgroup);
    if (local == 0)
        wrong[group] = atomic_load_explicit(&bad, memory_order_relaxed);
}
