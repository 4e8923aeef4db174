//! title:     Arguments without an index get the first free ones, in order, beside those that have one
//! verifies:  bind.auto bind.auto.mixed
//! dispatch:  threads 16, threadgroup 16
//! in:        a@0 int[16] = integers(-1000000, 1000000)
//! in:        b@2 int[16] = integers(-1000000, 1000000)
//! out:       sum@1 int[16]
//! out:       difference@3 int[16]
//! expect:    sum = added(a, b)
//! expect:    difference = subtracted(a, b)
//! mutant:    bind.auto | replace `device const int *a, device int *sum,` with `device const int *a [[buffer(1)]],
//!            device int *sum [[buffer(0)]],`
//! mutant:    bind.auto.mixed | replace `*b [[buffer(2)]], device int *difference,` with `*b [[buffer(3)]], device int
//!            *difference [[buffer(2)]],`

#include <metal_stdlib>
using namespace metal;

kernel void combine(device const int *a, device int *sum, device const int *b [[buffer(2)]], device int *difference,
                    uint i [[thread_position_in_grid]])
{
    sum[i] = a[i] + b[i];
    difference[i] = a[i] - b[i];
}
