//! title:     A pixel compares equal and unequal with a number; as a member of a structure it is read and written
//! verifies:  pixel.compare pixel.struct_member
//! requires:  msl 2.3
//! dispatch:  threads 2, threadgroup 2
//! in:        pixels uint[4] = values 1 0xff00ff00 2 0x00ff00ff
//! out:       written uint[4]
//! out:       equal uint[2]
//! out:       unequal uint[2]
//! expect:    written = values 1 0x00ff00ff 2 0xff00ff00
//! expect:    equal = values 1 0
//! expect:    unequal = values 0 1
//! mutant:    pixel.compare | replace `all(pixels[i].colour == number)` with `all(pixels[i ^ 1].colour == number)`
//! mutant:    pixel.compare | replace `any(number != pixels[i].colour)` with `any(number == pixels[i].colour)`
//! mutant:    pixel.struct_member | replace `1.0f - float4(pixels[i].colour)` with `float4(pixels[i].colour)`

#include <metal_stdlib>
#include <metal_pixel>
using namespace metal;

struct place {
    uint number;
    rgba8unorm<float4> colour;
};

kernel void compare(device const place *pixels [[buffer(0)]], device place *written [[buffer(1)]],
                    device uint *equal [[buffer(2)]], device uint *unequal [[buffer(3)]],
                    uint i [[thread_position_in_grid]])
{
    const float4 number = float4(0, 1, 0, 1);
    equal[i] = all(pixels[i].colour == number);
    unequal[i] = any(number != pixels[i].colour);
    written[i].number = pixels[i].number;
    written[i].colour = 1.0f - float4(pixels[i].colour);
}
