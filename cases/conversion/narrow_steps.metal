//! title:     Numbers that go up from lane to lane through all of a narrow type are its numbers, with their signs
//! verifies:  convert.static_cast.int_to_int
//! for:       (T, STEP, LESS, NEGATIVE) in (char, 8, -256, 1) (uchar, 8, 0, 0) (short, 2048, -65536, 1)
//!            (ushort, 2048, 0, 0)
//! dispatch:  count_up(one, wide): threads 32, threadgroup 32
//! dispatch:  count_twice(one, narrow, again): threads 32, threadgroup 32
//! dispatch:  subtract(wide, change): threads 32, threadgroup 32
//! dispatch:  subtract_again(wide, again, narrow, differences): threads 32, threadgroup 32
//! dispatch:  compare(one, below): threads 32, threadgroup 32
//! in:        one int[32] = ones
//! inout:     wide int[32] = zeros
//! out:       narrow T[32]
//! inout:     again int[32] = zeros
//! out:       change int[32]
//! out:       differences int[64]
//! out:       below int[32]
//! expect:    wide = unjudged
//! expect:    narrow = unjudged
//! expect:    again = unjudged
//! expect:    change = values 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
//!            LESS …
//! expect:    differences = values 0 0 …
//! expect:    below = values 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
//!            NEGATIVE …
//! mutant:    convert.static_cast.int_to_int | replace `int(T(i * STEP))` with `(int(T(i * STEP)) ^ 256)`
//! mutant:    convert.static_cast.int_to_int | replace `again[i] = own * one[i]` with `again[i] = (own ^ 256) * one[i]`
//! mutant:    convert.static_cast.int_to_int | replace `T(i * STEP) < T(0)` with `T(i * STEP) > T(0)`

#include <metal_stdlib>
using namespace metal;

kernel void count_up(device const int *one [[buffer(0)]], device int *wide [[buffer(1)]],
                     uint i [[thread_position_in_grid]])
{
    wide[i] = int(T(i * STEP)) * one[i];
}

/* The narrow number is needed for itself, too: nobody can compute in wider ones alone. */
kernel void count_twice(device const int *one [[buffer(0)]], device T *narrow [[buffer(1)]],
                        device int *again [[buffer(2)]], uint i [[thread_position_in_grid]])
{
    const T first = T(i * STEP), own = T(first + T(0));
    narrow[i] = own;
    again[i] = own * one[i];
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

kernel void subtract_again(device const int *wide [[buffer(0)]], device const int *again [[buffer(1)]],
                           device const T *narrow [[buffer(2)]], device int *differences [[buffer(3)]],
                           uint i [[thread_position_in_grid]])
{
    differences[2 * i] = again[i] - wide[i];
    differences[2 * i + 1] = int(narrow[i]) - wide[i];
}
