//! title:     alignas applies to an enumeration
//! verifies:  align.alignas.enum
//! dispatch:  threads 1, threadgroup 1
//! out:       result uint[2]
//! expect:    result = values 4 4
//! mutant:    align.alignas.enum | replace `enum alignas(4) shade` with `enum shade`

#include <metal_stdlib>
using namespace metal;

enum alignas(4) shade : uchar { light, dark };

struct painted {
    char first;
    shade colour;
};

kernel void report(device uint *result [[buffer(0)]])
{
    painted one;
    result[0] = alignof(shade);
    result[1] = (thread char *)&one.colour - (thread char *)&one;
}
