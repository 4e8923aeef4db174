//! title:     A pixel of a normalised format assigned to its number is decoded
//! verifies:  pixel.load.norm
//! requires:  msl 2.3
//! for:       (P, T, WORD, DECODED) in (r8unorm, half, uchar, unpack_unorm8) (r8unorm, float, uchar, unpack_unorm8)
//!            (r8snorm, half, uchar, unpack_snorm8) (r8snorm, float, uchar, unpack_snorm8)
//!            (r16unorm, float, ushort, unpack_unorm16) (r16snorm, float, ushort, unpack_snorm16)
//!            (rg8unorm, half2, ushort, unpack_unorm2x8) (rg8unorm, float2, ushort, unpack_unorm2x8)
//!            (rg8snorm, half2, ushort, unpack_snorm2x8) (rg8snorm, float2, ushort, unpack_snorm2x8)
//!            (rg16unorm, float2, uint, unpack_unorm2x16) (rg16snorm, float2, uint, unpack_snorm2x16)
//!            (rgba8unorm, half4, uint, unpack_unorm4x8) (rgba8unorm, float4, uint, unpack_unorm4x8)
//!            (srgba8unorm, half4, uint, unpack_srgb_unorm4x8) (srgba8unorm, float4, uint, unpack_srgb_unorm4x8)
//!            (rgba8snorm, half4, uint, unpack_snorm4x8) (rgba8snorm, float4, uint, unpack_snorm4x8)
//!            (rgba16unorm, float4, ulong, unpack_unorm4x16) (rgba16snorm, float4, ulong, unpack_snorm4x16)
//! dispatch:  threads 512, threadgroup 64
//! in:        pixels WORD[512] = bits
//! out:       numbers T[512]
//! expect:    numbers = DECODED(pixels)
//! mutant:    pixel.load.norm | replace `numbers[i] = pixels[i]` with `numbers[i] = pixels[i ^ 1]`

#include <metal_stdlib>
#include <metal_pixel>
using namespace metal;

static_assert(sizeof(P<T>) == sizeof(WORD), "the pixels are bound as words");

kernel void load(device const P<T> *pixels [[buffer(0)]], device T *numbers [[buffer(1)]],
                 uint i [[thread_position_in_grid]])
{
    numbers[i] = pixels[i];
}
