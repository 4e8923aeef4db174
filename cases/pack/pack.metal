//! title:     Packing clamps, scales and rounds to the nearest code
//! verifies:  pack.{F} pack.range_clamp pack.nan_to_zero pack.rounding pack.pack_srgb.rule
//!            pack.pack_srgb.alpha_linear
//! for:       (F, REFERENCE, W, V) in (pack_float_to_unorm4x8, pack_unorm4x8, uint, float4) (pack_half_to_unorm4x8,
//!            pack_unorm4x8, uint, half4) (pack_float_to_snorm4x8, pack_snorm4x8, uint, float4)
//!            (pack_half_to_snorm4x8, pack_snorm4x8, uint, half4) (pack_float_to_unorm2x16, pack_unorm2x16, uint,
//!            float2) (pack_half_to_unorm2x16, pack_unorm2x16, uint, half2) (pack_float_to_snorm2x16,
//!            pack_snorm2x16, uint, float2) (pack_half_to_snorm2x16, pack_snorm2x16, uint, half2)
//!            (pack_float_to_unorm10a2, pack_unorm10a2, uint, float4) (pack_half_to_unorm10a2, pack_unorm10a2, uint,
//!            half4) (pack_float_to_unorm565, pack_unorm565, ushort, float3) (pack_half_to_unorm565, pack_unorm565,
//!            ushort, half3) (pack_float_to_srgb_unorm4x8, pack_srgb_unorm4x8, uint, float4)
//!            (pack_half_to_srgb_unorm4x8, pack_srgb_unorm4x8, uint, half4)
//! math:      safe fast
//! dispatch:  threads 16384, threadgroup 64
//! in:        data V[threads] = packing_values
//! out:       result W[threads]
//! expect:    result = REFERENCE(data)
//! mutant:    pack.{F} | replace `F(data[i])` with `F(data[i]) ^ 1`
//! mutant:    pack.range_clamp | replace `F(data[i])` with `F(fract(data[i]))`
//! mutant:    pack.nan_to_zero | replace `F(data[i])` with `F(select(data[i], V(1), isnan(data[i])))` | for math=safe
//! mutant:    pack.rounding | replace `F(data[i])` with `F(data[i] - V(0.0015))`
//! mutant:    pack.pack_srgb.rule | replace `F(data[i])` with `pack_float_to_unorm4x8(data[i])` | for
//!            F=pack_float_to_srgb_unorm4x8
//! mutant:    pack.pack_srgb.alpha_linear | replace `F(data[i])` with `F(data[i].wxyz)` | for
//!            F=pack_float_to_srgb_unorm4x8 F=pack_half_to_srgb_unorm4x8
//! note:      The product with the scale may be rounded to float before it is rounded to a code.

#include <metal_stdlib>
using namespace metal;

kernel void pack(device const V *data [[buffer(0)]], device W *result [[buffer(1)]],
                 uint i [[thread_position_in_grid]])
{
    result[i] = F(data[i]);
}
