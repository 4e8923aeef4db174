//! title:     Each element of a table in the program's constants is found, in tables of some bytes to some thousand
//! verifies:  addrspace.constant.values
//! requires:  msl 2.2
//! for:       T in ushort uint ulong float
//! dispatch:  threads 4096, threadgroup 64
//! in:        order uint[4096] = iota(4095, -1)
//! out:       of_64 T[64]
//! out:       of_1024 T[1024]
//! out:       of_4096 T[4096]
//! expect:    of_64 = counted(0, 3)
//! expect:    of_1024 = counted(0, 3)
//! expect:    of_4096 = counted(0, 3)
//! mutant:    addrspace.constant.values | replace `small[k]` with `small[k ^ 1]`
//! mutant:    addrspace.constant.values | replace `middle[k]` with `middle[k & 255]`
//! mutant:    addrspace.constant.values | replace `large[k]` with `large[k & 1023]`

#include <metal_stdlib>
using namespace metal;

#define FOUR(n) T(3 * (n)), T(3 * (n) + 3), T(3 * (n) + 6), T(3 * (n) + 9)
#define SIXTEEN(n) FOUR(n), FOUR((n) + 4), FOUR((n) + 8), FOUR((n) + 12)
#define EACH_64(n) SIXTEEN(n), SIXTEEN((n) + 16), SIXTEEN((n) + 32), SIXTEEN((n) + 48)
#define EACH_256(n) EACH_64(n), EACH_64((n) + 64), EACH_64((n) + 128), EACH_64((n) + 192)
#define EACH_1024(n) EACH_256(n), EACH_256((n) + 256), EACH_256((n) + 512), EACH_256((n) + 768)

constant T small[64] = {EACH_64(0)};
constant T middle[1024] = {EACH_1024(0)};
constant T large[4096] = {EACH_1024(0), EACH_1024(1024), EACH_1024(2048), EACH_1024(3072)};

kernel void look_up(device const uint *order [[buffer(0)]], device T *of_64 [[buffer(1)]],
                    device T *of_1024 [[buffer(2)]], device T *of_4096 [[buffer(3)]],
                    uint i [[thread_position_in_grid]])
{
    const uint k = order[i];
    if (k < 64)
        of_64[k] = small[k];
    if (k < 1024)
        of_1024[k] = middle[k];
    of_4096[k] = large[k];
}
