//! title:     Sampling needs access::sample
//! verifies:  tex.access.sample_required
//! for:       A in read write read_write
//! reject:
//! grade:     inferred
//! control:   replace `access::A>` with `access::sample>`

#include <metal_stdlib>
using namespace metal;

kernel void use(texture2d<float, access::A> image [[texture(0)]], device float *result [[buffer(0)]])
{
    constexpr sampler s(coord::pixel);
    result[0] = image.sample(s, float2(0.5f)).x; // reject
}
