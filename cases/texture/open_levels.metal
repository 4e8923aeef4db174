//! title:     The level of detail of gradients that lie askew, that of an anisotropic sampler, faces at a cube's edges, and slices beyond
//!            the last
//! verifies:  tex.lod.gradient
//! requires:  msl 2.3, family apple4
//! dispatch:  levels(image, gradients, level): threads 91, threadgroup 32
//! dispatch:  stretch(image, stretched): threads 6, threadgroup 6
//! dispatch:  edges(cube, directions, faces): threads 12, threadgroup 12
//! dispatch:  beyond(layers, slices): threads 4, threadgroup 4
//! in:        image texture2d<float>(r16float)[64, 64, 7] = faces(64, 1, 0.03125)
//! in:        cube texturecube<uint>(r8uint)[1, 1] = iota
//! in:        layers texture2d_array<uint>(r8uint)[1, 1, 3] = iota(1)
//! in:        gradients float2[91] = directions_of_gradients(0.0625)
//! in:        directions packed_float3[12] = values 1 1 0 -1 1 0 1 -1 0 -1 -1 0 1 0 1 -1 0 1 0 1 1 0 -1 1 0 1 -1 1 1 1 -1 -1 -1 1 -1 1
//! out:       level float[91]
//! out:       stretched float[6]
//! out:       faces uint[12]
//! out:       slices uint[8]
//! expect:    level = gradient_level(gradients, 64)
//! expect:    stretched = anisotropic_level(0.25, 64, 4)
//! expect:    faces = recorded edge_faces(directions)
//! expect:    slices = recorded values 3 3 3 3 3 3 3 3
//! mutant:    tex.lod.gradient | replace `gradient2d(gradients[i], float2(0))` with `gradient2d(0.5f * gradients[i], float2(0))`
//! mutant:    tex.lod.gradient | replace `gradient2d(gradients[i], float2(0))` with `gradient2d(float2(0), float2(0))`
//! note:      The text has no formula for levels: along an axis they are judged, askew their errors are measured, as curves. What
//!            anisotropic filters and edges of cubes give is measured and recorded; so is what sampling gives beyond the
//!            last slice, which 6.13 has for reads and writes alone: whether it is the last one.

#include <metal_stdlib>
using namespace metal;

constexpr sampler nearest(filter::nearest);
constexpr sampler blended(filter::linear, mip_filter::linear);
constexpr sampler anisotropic(filter::linear, mip_filter::linear, max_anisotropy(4));

kernel void levels(texture2d<float> image [[texture(0)]], device const float2 *gradients [[buffer(0)]],
                   device float *level [[buffer(1)]], uint i [[thread_position_in_grid]])
{
    level[i] = image.sample(blended, float2(0.5f), gradient2d(gradients[i], float2(0))).x;
}

kernel void stretch(texture2d<float> image [[texture(0)]], device float *stretched [[buffer(0)]],
                    uint i [[thread_position_in_grid]])
{
    const float2 across = float2(0.25f, 0), along = float2(0, 0.25f / float(1u << i));
    stretched[i] = image.sample(anisotropic, float2(0.5f), gradient2d(across, along)).x;
}

kernel void edges(texturecube<uint> cube [[texture(0)]], device const packed_float3 *directions [[buffer(0)]],
                  device uint *faces [[buffer(1)]], uint i [[thread_position_in_grid]])
{
    faces[i] = cube.sample(nearest, float3(directions[i])).x;
}

kernel void beyond(texture2d_array<uint> layers [[texture(0)]], device uint *slices [[buffer(0)]],
                   uint i [[thread_position_in_grid]])
{
    const uint slice = i < 3 ? 3 + i : 0xffffffffu;
    slices[2 * i] = layers.sample(nearest, float2(0.5f), slice).x;
    slices[2 * i + 1] = layers.gather(nearest, float2(0.5f), slice).x;
}
