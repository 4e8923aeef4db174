//! title:     Two arguments may be the same buffer: a store through one is seen by a load through the other
//! verifies:  lang.statements
//! requires:  msl 2.0
//! dispatch:  pass_on(data, data, seen): threads 64, threadgroup 64
//! inout:     data uint[64] = iota(5)
//! out:       seen uint[64]
//! expect:    data = counted(1005, 1)
//! expect:    seen = values 1000 …
//! mutant:    lang.statements | replace `after = from[i]` with `after = before`

#include <metal_stdlib>
using namespace metal;

kernel void pass_on(device const uint *from [[buffer(0)]], device uint *to [[buffer(1)]],
                    device uint *seen [[buffer(2)]], uint i [[thread_position_in_grid]])
{
    const uint before = from[i];
    to[i] = before + 1000;
    const uint after = from[i];
    seen[i] = after - before;
}
