//! title:     An index that is narrowed and wraps within a SIMD-group selects by the value that is left
//! verifies:  convert.static_cast.int_to_int
//! for:       (T, FIRST, ADD, BASE) in (char, 112, 128, 240) (uchar, 240, 0, 240) (short, 32752, 32768, 65520)
//!            (ushort, 65520, 0, 65520)
//! dispatch:  threads 32, threadgroup 32
//! in:        data uint[66000] = iota
//! in:        first uint = FIRST
//! out:       result uint[32]
//! expect:    result = values BASE BASE+1 BASE+2 BASE+3 BASE+4 BASE+5 BASE+6 BASE+7 BASE+8
//!            BASE+9 BASE+10 BASE+11 BASE+12 BASE+13 BASE+14 BASE+15 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15
//! mutant:    convert.static_cast.int_to_int | replace `int(T(i + first))` with `int(i + first)`
//! note:      Lanes in a row read elements in a row up to the largest number of the type, and then from its least on.

#include <metal_stdlib>
using namespace metal;

kernel void pick(device const uint *data [[buffer(0)]], constant uint &first [[buffer(1)]],
                 device uint *result [[buffer(2)]], uint i [[thread_position_in_grid]])
{
    result[i] = data[int(T(i + first)) + ADD];
}
