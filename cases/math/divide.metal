//! title:     divide(x, y) is x / y: correctly rounded, or within 2.5 ulp when fast
//! verifies:  math.divide.accuracy math.divide.fast
//! math:      safe fast
//! dispatch:  threads 8192, threadgroup 64
//! in:        a float4[threads] = crossed(0, 2)
//! in:        b float4[threads] = crossed(1, 2)
//! out:       exact float4[threads]
//! out:       quick float4[threads]
//! expect:    exact = divide(a, b, 1)
//! expect:    quick = divide(a, b, 2)
//! mutant:    math.divide.accuracy | replace `precise::divide(a[i], b[i])` with
//!            `as_type<float4>(as_type<uint4>(precise::divide(a[i], b[i])) + 2)`
//! mutant:    math.divide.fast | replace `fast::divide(a[i], b[i])` with
//!            `as_type<float4>(as_type<uint4>(fast::divide(a[i], b[i])) + 6)`

#include <metal_stdlib>
using namespace metal;

kernel void apply(device const float4 *a [[buffer(0)]], device const float4 *b [[buffer(1)]],
                  device float4 *exact [[buffer(2)]], device float4 *quick [[buffer(3)]],
                  uint i [[thread_position_in_grid]])
{
    exact[i] = precise::divide(a[i], b[i]);
    quick[i] = fast::divide(a[i], b[i]);
}
