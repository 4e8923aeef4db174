//! title:     The relational functions come with their own header
//! verifies:  relational.header
//! dispatch:  threads 1, threadgroup 1
//! in:        u float[1] = values -1.5
//! in:        v float[1] = values 0x1p-140
//! out:       result uint[10]
//! expect:    result = values 1 0 0 1 0 1 1 0 1 9
//! mutant:    relational.header | replace `signbit(u)` with `signbit(v)`

#include <metal_relational>
using namespace metal;

kernel void call_each(device const float &u [[buffer(0)]], device const float &v [[buffer(1)]],
                      device uint *result [[buffer(2)]])
{
    result[0] = isfinite(u);
    result[1] = isinf(u);
    result[2] = isnan(u);
    result[3] = isnormal(u);
    result[4] = isunordered(u, v);
    result[5] = isordered(u, v);
    result[6] = signbit(u);
    result[7] = all(bool2(u < 0, v < 0));
    result[8] = any(bool2(u < 0, v < 0));
    result[9] = select(7u, 9u, u < 0);
}
