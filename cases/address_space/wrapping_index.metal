//! title:     An index of uint wraps in 32 bits before it reaches the pointer; one of ulong does not
//! verifies:  kb37
//! requires:  msl 2.2
//! dispatch:  threads 2, threadgroup 2
//! in:        data uint[8] = iota(10)
//! in:        stride uint = 0x40000001
//! out:       result uint[2]
//! out:       high uint[2]
//! expect:    result = values 10 14
//! expect:    high = values 0 1
//! mutant:    kb37 | replace `data[i * 4u * stride]` with `data[i * 4u * stride + 1u]`
//! mutant:    kb37 | replace `ulong(i * 4u) * stride` with `ulong(i * 4u * stride)`

#include <metal_stdlib>
using namespace metal;

kernel void look_up(device const uint *data [[buffer(0)]], constant uint &stride [[buffer(1)]],
                    device uint *result [[buffer(2)]], device uint *high [[buffer(3)]],
                    uint i [[thread_position_in_grid]])
{
    result[i] = data[i * 4u * stride];
    high[i] = uint(ulong(i * 4u) * stride >> 32);
}
