//! title:     What is computed of a thread's position is of its own: sums, masks, narrower numbers, orders, elements
//! verifies:  ops.unsigned.modulo ops.relational.scalar convert.static_cast.int_to_int
//! requires:  msl 2.0, feature nonuniform_threadgroups
//! subcases:  (W, H, GW, GH) in (128, 1, 32, 1) (100, 1, 64, 1) (48, 5, 16, 4) (40, 3, 8, 3) (64, 2, 32, 2)
//! dispatch:  compute(data, sums, narrow, orders, found, placed, kind, more): threads W x H, threadgroup GW x GH
//! in:        data uint[256] = random
//! out:       sums uint4[W * H]
//! out:       narrow int4[W * H]
//! out:       orders uint[W * H]
//! out:       found uint4[W * H]
//! out:       placed uint2[W * H]
//! in:        kind uint[1] = ones
//! out:       more uint4[W * H]
//! expect:    sums = formula(each(n < W * H, c < 4: c == 0 ? (n % W + 3) // 4 : c == 1 ? (n % W + 5) // 4 % 4 * 4 :
//!            c == 2 ? n % W * 3 % 32 : n % W < 7 ? 15 : 0))
//! expect:    narrow = formula(each(n < W * H, c < 4: c == 0 ? (n % W + 250) % 256 : c == 1 ? n % W * 2048 % 65536 :
//!            c == 2 ? (n % W < 16 ? 0 - 16 + n % W : n % W - 16) : (n % W * 8 + 128) % 256 - 128))
//! expect:    orders = formula(each(n < W * H: (n % W < 17 ? 1 : 0) + (n % W <= 15 ? 2 : 0) + (n % W > 31 ? 4 : 0) +
//!            (n % W >= 33 ? 8 : 0) + (n % W >= 20 && n % W < 28 ? 16 : 0) + (n % W < 20 ? 32 : 0)))
//! expect:    found = formula(each(n < W * H, c < 4: c == 0 ? data[(n % W + 3) // 4] : c == 1 ? data[n % W // 4 % 4 *
//!            4] :
//!            c == 2 ? data[(n % W + 250) % 256] : data[(n % W + 57) % 64]))
//! expect:    placed = formula(each(n < W * H, c < 2: c == 0 ? (n % W < 20 ? n % W * 4 : n % W + 60) :
//!            (n // W + 1) * 64 + n // W % GH * 8 + n % W % GW))
//! expect:    more = formula(each(n < W * H, c < 4: c == 0 ? 600 - n % W * 3 : c == 1 ? n % W * 16 % 256 :
//!            c == 2 ? n % W * 4 : (n % W + 16) // 32))
//! mutant:    ops.unsigned.modulo | replace `(at.x - 7) >> 28` with `uint(int(at.x - 7) >> 28)`
//! mutant:    ops.unsigned.modulo | replace `data[(at.x - 7) & 63]` with `data[(at.x - 7) & 31]`
//! mutant:    ops.relational.scalar | replace `at.x <= 15` with `at.x <= 16`
//! mutant:    ops.relational.scalar | replace `at.x > 31` with `at.x > 30`
//! mutant:    ops.relational.scalar | replace `at.x - 20 < 8` with `at.x < 28`
//! mutant:    convert.static_cast.int_to_int | replace `int(uchar(at.x + 250))` with `int(at.x + 250)`
//! mutant:    convert.static_cast.int_to_int | replace `int(char(at.x * 8))` with `int(uchar(at.x * 8))`
//! mutant:    convert.static_cast.int_to_int | replace `data[uchar(at.x + 250)]` with `data[min(at.x + 250, 255u)]`
//! mutant:    convert.static_cast.int_to_int | replace `uchar(at.x * 16)` with `uchar(at.x * 8)`
//! mutant:    ops.unsigned.modulo | replace `(at.x + 16) * 4 >> 7` with `(at.x + 15) * 4 >> 7`
//! note:      Threads of a SIMD-group have positions that follow each other, and much of what is computed of them
//!            does,
//!            too: a compiler that keeps one number for the SIMD-group has to see where it no longer does.

#include <metal_stdlib>
using namespace metal;

kernel void compute(device const uint *data [[buffer(0)]], device uint4 *sums [[buffer(1)]],
                    device int4 *narrow [[buffer(2)]], device uint *orders [[buffer(3)]],
                    device uint4 *found [[buffer(4)]], device uint2 *placed [[buffer(5)]],
                    device const uint *kind [[buffer(6)]], device uint4 *more [[buffer(7)]],
                    uint2 at [[thread_position_in_grid]], uint2 grid [[threads_per_grid]],
                    uint2 inside [[thread_position_in_threadgroup]])
{
    const uint n = at.x + grid.x * at.y;
    sums[n] = uint4((at.x + 3) >> 2, (at.x + 5) & 12, at.x * 3 & 31, (at.x - 7) >> 28);
    narrow[n] = int4(int(uchar(at.x + 250)), int(ushort(at.x * 2048)), int(long(at.x + 0xfffffff0)),
                     int(char(at.x * 8)));
    uint order = 0;
    if (at.x < 17)
        order |= 1;
    if (at.x <= 15)
        order |= 2;
    if (at.x > 31)
        order |= 4;
    if (at.x >= 33)
        order |= 8;
    if (at.x - 20 < 8)
        order |= 16;
    if (int(at.x) - 20 < 0)
        order |= 32;
    orders[n] = order;
    found[n] = uint4(data[(at.x + 3) >> 2], data[at.x & 12], data[uchar(at.x + 250)], data[(at.x - 7) & 63]);
    placed[n] = uint2(at.x < 20 ? at.x * 4 : at.x + 60, (at.y + 1) * 64 + inside.y * 8 + inside.x);
    more[n] = uint4(uint(int(at.x) * -3 + 600), uchar(at.x * 16), kind[0] ? at.x * 4 : at.x + 60,
                    (at.x + 16) * 4 >> 7);
}
