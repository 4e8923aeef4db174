//! title:     A pixel compares equal and unequal with a number
//! verifies:  pixel.compare
//! requires:  msl 2.3
//! dispatch:  threads 2, threadgroup 2
//! in:        pixels uint[2] = values 0xff00ff00 0x00ff00ff
//! out:       equal uint[2]
//! out:       unequal uint[2]
//! expect:    equal = values 1 0
//! expect:    unequal = values 0 1
//! refusal:   2.7 allows the comparison with the type of the number; Apple's library (toolchain 32023.883) has operators for it
//!            that are equally good
//! mutant:    pixel.compare | replace `all(pixels[i] == number)` with `all(pixels[i ^ 1] == number)`
//! mutant:    pixel.compare | replace `any(number != pixels[i])` with `any(number == pixels[i])`

#include <metal_stdlib>
#include <metal_pixel>
using namespace metal;

kernel void compare(device const rgba8unorm<float4> *pixels [[buffer(0)]], device uint *equal [[buffer(1)]],
                    device uint *unequal [[buffer(2)]], uint i [[thread_position_in_grid]])
{
    const float4 number = float4(0, 1, 0, 1);
    equal[i] = all(pixels[i] == number);
    unequal[i] = any(number != pixels[i]);
}
