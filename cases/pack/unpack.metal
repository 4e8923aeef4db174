//! title:     Unpacking gives c / max within 1.5 ulp, and the ends exactly
//! verifies:  pack.{F} pack.component_order pack.unpack_srgb.rule pack.unpack_srgb.alpha_linear
//!            pack.unpack_2x16_half.precision_loss pack.naming
//! for:       (F, REFERENCE, W, V) in (unpack_unorm4x8_to_float, unpack_unorm4x8, uint, float4)
//!            (unpack_unorm4x8_to_half, unpack_unorm4x8, uint, half4) (unpack_snorm4x8_to_float, unpack_snorm4x8,
//!            uint, float4) (unpack_snorm4x8_to_half, unpack_snorm4x8, uint, half4) (unpack_unorm2x16_to_float,
//!            unpack_unorm2x16, uint, float2) (unpack_unorm2x16_to_half, unpack_unorm2x16, uint, half2)
//!            (unpack_snorm2x16_to_float, unpack_snorm2x16, uint, float2) (unpack_snorm2x16_to_half,
//!            unpack_snorm2x16, uint, half2) (unpack_unorm10a2_to_float, unpack_unorm10a2, uint, float4)
//!            (unpack_unorm10a2_to_half, unpack_unorm10a2, uint, half4) (unpack_unorm565_to_float, unpack_unorm565,
//!            ushort, float3) (unpack_unorm565_to_half, unpack_unorm565, ushort, half3)
//!            (unpack_unorm4x8_srgb_to_float, unpack_srgb_unorm4x8, uint, float4) (unpack_unorm4x8_srgb_to_half,
//!            unpack_srgb_unorm4x8, uint, half4)
//! math:      safe fast
//! dispatch:  threads 65536, threadgroup 64
//! in:        data W[threads] = whole_numbers(0, 1)
//! in:        more W[threads] = encodings
//! out:       result V[threads]
//! out:       low V[threads]
//! expect:    result = REFERENCE(data)
//! expect:    low = REFERENCE(more)
//! mutant:    pack.{F} | replace `F(data[i])` with `F(data[i] ^ 1)`
//! mutant:    pack.component_order | replace `F(more[i])` with `F(W(more[i] << 8))`
//! mutant:    pack.unpack_srgb.rule | replace `F(data[i])` with `unpack_unorm4x8_to_float(data[i])` |
//!            for F=unpack_unorm4x8_srgb_to_float
//! mutant:    pack.unpack_srgb.alpha_linear | replace `F(data[i])` with `F(data[i]).xyzx` | for
//!            F=unpack_unorm4x8_srgb_to_float F=unpack_unorm4x8_srgb_to_half
//! mutant:    pack.unpack_2x16_half.precision_loss | replace `F(data[i])` with `F(data[i]) * 1.01h` | for
//!            F=unpack_unorm2x16_to_half F=unpack_snorm2x16_to_half
//! mutant:    pack.naming | replace `F(more[i])` with
//!            `unpack_unorm4x8_to_half(more[i])` | for F=unpack_unorm4x8_srgb_to_half
//! note:      The first component is taken to lie in the lowest bits; of 565 either order will do.

#include <metal_stdlib>
using namespace metal;

kernel void unpack(device const W *data [[buffer(0)]], device const W *more [[buffer(1)]],
                   device V *result [[buffer(2)]], device V *low [[buffer(3)]], uint i [[thread_position_in_grid]])
{
    result[i] = F(data[i]);
    low[i] = F(more[i]);
}
