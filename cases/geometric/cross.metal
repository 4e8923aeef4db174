//! title:     cross is the vector product
//! verifies:  geometric.cross.value
//! for:       V in float3 half3
//! math:      safe fast
//! dispatch:  threads 4096, threadgroup 64
//! in:        a V[threads] = normal(0, 1)
//! in:        b V[threads] = normal(0, 1)
//! out:       result V[threads]
//! expect:    result = cross(a, b)
//! mutant:    geometric.cross.value | replace `cross(a[i], b[i])` with `cross(b[i], a[i])`

#include <metal_stdlib>
using namespace metal;

kernel void apply(device const V *a [[buffer(0)]], device const V *b [[buffer(1)]], device V *result [[buffer(2)]],
                  uint i [[thread_position_in_grid]])
{
    result[i] = cross(a[i], b[i]);
}
