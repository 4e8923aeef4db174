//! title:     Blocks of 2 x 1 pixels can be read from textures of one and two dimensions and cubes, of 1 x 2 where there are rows
//! verifies:  tex.block_read.dims
//! requires:  msl 4.1
//! dispatch:  threads 1, threadgroup 1
//! out:       result int[18]
//! expect:    result = values 1 …
//! mutant:    tex.block_read.dims | replace `is_same<decltype(declval<texture1d<float>>().block_read<2, 1>(sampler(), int())), block_color<float4, 2, 1>>::value` with `!is_same<decltype(declval<texture1d<float>>().block_read<2, 1>(sampler(), int())), block_color<float4, 2, 1>>::value`
//! mutant:    tex.block_read.dims | replace `is_same<decltype(declval<texture1d_array<float>>().block_read<2, 1>(sampler(), int(), uint())), block_color<float4, 2, 1>>::value` with `!is_same<decltype(declval<texture1d_array<float>>().block_read<2, 1>(sampler(), int(), uint())), block_color<float4, 2, 1>>::value`
//! mutant:    tex.block_read.dims | replace `is_same<decltype(declval<texture2d<float>>().block_read<2, 1>(sampler(), int2())), block_color<float4, 2, 1>>::value` with `!is_same<decltype(declval<texture2d<float>>().block_read<2, 1>(sampler(), int2())), block_color<float4, 2, 1>>::value`
//! mutant:    tex.block_read.dims | replace `is_same<decltype(declval<texture2d<float>>().block_read<1, 2>(sampler(), int2())), block_color<float4, 1, 2>>::value` with `!is_same<decltype(declval<texture2d<float>>().block_read<1, 2>(sampler(), int2())), block_color<float4, 1, 2>>::value`
//! mutant:    tex.block_read.dims | replace `is_same<decltype(declval<texture2d_array<float>>().block_read<2, 1>(sampler(), int2(), uint())), block_color<float4, 2, 1>>::value` with `!is_same<decltype(declval<texture2d_array<float>>().block_read<2, 1>(sampler(), int2(), uint())), block_color<float4, 2, 1>>::value`
//! mutant:    tex.block_read.dims | replace `is_same<decltype(declval<texture2d_array<float>>().block_read<1, 2>(sampler(), int2(), uint())), block_color<float4, 1, 2>>::value` with `!is_same<decltype(declval<texture2d_array<float>>().block_read<1, 2>(sampler(), int2(), uint())), block_color<float4, 1, 2>>::value`
//! mutant:    tex.block_read.dims | replace `is_same<decltype(declval<depth2d<float>>().block_read<2, 1>(sampler(), int2())), block_color<float, 2, 1>>::value` with `!is_same<decltype(declval<depth2d<float>>().block_read<2, 1>(sampler(), int2())), block_color<float, 2, 1>>::value`
//! mutant:    tex.block_read.dims | replace `is_same<decltype(declval<depth2d<float>>().block_read<1, 2>(sampler(), int2())), block_color<float, 1, 2>>::value` with `!is_same<decltype(declval<depth2d<float>>().block_read<1, 2>(sampler(), int2())), block_color<float, 1, 2>>::value`
//! mutant:    tex.block_read.dims | replace `is_same<decltype(declval<depth2d_array<float>>().block_read<2, 1>(sampler(), int2(), uint())), block_color<float, 2, 1>>::value` with `!is_same<decltype(declval<depth2d_array<float>>().block_read<2, 1>(sampler(), int2(), uint())), block_color<float, 2, 1>>::value`
//! mutant:    tex.block_read.dims | replace `is_same<decltype(declval<depth2d_array<float>>().block_read<1, 2>(sampler(), int2(), uint())), block_color<float, 1, 2>>::value` with `!is_same<decltype(declval<depth2d_array<float>>().block_read<1, 2>(sampler(), int2(), uint())), block_color<float, 1, 2>>::value`
//! mutant:    tex.block_read.dims | replace `is_same<decltype(declval<texturecube<float>>().block_read<2, 1>(sampler(), int2(), uint())), block_color<float4, 2, 1>>::value` with `!is_same<decltype(declval<texturecube<float>>().block_read<2, 1>(sampler(), int2(), uint())), block_color<float4, 2, 1>>::value`
//! mutant:    tex.block_read.dims | replace `is_same<decltype(declval<texturecube<float>>().block_read<1, 2>(sampler(), int2(), uint())), block_color<float4, 1, 2>>::value` with `!is_same<decltype(declval<texturecube<float>>().block_read<1, 2>(sampler(), int2(), uint())), block_color<float4, 1, 2>>::value`
//! mutant:    tex.block_read.dims | replace `is_same<decltype(declval<texturecube_array<float>>().block_read<2, 1>(sampler(), int2(), uint(), uint())), block_color<float4, 2, 1>>::value` with `!is_same<decltype(declval<texturecube_array<float>>().block_read<2, 1>(sampler(), int2(), uint(), uint())), block_color<float4, 2, 1>>::value`
//! mutant:    tex.block_read.dims | replace `is_same<decltype(declval<texturecube_array<float>>().block_read<1, 2>(sampler(), int2(), uint(), uint())), block_color<float4, 1, 2>>::value` with `!is_same<decltype(declval<texturecube_array<float>>().block_read<1, 2>(sampler(), int2(), uint(), uint())), block_color<float4, 1, 2>>::value`
//! mutant:    tex.block_read.dims | replace `is_same<decltype(declval<depthcube<float>>().block_read<2, 1>(sampler(), int2(), uint())), block_color<float, 2, 1>>::value` with `!is_same<decltype(declval<depthcube<float>>().block_read<2, 1>(sampler(), int2(), uint())), block_color<float, 2, 1>>::value`
//! mutant:    tex.block_read.dims | replace `is_same<decltype(declval<depthcube<float>>().block_read<1, 2>(sampler(), int2(), uint())), block_color<float, 1, 2>>::value` with `!is_same<decltype(declval<depthcube<float>>().block_read<1, 2>(sampler(), int2(), uint())), block_color<float, 1, 2>>::value`
//! mutant:    tex.block_read.dims | replace `is_same<decltype(declval<depthcube_array<float>>().block_read<2, 1>(sampler(), int2(), uint(), uint())), block_color<float, 2, 1>>::value` with `!is_same<decltype(declval<depthcube_array<float>>().block_read<2, 1>(sampler(), int2(), uint(), uint())), block_color<float, 2, 1>>::value`
//! mutant:    tex.block_read.dims | replace `is_same<decltype(declval<depthcube_array<float>>().block_read<1, 2>(sampler(), int2(), uint(), uint())), block_color<float, 1, 2>>::value` with `!is_same<decltype(declval<depthcube_array<float>>().block_read<1, 2>(sampler(), int2(), uint(), uint())), block_color<float, 1, 2>>::value`
//! note:      The text lists texture_buffer with 2 x 1, but prints no such member of it.

