//! title:     The geometric functions come with their own header
//! verifies:  geometric.header
//! dispatch:  threads 1, threadgroup 1
//! in:        a float3[1] = values 1 0 0
//! in:        b float3[1] = values 0 1 0
//! out:       result int3[5]
//! expect:    result = values 0 0 1 1 0 0 1 0 0 1 0 1 2 2 0
//! mutant:    geometric.header | replace `cross(a, b)` with `cross(b, a)`

#include <metal_geometric>
using namespace metal;

kernel void call_each(device const float3 &a [[buffer(0)]], device const float3 &b [[buffer(1)]],
                      device int3 *result [[buffer(2)]])
{
    result[0] = int3(cross(a, b));
    result[1] = int3(faceforward(a, b, -b));
    result[2] = int3(reflect(a, b));
    result[3] = int3(float3(dot(a, a), dot(a, b), dot(a + b, b)));
    result[4] = int3(float3(length_squared(a + b), distance_squared(a, b), distance_squared(a, a)));
}
