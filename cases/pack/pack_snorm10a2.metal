//! title:     Packing of signed 10-bit codes scales by 511
//! verifies:  pack.{F}
//! requires:  msl 4.0
//! for:       (F, V) in (pack_float_to_snorm10a2, float4) (pack_half_to_snorm10a2, half4)
//! math:      safe fast
//! dispatch:  threads 4096, threadgroup 64
//! in:        data V[threads] = integers(-1, 1)
//! out:       result uint[threads]
//! expect:    result = pack_snorm10a2(data)
//! mutant:    pack.{F} | replace `F(data[i])` with `F(data[i].yxzw)`
//! note:      No rule is given for these codes: only -1, 0 and 1 are judged.

#include <metal_stdlib>
using namespace metal;

kernel void pack(device const V *data [[buffer(0)]], device uint *result [[buffer(1)]],
                 uint i [[thread_position_in_grid]])
{
    result[i] = F(data[i]);
}
