//! title:     A reference does not bind to a swizzle
//! verifies:  vector.swizzle.reject.reference
//! for:       LETTERS in xy zw
//! reject:
//! grade:     error stated
//! control:   replace `clear(value.LETTERS)` with `clear(pair)`

#include <metal_stdlib>
using namespace metal;

static void clear(thread float2 &pair)
{
    pair = 0.0f;
}

kernel void assign(device float4 *data [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    float4 value = data[i];
    float2 pair = value.zw;
    clear(value.LETTERS); // reject
    data[i] = value + pair.xyxy;
}
