//! title:     A number written to 11 or 10 bits of floating point is within half a unit; below zero it becomes zero
//! verifies:  tex.f1110.write tex.f1110.negative
//! requires:  msl 1.2
//! for:       (FORMAT, MOST) in (rg11b10float, 127)
//! math:      safe
//! dispatch:  threads 64 x 64, threadgroup 16 x 16
//! in:        data float4[threads] = colours(MOST)
//! out:       image texture2d<float>(FORMAT)[64, 64]
//! expect:    image = written(data)
//! mutant:    tex.f1110.write | replace `image.write` with `colour *= 1.01f; image.write`
//! mutant:    tex.f1110.negative | replace `image.write` with `colour = fabs(colour); image.write`
//! note:      Of a NaN, and whether a number beyond the largest becomes that number or INF, the text says nothing.

#include <metal_stdlib>
using namespace metal;

kernel void write(device const float4 *data [[buffer(0)]], texture2d<float, access::write> image [[texture(0)]],
                  uint2 at [[thread_position_in_grid]])
{
    float4 colour = data[at.x + 64 * at.y];
    image.write(colour, at);
}
