//! title:     Two threadgroup arguments sized by the host have their own memory, usable to the last element
//! verifies:  c.tgmem.host
//! subcases:  (A, B) in (1, 1) (4, 100) (1000, 3) (2048, 2048)
//! dispatch:  groups 2, threadgroup 64
//! threadgroup: 0 4 * A
//! threadgroup: 1 4 * B
//! out:       result uint[2 * (A + B)]
//! in:        sizes uint2 = A, B
//! expect:    result = own_numbers(A, B)
//! mutant:    c.tgmem.host | replace `b[k] = 1000000 + k;` with `a[k % sizes.x] = 1000000 + k;`

#include <metal_stdlib>
using namespace metal;

kernel void fill_both(device uint *result [[buffer(0)]], constant uint2 &sizes [[buffer(1)]],
                      threadgroup uint *a [[threadgroup(0)]], threadgroup uint *b [[threadgroup(1)]],
                      uint local [[thread_position_in_threadgroup]], uint group [[threadgroup_position_in_grid]],
                      uint threads [[threads_per_threadgroup]])
{
    for (uint k = local; k < sizes.x; k += threads)
        a[k] = k;
    for (uint k = local; k < sizes.y; k += threads)
        b[k] = 1000000 + k;
    threadgroup_barrier(mem_flags::mem_threadgroup);
    device uint *out = result + group * (sizes.x + sizes.y);
    for (uint k = local; k < sizes.x + sizes.y; k += threads)
        out[k] = k < sizes.x ? a[k] : b[k - sizes.x];
}
