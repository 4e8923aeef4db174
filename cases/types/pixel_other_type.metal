//! title:     A pixel of half is converted to vectors of float where that is asked for, and the other way
//! verifies:  lib.more.pixel_conversion
//! requires:  msl 2.3
//! before:    the text does not mention these conversions, nor since when they are there
//! for:       (P, T, U, WORD, N) in (rg8unorm, half2, float2, ushort, 2) (rg8snorm, float2, half2, ushort, 2)
//!            (rgba8unorm, half4, float4, uint, 4) (rgba8unorm, float4, half4, uint, 4)
//!            (srgba8unorm, half4, float4, uint, 4) (rgba8snorm, float4, half4, uint, 4)
//!            (rgb10a2, half4, float4, uint, 4) (rg11b10f, half3, float3, uint, 3) (rgb9e5, float3, half3, uint, 3)
//! dispatch:  threads 256, threadgroup 64
//! in:        pixels WORD[threads] = bits
//! out:       alike int[threads]
//! out:       ends float[2 * N]
//! expect:    alike = values 1 …
//! expect:    ends = formula(each(i < 2, k < N: i))
//! refusal:   the text has the pixel's own type only; Apple's library converts (toolchain 32023.883)
//! mutant:    lib.more.pixel_conversion | replace `U(pixels[i])` with `U(pixels[i ^ 1])`
//! mutant:    lib.more.pixel_conversion | replace `float(U(one)[k])` with `float(U(zero)[k])`

#include <metal_stdlib>
#include <metal_pixel>
using namespace metal;

static_assert(sizeof(P<T>) == sizeof(WORD), "the pixels are bound as words");

kernel void convert(device const P<T> *pixels [[buffer(0)]], device int *alike [[buffer(1)]],
                    device float *ends [[buffer(2)]], uint i [[thread_position_in_grid]])
{
    U number = U(pixels[i]);
    T own = pixels[i];
    U converted = U(own);
    alike[i] = all(number == converted || (isnan(number) && isnan(converted)));
    if (i == 0) {
        const P<T> zero = T(0), one = T(1);
        for (uint k = 0; k < N; k++) {
            ends[k] = float(U(zero)[k]);
            ends[N + k] = float(U(one)[k]);
        }
    }
}