#include <metal_stdlib>
using namespace metal;

kernel void report(device int *result [[buffer(0)]])
{
    result[0] = is_same<decltype(declval<texture1d<float>>().block_read<2, 1>(sampler(), int())), block_color<float4, 2, 1>>::value;
    result[1] = is_same<decltype(declval<texture1d_array<float>>().block_read<2, 1>(sampler(), int(), uint())), block_color<float4, 2, 1>>::value;
    result[2] = is_same<decltype(declval<texture2d<float>>().block_read<2, 1>(sampler(), int2())), block_color<float4, 2, 1>>::value;
    result[3] = is_same<decltype(declval<texture2d<float>>().block_read<1, 2>(sampler(), int2())), block_color<float4, 1, 2>>::value;
    result[4] = is_same<decltype(declval<texture2d_array<float>>().block_read<2, 1>(sampler(), int2(), uint())), block_color<float4, 2, 1>>::value;
    result[5] = is_same<decltype(declval<texture2d_array<float>>().block_read<1, 2>(sampler(), int2(), uint())), block_color<float4, 1, 2>>::value;
    result[6] = is_same<decltype(declval<depth2d<float>>().block_read<2, 1>(sampler(), int2())), block_color<float, 2, 1>>::value;
    result[7] = is_same<decltype(declval<depth2d<float>>().block_read<1, 2>(sampler(), int2())), block_color<float, 1, 2>>::value;
    result[8] = is_same<decltype(declval<depth2d_array<float>>().block_read<2, 1>(sampler(), int2(), uint())), block_color<float, 2, 1>>::value;
    result[9] = is_same<decltype(declval<depth2d_array<float>>().block_read<1, 2>(sampler(), int2(), uint())), block_color<float, 1, 2>>::value;
    result[10] = is_same<decltype(declval<texturecube<float>>().block_read<2, 1>(sampler(), int2(), uint())), block_color<float4, 2, 1>>::value;
    result[11] = is_same<decltype(declval<texturecube<float>>().block_read<1, 2>(sampler(), int2(), uint())), block_color<float4, 1, 2>>::value;
    result[12] = is_same<decltype(declval<texturecube_array<float>>().block_read<2, 1>(sampler(), int2(), uint(), uint())), block_color<float4, 2, 1>>::value;
    result[13] = is_same<decltype(declval<texturecube_array<float>>().block_read<1, 2>(sampler(), int2(), uint(), uint())), block_color<float4, 1, 2>>::value;
    result[14] = is_same<decltype(declval<depthcube<float>>().block_read<2, 1>(sampler(), int2(), uint())), block_color<float, 2, 1>>::value;
    result[15] = is_same<decltype(declval<depthcube<float>>().block_read<1, 2>(sampler(), int2(), uint())), block_color<float, 1, 2>>::value;
    result[16] = is_same<decltype(declval<depthcube_array<float>>().block_read<2, 1>(sampler(), int2(), uint(), uint())), block_color<float, 2, 1>>::value;
    result[17] = is_same<decltype(declval<depthcube_array<float>>().block_read<1, 2>(sampler(), int2(), uint(), uint())), block_color<float, 1, 2>>::value;
}
