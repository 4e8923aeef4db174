//! title:     mix of half blends by either formula
//! verifies:  common.mix.value common.mix.a_zero common.mix.a_one common.mix.vector_a
//! math:      safe fast
//! dispatch:  threads 8192, threadgroup 64
//! in:        x_of half4[threads] = normal(0, 100)
//! in:        y_of half4[threads] = normal(0, 100)
//! in:        share half4[threads] = random(0, 1)
//! in:        ends half4[threads] = integers(0, 1)
//! out:       between half4[threads]
//! out:       at_end half4[threads]
//! expect:    between = mix(x_of, y_of, share)
//! expect:    at_end = mix(x_of, y_of, ends)
//! mutant:    common.mix.value | replace `mix(x_of[i], y_of[i], share[i])` with `mix(y_of[i], x_of[i], share[i])`
//! mutant:    common.mix.vector_a | replace `mix(x_of[i], y_of[i], share[i])` with
//!            `mix(x_of[i], y_of[i], share[i].x)`
//! mutant:    common.mix.a_zero | replace `mix(x_of[i], y_of[i], ends[i])` with
//!            `select(mix(x_of[i], y_of[i], ends[i]), x_of[i] * half4(1.01), ends[i] == half4(0))`
//! mutant:    common.mix.a_one | replace `mix(x_of[i], y_of[i], ends[i])` with `x_of[i]`

#include <metal_stdlib>
using namespace metal;

kernel void apply(device const half4 *x_of [[buffer(0)]], device const half4 *y_of [[buffer(1)]],
                  device const half4 *share [[buffer(2)]], device const half4 *ends [[buffer(3)]],
                  device half4 *between [[buffer(4)]], device half4 *at_end [[buffer(5)]],
                  uint i [[thread_position_in_grid]])
{
    between[i] = mix(x_of[i], y_of[i], share[i]);
    at_end[i] = mix(x_of[i], y_of[i], ends[i]);
}
