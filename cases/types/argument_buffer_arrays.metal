//! title:     Elements of an array take consecutive ids, from that of the array; a structure takes one for each member
//! verifies:  argbuf.id.auto.arrays
//! dispatch:  gather(all, result): threads 1, threadgroup 1
//! in:        n0 float4 = 1
//! in:        n1 texture2d<float>(r32float)[1, 1] = values 2
//! in:        n2 texture2d<float>(r32float)[1, 1] = values 3
//! in:        n3 texture2d<float>(r32float)[1, 1] = values 4
//! in:        n4 texture2d<float>(r32float)[1, 1] = values 5
//! in:        n5 float4 = 6
//! in:        n6 texture2d<float>(r32float)[1, 1] = values 7
//! in:        n7 float4 = 8
//! in:        n20 int = 9
//! in:        n21 int = 10
//! in:        all arguments = 0 n0, 1 n1, 2 n2, 3 n3, 4 n4, 5 n5, 6 n6, 7 n7, 20 n20, 21 n21
//! out:       result float[10]
//! expect:    result = values 1 2 3 4 5 6 7 8 9 10
//! mutant:    argbuf.id.auto.arrays | replace `[[id(20)]]` with `[[id(19)]]`
//! mutant:    argbuf.id.auto.arrays | replace `all.several[2]` with `all.several[1]`
//! mutant:    argbuf.id.auto.arrays | replace `all.pairs[1].texture` with `all.pairs[0].texture`

#include <metal_stdlib>
using namespace metal;

struct pair {
    texture2d<float> texture;
    float4 scale;
};

struct material {
    float4 colour;
    array<texture2d<float>, 3> several;
    pair pairs[2];
    int numbers [[id(20)]][2];
};

kernel void gather(constant material &all [[buffer(0)]], device float *result [[buffer(1)]])
{
    result[0] = all.colour.x;
    result[1] = all.several[0].read(uint2(0)).x;
    result[2] = all.several[1].read(uint2(0)).x;
    result[3] = all.several[2].read(uint2(0)).x;
    result[4] = all.pairs[0].texture.read(uint2(0)).x;
    result[5] = all.pairs[0].scale.x;
    result[6] = all.pairs[1].texture.read(uint2(0)).x;
    result[7] = all.pairs[1].scale.x;
    result[8] = all.numbers[0];
    result[9] = all.numbers[1];
}
