//! title:     reflect normalizes the surface's direction: one of any length gives the same
//! verifies:  geometric.reflect.unnormalized
//! for:       V in float2 float3 float4 half2 half3 half4
//! math:      safe fast
//! functions: fast precise
//! dispatch:  threads 4096, threadgroup 64
//! in:        a V[threads] = normal(0, 1)
//! in:        b V[threads] = normal(0, 3)
//! out:       mirrored V[threads]
//! expect:    mirrored = reflect(a, b)
//! mutant:    geometric.reflect.unnormalized | replace `reflect(a[i], b[i])` with
//!            `a[i] - 2 * dot(a[i], b[i]) * b[i]`
//! note:      6.9 has the function normalize N. An implementation that takes N as it is fails here alone.

#include <metal_stdlib>
using namespace metal;

kernel void mirror(device const V *a [[buffer(0)]], device const V *b [[buffer(1)]], device V *mirrored [[buffer(2)]],
                   uint i [[thread_position_in_grid]])
{
    mirrored[i] = reflect(a[i], b[i]);
}
