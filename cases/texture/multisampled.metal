//! title:     Multisampled classes have read by sample, with a sampler and sparse, and the queries of the text
//! verifies:  tex.t2d_ms.read.sampler tex.t2d_ms.sparse tex.t2d_ms.sparse_read.sampler tex.t2d_ms_array.read.sampler
//!            tex.t2d_ms_array.sparse tex.t2d_ms_array.sparse_read.sampler tex.depth2d_ms.read.sampler tex.depth2d_ms.sparse
//!            tex.depth2d_ms.sparse_read.sampler tex.depth2d_ms_array.read.sampler tex.depth2d_ms_array.sparse
//!            tex.depth2d_ms_array.sparse_read.sampler
//! requires:  msl 4.1
//! dispatch:  threads 1, threadgroup 1
//! out:       result int[16]
//! expect:    result = values 1 …
//! mutant:    tex.t2d_ms.read.sampler | replace `texture2d_ms<float>>().read(sampler(), int2(), uint())), float4>` with `texture2d_ms<float>>().read(sampler(), int2(), uint())), int>`
//! mutant:    tex.t2d_ms.sparse | replace `texture2d_ms<float>>().sparse_read(uint2(), uint())), sparse_color<float4>>` with `texture2d_ms<float>>().sparse_read(uint2(), uint())), int>`
//! mutant:    tex.t2d_ms.sparse | replace `texture2d_ms<float>>().sparse_read(ushort2(), ushort())), sparse_color<float4>>` with `texture2d_ms<float>>().sparse_read(ushort2(), ushort())), int>`
//! mutant:    tex.t2d_ms.sparse_read.sampler | replace `texture2d_ms<float>>().sparse_read(sampler(), int2(), uint())), sparse_color<float4>>` with `texture2d_ms<float>>().sparse_read(sampler(), int2(), uint())), int>`
//! mutant:    tex.t2d_ms_array.read.sampler | replace `texture2d_ms_array<float>>().read(sampler(), int2(), uint(), uint())), float4>` with `texture2d_ms_array<float>>().read(sampler(), int2(), uint(), uint())), int>`
//! mutant:    tex.t2d_ms_array.sparse | replace `texture2d_ms_array<float>>().sparse_read(uint2(), uint(), uint())), sparse_color<float4>>` with `texture2d_ms_array<float>>().sparse_read(uint2(), uint(), uint())), int>`
//! mutant:    tex.t2d_ms_array.sparse | replace `texture2d_ms_array<float>>().sparse_read(ushort2(), ushort(), ushort())), sparse_color<float4>>` with `texture2d_ms_array<float>>().sparse_read(ushort2(), ushort(), ushort())), int>`
//! mutant:    tex.t2d_ms_array.sparse_read.sampler | replace `texture2d_ms_array<float>>().sparse_read(sampler(), int2(), uint(), uint())), sparse_color<float4>>` with `texture2d_ms_array<float>>().sparse_read(sampler(), int2(), uint(), uint())), int>`
//! mutant:    tex.depth2d_ms.read.sampler | replace `depth2d_ms<float>>().read(sampler(), int2(), uint())), float>` with `depth2d_ms<float>>().read(sampler(), int2(), uint())), int>`
//! mutant:    tex.depth2d_ms.sparse | replace `depth2d_ms<float>>().sparse_read(uint2(), uint())), sparse_color<float>>` with `depth2d_ms<float>>().sparse_read(uint2(), uint())), int>`
//! mutant:    tex.depth2d_ms.sparse | replace `depth2d_ms<float>>().sparse_read(ushort2(), ushort())), sparse_color<float>>` with `depth2d_ms<float>>().sparse_read(ushort2(), ushort())), int>`
//! mutant:    tex.depth2d_ms.sparse_read.sampler | replace `depth2d_ms<float>>().sparse_read(sampler(), int2(), uint())), sparse_color<float>>` with `depth2d_ms<float>>().sparse_read(sampler(), int2(), uint())), int>`
//! mutant:    tex.depth2d_ms_array.read.sampler | replace `depth2d_ms_array<float>>().read(sampler(), int2(), uint(), uint())), float>` with `depth2d_ms_array<float>>().read(sampler(), int2(), uint(), uint())), int>`
//! mutant:    tex.depth2d_ms_array.sparse | replace `depth2d_ms_array<float>>().sparse_read(uint2(), uint(), uint())), sparse_color<float>>` with `depth2d_ms_array<float>>().sparse_read(uint2(), uint(), uint())), int>`
//! mutant:    tex.depth2d_ms_array.sparse | replace `depth2d_ms_array<float>>().sparse_read(ushort2(), ushort(), ushort())), sparse_color<float>>` with `depth2d_ms_array<float>>().sparse_read(ushort2(), ushort(), ushort())), int>`
//! mutant:    tex.depth2d_ms_array.sparse_read.sampler | replace `depth2d_ms_array<float>>().sparse_read(sampler(), int2(), uint(), uint())), sparse_color<float>>` with `depth2d_ms_array<float>>().sparse_read(sampler(), int2(), uint(), uint())), int>`

#include <metal_stdlib>
using namespace metal;

kernel void report(device int *result [[buffer(0)]])
{
    result[0] = is_same<decltype(declval<texture2d_ms<float>>().read(sampler(), int2(), uint())), float4>::value;
    result[1] = is_same<decltype(declval<texture2d_ms<float>>().sparse_read(uint2(), uint())), sparse_color<float4>>::value;
    result[2] = is_same<decltype(declval<texture2d_ms<float>>().sparse_read(ushort2(), ushort())), sparse_color<float4>>::value;
    result[3] = is_same<decltype(declval<texture2d_ms<float>>().sparse_read(sampler(), int2(), uint())), sparse_color<float4>>::value;
    result[4] = is_same<decltype(declval<texture2d_ms_array<float>>().read(sampler(), int2(), uint(), uint())), float4>::value;
    result[5] = is_same<decltype(declval<texture2d_ms_array<float>>().sparse_read(uint2(), uint(), uint())), sparse_color<float4>>::value;
    result[6] = is_same<decltype(declval<texture2d_ms_array<float>>().sparse_read(ushort2(), ushort(), ushort())), sparse_color<float4>>::value;
    result[7] = is_same<decltype(declval<texture2d_ms_array<float>>().sparse_read(sampler(), int2(), uint(), uint())), sparse_color<float4>>::value;
    result[8] = is_same<decltype(declval<depth2d_ms<float>>().read(sampler(), int2(), uint())), float>::value;
    result[9] = is_same<decltype(declval<depth2d_ms<float>>().sparse_read(uint2(), uint())), sparse_color<float>>::value;
    result[10] = is_same<decltype(declval<depth2d_ms<float>>().sparse_read(ushort2(), ushort())), sparse_color<float>>::value;
    result[11] = is_same<decltype(declval<depth2d_ms<float>>().sparse_read(sampler(), int2(), uint())), sparse_color<float>>::value;
    result[12] = is_same<decltype(declval<depth2d_ms_array<float>>().read(sampler(), int2(), uint(), uint())), float>::value;
    result[13] = is_same<decltype(declval<depth2d_ms_array<float>>().sparse_read(uint2(), uint(), uint())), sparse_color<float>>::value;
    result[14] = is_same<decltype(declval<depth2d_ms_array<float>>().sparse_read(ushort2(), ushort(), ushort())), sparse_color<float>>::value;
    result[15] = is_same<decltype(declval<depth2d_ms_array<float>>().sparse_read(sampler(), int2(), uint(), uint())), sparse_color<float>>::value;
}
