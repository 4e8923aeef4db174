//! title:     An assignment copies each byte of a structure and no other, whatever its size
//! verifies:  ops.assign.cxx
//! requires:  msl 2.0
//! for:       SIZE in 1 2 3 5 6 7 9 15 17 31 67 259 1030 4099
//! dispatch:  copy(data, order, first): threads 4, threadgroup 4
//! dispatch:  through(data, order, second): threads 4, threadgroup 4
//! in:        data uchar[SIZE * 4] = random
//! in:        order uint[4] = values 2 0 3 1
//! out:       first uchar[SIZE * 4]
//! out:       second uchar[SIZE * 4]
//! expect:    first = same data
//! expect:    second = same data
//! mutant:    ops.assign.cxx | replace `to[k] = from[k];` with `to[k] = from[k ^ 1];`
//! mutant:    ops.assign.cxx | replace `own[slot] = from[k];` with `own[slot] = from[k], own[slot].byte[SIZE - 1] =
//!            0;`
//! note:      From device memory to device memory, and by way of an array of the thread's.

#include <metal_stdlib>
using namespace metal;

struct bytes {
    uchar byte[SIZE];
};

kernel void copy(device const bytes *from [[buffer(0)]], device const uint *order [[buffer(1)]],
                 device bytes *to [[buffer(2)]], uint i [[thread_position_in_grid]])
{
    const uint k = order[i];
    to[k] = from[k];
}

kernel void through(device const bytes *from [[buffer(0)]], device const uint *order [[buffer(1)]],
                    device bytes *to [[buffer(2)]], uint i [[thread_position_in_grid]])
{
    bytes own[2];
    const uint k = order[i], slot = k & 1;
    own[slot ^ 1] = from[0];
    own[slot] = from[k];
    to[k] = own[slot];
}
