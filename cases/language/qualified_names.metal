//! title:     Library names are those of the namespace metal, with one include
//! verifies:  lib.namespace lib.metal_stdlib c.kernel.header
//! dispatch:  threads 1, threadgroup 1
//! in:        value float = -2.25
//! in:        image texture2d<float>(r16float)[1, 1] = values 9
//! inout:     counter uint[1] = values 5
//! out:       result float[13]
//! expect:    counter = values 7
//! expect:    result = values 2.25 -3 4 2 7 1 1 6 5 5 1 9 2.25
//! compare:   interval
//! mutant:    lib.namespace | replace `metal::floor(value)` with `metal::ceil(value)`
//! mutant:    lib.metal_stdlib | replace `metal::popcount(0x7fu)` with `metal::clz(0x7fu)`
//! mutant:    lib.metal_stdlib | replace `metal::transpose(m)[1][0]` with `m[1][0]`
//! mutant:    lib.metal_stdlib | replace `metal::atomic_fetch_add_explicit` with `metal::atomic_fetch_sub_explicit`
//! mutant:    lib.metal_stdlib | replace `metal::unpack_unorm4x8_to_float(0xffu).x` with `0xffu`
//! mutant:    lib.metal_stdlib | replace `image.read(uint2(0, 0)).x` with `image.get_width()`
//! mutant:    lib.metal_stdlib | replace `metal::select(value, -value, value < 0)` with `value`
//! mutant:    lib.namespace | replace `memory_order == metal::memory_order_relaxed`
//!            with `memory_order != metal::memory_order_relaxed`
//! mutant:    c.kernel.header | replace `TWICE(3.0f)` with `TWICE(4.0f)`

#include <metal_stdlib>
#include <metal_stdlib>

#define TWICE(x) metal::fma(x, 2.0f, 0.0f)

kernel void report(constant float &value [[buffer(0)]], metal::texture2d<float> image [[texture(0)]],
                   device metal::atomic_uint *counter [[buffer(1)]], device float *result [[buffer(2)]])
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
    const metal::float2x2 m = metal::float2x2(4, 6, 5, 7);
    result[8] = metal::transpose(m)[0][1];
    result[9] = metal::transpose(m)[1][0] == 6 ? metal::atomic_fetch_add_explicit(counter, 2u, memory_order) : 0;
    metal::threadgroup_barrier(metal::mem_flags::mem_none);
    result[10] = metal::unpack_unorm4x8_to_float(0xffu).x;
    result[11] = image.read(uint2(0, 0)).x;
    result[12] = metal::select(value, -value, value < 0);
}
