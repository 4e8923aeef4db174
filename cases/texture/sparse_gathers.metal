//! title:     sparse_gather and sparse_gather_compare of each type give what gather gives, and that it is resident
//! verifies:  tex.sparse.functions
//! requires:  msl 2.3
//! dispatch:  threads 1, threadgroup 1
//! in:        flat texture2d<float>(rgba32float)[2, 2] = iota(0, 1)
//! in:        flats texture2d_array<float>(rgba32float)[2, 2, 2] = iota(0, 1)
//! in:        cube texturecube<float>(r32float)[2, 2] = iota(0, 1)
//! in:        cubes texturecube_array<float>(r32float)[2, 2, 2] = iota(0, 1)
//! in:        deep depth2d<float>(depth32float)[2, 2] = iota(0, 0.125)
//! in:        deeps depth2d_array<float>(depth32float)[2, 2, 2] = iota(0, 0.125)
//! in:        around depthcube<float>(depth32float)[2, 2] = iota(0, 0.03125)
//! in:        arounds depthcube_array<float>(depth32float)[2, 2, 2] = iota(0, 0.015625)
//! out:       result float4[18]
//! out:       resident uint[18]
//! expect:    result = values 8 12 4 0 12 12 4 4 9 13 5 1 24 28 20 16 28 28 20 20 26 30 22 18 2 3 1 0 42 43 41 40
//!            0.25 0.375 0.125 0 0.375 0.375 0.125 0.125 1 1 0 0 0 1 1 0 0.75 0.875 0.625 0.5 1 1 0 0 0 1 0 0
//!            0.0625 0.09375 0.03125 0 1 1 1 0 0.65625 0.671875 0.640625 0.625
//! expect:    resident = values 1 …
//! mutant:    tex.sparse.functions | replace `flat.sparse_gather(s, half_way, int2(1, 0))` with `flat.sparse_gather(s, half_way)`
//! mutant:    tex.sparse.functions | replace `deep.sparse_gather_compare(s, half_way, 0.2f)` with `deep.sparse_gather_compare(s, half_way, 0.3f)`
//! mutant:    tex.sparse.functions | replace `flats.sparse_gather(s, half_way, 1u)` with `flats.sparse_gather(s, half_way, 0u)`
//! mutant:    tex.sparse.functions | replace `taken.resident()` with `!taken.resident()`
//! mutant:    tex.sparse.functions | replace `arounds.sparse_gather(s, down, 1u)` with `arounds.sparse_gather(s, down, 0u)`

#include <metal_stdlib>
using namespace metal;

static void keep(sparse_color<float4> taken, device float4 *result, device uint *resident, thread uint &n)
{
    result[n] = taken.value();
    resident[n] = taken.resident();
    n++;
}

kernel void collect(texture2d<float> flat [[texture(0)]], texture2d_array<float> flats [[texture(1)]],
                    texturecube<float> cube [[texture(2)]], texturecube_array<float> cubes [[texture(3)]],
                    depth2d<float> deep [[texture(4)]], depth2d_array<float> deeps [[texture(5)]],
                    depthcube<float> around [[texture(6)]], depthcube_array<float> arounds [[texture(7)]],
                    device float4 *result [[buffer(0)]], device uint *resident [[buffer(1)]])
{
    constexpr sampler s(compare_func::less);
    const float2 half_way = float2(0.5f);
    const float3 right = float3(1, 0, 0), down = float3(0, 0, 1);
    uint n = 0;
    keep(flat.sparse_gather(s, half_way), result, resident, n);
    keep(flat.sparse_gather(s, half_way, int2(1, 0)), result, resident, n);
    keep(flat.sparse_gather(s, half_way, int2(0), component::y), result, resident, n);
    keep(flats.sparse_gather(s, half_way, 1u), result, resident, n);
    keep(flats.sparse_gather(s, half_way, 1u, int2(1, 0)), result, resident, n);
    keep(flats.sparse_gather(s, half_way, 1u, int2(0), component::z), result, resident, n);
    keep(cube.sparse_gather(s, right), result, resident, n);
    keep(cubes.sparse_gather(s, down, 1u), result, resident, n);
    keep(deep.sparse_gather(s, half_way), result, resident, n);
    keep(deep.sparse_gather(s, half_way, int2(1, 0)), result, resident, n);
    keep(deep.sparse_gather_compare(s, half_way, 0.2f), result, resident, n);
    keep(deep.sparse_gather_compare(s, half_way, 0.3f, int2(0, 1)), result, resident, n);
    keep(deeps.sparse_gather(s, half_way, 1u), result, resident, n);
    keep(deeps.sparse_gather_compare(s, half_way, 1u, 0.7f), result, resident, n);
    keep(deeps.sparse_gather_compare(s, half_way, 1u, 0.8f, int2(0)), result, resident, n);
    keep(around.sparse_gather(s, right), result, resident, n);
    keep(around.sparse_gather_compare(s, right, 0.01f), result, resident, n);
    keep(arounds.sparse_gather(s, down, 1u), result, resident, n);
}
