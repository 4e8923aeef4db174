//! title:     Elements beyond the first 2^24 of a buffer are others than those at its beginning
//! verifies:  kb37
//! requires:  msl 2.0
//! dispatch:  mark(far, at): threads 64, threadgroup 64
//! dispatch:  look(far, at, marks, of_rows): threads 64, threadgroup 64
//! in:        at uint[64] = values 0 1 2 3 4 5 6 7 16777216 16777217 16777218 16777219 16777220 16777221 16777222
//!            16777223
//!            65536 65537 65538 65539 65540 65541 65542 65543 8388608 8388609 8388610 8388611 8388612 8388613
//!            8388614 8388615
//!            16842752 16842753 16842754 16842755 16842756 16842757 16842758 16842759 25165824 25165825 25165826
//!            25165827
//!            25165828 25165829 25165830 25165831 32768 32769 32770 32771 32772 32773 32774 32775 33554424 33554425
//!            33554426
//!            33554427 33554428 33554429 33554430 33554431
//! inout:     far uchar[33554432] = zeros
//! out:       marks uchar[64]
//! out:       of_rows uchar[64]
//! expect:    far = unjudged
//! expect:    marks = values 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32
//!            33 34 35 36
//!            37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63 64
//! expect:    of_rows = values 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31
//!            32 33 34 35
//!            36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63 64
//! mutant:    kb37 | replace `far[at[i]] = uchar(i + 1)` with `far[at[i] & 0xffffff] = uchar(i + 1)`
//! mutant:    kb37 | replace `marks[i] = far[at[i]]` with `marks[i] = far[at[i] & 0xffffff]`
//! mutant:    kb37 | replace `far[row * width + column]` with `far[(row & 0x7f) * width + column]`
//! note:      Products of 24 bits are quicker than those of 32 on some GPUs, and wrong for such an index.

#include <metal_stdlib>
using namespace metal;

kernel void mark(device uchar *far [[buffer(0)]], device const uint *at [[buffer(1)]],
                 uint i [[thread_position_in_grid]])
{
    far[at[i]] = uchar(i + 1);
}

kernel void look(device const uchar *far [[buffer(0)]], device const uint *at [[buffer(1)]],
                 device uchar *marks [[buffer(2)]], device uchar *of_rows [[buffer(3)]],
                 uint i [[thread_position_in_grid]])
{
    marks[i] = far[at[i]];
    const ushort width = 32768, row = ushort(at[i] >> 15), column = ushort(at[i] & 32767);
    of_rows[i] = far[row * width + column];
}
