//! title:     After fence() a thread reads what it wrote; levels are written too
//! verifies:  tex.fence.same_thread tex.write.lod_macos_22
//! requires:  msl 2.3
//! for:       (T, FORMAT) in (float, r32float) (uint, r32uint) (int, r32sint)
//! dispatch:  change(image, result): threads 4 x 4, threadgroup 4 x 4
//! dispatch:  level(chain): threads 2 x 2, threadgroup 2 x 2
//! inout:     image texture2d<T>(FORMAT)[4, 4] = iota
//! inout:     chain texture2d<T>(FORMAT)[4, 4, 2] = zeros
//! out:       result T[16]
//! expect:    image = counted(3, 1)
//! expect:    result = counted(3, 1)
//! expect:    chain = values 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1 2 3 4
//! mutant:    tex.fence.same_thread | replace `image.write(image.read(p) + 3, p)` with `image.write(image.read(p) + 2, p)`
//! mutant:    tex.write.lod_macos_22 | replace `, p, 1);` with `, p, 0);`

#include <metal_stdlib>
using namespace metal;

kernel void change(texture2d<T, access::read_write> image [[texture(0)]], device T *result [[buffer(0)]],
                   uint2 p [[thread_position_in_grid]])
{
    image.write(image.read(p) + 3, p);
    image.fence();
    result[4 * p.y + p.x] = image.read(p).x;
}

kernel void level(texture2d<T, access::write> chain [[texture(0)]], uint2 p [[thread_position_in_grid]])
{
    chain.write(vec<T, 4>(T(1 + p.x + 2 * p.y)), p, 1);
}
