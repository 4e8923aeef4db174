//! title:     A whole number as an arm of ?: takes the other arm's type
//! verifies:  ops.ternary.types
//! requires:  feature bfloat
//! for:       T in half bfloat float
//! dispatch:  threads 4, threadgroup 4
//! in:        data T[4] = values -2 0.5 3 -0.25
//! out:       second T[4]
//! out:       first T[4]
//! out:       one T[4]
//! expect:    second = values 0 0.5 3 0
//! expect:    first = values -2 0 0 -0.25
//! expect:    one = values -2 1 3 1
//! mutant:    ops.ternary.types | replace `data[i] : 0` with `data[i] : 1`
//! mutant:    ops.ternary.types | replace `data[i] > 0 ? 0 : data[i]` with `data[i] > 0 ? 1 : data[i]`
//! mutant:    ops.ternary.types | replace `1 : data[i]` with `data[i] : 1`

#include <metal_stdlib>
using namespace metal;

kernel void choose(device const T *data [[buffer(0)]], device T *second [[buffer(1)]], device T *first [[buffer(2)]],
                   device T *one [[buffer(3)]], uint i [[thread_position_in_grid]])
{
    second[i] = data[i] > 0 ? data[i] : 0;
    first[i] = data[i] > 0 ? 0 : data[i];
    one[i] = i % 2 ? 1 : data[i];
}
