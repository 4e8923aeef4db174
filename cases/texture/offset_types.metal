//! title:     Reads with a sampler take an offset on textures of two and three dimensions
//! verifies:  tex.sampler_read.offset_types
//! requires:  msl 4.1
//! dispatch:  threads 1, threadgroup 1
//! out:       result int[5]
//! expect:    result = values 1 …
//! mutant:    tex.sampler_read.offset_types | replace `is_same<decltype(declval<texture2d<float>>().read(sampler(), int2(), int2())), float4>::value` with `!is_same<decltype(declval<texture2d<float>>().read(sampler(), int2(), int2())), float4>::value`
//! mutant:    tex.sampler_read.offset_types | replace `is_same<decltype(declval<texture2d_array<float>>().read(sampler(), int2(), uint(), int2())), float4>::value` with `!is_same<decltype(declval<texture2d_array<float>>().read(sampler(), int2(), uint(), int2())), float4>::value`
//! mutant:    tex.sampler_read.offset_types | replace `is_same<decltype(declval<texture3d<float>>().read(sampler(), int3(), int3())), float4>::value` with `!is_same<decltype(declval<texture3d<float>>().read(sampler(), int3(), int3())), float4>::value`
//! mutant:    tex.sampler_read.offset_types | replace `is_same<decltype(declval<depth2d<float>>().read(sampler(), int2(), int2())), float>::value` with `!is_same<decltype(declval<depth2d<float>>().read(sampler(), int2(), int2())), float>::value`
//! mutant:    tex.sampler_read.offset_types | replace `is_same<decltype(declval<depth2d_array<float>>().read(sampler(), int2(), uint(), int2())), float>::value` with `!is_same<decltype(declval<depth2d_array<float>>().read(sampler(), int2(), uint(), int2())), float>::value`

#include <metal_stdlib>
using namespace metal;

kernel void report(device int *result [[buffer(0)]])
{
    result[0] = is_same<decltype(declval<texture2d<float>>().read(sampler(), int2(), int2())), float4>::value;
    result[1] = is_same<decltype(declval<texture2d_array<float>>().read(sampler(), int2(), uint(), int2())), float4>::value;
    result[2] = is_same<decltype(declval<texture3d<float>>().read(sampler(), int3(), int3())), float4>::value;
    result[3] = is_same<decltype(declval<depth2d<float>>().read(sampler(), int2(), int2())), float>::value;
    result[4] = is_same<decltype(declval<depth2d_array<float>>().read(sampler(), int2(), uint(), int2())), float>::value;
}
