//! title:     Type traits answer for the components of vectors, packed or not
//! verifies:  lib.more.traits
//! requires:  msl 3.1
//! dispatch:  threads 1, threadgroup 1
//! out:       result int[24]
//! expect:    result = values 1 1 0 0 1 1 0 0 1 1 1 0 1 1 0 1 1 0 1 0 1 1 0 0
//! refusal:   the text does not mention it; Apple's library has it (toolchain 32023.883)
//! mutant:    lib.more.traits | replace `is_integral_v<bool3>` with `is_integral_v<half3>`
//! mutant:    lib.more.traits | replace `is_floating_point_v<packed_float3>` with `is_floating_point_v<packed_int3>`
//! mutant:    lib.more.traits | replace `is_arithmetic_v<packed_float3>` with `is_arithmetic_v<thread int *>`
//! mutant:    lib.more.traits | replace `is_signed_v<packed_float3>` with `is_signed_v<packed_uint3>`
//! mutant:    lib.more.traits | replace `is_unsigned_v<bool3>` with `is_unsigned_v<int3>`
//! mutant:    lib.more.traits | replace `is_vector_v<packed_float3>` with `is_vector_v<float>`
//! mutant:    lib.more.traits | replace `is_class_v<packed_float3>` with `is_class_v<own>`

#include <metal_stdlib>
using namespace metal;

struct own {
    packed_float3 v;
};

kernel void report(device int *result [[buffer(0)]])
{
    result[0] = is_integral_v<bool3>;
    result[1] = is_integral_v<packed_uchar4>;
    result[2] = is_integral_v<float4>;
    result[3] = is_integral_v<packed_half2>;
    result[4] = is_floating_point_v<packed_float3>;
    result[5] = is_floating_point_v<bfloat2>;
    result[6] = is_floating_point_v<packed_int3>;
    result[7] = is_floating_point_v<own>;
    result[8] = is_arithmetic_v<float4>;
    result[9] = is_arithmetic_v<packed_float3>;
    result[10] = is_arithmetic_v<bool3>;
    result[11] = is_arithmetic_v<own>;
    result[12] = is_signed_v<float4>;
    result[13] = is_signed_v<packed_float3>;
    result[14] = is_signed_v<uint3>;
    result[15] = is_signed_v<packed_char2>;
    result[16] = is_unsigned_v<bool3>;
    result[17] = is_unsigned_v<packed_int3>;
    result[18] = is_unsigned_v<packed_ushort2>;
    result[19] = is_unsigned_v<half4>;
    result[20] = is_vector_v<packed_float3>;
    result[21] = is_scalar_v<decltype(nullptr)>;
    result[22] = is_class_v<packed_float3>;
    result[23] = is_scalar_v<float2>;
}
