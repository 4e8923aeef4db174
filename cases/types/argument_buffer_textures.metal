//! title:     A texture is copied from a constant argument buffer into one in device memory
//! verifies:  argbuf.tier2.copy
//! requires:  msl 2.3, family apple6
//! dispatch:  copy(from, to, result): threads 1, threadgroup 1
//! in:        first texture2d<float>(r32float)[1, 1] = values 3
//! in:        second texture2d<float>(r32float)[1, 1] = values 5
//! in:        from arguments = 0 first, 1 second
//! in:        to arguments = 0 first
//! out:       result float[2]
//! expect:    result = values 3 5
//! mutant:    argbuf.tier2.copy | replace `to->image = from.second` with `to->image = from.first`

#include <metal_stdlib>
using namespace metal;

struct pair {
    texture2d<float> first, second;
};

struct one {
    texture2d<float> image;
};

kernel void copy(constant pair &from [[buffer(0)]], device one *to [[buffer(1)]], device float *result [[buffer(2)]])
{
    result[0] = to->image.read(uint2(0)).x;
    to->image = from.second;
    result[1] = to->image.read(uint2(0)).x;
}
