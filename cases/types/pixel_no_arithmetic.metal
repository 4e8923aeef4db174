//! title:     Pixels have no operators but assignment, == and !=
//! verifies:  pixel.no_arithmetic
//! requires:  msl 2.3
//! for:       OP in + - * < >
//! reject:    invalid operands operator overload deleted
//! control:   replace `pixels[0] OP pixels[1]` with `float(pixels[0]) OP float(pixels[1])`
//! grade:     rule stated

#include <metal_stdlib>
#include <metal_pixel>
using namespace metal;

kernel void combine(device const r8unorm<float> *pixels [[buffer(0)]], device float *result [[buffer(1)]])
{
    result[0] = pixels[0] OP pixels[1]; // reject
}
