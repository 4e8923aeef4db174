//! title:     A depth texture has no write
//! verifies:  tex.depth.write_absent
//! for:       D in depth2d depth2d_array
//! reject:
//! grade:     inferred
//! control:   replace `image.write(float4(result[0]), uint2(0))` with `result[0] = image.get_width()`

#include <metal_stdlib>
using namespace metal;

kernel void use(D<float> image [[texture(0)]], device float *result [[buffer(0)]])
{
    constexpr sampler s(coord::pixel);
    image.write(float4(result[0]), uint2(0)); // reject
}
