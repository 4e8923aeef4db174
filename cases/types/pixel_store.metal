//! title:     A number assigned to a pixel of a normalised format is clamped and encoded
//! verifies:  pixel.store.norm
//! requires:  msl 2.3
//! for:       (P, T, WORD, ENCODED) in (r8unorm, float, uchar, pack_unorm8) (r8snorm, float, uchar, pack_snorm8)
//!            (r16unorm, float, ushort, pack_unorm16) (r16snorm, float, ushort, pack_snorm16)
//!            (rg8unorm, float2, ushort, pack_unorm2x8) (rg8snorm, float2, ushort, pack_snorm2x8)
//!            (rg16unorm, float2, uint, pack_unorm2x16) (rg16snorm, float2, uint, pack_snorm2x16)
//!            (rgba8unorm, float4, uint, pack_unorm4x8) (srgba8unorm, float4, uint, pack_srgb_unorm4x8)
//!            (rgba8snorm, float4, uint, pack_snorm4x8) (rgba16unorm, float4, ulong, pack_unorm4x16)
//!            (rgba16snorm, float4, ulong, pack_snorm4x16)
//! dispatch:  threads 512, threadgroup 64
//! in:        numbers T[512] = packing_values
//! out:       pixels WORD[512]
//! expect:    pixels = ENCODED(numbers)
//! mutant:    pixel.store.norm | replace `pixels[i] = numbers[i]` with `pixels[i] = numbers[i ^ 1]`

#include <metal_stdlib>
#include <metal_pixel>
using namespace metal;

static_assert(sizeof(P<T>) == sizeof(WORD), "the pixels are bound as words");

kernel void store(device const T *numbers [[buffer(0)]], device P<T> *pixels [[buffer(1)]],
                  uint i [[thread_position_in_grid]])
{
    pixels[i] = numbers[i];
}
