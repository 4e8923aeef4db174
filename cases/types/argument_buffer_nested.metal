//! title:     A structure in an argument buffer gives its members ids from its own on; what follows goes on after the largest
//! verifies:  argbuf.id.auto.nested
//! dispatch:  gather(all, result): threads 1, threadgroup 1
//! in:        n0 texture2d<float>(r32float)[1, 1] = values 1
//! in:        n1 float4 = 2
//! in:        n4 texture2d<float>(r32float)[1, 1] = values 3
//! in:        n5 float4 = 4
//! in:        n6 texture2d<float>(r32float)[1, 1] = values 5
//! in:        n7 float4 = 6
//! in:        n9 texture2d<float>(r32float)[1, 1] = values 7
//! in:        n11 texture2d<float>(r32float)[1, 1] = values 8
//! in:        all arguments = 0 n0, 1 n1, 4 n4, 5 n5, 6 n6, 7 n7, 9 n9, 11 n11
//! out:       result float[8]
//! expect:    result = values 1 2 3 4 5 6 7 8
//! mutant:    argbuf.id.auto.nested | replace `[[id(4)]]` with `[[id(3)]]`
//! mutant:    argbuf.id.auto.nested | replace `texture2d<float> second [[id(3)]]` with `texture2d<float> second`

#include <metal_stdlib>
using namespace metal;

struct pair {
    texture2d<float> texture;
    float4 scale;
};

struct gaps {
    texture2d<float> first [[id(1)]];
    texture2d<float> second [[id(3)]];
};

struct material {
    pair diffuse;
    pair normal [[id(4)]];
    pair specular;
    gaps sparse;
};

kernel void gather(constant material &all [[buffer(0)]], device float *result [[buffer(1)]])
{
    result[0] = all.diffuse.texture.read(uint2(0)).x;
    result[1] = all.diffuse.scale.x;
    result[2] = all.normal.texture.read(uint2(0)).x;
    result[3] = all.normal.scale.x;
    result[4] = all.specular.texture.read(uint2(0)).x;
    result[5] = all.specular.scale.x;
    result[6] = all.sparse.first.read(uint2(0)).x;
    result[7] = all.sparse.second.read(uint2(0)).x;
}
