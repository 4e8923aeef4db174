//! title:     As a member of a structure a pixel is read and written
//! verifies:  pixel.struct_member
//! requires:  msl 2.3
//! dispatch:  threads 2, threadgroup 2
//! in:        pixels uint[4] = values 1 0xff00ff00 2 0x00ff00ff
//! out:       written uint[4]
//! expect:    written = values 1 0x00ff00ff 2 0xff00ff00
//! mutant:    pixel.struct_member | replace `1.0f - float4(pixels[i].colour)` with `float4(pixels[i].colour)`

#include <metal_stdlib>
#include <metal_pixel>
using namespace metal;

struct place {
    uint number;
    rgba8unorm<float4> colour;
};

kernel void invert(device const place *pixels [[buffer(0)]], device place *written [[buffer(1)]],
                   uint i [[thread_position_in_grid]])
{
    written[i].number = pixels[i].number;
    written[i].colour = 1.0f - float4(pixels[i].colour);
}
