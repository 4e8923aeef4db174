//! title:     Pixel types: the size of a pixel, the alignment of its components, or of the word if they are packed
//! verifies:  pixel.layout pixel.availability pixel.alu_types
//! requires:  msl 2.3
//! dispatch:  threads 1, threadgroup 1
//! out:       result uint4[26]
//! expect:    result = layouts(2)
//! mutant:    pixel.layout | replace `layout<rgba8unorm<half4>>()` with
//!            `layout<rgb10a2<half4>>()`
//! mutant:    pixel.availability | replace `layout<rg11b10f<float3>>()` with `layout<rgba8unorm<float4>>()`
//! mutant:    pixel.alu_types | replace `layout<r8unorm<half>>()` with `layout<half>()`

#include <metal_stdlib>
#include <metal_pixel>
using namespace metal;

template <typename T> struct after_char {
    char first;
    T second;
};

/* Size, alignment, offset after a char in a structure, distance of two elements of an array. */
template <typename T> static uint4 layout()
{
    after_char<T> probe;
    T pair[2];
    return uint4(sizeof(T), alignof(T), (thread char *)&probe.second - (thread char *)&probe,
                 (thread char *)&pair[1] - (thread char *)&pair[0]);
}

kernel void report(device uint4 *result [[buffer(0)]])
{
    uint row = 0;
    result[row++] = layout<r8unorm<half>>();
    result[row++] = layout<r8unorm<float>>();
    result[row++] = layout<r8snorm<half>>();
    result[row++] = layout<r8snorm<float>>();
    result[row++] = layout<r16unorm<float>>();
    result[row++] = layout<r16snorm<float>>();
    result[row++] = layout<rg8unorm<half2>>();
    result[row++] = layout<rg8unorm<float2>>();
    result[row++] = layout<rg8snorm<half2>>();
    result[row++] = layout<rg8snorm<float2>>();
    result[row++] = layout<rg16unorm<float2>>();
    result[row++] = layout<rg16snorm<float2>>();
    result[row++] = layout<rgba8unorm<half4>>();
    result[row++] = layout<rgba8unorm<float4>>();
    result[row++] = layout<srgba8unorm<half4>>();
    result[row++] = layout<srgba8unorm<float4>>();
    result[row++] = layout<rgba8snorm<half4>>();
    result[row++] = layout<rgba8snorm<float4>>();
    result[row++] = layout<rgba16unorm<float4>>();
    result[row++] = layout<rgba16snorm<float4>>();
    result[row++] = layout<rgb10a2<half4>>();
    result[row++] = layout<rgb10a2<float4>>();
    result[row++] = layout<rg11b10f<half3>>();
    result[row++] = layout<rg11b10f<float3>>();
    result[row++] = layout<rgb9e5<half3>>();
    result[row++] = layout<rgb9e5<float3>>();
}
