//! title:     float to half rounds to nearest even, keeps subnormals, and overflows to infinity
//! verifies:  conv.float2half conv.float2half.denorm convert.static_cast.float_to_float conv.fastmath
//!            math.rtz_conversion.default
//! math:      fast safe
//! dispatch:  threads 262144, threadgroup 64
//! in:        data float[262144] = around_halves
//! out:       result half[262144]
//! expect:    result = converted(data)
//! mutant:    conv.float2half |
//!            replace `half(data[i])` with `as_type<half>(ushort(as_type<ushort>(half(data[i])) ^ (i % 4 == 1)))`
//! mutant:    conv.float2half.denorm | replace `half(data[i])`
//!            with `(fabs(data[i]) < 0x1p-14f ? half(0) : half(data[i]))`
//! mutant:    convert.static_cast.float_to_float | replace `half(data[i])` with
//!            `half(clamp(data[i], -65504.0f, 65504.0f))` | for math=safe
//! mutant:    conv.fastmath | replace `half(data[i])` with
//!            `as_type<half>(ushort(as_type<ushort>(half(data[i])) + (i % 4 == 2)))` | for math=fast
//! mutant:    math.rtz_conversion.default | replace `half(data[i])` with `half(data[i] * (1.0f + 0x1p-22f))`
//! note:      For every half: itself, the tie above it, and the floats on both sides of the tie.

#include <metal_stdlib>
using namespace metal;

kernel void narrow(device const float *data [[buffer(0)]], device half *result [[buffer(1)]],
                   uint i [[thread_position_in_grid]])
{
    result[i] = half(data[i]);
}
