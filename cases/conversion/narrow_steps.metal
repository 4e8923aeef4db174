//! title:     Numbers that go up from lane to lane through all of a narrow type are its numbers, with their signs
//! verifies:  convert.static_cast.int_to_int
//! for:       (T, STEP, LESS, NEGATIVE) in (char, 8, -256, 1) (uchar, 8, 0, 0) (short, 2048, -65536, 1)
//!            (ushort, 2048, 0, 0)
//! dispatch:  count_up(one, wide): threads 32, threadgroup 32
//! dispatch:  subtract(wide, change): threads 32, threadgroup 32
//! dispatch:  compare(one, below): threads 32, threadgroup 32
//! in:        one int[32] = ones
//! inout:     wide int[32] = zeros
//! out:       change int[32]
//! out:       below int[32]
//! expect:    wide = unjudged
//! expect:    change = values 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
//!            LESS …
//! expect:    below = values 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
//!            NEGATIVE …
//! mutant:    convert.static_cast.int_to_int | replace `int(T(i * STEP))` with `(int(T(i * STEP)) ^ 256)`
//! mutant:    convert.static_cast.int_to_int | replace `T(i * STEP) < T(0)` with `T(i * STEP) > T(0)`

#include <metal_stdlib>
using namespace metal;

kernel void count_up(device const int *one [[buffer(0)]], device int *wide [[buffer(1)]],
                     uint i [[thread_position_in_grid]])
{
    wide[i] = int(T(i * STEP)) * one[i];
}

kernel void subtract(device const int *wide [[buffer(0)]], device int *change [[buffer(1)]],
                     uint i [[thread_position_in_grid]])
{
    change[i] = wide[i] - int(i) * STEP;
}

kernel void compare(device const int *one [[buffer(0)]], device int *below [[buffer(1)]],
                    uint i [[thread_position_in_grid]])
{
    below[i] = T(i * STEP) < T(0) ? one[i] : 0;
}
