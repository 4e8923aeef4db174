//! title:     Integers are two's complement of 8, 16, 32 and 64 bits; plain char has a sign
//! verifies:  types.scalar.int.ranges types.scalar.char.signed
//! requires:  msl 2.3
//! dispatch:  threads 1, threadgroup 1
//! in:        bytes uint4 = 0x80, 0x8000, 0x80000000, 0x90abcdef
//! out:       signs int[5]
//! out:       wide long[8]
//! expect:    signs = values -128 1 -32768 -2147483648 255
//! expect:    wide = values -17 -12817 -1867788817 239 52719 2427178479 -1 4294967295
//! mutant:    types.scalar.char.signed | replace `smallest < 0` with `uchar(smallest) < 0`
//! mutant:    types.scalar.int.ranges | replace `short(bytes.y)` with `ushort(bytes.y)`
//! mutant:    types.scalar.int.ranges | replace `ushort(bytes.w)` with `short(bytes.w)`

#include <metal_stdlib>
using namespace metal;

kernel void report(constant uint4 &bytes [[buffer(0)]], device int *signs [[buffer(1)]],
                   device long *wide [[buffer(2)]])
{
    const char smallest = char(bytes.x);
    signs[0] = smallest;
    signs[1] = smallest < 0;
    signs[2] = short(bytes.y);
    signs[3] = int(bytes.z);
    signs[4] = uchar(-1);
    const ulong word = 0x1234567800000000ul | bytes.w;
    wide[0] = char(word);
    wide[1] = short(word);
    wide[2] = int(word);
    wide[3] = uchar(word);
    wide[4] = ushort(bytes.w);
    wide[5] = uint(word);
    wide[6] = long(-1);
    wide[7] = uint(-1);
}
