//! title:     float functions of one argument keep tables 8.1 and 8.2 for every float, with --exhaustive
//! verifies:  ulp.float.precise.{F} ulp.float.fast.{F}
//! for:       F in @functions; (NAMESPACE, VARIANT) in (precise, 1) (fast, 2)
//! math:      safe
//! dispatch:  threads 4096, threadgroup 64
//! in:        data float[threads] = stratified
//! out:       result float[threads]
//! expect:    result = F(data, VARIANT)
//! sweep:     data
//! mutant:    ulp.float.precise.{F} | replace `NAMESPACE::F(data[i])` with
//!            `as_type<float>(as_type<uint>(NAMESPACE::F(data[i])) + 8)` | for NAMESPACE=precise
//! mutant:    ulp.float.fast.{F} | replace `NAMESPACE::F(data[i])` with `NAMESPACE::F(data[i]) + 0x1p-12f` | for
//!            NAMESPACE=fast

#include <metal_stdlib>
using namespace metal;

kernel void apply(device const float *data [[buffer(0)]], device float *result [[buffer(1)]],
                  uint i [[thread_position_in_grid]])
{
    result[i] = NAMESPACE::F(data[i]);
}
