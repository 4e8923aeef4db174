//! title:     Pointers that data choose differ by elements, with a sign, and compare by their order
//! verifies:  types.scalar.ptrdiff_t
//! requires:  msl 2.3
//! dispatch:  threads 8, threadgroup 8
//! in:        data uint[16] = iota
//! in:        first uint[8] = values 0 5 15 9 3 14 7 2
//! in:        second uint[8] = values 15 2 0 9 4 1 12 3
//! out:       apart long[8]
//! out:       of_group long[8]
//! out:       of_thread long[8]
//! out:       order int[8]
//! out:       walked uint[8]
//! expect:    apart = values -15 3 15 0 -1 13 -5 -1
//! expect:    of_group = values -30 6 30 0 -2 26 -10 -2
//! expect:    of_thread = values 15 -3 -15 0 1 -13 5 1
//! expect:    order = values 1 -1 -1 0 1 -1 1 1
//! expect:    walked = values 105 9 105 0 3 91 45 2
//! mutant:    types.scalar.ptrdiff_t | replace `apart[i] = p - q` with `apart[i] = long(uint(p - q))`
//! mutant:    types.scalar.ptrdiff_t | replace `(pairs + 2 * first[i]) - (pairs + 2 * second[i])` with `p - q`
//! mutant:    types.scalar.ptrdiff_t | replace `&own[second[i]] - &own[first[i]]` with
//!            `&own[first[i]] - &own[second[i]]`
//! mutant:    types.scalar.ptrdiff_t | replace `p < q ? 1` with `p < q ? -1`
//! mutant:    types.scalar.ptrdiff_t | replace `sum += *at` with `sum += at[1]`

#include <metal_stdlib>
using namespace metal;

kernel void measure(device const uint *data [[buffer(0)]], device const uint *first [[buffer(1)]],
                    device const uint *second [[buffer(2)]], device long *apart [[buffer(3)]],
                    device long *of_group [[buffer(4)]], device long *of_thread [[buffer(5)]],
                    device int *order [[buffer(6)]], device uint *walked [[buffer(7)]],
                    uint i [[thread_position_in_grid]])
{
    threadgroup ushort pairs[32];
    float3 own[16];
    device const uint *p = data + first[i], *q = data + second[i];
    apart[i] = p - q;
    of_group[i] = (pairs + 2 * first[i]) - (pairs + 2 * second[i]);
    of_thread[i] = &own[second[i]] - &own[first[i]];
    order[i] = p < q ? 1 : p > q ? -1 : 0;
    uint sum = 0;
    device const uint *end = p < q ? q : p;
    for (device const uint *at = p < q ? p : q; at != end; at++)
        sum += *at;
    walked[i] = sum;
}
