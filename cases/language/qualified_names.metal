//! title:     Library names are those of the namespace metal, with one include
//! verifies:  lib.namespace lib.metal_stdlib c.kernel.header
//! dispatch:  threads 1, threadgroup 1
//! in:        value float = -2.25
//! out:       result float[8]
//! expect:    result = values 2.25 -3 4 2 7 1 1 6
//! compare:   interval
//! mutant:    lib.namespace | replace `metal::floor(value)` with `metal::ceil(value)`
//! mutant:    lib.metal_stdlib | replace `metal::popcount(0x7fu)` with `metal::clz(0x7fu)`
//! mutant:    lib.namespace | replace `memory_order == metal::memory_order_relaxed`
//!            with `memory_order != metal::memory_order_relaxed`
//! mutant:    c.kernel.header | replace `TWICE(3.0f)` with `TWICE(4.0f)`

#include <metal_stdlib>
#include <metal_stdlib>

#define TWICE(x) metal::fma(x, 2.0f, 0.0f)

kernel void report(constant float &value [[buffer(0)]], device float *result [[buffer(1)]])
{
    result[0] = metal::abs(value);
    result[1] = metal::floor(value);
    result[2] = metal::max(value, 4.0f);
    result[3] = metal::length(float2(0.0f, 2.0f));
    result[4] = metal::popcount(0x7fu);
    const metal::memory_order memory_order = metal::memory_order_relaxed;
    result[5] = metal::any(bool2(false, true));
    result[6] = memory_order == metal::memory_order_relaxed;
    result[7] = TWICE(3.0f);
}
