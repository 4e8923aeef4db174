//! title:     Numbers beyond 0 and 1 are written to formats of extended range, alpha is clamped, padding is 0
//! verifies:  tex.xr.write
//! requires:  msl 2.0, family apple3
//! for:       FORMAT in bgr10_xr bgra10_xr bgr10_xr_srgb bgra10_xr_srgb
//! dispatch:  threads 1024, threadgroup 64
//! in:        data float4[threads] = colours(510)
//! out:       image texture2d<float>(FORMAT)[32, 32]
//! expect:    image = written(data)
//! mutant:    tex.xr.write | replace `data[i]` with `saturate(data[i])`
//! mutant:    tex.xr.write | replace `data[i]` with `(data[i] + 0.01f)`
//! note:      The documentation does not say how a number is rounded: either neighbour is taken. Of a NaN nothing is said.

#include <metal_stdlib>
using namespace metal;

kernel void put(device const float4 *data [[buffer(0)]], texture2d<float, access::write> image [[texture(0)]],
                uint i [[thread_position_in_grid]])
{
    image.write(data[i], uint2(i % 32, i / 32));
}
