//! title:     Each element of a thread's array keeps what was stored in it, in arrays of some bytes to some thousand
//! verifies:  addrspace.thread.private addrspace.thread.locals
//! requires:  msl 2.2
//! for:       (T, COUNT) in (uchar, 60) (uchar, 300) (uchar, 4200) (ushort, 140) (ushort, 2100) (uint, 70) (uint,
//!            260)
//!            (uint, 1030) (ulong, 40) (ulong, 515) (float4, 20) (float4, 257)
//! dispatch:  threads 8, threadgroup 8
//! in:        data T[COUNT] = random
//! in:        step uint = 1
//! out:       result T[COUNT]
//! out:       different uint[8]
//! expect:    result = same data
//! expect:    different = values 0 …
//! mutant:    addrspace.thread.private addrspace.thread.locals | replace `own[k] = data[k]` with `own[k & 15] =
//!            data[k]`
//! mutant:    addrspace.thread.private | replace `marked(own[k], i)` with `marked(own[k], 0)`
//! note:      What is stored and in which order it is read depend on data, so that an array has to be one.

#include <metal_stdlib>
using namespace metal;

static T marked(T value, uint i)
{
    return i == 0 ? value : value + T(i);
}

static bool are_equal(T a, T b)
{
    return all(a == b);
}

kernel void keep(device const T *data [[buffer(0)]], constant uint &step [[buffer(1)]],
                 device T *result [[buffer(2)]], device uint *different [[buffer(3)]],
                 uint i [[thread_position_in_grid]])
{
    T own[COUNT];
    for (uint k = 0; k < COUNT; k += step)
        own[k] = data[k];
    for (uint k = 0; k < COUNT; k += step)
        own[k] = marked(own[k], i);
    uint wrong = 0;
    for (uint k = 0; k < COUNT; k += step) {
        const uint from = COUNT - 1 - k;
        wrong += are_equal(own[from], marked(data[from], i)) ? 0 : 1;
        if (i == 0)
            result[from] = own[from];
    }
    different[i] = wrong;
}
