//! title:     Overloads are chosen by the number and the types of the arguments, as in C++
//! verifies:  lang.overload.resolution
//! requires:  msl 2.2
//! dispatch:  threads 1, threadgroup 1
//! out:       result int[16]
//! expect:    result = values 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 5
//! mutant:    lang.overload.resolution | replace `tag(half())` with `tag(float())`
//! mutant:    lang.overload.resolution | replace `tag(int(), int())` with `tag(int())`
//! mutant:    lang.overload.resolution | replace `other(short())` with `tag(short())`

#include <metal_stdlib>
using namespace metal;

static int tag(char) { return 1; }
static int tag(uchar) { return 2; }
static int tag(short) { return 3; }
static int tag(ushort) { return 4; }
static int tag(int) { return 5; }
static int tag(uint) { return 6; }
static int tag(long) { return 7; }
static int tag(ulong) { return 8; }
static int tag(half) { return 9; }
static int tag(float) { return 10; }
static int tag(float2) { return 11; }
static int tag(float3) { return 12; }
static int tag(int2) { return 13; }
static int tag(bool) { return 14; }
static int tag(int, int) { return 15; }
static int other(int) { return 5; }
static int other(float) { return 10; }

kernel void report(device int *result [[buffer(0)]])
{
    result[0] = tag(char());
    result[1] = tag(uchar());
    result[2] = tag(short());
    result[3] = tag(ushort());
    result[4] = tag(int());
    result[5] = tag(uint());
    result[6] = tag(long());
    result[7] = tag(ulong());
    result[8] = tag(half());
    result[9] = tag(float());
    result[10] = tag(float2());
    result[11] = tag(float3());
    result[12] = tag(int2());
    result[13] = tag(bool());
    result[14] = tag(int(), int());
    result[15] = other(short());
}
