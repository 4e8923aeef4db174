//! title:     texture3d has no gather
//! verifies:  tex.t3d.gather_absent
//! for:       T in float half
//! reject:
//! grade:     inferred
//! control:   replace `image.gather(` with `image.sample(`

#include <metal_stdlib>
using namespace metal;

kernel void use(texture3d<T> image [[texture(0)]], device float *result [[buffer(0)]])
{
    constexpr sampler s(coord::pixel);
    result[0] = image.gather(s, float3(0.5f)).x; // reject
}
