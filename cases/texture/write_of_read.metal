//! title:     A texture without access to write cannot be written
//! verifies:  tex.access.write_on_sample_or_read
//! for:       A in read sample
//! reject:
//! grade:     error stated
//! control:   replace `access::A>` with `access::write>`

#include <metal_stdlib>
using namespace metal;

kernel void use(texture2d<float, access::A> image [[texture(0)]], device float *result [[buffer(0)]])
{
    constexpr sampler s(coord::pixel);
    image.write(float4(result[0]), uint2(0)); // reject
}
