//! title:     as_type takes vectors of 3 and 4 components for equal in size and keeps the first three
//! verifies:  convert.as_type.vec3
//! for:       (T3, T4, U3) in (float3, float4, uint3) (half3, half4, short3) (uint3, int4, float3)
//! dispatch:  threads 64, threadgroup 64
//! in:        data T4[64] = random
//! out:       result T3[64]
//! out:       back U3[64]
//! expect:    result = reinterpreted(data)
//! expect:    back = reinterpreted(data)
//! mutant:    convert.as_type.vec3 | replace `as_type<T3>(data[i])` with `as_type<T3>(data[i].yxzw)`
//! mutant:    convert.as_type.vec3 | replace `as_type<T4>(three)` with `as_type<T4>(three.zyx)`

#include <metal_stdlib>
using namespace metal;

kernel void reinterpret(device const T4 *data [[buffer(0)]], device T3 *result [[buffer(1)]],
                        device U3 *back [[buffer(2)]], uint i [[thread_position_in_grid]])
{
    const T3 three = as_type<T3>(data[i]);
    result[i] = three;
    const T4 four = as_type<T4>(three);
    back[i] = as_type<U3>(four.xyz);
}
