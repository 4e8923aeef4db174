//! title:     A local variable may be a texture buffer, and an array may hold texture buffers
//! verifies:  texture_buffer.local_variable array.texture_buffers
//! requires:  msl 2.1
//! dispatch:  threads 1, threadgroup 1
//! out:       result int[2]
//! expect:    result = values 1 1
//! mutant:    texture_buffer.local_variable | replace `return same.read(0u)` with `return same.get_width()`
//! mutant:    array.texture_buffers | replace `return several[1].read(0u)` with `return several.size()`

#include <metal_stdlib>
using namespace metal;

static auto first(texture_buffer<float> data)
{
    texture_buffer<float> same = data;
    return same.read(0u);
}

static auto second(array<texture_buffer<half, access::read>, 3> several)
{
    return several[1].read(0u);
}

kernel void report(device int *result [[buffer(0)]])
{
    result[0] = is_same<decltype(first(declval<texture_buffer<float>>())), float4>::value;
    result[1] = is_same<decltype(second(declval<array<texture_buffer<half, access::read>, 3>>())), half4>::value;
}
