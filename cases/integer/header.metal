//! title:     The integer functions come with their own header
//! verifies:  integer.header
//! dispatch:  threads 1, threadgroup 1
//! in:        u int[1] = values -5
//! in:        v int[1] = values 3
//! out:       result int[16]
//! expect:    result = values 5 8 -2 -3 30 0 -1 2 -12 3 -5 -1 2 -1 48 -8
//! mutant:    integer.header | replace `popcount(v)` with `popcount(u)`

#include <metal_integer>
using namespace metal;

kernel void call_each(device const int &u [[buffer(0)]], device const int &v [[buffer(1)]],
                      device int *result [[buffer(2)]])
{
    result[0] = abs(u);
    result[1] = int(absdiff(u, v));
    result[2] = addsat(u, v);
    result[3] = clamp(u, -v, v);
    result[4] = clz(v);
    result[5] = ctz(v);
    result[6] = hadd(u, v);
    result[7] = madhi(u, v, v);
    result[8] = madsat(u, v, v);
    result[9] = max(u, v);
    result[10] = min(u, v);
    result[11] = mulhi(u, v);
    result[12] = popcount(v);
    result[13] = rhadd(u, v);
    result[14] = rotate(v, 4);
    result[15] = subsat(u, v);
}
