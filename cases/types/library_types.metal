//! title:     make_scalar, is_pixel_data and numeric_limits of bool
//! verifies:  lib.more.types
//! requires:  msl 2.3
//! before:    the text does not mention these names, nor since when they are there
//! dispatch:  threads 1, threadgroup 1
//! out:       result int[11]
//! expect:    result = values 2 4 2 1 0 0 1 0 0 1 0
//! refusal:   the text does not mention it; Apple's library has it (toolchain 32023.883)
//! mutant:    lib.more.types | replace `make_scalar_t<half4>` with `half4`
//! mutant:    lib.more.types | replace `is_pixel_data<r8unorm<float>>` with `is_pixel_data<float>`
//! mutant:    lib.more.types | replace `limits::epsilon()` with `limits::max()`
//! mutant:    lib.more.types | replace `limits::infinity()` with `limits::max()`

#include <metal_stdlib>
#include <metal_pixel>
using namespace metal;

kernel void report(device int *result [[buffer(0)]])
{
    typedef numeric_limits<bool> limits;
    result[0] = sizeof(make_scalar_t<half4>);
    result[1] = sizeof(make_scalar_t<packed_float3>);
    result[2] = sizeof(make_scalar<ushort>::type);
    result[3] = is_pixel_data<r8unorm<float>>::value;
    result[4] = is_pixel_data<float>::value;
    result[5] = limits::min();
    result[6] = limits::max();
    result[7] = limits::epsilon();
    result[8] = limits::infinity();
    result[9] = limits::digits;
    result[10] = limits::is_modulo;
}
