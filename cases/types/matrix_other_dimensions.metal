//! title:     A matrix is not made from one of other dimensions
//! verifies:  matrix.ctor.other_dims
//! for:       (TO, FROM) in (float3x3, float4x4) (float4x4, float3x3)
//! reject:
//! grade:     inferred
//! control:   replace `TO(data[0])` with `TO(1.0f)`

#include <metal_stdlib>
using namespace metal;

kernel void make(device const FROM *data [[buffer(0)]], device TO *result [[buffer(1)]])
{
    result[0] = TO(data[0]); // reject
}
