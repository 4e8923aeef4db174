//! title:     An array of writable textures: every element is written by index
//! verifies:  array.textures.write
//! requires:  msl 2.2, family apple6
//! dispatch:  threads 4, threadgroup 4
//! out:       first texture2d<float>(r32float)[4, 1]
//! out:       second texture2d<float>(r32float)[4, 1]
//! expect:    first = values 0 1 2 3
//! expect:    second = values 10 11 12 13
//! mutant:    array.textures.write | replace `i + 10 * k` with `i + 11 * k`

#include <metal_stdlib>
using namespace metal;

kernel void fill(array<texture2d<float, access::write>, 2> both [[texture(0)]], uint i [[thread_position_in_grid]])
{
    for (uint k = 0; k < both.size(); k++)
        both[k].write(float4(i + 10 * k), uint2(i, 0));
}
