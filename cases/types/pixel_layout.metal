//! title:     Pixel types have the size of a pixel, and align to its components, or to the word if they are packed
//! verifies:  pixel.layout pixel.availability pixel.alu_types
//! requires:  msl 2.3
//! for:       (P, T, SIZE, ALIGNMENT) in (r8unorm, half, 1, 1) (r8unorm, float, 1, 1) (r8snorm, half, 1, 1)
//!            (r8snorm, float, 1, 1) (r16unorm, float, 2, 2) (r16snorm, float, 2, 2) (rg8unorm, half2, 2, 1)
//!            (rg8unorm, float2, 2, 1) (rg8snorm, half2, 2, 1) (rg8snorm, float2, 2, 1) (rg16unorm, float2, 4, 2)
//!            (rg16snorm, float2, 4, 2) (rgba8unorm, half4, 4, 1) (rgba8unorm, float4, 4, 1)
//!            (srgba8unorm, half4, 4, 1) (srgba8unorm, float4, 4, 1) (rgba8snorm, half4, 4, 1)
//!            (rgba8snorm, float4, 4, 1) (rgba16unorm, float4, 8, 2) (rgba16snorm, float4, 8, 2) (rgb10a2, half4, 4, 4)
//!            (rgb10a2, float4, 4, 4) (rg11b10f, half3, 4, 4) (rg11b10f, float3, 4, 4) (rgb9e5, half3, 4, 4)
//!            (rgb9e5, float3, 4, 4)
//! dispatch:  threads 1, threadgroup 1
//! in:        zero uint[8] = zeros
//! out:       layout uint[4]
//! out:       value float[3]
//! expect:    layout = layout(SIZE, ALIGNMENT)
//! expect:    value = values 0 0 0
//! mutant:    pixel.layout | replace `sizeof(P<T>)` with `sizeof(P<T>) + alignof(P<T>)`
//! mutant:    pixel.layout | replace `alignof(P<T>)` with `2 * alignof(P<T>)`
//! mutant:    pixel.availability pixel.alu_types | replace `value[0] = sum(T(*pixel))` with `value[0] = sum(T(1) + T(*pixel))`

#include <metal_stdlib>
#include <metal_pixel>
using namespace metal;

struct after_char {
    char first;
    P<T> second;
};

template <typename S> float sum(S x)
{
    return x;
}
template <typename S, int N> float sum(vec<S, N> x)
{
    return x[0] + x[1] + x[N - 1];
}

kernel void report(device const P<T> *pixel [[buffer(0)]], device uint *layout [[buffer(1)]],
                   device float *value [[buffer(2)]])
{
    after_char probe;
    P<T> pair[2];
    threadgroup P<T> shared;
    pair[0] = *pixel;
    shared = pair[0];
    layout[0] = sizeof(P<T>);
    layout[1] = alignof(P<T>);
    layout[2] = (thread char *)&probe.second - (thread char *)&probe;
    layout[3] = (thread char *)&pair[1] - (thread char *)&pair[0];
    value[0] = sum(T(*pixel));
    value[1] = sum(T(pair[0]));
    value[2] = sum(T(shared));
}
