//! title:     A local variable may be a texture that is sampled or read
//! verifies:  texture.local_variable texture.access.sample
//! dispatch:  threads 16 x 4, threadgroup 16 x 4
//! in:        image texture2d<float>(r32float)[16, 4] = random
//! in:        other texture2d<float>(r32float)[16, 4] = random
//! out:       result float[64]
//! out:       sampled float[64]
//! expect:    result = converted(image)
//! expect:    sampled = converted(other)
//! mutant:    texture.local_variable | replace `first.read(at)` with `first.read(at ^ 1)`
//! mutant:    texture.access.sample | replace `(float2(at) + 0.5f)` with `(float2(at ^ 1) + 0.5f)`

#include <metal_stdlib>
using namespace metal;

kernel void read(texture2d<float, access::read> image [[texture(0)]], texture2d<float> other [[texture(1)]],
                 device float *result [[buffer(0)]], device float *sampled [[buffer(1)]],
                 uint2 at [[thread_position_in_grid]])
{
    constexpr sampler nearest(coord::pixel, filter::nearest);
    texture2d<float, access::read> first = image;
    texture2d<float> second = other;
    result[at.x + 16 * at.y] = first.read(at).x;
    sampled[at.x + 16 * at.y] = second.sample(nearest, (float2(at) + 0.5f)).x;
}
