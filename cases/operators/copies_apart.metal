//! title:     A copy of a structure is another one: what changes in either, or in an argument by value, leaves the
//!            other
//! verifies:  ops.assign.cxx
//! requires:  msl 2.0
//! for:       COUNT in 3 20 300
//! dispatch:  threads 64, threadgroup 64
//! in:        data uint[COUNT] = iota(5)
//! in:        which uint[64] = integers(0, COUNT - 1)
//! out:       original uint[64]
//! out:       copy uint[64]
//! out:       argument uint[64]
//! out:       element uint[64]
//! expect:    original = formula(5 + which)
//! expect:    copy = formula(1005 + which)
//! expect:    argument = formula(7)
//! expect:    element = formula(2005 + which)
//! mutant:    ops.assign.cxx | replace `second.value[k] += 1000` with `first.value[k] += 1000`
//! mutant:    ops.assign.cxx | replace `static uint changed(row by_value,` with `static uint changed(thread row
//!            &by_value,`
//! mutant:    ops.assign.cxx | replace `third = second` with `third = first`
//! note:      Elements are chosen by data, so that the structures lie in memory.

#include <metal_stdlib>
using namespace metal;

struct row {
    uint value[COUNT];
};

static uint changed(row by_value, uint k)
{
    by_value.value[k] = 7;
    return by_value.value[k];
}

kernel void copy(device const uint *data [[buffer(0)]], device const uint *which [[buffer(1)]],
                 device uint *original [[buffer(2)]], device uint *copy [[buffer(3)]],
                 device uint *argument [[buffer(4)]], device uint *element [[buffer(5)]],
                 uint i [[thread_position_in_grid]])
{
    const uint k = which[i];
    row first, third;
    for (uint n = 0; n < COUNT; n++)
        first.value[n] = data[n];
    row second = first;
    second.value[k] += 1000;
    third = second;
    third.value[k] += 1000;
    argument[i] = changed(first, k);
    original[i] = first.value[k];
    copy[i] = second.value[k];
    element[i] = third.value[k];
}
