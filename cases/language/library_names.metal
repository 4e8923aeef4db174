//! title:     Names of Apple's library that the text does not mention
//! verifies:  lib.more.names
//! requires:  msl 3.1
//! dispatch:  threads 1, threadgroup 1
//! out:       result int[16]
//! expect:    result = values 16 16 12 16 5 -1 6 2 7 8 9 10 4 6 16 3
//! refusal:   the text does not mention it; Apple's library has it (toolchain 32023.883)
//! mutant:    lib.more.names | replace `add(2, 3)` with `add(2, 4)`
//! mutant:    lib.more.names | replace `sizeof(simd_packed_float3)` with `sizeof(float3)`
//! mutant:    lib.more.names | replace `sizeof(simd_packed_bfloat3)` with `sizeof(simd_bfloat3)`

#include <metal_stdlib>
using namespace metal;

kernel void report(device int *result [[buffer(0)]])
{
    int seven = 7;
    plus<int> add;
    minus<int> subtract;
    multiplies<int> multiply;
    divides<int> divide;
    result[0] = sizeof(simd_float4);
    result[1] = sizeof(vector_float4);
    result[2] = sizeof(simd_packed_float3);
    result[3] = sizeof(simd::float4);
    result[4] = add(2, 3);
    result[5] = subtract(2, 3);
    result[6] = multiply(2, 3);
    result[7] = divide(6, 3);
    result[8] = metal::move(seven);
    thread int *none = metal::nullptr_t();
    result[9] = none ? 0 : 8;
    result[10] = as_const(seven) + 2;
    result[11] = simd::max(3, 10);
    result[12] = sizeof(simd_bool4);
    result[13] = sizeof(simd_packed_bfloat3);
    result[14] = sizeof(simd_packed_long2);
    result[15] = sizeof(simd_packed_uchar3);
}
