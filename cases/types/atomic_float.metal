//! title:     atomic_float sums
//! verifies:  atomic.template.float
//! requires:  msl 3.0, feature atomic_float
//! dispatch:  threads 256, threadgroup 64
//! inout:     sum float[1] = zeros
//! out:       same_type int[1]
//! expect:    sum = values 32640
//! expect:    same_type = values 1
//! mutant:    atomic.template.float | replace `float(i)` with `float(i / 2)`

#include <metal_stdlib>
using namespace metal;

kernel void add(device atomic_float *sum [[buffer(0)]], device int *same_type [[buffer(1)]],
                uint i [[thread_position_in_grid]])
{
    atomic_fetch_add_explicit(sum, float(i), memory_order_relaxed);
    if (i == 0)
        same_type[0] = is_same<atomic_float, atomic<float>>::value;
}
