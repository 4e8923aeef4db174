//! title:     alignas raises the alignment of a struct, its size and the distance of elements
//! verifies:  align.alignas.type align.alignas.variable
//! requires:  msl 2.2
//! for:       N in 4 8 16 32 64
//! dispatch:  threads 1, threadgroup 1
//! out:       result uint[4]
//! out:       addresses uint[3]
//! expect:    result = layout(N, N)
//! expect:    addresses = values 0 …
//! mutant:    align.alignas.type | replace `struct alignas(N) item` with `struct item`
//! mutant:    align.alignas.variable | replace `(ulong)&own % N` with `((ulong)&own + 1) % N`

#include <metal_stdlib>
using namespace metal;

struct alignas(N) item {
    uchar value;
};

struct after_char {
    char first;
    item second;
};

kernel void report(device uint *result [[buffer(0)]], device uint *addresses [[buffer(1)]])
{
    alignas(N) threadgroup uchar shared_value;
    alignas(N) uchar own = 0;
    item pair[2];
    after_char probe;
    result[0] = sizeof(item);
    result[1] = alignof(item);
    result[2] = (thread char *)&probe.second - (thread char *)&probe;
    result[3] = (thread char *)&pair[1] - (thread char *)&pair[0];
    addresses[0] = (ulong)&own % N;
    addresses[1] = (ulong)&shared_value % N;
    addresses[2] = (ulong)&pair[1] % N;
}
