//! title:     rgb10a2, rg11b10f and rgb9e5 decode their words, and encode a number that they hold without loss
//! verifies:  pixel.load_store.special
//! requires:  msl 2.3
//! for:       (P, T, DECODED) in (rgb10a2, half4, unpack_unorm10a2) (rgb10a2, float4, unpack_unorm10a2)
//!            (rg11b10f, half3, unpack_rg11b10) (rg11b10f, float3, unpack_rg11b10) (rgb9e5, half3, unpack_rgb9e5)
//!            (rgb9e5, float3, unpack_rgb9e5)
//! math:      safe
//! dispatch:  load(pixels, numbers, copies): threads 512, threadgroup 64
//! dispatch:  load_again(copies, again): threads 512, threadgroup 64
//! in:        pixels uint[512] = bits
//! out:       numbers T[512]
//! out:       copies uint[512]
//! out:       again T[512]
//! expect:    numbers = DECODED(pixels)
//! expect:    copies = unjudged
//! expect:    again = DECODED(pixels)
//! mutant:    pixel.load_store.special | replace `numbers[i] = pixels[i]` with `numbers[i] = pixels[i ^ 1]`
//! mutant:    pixel.load_store.special | replace `copies[i] = T(pixels[i])` with `copies[i] = T(pixels[i]) * T(0.5h)`
//! note:      encoding is judged by what it gives back, so that the exponent of rgb9e5 may be any that fits

#include <metal_stdlib>
#include <metal_pixel>
using namespace metal;

kernel void load(device const P<T> *pixels [[buffer(0)]], device T *numbers [[buffer(1)]],
                 device P<T> *copies [[buffer(2)]], uint i [[thread_position_in_grid]])
{
    numbers[i] = pixels[i];
    copies[i] = T(pixels[i]);
}

kernel void load_again(device const P<T> *copies [[buffer(0)]], device T *again [[buffer(1)]],
                       uint i [[thread_position_in_grid]])
{
    again[i] = copies[i];
}
