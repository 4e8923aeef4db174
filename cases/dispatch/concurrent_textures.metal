//! title:     Barriers of a concurrent encoder order dispatches that write and read the same textures
//! verifies:  kb43
//! requires:  feature nonuniform_threadgroups
//! for:       BARRIER in textures image
//! subcases:  (W, H) in (16, 4) (250, 33)
//! options:   concurrent
//! dispatch:  paint(input, image): threads W x H, threadgroup 16 x 4
//! dispatch:  copy(image, result): threads W x H, threadgroup 16 x 4, after BARRIER
//! dispatch:  wipe(image, result): threads W x H, threadgroup 16 x 4, after BARRIER
//! in:        input uint[W * H] = random
//! out:       image texture2d<uint>(r32uint)[W, H]
//! out:       result uint[W * H]
//! expect:    result = same input
//! expect:    image = values 7 …
//! mutant:    kb43 | replace `void copy` with `void wipe` and replace `void wipe` with `void copy`

#include <metal_stdlib>
using namespace metal;

kernel void paint(device const uint *input [[buffer(0)]], texture2d<uint, access::write> image [[texture(0)]],
                  uint2 i [[thread_position_in_grid]], uint2 size [[threads_per_grid]])
{
    image.write(input[i.x + size.x * i.y], size - 1 - i);
}

kernel void copy(texture2d<uint, access::read> image [[texture(0)]], device uint *result [[buffer(0)]],
                 uint2 i [[thread_position_in_grid]], uint2 size [[threads_per_grid]])
{
    result[i.x + size.x * i.y] = image.read(size - 1 - i).x;
}

kernel void wipe(texture2d<uint, access::write> image [[texture(0)]], uint2 i [[thread_position_in_grid]])
{
    image.write(uint4(7), i);
}
