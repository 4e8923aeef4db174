//! title:     What some lanes of each row of a threadgroup store leaves the elements of the others as they are
//! verifies:  simd.active_definition
//! requires:  msl 2.2
//! for:       T in uchar half int float3 long2
//! subcases:  (W, H) in (8, 16) (16, 4) (32, 2) (8, 8)
//! dispatch:  fill(data, filled): threads W x H, threadgroup W x H
//! dispatch:  fill_rest(data, filled): threads W x H, threadgroup W x H
//! in:        data T[W * 2 * H] = integers(1, 100)
//! inout:     filled T[W * 2 * H] = zeros
//! expect:    filled = same data
//! mutant:    simd.active_definition | replace `(x * 5 + y * 3) % 7 >= 3` with `(x * 5 + y * 3) % 7 >= 4`

#include <metal_stdlib>
using namespace metal;

/* The rows of a threadgroup lie apart in memory, and each has other lanes that store. */
kernel void fill(device const T *data [[buffer(0)]], device T *filled [[buffer(1)]],
                 uint2 at [[thread_position_in_grid]])
{
    const uint x = at.x, y = at.y;
    if ((x * 5 + y * 3) % 7 < 3)
        filled[y * 2 * W + x] = data[y * 2 * W + x];
    else
        filled[y * 2 * W + W + x] = data[y * 2 * W + W + x];
}

kernel void fill_rest(device const T *data [[buffer(0)]], device T *filled [[buffer(1)]],
                      uint2 at [[thread_position_in_grid]])
{
    const uint x = at.x, y = at.y;
    if ((x * 5 + y * 3) % 7 >= 3)
        filled[y * 2 * W + x] = data[y * 2 * W + x];
    else
        filled[y * 2 * W + W + x] = data[y * 2 * W + W + x];
}
