//! title:     A store to rgb10a2, rg11b10f or rgb9e5 clamps and rounds as a write to a texture of the format does
//! verifies:  pixel.load_store.special
//! requires:  msl 2.3
//! for:       (P, T, WHICH) in (rgb10a2, half4, 0) (rgb10a2, float4, 0) (rg11b10f, half3, 1) (rg11b10f, float3, 1)
//!            (rgb9e5, half3, 2) (rgb9e5, float3, 2)
//! math:      safe
//! dispatch:  threads 4096, threadgroup 64
//! in:        data T[threads] = colours(511)
//! out:       pixels uint[threads]
//! expect:    pixels = encoded_pixel(data, WHICH)
//! mutant:    pixel.load_store.special | replace `pixels[i] = data[i]` with `pixels[i] = data[i] * 1.01h`
//! mutant:    pixel.load_store.special | replace `pixels[i] = data[i]` with `pixels[i] = fabs(data[i])`
//! mutant:    pixel.load_store.special | replace `pixels[i] = data[i]` with `pixels[i] = min(data[i], 1000.0h)` | for
//!            P=rg11b10f P=rgb9e5

#include <metal_stdlib>
#include <metal_pixel>
using namespace metal;

kernel void encode(device const T *data [[buffer(0)]], device P<T> *pixels [[buffer(1)]],
                   uint i [[thread_position_in_grid]])
{
    pixels[i] = data[i];
}
