//! title:     distance, length and normalize exist as precise:: and fast::
//! verifies:  geometric.variants.namespaces geometric.variants.selection
//! for:       (V, N) in (float2, precise) (float3, precise) (float4, precise) (float2, fast) (float3, fast) (float4,
//!            fast)
//! math:      safe fast
//! dispatch:  threads 4096, threadgroup 64
//! in:        a V[threads] = normal(0, 1)
//! in:        b V[threads] = normal(0, 1)
//! out:       apart float[threads]
//! out:       extent float[threads]
//! out:       direction V[threads]
//! expect:    apart = distance(a, b)
//! expect:    extent = length(a)
//! expect:    direction = normalize(a)
//! mutant:    geometric.variants.namespaces | replace `N::distance(a[i], b[i])` with `N::length(a[i])`
//! mutant:    geometric.variants.selection | replace `N::normalize(a[i])` with `a[i]`

#include <metal_stdlib>
using namespace metal;

kernel void apply(device const V *a [[buffer(0)]], device const V *b [[buffer(1)]],
                  device float *apart [[buffer(2)]], device float *extent [[buffer(3)]],
                  device V *direction [[buffer(4)]], uint i [[thread_position_in_grid]])
{
    apart[i] = N::distance(a[i], b[i]);
    extent[i] = N::length(a[i]);
    direction[i] = N::normalize(a[i]);
}
