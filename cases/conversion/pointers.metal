//! title:     Pointers convert as in C++ within one address space: to const, to void, arrays to their first element,
//!            null
//! verifies:  convert.implicit.pointer
//! dispatch:  threads 1, threadgroup 1
//! inout:     data int[8] = iota(1, 1)
//! expect:    data = values 1 2 3 4 5 3 30 1
//! mutant:    convert.implicit.pointer | replace `data[6] = third(own)` with `data[6] = third(own + 1)`
//! mutant:    convert.implicit.pointer | replace `none == nullptr` with `none != nullptr`

#include <metal_stdlib>
using namespace metal;

static int third(thread const int *values)
{
    return values[2];
}

static device int *at(device void *start, int k)
{
    return (device int *)start + k;
}

kernel void convert(device int *data [[buffer(0)]])
{
    int own[4] = {10, 20, 30, 40};
    device const int *read_only = data;
    data[5] = *at(data, 2) + (read_only != data);
    data[6] = third(own);
    device int *none = nullptr;
    data[7] = none == nullptr;
}
