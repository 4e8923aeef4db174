//! title:     The reciprocal of every float keeps tables 8.1 and 8.2, with --exhaustive
//! verifies:  ulp.float.precise.recip ulp.float.fast.recip
//! math:      safe fast
//! dispatch:  threads 4096, threadgroup 64
//! in:        data float[threads] = stratified
//! out:       result float[threads]
//! expect:    result = recip(data)
//! sweep:     data
//! mutant:    ulp.float.precise.recip | replace `1 / data[i]` with
//!            `as_type<float>(as_type<uint>(1 / data[i]) + 2)` | for math=safe
//! mutant:    ulp.float.fast.recip | replace `1 / data[i]` with
//!            `as_type<float>(as_type<uint>(1 / data[i]) + 3)` | for math=fast

#include <metal_stdlib>
using namespace metal;

kernel void apply(device const float *data [[buffer(0)]], device float *result [[buffer(1)]],
                  uint i [[thread_position_in_grid]])
{
    result[i] = 1 / data[i];
}
