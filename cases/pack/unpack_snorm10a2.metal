//! title:     Unpacking of signed 10-bit codes gives c / 511
//! verifies:  pack.{F}
//! requires:  msl 4.0
//! for:       (F, V) in (unpack_snorm10a2_to_float, float4) (unpack_snorm10a2_to_half, half4)
//! math:      safe fast
//! dispatch:  threads 16384, threadgroup 64
//! in:        data uint[threads] = whole_numbers(0, 1)
//! out:       result V[threads]
//! expect:    result = unpack_snorm10a2(data)
//! mutant:    pack.{F} | replace `F(data[i])` with `F(data[i] ^ 1)`
//! note:      No rule is given for these codes; that of 8-bit codes is taken. The last component is not judged.

#include <metal_stdlib>
using namespace metal;

kernel void unpack(device const uint *data [[buffer(0)]], device V *result [[buffer(1)]],
                   uint i [[thread_position_in_grid]])
{
    result[i] = F(data[i]);
}
