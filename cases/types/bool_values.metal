//! title:     bool holds true or false, and as a number 1 or 0; every number but zero becomes true
//! verifies:  types.scalar.bool.values convert.static_cast.bool
//! dispatch:  threads 1, threadgroup 1
//! in:        data int4 = 0, 1, 2, -1
//! in:        real float2 = 0.5, 0.0
//! out:       result int[8]
//! out:       floats half4[1]
//! expect:    result = values 1 0 0 1 1 1 1 0
//! expect:    floats = values 0 1 1 1
//! mutant:    types.scalar.bool.values | replace `int(bool(data.z))` with `data.z`
//! mutant:    convert.static_cast.bool | replace `half4(bool4(data))` with `-half4(bool4(data))`

#include <metal_stdlib>
using namespace metal;

kernel void report(constant int4 &data [[buffer(0)]], constant float2 &real [[buffer(1)]],
                   device int *result [[buffer(2)]], device half4 *floats [[buffer(3)]])
{
    result[0] = int(true);
    result[1] = int(false);
    result[2] = int(bool(data.x));
    result[3] = int(bool(data.y));
    result[4] = int(bool(data.z));
    result[5] = int(bool(data.w));
    result[6] = int(bool(real.x));
    result[7] = int(bool(real.y));
    floats[0] = half4(bool4(data));
}
