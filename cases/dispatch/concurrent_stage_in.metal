//! title:     A barrier orders a dispatch behind the one that writes its stage-in data, or which elements it takes
//! verifies:  kb43
//! requires:  feature nonuniform_threadgroups
//! for:       (WRITES, BARRIER, DATA, ORDER) in (3, buffers, 0, 0) (1, data, 0, 1) (2, order, 1, 0)
//! options:   concurrent, attribute 0 uint data x_indexed, indices order
//! dispatch:  make(data, order): threads 256, threadgroup 64
//! dispatch:  take(data, order, result): threads 256, threadgroup 64, after BARRIER
//! inout:     data uint[256] = iota(1000*DATA, DATA)
//! inout:     order uint[256] = iota(255*ORDER, -ORDER)
//! out:       result uint[256]
//! expect:    data = formula(each(i < 256: 1000 + i))
//! expect:    order = formula(each(i < 256: 255 - i))
//! expect:    result = formula(each(i < 256: 1255 - i))
//! mutant:    kb43 | replace `result[i] = in.number` with `result[i] = in.number ^ 1`
//! mutant:    kb43 | replace `data[i] = 1000 + i` with `data[i] = 1001 + i` | for WRITES=3 WRITES=1
//! mutant:    kb43 | replace `order[i] = 255 - i` with `order[i] = i` | for WRITES=3 WRITES=2
//! note:      The kernel of the second dispatch names neither of the two: the device reads both for it.

#include <metal_stdlib>
using namespace metal;

kernel void make(device uint *data [[buffer(0)]], device uint *order [[buffer(1)]],
                 uint i [[thread_position_in_grid]])
{
    if (WRITES & 1)
        data[i] = 1000 + i;
    if (WRITES & 2)
        order[i] = 255 - i;
}

struct inputs {
    uint number [[attribute(0)]];
};

kernel void take(inputs in [[stage_in]], device uint *result [[buffer(2)]], uint i [[thread_position_in_grid]])
{
    result[i] = in.number;
}
