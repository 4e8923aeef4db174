//! title:     ilogb and the exponents of frexp are signed, in every namespace
//! verifies:  math.types
//! dispatch:  threads 1, threadgroup 1
//! in:        data float4 = 0.25, 0.125, 8, 0.0625
//! out:       result float[12]
//! expect:    result = values -2 -2 -2 -3 -3 -4 -2 -3 3 -4 -2 -3
//! mutant:    math.types | replace `half(ilogb(half(data.x)))` with `half(ushort(ilogb(half(data.x))))`
//! mutant:    math.types | replace `float(fast::ilogb(data.x))` with `float(uint(fast::ilogb(data.x)))`
//! mutant:    math.types | replace `float(precise::ilogb(data.x))` with `float(uint(precise::ilogb(data.x)))`
//! mutant:    math.types | replace `float4(ilogb(data))` with `float4(uint4(ilogb(data)))`
//! note:      An exponent that is not an int gives another float, or none that is negative.

#include <metal_stdlib>
using namespace metal;

kernel void measure(constant float4 &data [[buffer(0)]], device float *result [[buffer(1)]])
{
    result[0] = float(ilogb(data.x));
    result[1] = float(fast::ilogb(data.x));
    result[2] = float(precise::ilogb(data.x));
    result[3] = float(fast::ilogb(data.xy).y);
    result[4] = float(precise::ilogb(data.xyz).y);
    result[5] = float(precise::ilogb(data).w);
    const float4 all = float4(ilogb(data));
    for (int k = 0; k < 4; k++)
        result[6 + k] = all[k];
    result[10] = half(ilogb(half(data.x)));
    result[11] = float4(ilogb(half4(data))).y;
}
