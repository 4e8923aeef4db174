//! title:     What the classes of textures accept: accesses, results, kinds of atomics, null textures, structures of sparse reads
//! verifies:  tex.tv.mapping tex.access.read_allowed tex.access.write_allowed tex.is_null.types tex.sparse.color_struct
//!            tex.fence.signature
//! requires:  msl 3.1
//! dispatch:  threads 1, threadgroup 1
//! out:       result int[30]
//! expect:    result = values 1 …
//! mutant:    tex.tv.mapping | replace `texture2d<ushort>>().read(uint2())), ushort4>` with `texture2d<ushort>>().read(uint2())), uint4>`
//! mutant:    tex.access.read_allowed | replace `access::read_write>>().read(uint2())), float4>` with `access::read_write>>().read(uint2())), float3>`
//! mutant:    tex.access.write_allowed | replace `access::write>>().write(float4(), uint2())), void>` with `access::write>>().write(float4(), uint2())), int>`
//! mutant:    tex.is_null.types | replace `depthcube_array<float>>())), bool>` with `depthcube_array<float>>())), int>`
//! mutant:    tex.sparse.color_struct | replace `resident = color.resident()` with `resident = !color.resident()`
//! mutant:    tex.fence.signature | replace `texture3d<float, access::read_write>>().fence()), void>` with `texture3d<float, access::read_write>>().fence()), int>`

#include <metal_stdlib>
using namespace metal;

kernel void report(device int *result [[buffer(0)]])
{
    result[0] = is_same<decltype(declval<texture2d<float>>().read(uint2())), float4>::value;
    result[1] = is_same<decltype(declval<texture2d<half>>().read(uint2())), half4>::value;
    result[2] = is_same<decltype(declval<texture2d<int>>().read(uint2())), int4>::value;
    result[3] = is_same<decltype(declval<texture2d<uint>>().read(uint2())), uint4>::value;
    result[4] = is_same<decltype(declval<texture2d<short>>().read(uint2())), short4>::value;
    result[5] = is_same<decltype(declval<texture2d<ushort>>().read(uint2())), ushort4>::value;
    result[6] = is_same<decltype(declval<texture2d<ulong>>().read(uint2())), ulong4>::value;
    result[7] = is_same<decltype(declval<texture2d<float, access::sample>>().read(uint2())), float4>::value;
    result[8] = is_same<decltype(declval<texture2d<float, access::read>>().read(uint2())), float4>::value;
    result[9] = is_same<decltype(declval<texture2d<float, access::read_write>>().read(uint2())), float4>::value;
    result[10] = is_same<decltype(declval<texture2d<float, access::write>>().write(float4(), uint2())), void>::value;
    result[11] = is_same<decltype(declval<texture2d<float, access::read_write>>().write(float4(), uint2())), void>::value;
    result[12] = is_same<decltype(is_null_texture(declval<texture1d<float>>())), bool>::value;
    result[13] = is_same<decltype(is_null_texture(declval<texture1d_array<float>>())), bool>::value;
    result[14] = is_same<decltype(is_null_texture(declval<texture2d<float>>())), bool>::value;
    result[15] = is_same<decltype(is_null_texture(declval<texture2d_array<float>>())), bool>::value;
    result[16] = is_same<decltype(is_null_texture(declval<texture3d<float>>())), bool>::value;
    result[17] = is_same<decltype(is_null_texture(declval<texturecube<float>>())), bool>::value;
    result[18] = is_same<decltype(is_null_texture(declval<texturecube_array<float>>())), bool>::value;
    result[19] = is_same<decltype(is_null_texture(declval<texture2d_ms<float>>())), bool>::value;
    result[20] = is_same<decltype(is_null_texture(declval<depth2d<float>>())), bool>::value;
    result[21] = is_same<decltype(is_null_texture(declval<depth2d_array<float>>())), bool>::value;
    result[22] = is_same<decltype(is_null_texture(declval<depthcube<float>>())), bool>::value;
    result[23] = is_same<decltype(is_null_texture(declval<depthcube_array<float>>())), bool>::value;
    result[24] = is_same<decltype(declval<texture1d<float, access::read_write>>().fence()), void>::value;
    result[25] = is_same<decltype(declval<texture2d_array<float, access::read_write>>().fence()), void>::value;
    result[26] = is_same<decltype(declval<texture3d<float, access::read_write>>().fence()), void>::value;
    result[27] = is_same<decltype(declval<texture_buffer<float, access::read_write>>().fence()), void>::value;
    const sparse_color<float4> color(float4(result[0], 2, 3, 4), true);
    const bool resident = color.resident();
    result[28] = resident;
    const float4 value = color.value();
    result[29] = value.y == 2.0f;
}
