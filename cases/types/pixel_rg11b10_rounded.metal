//! title:     A store to rg11b10f rounds each component to a nearest code
//! verifies:  pixel.load_store.special
//! requires:  msl 2.3
//! for:       T in half3 float3
//! math:      safe fast
//! dispatch:  threads 4096, threadgroup 64
//! in:        data T[threads] = random(0.001, 60)
//! out:       pixels uint[threads]
//! expect:    pixels = pack_rg11b10(data)
//! mutant:    pixel.load_store.special | replace `pixels[i] = data[i]` with `pixels[i] = data[i] * T(0.98)`
//! mutant:    pixel.load_store.special | replace `pixels[i] = data[i]` with
//!            `pixels[i] = T(data[i].xy, floor(data[i].z * 16) / 16)`

#include <metal_stdlib>
#include <metal_pixel>
using namespace metal;

kernel void encode(device const T *data [[buffer(0)]], device rg11b10f<T> *pixels [[buffer(1)]],
                   uint i [[thread_position_in_grid]])
{
    pixels[i] = data[i];
}
