//! title:     Levels of detail that the text leaves open, faces at a cube's edges, slices beyond the last
//! verifies:  tex.lod.gradient
//! requires:  msl 2.3, family apple4, feature float32_filtering
//! dispatch:  levels(image, gradients, level): threads 91, threadgroup 32
//! dispatch:  stretch(image, stretched): threads 6, threadgroup 6
//! dispatch:  turn(around, gradients, turned): threads 91, threadgroup 32
//! dispatch:  ask(image, depths, asked, asked_of_depth): threads 97, threadgroup 97
//! dispatch:  edges(cube, directions, faces): threads 12, threadgroup 12
//! dispatch:  beyond(layers, slices): threads 4, threadgroup 4
//! in:        image texture2d<float>(r16float)[64, 64, 7] = faces(64, 1, 0.03125)
//! in:        cube texturecube<uint>(r8uint)[1, 1] = iota
//! in:        around texturecube<float>(r16float)[64, 64, 7] = faces(64, 6, 0.03125)
//! in:        depths depth2d_array<float>(depth32float)[64, 64, 1, 7] = faces(64, 1, 0.0009765625)
//! in:        layers texture2d_array<uint>(r8uint)[1, 1, 3] = iota(1)
//! in:        gradients float2[91] = directions_of_gradients(0.0625)
//! in:        directions packed_float3[12] = values 1 1 0 -1 1 0 1 -1 0 -1 -1 0 1 0 1 -1 0 1 0 1 1 0 -1 1 0 1 -1 1 1 1 -1 -1 -1 1 -1 1
//! out:       level float[91]
//! out:       stretched float[6]
//! out:       turned float[91]
//! out:       asked float[97]
//! out:       asked_of_depth float[97]
//! out:       faces uint[12]
//! out:       slices uint[8]
//! expect:    level = gradient_level(gradients, 64)
//! expect:    stretched = anisotropic_level(0.25, 64, 4)
//! expect:    turned = cube_gradient_level(gradients, 64)
//! expect:    asked = asked_level(0.0625)
//! expect:    asked_of_depth = asked_level(0.0625)
//! expect:    faces = recorded edge_faces(directions)
//! expect:    slices = recorded values 3 3 3 3 3 3 3 3
//! mutant:    tex.lod.gradient | replace `gradient2d(gradients[i], float2(0))` with `gradient2d(0.5f * gradients[i], float2(0))`
//! mutant:    tex.lod.gradient | replace `gradient2d(gradients[i], float2(0))` with `gradient2d(float2(0), float2(0))`
//! note:      The text has no formula for levels: along an axis they are judged, askew their errors are measured, as curves. What
//!            anisotropic filters, gradients and edges of cubes, and levels between whole ones give is measured and recorded;
//!            so is what sampling gives beyond the last slice, which 6.13 has for reads and writes alone: whether it is the last one.

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

kernel void turn(texturecube<float> around [[texture(0)]], device const float2 *gradients [[buffer(0)]],
                 device float *turned [[buffer(1)]], uint i [[thread_position_in_grid]])
{
    turned[i] = around.sample(blended, float3(1, 0, 0), gradientcube(float3(0, gradients[i]), float3(0))).x;
}

kernel void ask(texture2d<float> image [[texture(0)]], depth2d_array<float> depths [[texture(1)]],
                device float *asked [[buffer(0)]], device float *asked_of_depth [[buffer(1)]],
                uint i [[thread_position_in_grid]])
{
    asked[i] = image.sample(blended, float2(0.5f), level(0.0625f * float(i))).x;
    asked_of_depth[i] = 32 * depths.sample(blended, float2(0.5f), 0u, level(0.0625f * float(i)));
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
