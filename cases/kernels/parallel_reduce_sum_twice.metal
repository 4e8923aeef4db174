//! title:     A reduction into an atomic cell adds to what the cell holds: two dispatches give twice the sum
//! verifies:  err.a.reduce.output.reset
//! requires:  feature atomic_float, feature simd_reduction
//! subcases:  (COUNT, START) in (1, 0) (1000, 0) (1000, 11)
//! dispatch:  groups ceil_div(COUNT, 256), threadgroup 256
//! dispatch:  groups ceil_div(COUNT, 256), threadgroup 256
//! in:        input float[COUNT] = integers(1, 7)
//! inout:     total float[1] = constant(START)
//! in:        count uint = COUNT
//! expect:    total = reduce_sum(input, count, START, 2)
//! mutant:    err.a.reduce.output.reset | replace `atomic_fetch_add_explicit` with `atomic_store_explicit`

#include <metal_stdlib>
using namespace metal;

kernel void add_up(device const float *input [[buffer(0)]], device atomic_float *total [[buffer(1)]],
                   constant uint &count [[buffer(2)]], uint i [[thread_position_in_grid]],
                   uint lane [[thread_index_in_simdgroup]])
{
    const float sum = simd_sum(i < count ? input[i] : 0.0f);
    if (lane == 0)
        atomic_fetch_add_explicit(total, sum, memory_order_relaxed);
}
