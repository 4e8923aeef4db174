//! title:     float is IEEE 754 binary32: literals and computed powers of two have its encodings
//! verifies:  types.scalar.float.format types.literal.float_suffix
//! math:      safe
//! dispatch:  threads 1, threadgroup 1
//! in:        two float = 2
//! out:       result uint[10]
//! out:       types int[2]
//! expect:    result = values 0x3f800000 0xbf000000 0x3dcccccd 0x7f7fffff 0x00800000 0x40490fdb 0x80000000 0x7f800000
//!            0x4b800000 0x3e800000
//! expect:    types = values 1 1
//! mutant:    types.scalar.float.format | replace `two * two * two` with `two * two`
//! mutant:    types.literal.float_suffix | replace `decltype(0.5f)` with `decltype(1)`
//! mutant:    types.literal.float_suffix | replace `0.1f` with `0.1h`

#include <metal_stdlib>
using namespace metal;

kernel void report(constant float &two [[buffer(0)]], device uint *result [[buffer(1)]],
                   device int *types [[buffer(2)]])
{
    result[0] = as_type<uint>(1.0f);
    result[1] = as_type<uint>(-0.5F);
    result[2] = as_type<uint>(float(0.1f));
    result[3] = as_type<uint>(3.402823466e38f);
    result[4] = as_type<uint>(1.175494351e-38f);
    result[5] = as_type<uint>(3.14159265f);
    result[6] = as_type<uint>(-0.0f);
    result[7] = as_type<uint>(INFINITY);
    float power = 1.0f;
    for (int n = 0; n < 24; n += 3)
        power *= two * two * two;
    result[8] = as_type<uint>(power);
    result[9] = as_type<uint>(0.0625f * two * two);
    types[0] = is_same<decltype(0.5f), float>::value;
    types[1] = is_same<decltype(0.5F), float>::value;
}
