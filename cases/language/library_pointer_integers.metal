//! title:     intptr_t and uintptr_t hold a pointer; is_nothrow_constructible answers
//! verifies:  lib.more.names lib.more.traits
//! requires:  msl 2.3
//! dispatch:  threads 4, threadgroup 4
//! in:        data uint[4] = values 5 6 7 8
//! out:       there uint[4]
//! out:       facts int[6]
//! expect:    there = same data
//! expect:    facts = values 8 8 1 1 1 0
//! refusal:   the text does not mention it; Apple's library has it (toolchain 32023.883)
//! mutant:    lib.more.names | replace `uintptr_t(data) + 4 * i` with `uintptr_t(data)`
//! mutant:    lib.more.traits | replace `is_nothrow_constructible<pair, float4>` with `is_nothrow_constructible<int, float>`

#include <metal_stdlib>
using namespace metal;

struct pair {
    int a;
    explicit pair(int n) : a(n) {}
};

kernel void report(device const uint *data [[buffer(0)]], device uint *there [[buffer(1)]],
                   device int *facts [[buffer(2)]], uint i [[thread_position_in_grid]])
{
    there[i] = *(device const uint *)(uintptr_t(data) + 4 * i);
    if (i > 0)
        return;
    facts[0] = sizeof(intptr_t);
    facts[1] = sizeof(uintptr_t);
    facts[2] = intptr_t(-1) < 0;
    facts[3] = uintptr_t(-1) > 0;
    facts[4] = is_nothrow_constructible<float, int>::value;
    facts[5] = is_nothrow_constructible<pair, float4>::value;
}
