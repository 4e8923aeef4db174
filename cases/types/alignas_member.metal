//! title:     alignas moves a member of a struct; without it the compiler aligns each as its type needs
//! verifies:  align.alignas.member align.compiler_responsible
//! dispatch:  threads 1, threadgroup 1
//! out:       offsets uint[8]
//! expect:    offsets = values 0 8 16 20 32 16 32 2
//! mutant:    align.alignas.member | replace `alignas(8) char b` with `char b`
//! mutant:    align.compiler_responsible | replace `float3 second;` with `packed_float3 second;`

#include <metal_stdlib>
using namespace metal;

struct members {
    char a;
    alignas(8) char b;
    alignas(16) float c;
    float d;
};

struct natural {
    char first;
    float3 second;
    half third;
};

kernel void report(device uint *offsets [[buffer(0)]])
{
    members one;
    thread char *start = (thread char *)&one;
    offsets[0] = (thread char *)&one.a - start;
    offsets[1] = (thread char *)&one.b - start;
    offsets[2] = (thread char *)&one.c - start;
    offsets[3] = (thread char *)&one.d - start;
    offsets[4] = sizeof(members);
    natural other;
    start = (thread char *)&other;
    offsets[5] = (thread char *)&other.second - start;
    offsets[6] = (thread char *)&other.third - start;
    offsets[7] = alignof(half);
}
