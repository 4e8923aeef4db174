//! title:     A member of an argument buffer without an id gets the one after the largest before it; the first gets 0
//! verifies:  argbuf.id.auto.members argbuf.id.auto.top_level argbuf.id.attribute
//! reflect:   all.first = 0, all.second = 1, all.third = 7, all.fourth = 8, all.fifth = 100000
//! dispatch:  gather(all, result): threads 4, threadgroup 4
//! in:        a float[4] = values 1 2 3 4
//! in:        b float4 = 5, 6, 7, 8
//! in:        c float[4] = values 9 10 11 12
//! in:        d int = 13
//! in:        e float[4] = values 14 15 16 17
//! in:        all arguments = 0 a, 1 b, 7 c, 8 d, 100000 e
//! out:       result float[20]
//! expect:    result = values 1 5 9 13 14 2 6 10 13 15 3 7 11 13 16 4 8 12 13 17
//! mutant:    argbuf.id.auto.members | replace `int fourth` with `int fourth [[id(9)]]`
//! mutant:    argbuf.id.auto.top_level | replace `device const float *first` with `device const float *first [[id(1)]]`
//! mutant:    argbuf.id.attribute | replace `[[id(7)]]` with `[[id(6)]]`

#include <metal_stdlib>
using namespace metal;

struct members {
    device const float *first;
    float4 second;
    device const float *third [[id(7)]];
    int fourth;
    device const float *fifth [[id(100000)]];
};

kernel void gather(constant members &all [[buffer(0)]], device float *result [[buffer(1)]],
                   uint i [[thread_position_in_grid]])
{
    result[5 * i] = all.first[i];
    result[5 * i + 1] = all.second[i];
    result[5 * i + 2] = all.third[i];
    result[5 * i + 3] = all.fourth;
    result[5 * i + 4] = all.fifth[i];
}
