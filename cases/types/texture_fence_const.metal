//! title:     A texture in a structure that is const, or behind a reference, has fence()
//! verifies:  kb53
//! requires:  feature texture_read_write
//! for:       HANDLE in held.image referred
//! refusal:   6.13.17 prints no const for fence(), and Apple's compilers are known to refuse it of such a handle
//! dispatch:  threads 4 x 4, threadgroup 4 x 4
//! inout:     image texture2d<uint>(r32uint)[4, 4] = iota
//! out:       result uint[16]
//! expect:    image = unjudged
//! expect:    result = values 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16
//! mutant:    kb53 | replace `write(before + 1, at)` with `write(before, at)`

#include <metal_stdlib>
using namespace metal;

struct holder {
    texture2d<uint, access::read_write> image;
};

kernel void increase(texture2d<uint, access::read_write> image [[texture(0)]], device uint *result [[buffer(0)]],
                     uint2 at [[thread_position_in_grid]])
{
    const holder held = {image};
    thread const texture2d<uint, access::read_write> &referred = held.image;
    const uint4 before = HANDLE.read(at);
    image.write(before + 1, at);
    HANDLE.fence();
    result[4 * at.y + at.x] = referred.read(at).x;
}
