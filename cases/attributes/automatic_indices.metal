//! title:     Arguments without an index get the first free ones, in order, beside those that have one
//! verifies:  bind.auto bind.auto.mixed
//! dispatch:  threads 16, threadgroup 16
//! in:        a@0 int[16] = integers(-1000000, 1000000)
//! in:        b@2 int[16] = integers(-1000000, 1000000)
//! out:       sum@1 int[16]
//! out:       difference@3 int[16]
//! expect:    sum = added(a, b)
//! expect:    difference = subtracted(a, b)
//! mutant:    bind.auto bind.auto.mixed | replace `a[i] + b[i]` with `a[i] - b[i]`
//! mutant:    bind.auto bind.auto.mixed | replace `a[i] - b[i]` with `b[i] - a[i]`

#include <metal_stdlib>
using namespace metal;

kernel void combine(device const int *a, device int *sum, device const int *b [[buffer(2)]], device int *difference,
                    uint i [[thread_position_in_grid]])
{
    sum[i] = a[i] + b[i];
    difference[i] = a[i] - b[i];
}
